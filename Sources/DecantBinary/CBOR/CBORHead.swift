internal import DecantCore

/// The first bytes of a CBOR value: its major type and its argument (RFC 8949, section 3).
struct CBORHead {
  enum Major {
    static let unsigned: UInt8 = 0
    static let negative: UInt8 = 1
    static let data: UInt8 = 2
    static let text: UInt8 = 3
    static let sequence: UInt8 = 4
    static let mapping: UInt8 = 5
    static let tag: UInt8 = 6
    static let simple: UInt8 = 7
  }

  /// The byte that ends a value of indefinite length.
  static let breakByte: UInt8 = 0xFF

  /// A reserved first byte, which no reader accepts.
  static let invalid: UInt8 = 0xFC

  let byte: UInt8
  /// Zero if the length is indefinite.
  let value: UInt64
  /// The offset of the next byte.
  let end: Int

  var major: UInt8 { byte &>> 5 }

  /// Whether the argument is missing: an indefinite length, or the break.
  var isIndefinite: Bool { byte & 0x1F == 31 }

  /// Returns the number of bytes of the argument after a first byte; -1 if the byte is reserved.
  @inline(__always)
  static func argumentLength(_ byte: UInt8) -> Int {
    let info = byte & 0x1F
    if info < 24 || info == 31 { return 0 }
    return info < 28 ? 1 &<< Int(info &- 24) : -1
  }
}

extension CBORReader {
  /// Reads the head at `p`; nil if the window may cut it off.
  func head(
    _ bytes: RawSpan, at p: Int, to end: Int
  ) throws(DecantError) -> CBORHead? {
    guard p < end else { return nil }
    let byte = bytes.byte(at: p)
    let length = CBORHead.argumentLength(byte)
    guard length >= 0 else { throw unknownType(byte, at: p) }
    guard p + 1 + length <= end else { return nil }
    let info = byte & 0x1F
    let value =
      length > 0 ? bytes.bigEndian(at: p + 1, width: length) : info == 31 ? 0 : UInt64(info)
    return CBORHead(byte: byte, value: value, end: p + 1 + length)
  }
}
