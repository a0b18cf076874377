internal import DecantCore

/// The first bytes of MessagePack values.
enum MessagePackType {
  static let null: UInt8 = 0xC0
  /// Reserved; no reader accepts it.
  static let unused: UInt8 = 0xC1
  static let `false`: UInt8 = 0xC2
  static let `true`: UInt8 = 0xC3
  static let single: UInt8 = 0xCA
  static let double: UInt8 = 0xCB

  /// The type of extensions that are dates.
  static let timestamp: Int8 = -1
  /// The beginning of the tags of all other extensions.
  static let tagPrefix = "!msgpack/"
  static let tags = NumberedTags(after: tagPrefix, in: -128...127, but: [-1])

  /// Returns the number of bytes of the number, length, or type of an extension after the first byte; 0 if the byte has
  /// none of these.
  @inline(__always)
  static func width(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC4...0xC6: 1 &<< Int(byte &- 0xC4)
    // The type of the extension follows the length.
    case 0xC7...0xC9: 1 &<< Int(byte &- 0xC7)
    case single: 4
    case double: 8
    case 0xCC...0xCF: 1 &<< Int(byte &- 0xCC)
    case 0xD0...0xD3: 1 &<< Int(byte &- 0xD0)
    case 0xD4...0xD8: 1
    case 0xD9...0xDB: 1 &<< Int(byte &- 0xD9)
    case 0xDC...0xDF: 2 &<< Int(byte & 1)
    default: 0
    }
  }
}
