/// An option of a format, for tools to offer: a name, the accepted values, and their effect.
///
///     Format(name: "dotenv", …).offering(
///       FormatOption(writing: "dotenv-export", "write 'export' before each name") {
///         $0[DotenvWritingOptions.self].exports = true
///       })
public struct FormatOption: Sendable {
  /// The name, such as `yaml-schema`; it begins with the name of the format.
  public let name: String

  /// The placeholder for the value in a list of options; nil for an option without a value.
  public let valueName: String?

  /// The accepted values.
  public let choices: [String]

  /// The value that has the same effect as omitting the option; nil if there is none.
  public let defaultChoice: String?

  /// The effect, on one line.
  public let summary: String

  /// A longer description, for a manual.
  public let details: String?

  private enum Effect {
    case reading(@Sendable (String, inout ReadingOptions) -> Void)
    case writing(@Sendable (String, inout WritingOptions) -> Void)
  }

  private let effect: Effect

  /// Creates an option without a value, for reading.
  public init(
    reading name: String, _ summary: String, details: String? = nil,
    effect: @escaping @Sendable (inout ReadingOptions) -> Void
  ) {
    self.init(name, summary, details, effect: .reading { effect(&$1) })
  }

  /// Creates an option without a value, for writing.
  public init(
    writing name: String, _ summary: String, details: String? = nil,
    effect: @escaping @Sendable (inout WritingOptions) -> Void
  ) {
    self.init(name, summary, details, effect: .writing { effect(&$1) })
  }

  /// Creates an option for reading whose value is the raw value of a `Choice`.
  public init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    reading name: String, _ valueName: String, _ choice: Choice.Type, default: Choice?,
    _ summary: String, details: String? = nil,
    effect: @escaping @Sendable (Choice, inout ReadingOptions) -> Void
  ) {
    self.init(
      name, summary, details, valueName, choice.allCases.map(\.rawValue), `default`?.rawValue,
      effect: .reading { text, options in
        if let value = Choice(rawValue: text) { effect(value, &options) }
      })
  }

  /// Creates an option for writing whose value is the raw value of a `Choice`.
  public init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    writing name: String, _ valueName: String, _ choice: Choice.Type, default: Choice?,
    _ summary: String, details: String? = nil,
    effect: @escaping @Sendable (Choice, inout WritingOptions) -> Void
  ) {
    self.init(
      name, summary, details, valueName, choice.allCases.map(\.rawValue), `default`?.rawValue,
      effect: .writing { text, options in
        if let value = Choice(rawValue: text) { effect(value, &options) }
      })
  }

  private init(
    _ name: String, _ summary: String, _ details: String?, _ valueName: String? = nil,
    _ choices: [String] = [], _ defaultChoice: String? = nil, effect: Effect
  ) {
    self.name = name
    self.valueName = valueName
    self.choices = choices
    self.defaultChoice = defaultChoice
    self.summary = summary
    self.details = details
    self.effect = effect
  }

  /// Whether the option affects reading; if not, it affects writing.
  public var isForReading: Bool {
    if case .reading = effect { true } else { false }
  }

  /// Whether the option accepts `value`; an option without a value accepts the empty string.
  public func accepts(_ value: String) -> Bool {
    valueName == nil ? value.isEmpty : choices.contains(value)
  }

  /// Changes `options` if the option is for reading; precondition: `accepts(value)`.
  public func apply(_ value: String, to options: inout ReadingOptions) {
    precondition(accepts(value), "'\(name)' does not accept '\(value)'")
    if case .reading(let effect) = effect { effect(value, &options) }
  }

  /// Changes `options` if the option is for writing; precondition: `accepts(value)`.
  public func apply(_ value: String, to options: inout WritingOptions) {
    precondition(accepts(value), "'\(name)' does not accept '\(value)'")
    if case .writing(let effect) = effect { effect(value, &options) }
  }
}

extension Format {
  /// Returns this format with additional options for tools to offer.
  public func offering(_ options: FormatOption...) -> Format {
    var format = self
    format.options += options
    return format
  }
}
