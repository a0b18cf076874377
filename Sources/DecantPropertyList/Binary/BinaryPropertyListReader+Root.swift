internal import DecantCore

extension BinaryPropertyListReader {
  /// Returns the string at `key` of the root without consuming input; nil if either is not ASCII,
  /// the input is invalid, or the root has more than `limit` keys.
  static func text(
    ofKey key: String, inRootOf window: inout Window, atMost limit: Int
  ) throws(DecantError) -> String? {
    try window.showAll()
    let count = window.count
    let storage = window.shared
    return storage.withBytes { bytes in
      var reader = Self(ReadingOptions())
      do throws(DecantError) {
        let layout = try BinaryPropertyListLayout(bytes, count: count, origin: 0)
        return try reader.text(ofKey: key, bytes, layout, atMost: limit)
      } catch {
        return nil
      }
    }
  }

  private mutating func text(
    ofKey key: String, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout, atMost limit: Int
  ) throws(DecantError) -> String? {
    let root = try offset(of: UInt64(layout.topObject), bytes, layout)
    guard bytes.byte(at: root) >> 4 == 0xD else { return nil }
    let width = layout.referenceWidth
    let (keys, count) = try payload(bytes, at: root, unit: 2 * width, layout)
    guard count <= limit else { return nil }
    for index in 0..<count {
      let offset = keys + index * width
      guard try text(bytes.bigEndian(at: offset, width: width), bytes, layout) == key else {
        continue
      }
      return try text(bytes.bigEndian(at: offset + count * width, width: width), bytes, layout)
    }
    return nil
  }

  private mutating func text(
    _ reference: UInt64, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) -> String? {
    let start = try offset(of: reference, bytes, layout)
    guard bytes.byte(at: start) >> 4 == 0x5 else { return nil }
    let (text, count) = try payload(bytes, at: start, unit: 1, layout)
    return String(validating: [UInt8](bytes.extracting(text..<text + count)), as: UTF8.self)
  }
}
