/// How JSON spells, in a string, what cannot stand between its quotes as it is.
enum JSONEscape {
  /// What stands behind the backslash of a byte's short escape, if it has one.
  static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  /// Gives `put` the shortest escape for an ASCII character.
  static func spell(_ byte: UInt8, _ put: (UInt8) -> Void) {
    guard let letter = letter(for: byte) else { return spell(UInt16(byte), put) }
    put(UInt8(ascii: "\\"))
    put(letter)
  }

  /// Gives `put` the escape for a UTF-16 code unit.
  static func spell(_ unit: UInt16, _ put: (UInt8) -> Void) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 0xF)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// Text with lone surrogates: UTF-8 but for them, who take three bytes each as if they were scalars.
///
/// This is how a reader holds such a string while it decodes it. What it says in the end is the
/// spelling, the one that any other spelling of the same string comes to.
enum SurrogateText {
  /// The bytes of a surrogate.
  static func bytes(of unit: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: 0xE0 | unit >> 12),
      UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F),
      UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F),
    ]
  }

  /// Puts U+FFFD in the place of each surrogate from `start` of a block on.
  static func replaceAll(in storage: ByteStorage, from start: Int, count: () -> Void) {
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

  /// The text between the quotes of a JSON string.
  static func spelling(_ text: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.byteCount * 2)
    var p = 0
    while p < text.byteCount {
      let byte = text.byte(at: p)
      if byte == 0xED, text.byte(at: p + 1) >= 0xA0 {
        let middle = UInt16(text.byte(at: p + 1) & 0x3F)
        let low = UInt16(text.byte(at: p + 2) & 0x3F)
        JSONEscape.spell(0xD000 | middle << 6 | low) { result.append($0) }
        p += 3
        continue
      }
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        JSONEscape.spell(byte) { result.append($0) }
      } else {
        result.append(byte)
      }
      p += 1
    }
    return result
  }
}
