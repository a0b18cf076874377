/// What is known of the bytes of a text once each word of it has been looked at.
struct TextScan {
  /// The bits of all bytes.
  private var bits: UInt64 = 0
  /// Not zero if a byte cannot stand between JSON's quotes as it is.
  private var escaped: UInt64 = 0

  @inline(__always)
  mutating func look(at word: UInt64) {
    let ones = WordScanning.repeated(0x01)
    let quotes = word ^ WordScanning.repeated(0x22)
    let escapes = word ^ WordScanning.repeated(0x5C)
    // Their top bits are those of the bytes that are no control characters, all of them right.
    let others = ((word & ~WordScanning.highBits) &+ WordScanning.repeated(0x60)) | word
    escaped |= ~others | (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
    bits |= word
  }

  /// What an event says of such a text.
  @inline(__always)
  var flags: Event.Flags {
    let ascii: Event.Flags = bits & WordScanning.highBits == 0 ? .isASCII : []
    return escaped & WordScanning.highBits == 0 ? ascii.union(.isPlainText) : ascii
  }
}
