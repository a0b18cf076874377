/// UTF-8 that may contain lone surrogates, each encoded in three bytes, into which readers decode strings; events
/// contain the canonical `escaped(_:)`.
///
///     "a\ud800" → 61 ED A0 80 → a\ud800
package struct SurrogateText {
  /// The decoded text, or its canonical escapes if it contains lone surrogates.
  package private(set) var text: [UInt8] = []
  private var isEscaped = false

  /// Decodes the text between the quotes of a JSON string; nil if it is not valid there.
  package init?(spelled: [UInt8]) {
    var rest = spelled[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0..<0x20, UInt8(ascii: "\""): return nil
      case UInt8(ascii: "\\"): guard takeEscape(from: &rest) else { return nil }
      default: text.append(byte)
      }
    }
    if isEscaped { text = text.withBytes { Self.escaped($0) } }
  }

  package var flags: Event.Flags {
    var flags: Event.Flags = isEscaped ? .isEscaped : []
    if text.allSatisfy({ $0 < 0x80 }) { flags.insert(.isASCII) }
    let needsEscape = text.contains {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    if !needsEscape { flags.insert(.needsNoJSONEscape) }
    return flags
  }

  /// Takes what follows a backslash; returns whether it is an escape.
  private mutating func takeEscape(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else {
      guard let byte = JSONEscape.byte(for: letter) else { return false }
      text.append(byte)
      return true
    }
    guard let unit = Self.takeUnit(from: &rest) else { return false }
    if let scalar = Unicode.Scalar(unit) {
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      return true
    }
    var next = rest
    if unit < 0xDC00, next.popFirst() == UInt8(ascii: "\\"), next.popFirst() == UInt8(ascii: "u"),
      let low = Self.takeUnit(from: &next), let scalar = Unicode.Scalar(high: unit, low: low)
    {
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      rest = next
      return true
    }
    isEscaped = true
    text += Self.bytes(of: unit)
    return true
  }

  private static func takeUnit(from rest: inout ArraySlice<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap(HexDigit.value) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  package static func bytes(of unit: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: 0xE0 | unit >> 12),
      UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F),
      UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F),
    ]
  }

  package static func replaceAll(in storage: ByteStorage, from start: Int, count: () -> Void) {
    var p = start
    while p < storage.count - 2 {
      let isSurrogate = storage.withBytes { $0.byte(at: p) == 0xED && $0.byte(at: p + 1) >= 0xA0 }
      if isSurrogate {
        for (index, byte) in [0xEF, 0xBF, 0xBD].enumerated() as EnumeratedSequence<[UInt8]> {
          _ = storage.exchange(byte, at: p + index)
        }
        count()
      }
      p += isSurrogate ? 3 : 1
    }
  }

  /// Returns the text between the quotes of a JSON string.
  package static func escaped(_ text: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.byteCount * 2)
    var p = 0
    while p < text.byteCount {
      let byte = text.byte(at: p)
      if byte == 0xED, text.byte(at: p + 1) >= 0xA0 {
        let middle = UInt16(text.byte(at: p + 1) & 0x3F)
        let low = UInt16(text.byte(at: p + 2) & 0x3F)
        JSONEscape.write(0xD000 | middle << 6 | low) { result.append($0) }
        p += 3
        continue
      }
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        JSONEscape.write(byte) { result.append($0) }
      } else {
        result.append(byte)
      }
      p += 1
    }
    return result
  }
}
