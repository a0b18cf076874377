/// The offset from UTC with which a date is written: `2026-11-21T09:30:00+02:00`.
enum DateOffset {
  /// Whether a valid date, of any format, has an offset other than zero.
  static func isNotZero(in date: RawSpan) -> Bool {
    let count = date.byteCount
    // The time follows a 'T' or a blank, and contains no sign but that of the offset.
    guard let time = (0..<count).first(where: { isSeparator(date.byte(at: $0)) }),
      let sign = (time..<count).first(where: { DecimalLexeme.isSign(date.byte(at: $0)) })
    else { return false }
    return (sign..<count).contains { 0x31...0x39 ~= date.byte(at: $0) }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "t") || byte == 0x20 || byte == 0x09
  }
}

extension Event.Flags {
  /// Returns the flags of a date as it is written in an input.
  package static func ofDate(_ date: RawSpan) -> Event.Flags {
    DateOffset.isNotZero(in: date) ? [.plainASCII, .hadOffset] : .plainASCII
  }
}
