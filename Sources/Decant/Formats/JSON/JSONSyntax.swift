/// Which of the two grammars a reader holds its input to.
///
/// The readers differ by this type alone, so each is compiled for its own grammar and neither pays for
/// the other.
protocol JSONSyntax {
  /// Whether comments, trailing commas, unquoted keys and the rest of JSON5 are allowed.
  static var isExtended: Bool { get }
}

/// RFC 8259, to the letter.
enum StrictJSON: JSONSyntax {
  static var isExtended: Bool { false }
}

/// JSON5, version 1.0.0, as https://spec.json5.org has it.
enum JSON5: JSONSyntax {
  static var isExtended: Bool { true }
}
