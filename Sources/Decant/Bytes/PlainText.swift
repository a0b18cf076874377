extension Event.Flags {
  /// What there is to know of a string whose UTF-8 stands in `range` of padded bytes.
  static func ofText(_ bytes: RawSpan, _ range: Range<Int>) -> Event.Flags {
    var flags: Event.Flags = [.isASCII, .isPlainText]
    var p = range.lowerBound
    while p < range.upperBound {
      var word = bytes.word(at: p)
      let rest = range.upperBound &- p
      if rest < 8 {
        // What stands behind the text must not count.
        let behind = UInt64.max &<< UInt64(rest &* 8)
        word = word & ~behind | WordScanning.repeated(0x20) & behind
      }
      let high = (word & WordScanning.highBits) &>> 7
      if high != 0 {
        flags.remove(.isASCII)
        let highBytes = high &* 0xFF
        word = word & ~highBytes | WordScanning.repeated(0x20) & highBytes
      }
      if WordScanning.endsPlainText(word, quote: UInt8(ascii: "\"")) != 0 {
        flags.remove(.isPlainText)
      }
      p &+= 8
    }
    return flags
  }
}
