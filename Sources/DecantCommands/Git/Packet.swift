/// A unit of git's protocols (gitprotocol-common(5), "pkt-line Format").
///
///     │ length, 4 hexadecimal digits │ payload, length − 4 bytes │        0000: the end of a list
enum Packet: Equatable {
  case payload([UInt8])
  case flush

  static let headerLength = 4

  static let longestPayload = 65516

  /// Returns the length that four hexadecimal digits state; nil if they are not digits.
  static func length(_ digits: [UInt8]) -> Int? {
    var length = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      length = length << 4 | value
    }
    return length
  }

  /// Returns the four digits of the length of a packet.
  static func digits(forPayload count: Int) -> String {
    let digits = String(count + headerLength, radix: 16)
    return String(repeating: "0", count: headerLength - digits.count) + digits
  }
}
