/// The grammar of names: letters, digits and `_`, beginning with a letter or `_`.
enum DotenvName {
  static func begins(with byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func contains(_ byte: UInt8) -> Bool {
    begins(with: byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return begins(with: first) && text.utf8.allSatisfy(contains)
  }
}
