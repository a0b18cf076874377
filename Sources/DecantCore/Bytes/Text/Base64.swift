/// Base64 as in RFC 4648, with padding and without line breaks.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; 0xFF for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  package static func encode(_ bytes: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.byteCount + 2) / 3 * 4)
    var offset = 0
    while offset < bytes.byteCount {
      let count = min(3, bytes.byteCount - offset)
      var group: UInt32 = 0
      for index in 0..<3 {
        group = group << 8 | (index < count ? UInt32(bytes.byte(at: offset + index)) : 0)
      }
      for index in 0..<4 {
        let letter = alphabet[Int(group >> UInt32(18 - 6 * index) & 0x3F)]
        result.append(index <= count ? letter : UInt8(ascii: "="))
      }
      offset += 3
    }
    return result
  }

  /// Returns the bytes that `text` encodes; nil unless it is exactly what `encode` returns.
  package static func decode(_ text: RawSpan) -> [UInt8]? {
    guard text.byteCount % 4 == 0 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.byteCount / 4 * 3)
    for start in stride(from: 0, to: text.byteCount, by: 4) {
      let isLast = start + 4 == text.byteCount
      var letters = 4
      while isLast, letters > 2, text.byte(at: start + letters - 1) == UInt8(ascii: "=") {
        letters -= 1
      }
      var group: UInt32 = 0
      for index in 0..<4 {
        let value = index < letters ? values[Int(text.byte(at: start + index))] : 0
        guard value != 0xFF else { return nil }
        group = group << 6 | UInt32(value)
      }
      // Unused bits must be zero, or two texts would encode the same bytes.
      guard group & (0x00FF_FFFF >> UInt32(8 * (letters - 1))) == 0 else { return nil }
      for index in 0..<letters - 1 {
        result.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index)))
      }
    }
    return result
  }
}
