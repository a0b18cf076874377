internal import DecantCore

enum YAMLTagText {
  static func append(_ tag: RawSpan, to output: inout Buffer<UInt8>) {
    let tag = [UInt8](tag)
    let core = YAMLTag.prefix
    var inner = tag[...]
    while inner.count > 3, inner.starts(with: "!<".utf8), inner.last == UInt8(ascii: ">") {
      inner = inner.dropFirst(2).dropLast()
    }
    if inner.count > core.count, inner.starts(with: core) {
      append("!!", inner.dropFirst(core.count), to: &output)
    } else if inner.count > 2, inner.starts(with: "!!".utf8) {
      append("!!", inner.dropFirst(2), to: &output)
    } else if inner.first == UInt8(ascii: "!") {
      append("!", inner.dropFirst(), to: &output)
    } else {
      append("!<", inner, to: &output, allowing: inBrackets)
      output.append(UInt8(ascii: ">"))
    }
  }

  private static func append(
    _ handle: String, _ text: ArraySlice<UInt8>, to output: inout Buffer<UInt8>,
    allowing signs: Set<UInt8> = inShorthand
  ) {
    for byte in handle.utf8 { output.append(byte) }
    for byte in escaped(text, allowing: signs) { output.append(byte) }
  }

  static func escaped(_ text: ArraySlice<UInt8>, allowing signs: Set<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        bytes.append(byte)
      case _ where signs.contains(byte):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return bytes
  }

  /// Precondition: two hexadecimal digits follow each `%`.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let high = rest.popFirst().flatMap({ HexDigit.value($0) }),
        let low = rest.popFirst().flatMap({ HexDigit.value($0) })
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Neither `!` nor flow indicators; with `%`, so that existing escapes remain.
  private static let inShorthand = Set("-_./:;?@&=+$~*'()%".utf8)
  private static let inBrackets = inShorthand.union(",".utf8)
}
