/// A grammar; readers are specialized for it, so that strict JSON does not pay for JSON5.
protocol JSONSyntax {
  static var isExtended: Bool { get }
}

enum StrictJSON: JSONSyntax {
  static var isExtended: Bool { false }
}

/// JSON5 1.0.0 (https://spec.json5.org).
enum JSON5: JSONSyntax {
  static var isExtended: Bool { true }
}
