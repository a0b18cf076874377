/// The text at the position of an error.
struct YAMLPlace {
  private(set) var scalar: Unicode.Scalar?
  private(set) var beginsLine = false
  private(set) var isDocumentMarker = false
  private(set) var isElement = false
  private(set) var next: DecantError.Found = .end

  init(_ place: Int, inColumn column: Int, in window: borrowing Window) {
    guard 0..<window.count ~= place else { return }
    window.withBytes { bytes in
      scalar = UTF8Scanning.scalar(bytes, at: place)
      // libyaml's column defines the line; bytes that have left the window count as spaces.
      beginsLine = (place - min(column, place)..<place).allSatisfy { bytes.byte(at: $0) == 0x20 }
      let three = bytes.halfWord(at: place) & 0xFF_FFFF
      isElement = scalar == "-" && (place + 1 == window.count || bytes.byte(at: place + 1) <= 0x20)
      if place + 1 < window.count {
        next = .scalar(UTF8Scanning.scalar(bytes, at: place + 1))
      }
      isDocumentMarker = column == 0 && (three == 0x2D2D2D || three == 0x2E2E2E)
    }
  }

  var found: DecantError.Found { scalar.map { .scalar($0) } ?? .end }
}

extension Window {
  /// Finds a colon without white space after it, on the line of `start` and before `end`.
  func tightColon(
    from start: Int, to end: Int, in schema: YAMLSchema
  ) -> (bytes: Int, scalars: Int)? {
    guard start >= 0, end <= count else { return nil }
    return withBytes { bytes in
      var p = start
      var scalars = 0
      while p < end {
        guard !Self.isLineBreak(UTF8Scanning.scalar(bytes, at: p), in: schema) else { return nil }
        if bytes.byte(at: p) == UInt8(ascii: ":"), p + 1 < end, bytes.byte(at: p + 1) > 0x20 {
          return (p - start, scalars)
        }
        p += max(UTF8Scanning.length(bytes, at: p), 1)
        scalars += 1
      }
      return nil
    }
  }

  func hasDirective(from start: Int, to end: Int, in schema: YAMLSchema) -> Bool {
    let start = max(start, 0)
    guard start < end, end <= count else { return false }
    return withBytes { bytes in
      var p = start
      var beginsLine = true
      while p < end {
        let scalar = UTF8Scanning.scalar(bytes, at: p)
        if beginsLine, scalar == "%" { return true }
        beginsLine = Self.isLineBreak(scalar, in: schema)
        p += max(UTF8Scanning.length(bytes, at: p), 1)
      }
      return false
    }
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar, in schema: YAMLSchema) -> Bool {
    scalar == "\n" || scalar == "\r" || schema == .yaml11 && scalar.isOldLineBreak
  }
}
