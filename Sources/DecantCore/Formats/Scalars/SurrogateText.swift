/// UTF-8 that may contain lone surrogates, each encoded in three bytes, into which readers decode strings; events
/// contain the canonical `spelling(_:)`.
package enum SurrogateText {
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
  package static func spelling(_ text: RawSpan) -> [UInt8] {
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
