internal import DecantCore

/// A grammar, such as `StrictJSON`; readers are specialized for it, so that strict JSON does not pay for JSON5.
protocol JSONSyntax: QuotedSyntax {
  static var isExtended: Bool { get }
}

enum StrictJSON: JSONSyntax {
  static var isExtended: Bool { false }

  static func permits(control byte: UInt8) -> Bool { false }

  @inline(__always)
  static func widthOfEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int {
    bytes.byte(at: p &+ 1) >= 0x80 ? 1 : 2
  }
}

/// JSON5 1.0.0 (https://spec.json5.org).
enum JSON5: JSONSyntax {
  static var isExtended: Bool { true }

  static func permits(control byte: UInt8) -> Bool { byte != 0x0A && byte != 0x0D }

  static func widthOfEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int {
    guard bytes.byte(at: p &+ 1) == 0x0D else {
      return StrictJSON.widthOfEscape(bytes, at: p, before: end)
    }
    // At the end of the window, a line feed may follow.
    return p &+ 2 >= end || bytes.byte(at: p &+ 2) == 0x0A ? 3 : 2
  }
}
