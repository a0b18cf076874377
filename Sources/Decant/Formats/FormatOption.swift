/// An option of a format, as a tool offers it: a name, the values that it accepts, and their effect.
///
///     Format(name: "dotenv", …).offering(
///       FormatOption("dotenv-export", "write 'export' before each name") {
///         $1[DotenvWritingOptions.self].exports = true
///       })
public struct FormatOption: Sendable {
  /// The name, such as `yaml-schema`; it begins with the name of the format.
  public let name: String

  /// What the value is called in a list of options; nil for an option without a value.
  public let valueName: String?

  /// The values that the option accepts.
  public let choices: [String]

  /// The effect, on one line.
  public let summary: String

  /// More about the option, for a manual; nil for nothing.
  public let details: String?

  private let effect: @Sendable (String, inout ReadingOptions, inout WritingOptions) -> Void

  /// Creates an option without a value.
  public init(
    _ name: String, _ summary: String, details: String? = nil,
    effect: @escaping @Sendable (inout ReadingOptions, inout WritingOptions) -> Void
  ) {
    self.name = name
    valueName = nil
    choices = []
    self.summary = summary
    self.details = details
    self.effect = { effect(&$1, &$2) }
  }

  /// Creates an option whose value is the raw value of a case of `Choice`.
  public init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ valueName: String, _ choice: Choice.Type, _ summary: String,
    details: String? = nil,
    effect: @escaping @Sendable (Choice, inout ReadingOptions, inout WritingOptions) -> Void
  ) {
    self.name = name
    self.valueName = valueName
    choices = choice.allCases.map(\.rawValue)
    self.summary = summary
    self.details = details
    self.effect = { text, reading, writing in
      if let value = Choice(rawValue: text) { effect(value, &reading, &writing) }
    }
  }

  /// Whether the option accepts `value`; an option without a value accepts the empty string.
  public func accepts(_ value: String) -> Bool {
    valueName == nil ? value.isEmpty : choices.contains(value)
  }

  /// Applies the option to the options of a conversion.
  ///
  /// Precondition: `accepts(value)`.
  public func apply(
    _ value: String, to reading: inout ReadingOptions, _ writing: inout WritingOptions
  ) {
    precondition(accepts(value), "'\(name)' does not accept '\(value)'")
    effect(value, &reading, &writing)
  }
}

extension Format {
  /// Returns this format with options that tools offer for it.
  public func offering(_ options: FormatOption...) -> Format {
    var format = self
    format.options += options
    return format
  }
}
