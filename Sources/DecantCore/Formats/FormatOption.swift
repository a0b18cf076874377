/// An option of a format, for tools to offer: a name, the accepted values, and their effect.
///
///     Format(name: "csv", …).offering([
///       FormatOption(
///         "csv-separator", "CHARACTER", accepting: "one ASCII character",
///         "separate fields by CHARACTER",
///         parsing: { $0.utf8.count == 1 ? $0.utf8.first : nil },
///         reading: { $1[CSVOptions.self].separator = $0 },
///         writing: { $1[CSVOptions.self].separator = $0 }),
///     ])
///
/// An option with a closure for reading and one for writing affects both.
public struct FormatOption: Sendable {
  /// The name, such as `yaml-schema`; it begins with the name of the format.
  public let name: String

  /// The placeholder for the value in a list of options; nil for an option without a value.
  public let valueName: String?

  /// A description of the accepted values, which completes "must be …".
  @inlinable public var acceptedValues: String { choices.isEmpty ? accepted : choices.listed }

  /// The names of all accepted values; empty if they have none.
  public let choices: [String]

  /// The value that help shows as the default, of which `details` say where it differs from no option; nil if there is none.
  public let defaultChoice: String?

  /// The effect, on one line.
  public let summary: String

  /// A longer description, for a manual.
  public let details: String?

  @usableFromInline let accepted: String
  @usableFromInline let isAccepted: @Sendable (String) -> Bool
  @usableFromInline let reading: (@Sendable (String, inout ReadingOptions) -> Void)?
  @usableFromInline let writing: (@Sendable (String, inout WritingOptions) -> Void)?

  /// Creates an option without a value.
  ///
  /// Precondition: it has an effect on reading, writing or both.
  public init(
    _ name: String, _ summary: String, details: String? = nil,
    reading: (@Sendable (inout ReadingOptions) -> Void)? = nil,
    writing: (@Sendable (inout WritingOptions) -> Void)? = nil
  ) {
    self.init(
      name, nil, "", [], nil, summary, details, isAccepted: { $0.isEmpty },
      reading: reading.map { Self.effect(of: $0) }, writing: writing.map { Self.effect(of: $0) })
  }

  private static func effect<Options>(
    of change: @escaping @Sendable (inout Options) -> Void
  ) -> @Sendable (String, inout Options) -> Void {
    { _, options in change(&options) }
  }

  /// Creates an option whose value `parse` converts from text, or returns nil for an invalid one.
  ///
  /// `acceptedValues` completes "must be …" in the message about an invalid value. Precondition: the
  /// option has an effect on reading, writing or both.
  public init<Value>(
    _ name: String, _ valueName: String, accepting acceptedValues: String, _ summary: String,
    details: String? = nil, parsing parse: @escaping @Sendable (String) -> Value?,
    reading: (@Sendable (Value, inout ReadingOptions) -> Void)? = nil,
    writing: (@Sendable (Value, inout WritingOptions) -> Void)? = nil
  ) {
    self.init(
      name, valueName, acceptedValues, [], nil, summary, details, parse, reading, writing)
  }

  /// Creates an option whose value is the raw value of a `Choice`.
  ///
  /// Precondition: it has an effect on reading, writing or both.
  @inlinable
  public init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ valueName: String, _ choice: Choice.Type, default: Choice?,
    _ summary: String, details: String? = nil,
    reading: (@Sendable (Choice, inout ReadingOptions) -> Void)? = nil,
    writing: (@Sendable (Choice, inout WritingOptions) -> Void)? = nil
  ) {
    let choices = choice.allCases.map(\.rawValue)
    self.init(
      name, valueName, "", choices, `default`?.rawValue, summary, details,
      { Choice(rawValue: $0) }, reading, writing)
  }

  @inlinable
  init<Value>(
    _ name: String, _ valueName: String?, _ acceptedValues: String, _ choices: [String],
    _ defaultChoice: String?, _ summary: String, _ details: String?,
    _ parse: @escaping @Sendable (String) -> Value?,
    _ reading: (@Sendable (Value, inout ReadingOptions) -> Void)?,
    _ writing: (@Sendable (Value, inout WritingOptions) -> Void)?
  ) {
    // `map` would create the types of the functions, in each start for each option.
    var changesReading: (@Sendable (String, inout ReadingOptions) -> Void)?
    if let reading { changesReading = Self.effect(of: reading, parsing: parse) }
    var changesWriting: (@Sendable (String, inout WritingOptions) -> Void)?
    if let writing { changesWriting = Self.effect(of: writing, parsing: parse) }
    self.init(
      name, valueName, acceptedValues, choices, defaultChoice, summary, details,
      isAccepted: { parse($0) != nil }, reading: changesReading, writing: changesWriting)
  }

  /// Inlined with its callers: an option that another module declares is else created by unspecialized code, which takes
  /// 118,000 instructions of a start.
  @inlinable
  static func effect<Value, Options>(
    of change: @escaping @Sendable (Value, inout Options) -> Void,
    parsing parse: @escaping @Sendable (String) -> Value?
  ) -> @Sendable (String, inout Options) -> Void {
    { text, options in
      if let value = parse(text) { change(value, &options) }
    }
  }

  @usableFromInline
  init(
    _ name: String, _ valueName: String?, _ acceptedValues: String, _ choices: [String],
    _ defaultChoice: String?, _ summary: String, _ details: String?,
    isAccepted: @escaping @Sendable (String) -> Bool,
    reading: (@Sendable (String, inout ReadingOptions) -> Void)?,
    writing: (@Sendable (String, inout WritingOptions) -> Void)?
  ) {
    precondition(reading != nil || writing != nil, "'\(name)' has no effect")
    self.name = name
    self.valueName = valueName
    accepted = acceptedValues
    self.choices = choices
    self.defaultChoice = defaultChoice
    self.summary = summary
    self.details = details
    self.isAccepted = isAccepted
    self.reading = reading
    self.writing = writing
  }

  /// Whether the option affects reading.
  @inlinable public var isForReading: Bool { reading != nil }

  /// Whether the option affects writing.
  @inlinable public var isForWriting: Bool { writing != nil }

  /// Whether the option accepts `value`; an option without a value accepts the empty string.
  @inlinable public func accepts(_ value: String) -> Bool { isAccepted(value) }

  /// Changes `options` if the option affects reading; precondition: `accepts(value)`.
  public func apply(_ value: String, to options: inout ReadingOptions) {
    precondition(accepts(value), "'\(name)' does not accept '\(value)'")
    reading?(value, &options)
  }

  /// Changes `options` if the option affects writing; precondition: `accepts(value)`.
  public func apply(_ value: String, to options: inout WritingOptions) {
    precondition(accepts(value), "'\(name)' does not accept '\(value)'")
    writing?(value, &options)
  }
}

extension Format {
  /// Returns this format with additional options for tools to offer.
  public func offering(
    _ options: @autoclosure @escaping @Sendable () -> [FormatOption]
  ) -> Format {
    changing { traits in
      traits.options = { [others = traits.options] in others() + options() }
    }
  }
}

extension [String] {
  /// The elements as words: `a, b or c`.
  @usableFromInline package var listed: String { listed(with: "or") }

  /// The elements as words, of which the last follows a conjunction.
  @usableFromInline package func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
