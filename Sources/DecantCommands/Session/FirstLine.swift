internal import DecantCore

/// A destination that passes all on, and notices whether the first line is an array of JSON.
final class FirstLine: ByteDestination {
  private let destination: any ByteDestination
  /// Nil until something is written.
  private(set) var isArray: Bool?

  init(_ destination: any ByteDestination) {
    self.destination = destination
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    if isArray == nil, bytes.byteCount > 1 {
      // A JSON text sequence marks the beginning of each text.
      isArray = bytes.byte(at: bytes.byte(at: 0) == 0x1E ? 1 : 0) == UInt8(ascii: "[")
    }
    try destination.write(bytes)
  }
}
