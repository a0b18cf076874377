/// How tags are written: as events have them, `!name`, `!!name` or `!<uri>`, or from a whole URI.
///
/// What may not stand in a tag becomes `%` and two digits; what has become that already stays.
enum YAMLTagSpelling {
  /// What the tags of YAML's own types begin with.
  static let core = Array("tag:yaml.org,2002:".utf8)

  /// Appends the shortest spelling of a tag that needs no directive.
  static func append(_ tag: RawSpan, to output: inout Buffer<UInt8>) {
    let isCore =
      tag.byteCount > core.count
      && core.indices.allSatisfy { tag.byte(at: $0) == core[$0] }
    if isCore {
      output.append(UInt8(ascii: "!"))
      output.append(UInt8(ascii: "!"))
      append(tag.extracting(core.count..<tag.byteCount), to: &output, allowing: inShorthand)
    } else if tag.byteCount > 3, tag.byte(at: 0) == UInt8(ascii: "!"),
      tag.byte(at: 1) == UInt8(ascii: "<"), tag.byte(at: tag.byteCount - 1) == UInt8(ascii: ">")
    {
      append(tag.extracting(2..<tag.byteCount - 1), to: &output)
    } else if tag.byteCount > 0, tag.byte(at: 0) == UInt8(ascii: "!") {
      let isSecondary = tag.byteCount > 2 && tag.byte(at: 1) == UInt8(ascii: "!")
      output.append(UInt8(ascii: "!"))
      if isSecondary { output.append(UInt8(ascii: "!")) }
      append(
        tag.extracting((isSecondary ? 2 : 1)..<tag.byteCount), to: &output, allowing: inShorthand)
    } else {
      output.append(UInt8(ascii: "!"))
      output.append(UInt8(ascii: "<"))
      append(tag, to: &output, allowing: inBrackets)
      output.append(UInt8(ascii: ">"))
    }
  }

  /// Text as a part of a URI, with what may not stand there as `%` and two digits.
  static func escaped(_ text: ArraySlice<UInt8>, allowing signs: Set<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        [byte]
      case _ where signs.contains(byte):
        [byte]
      default:
        [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// What may stand behind a `!`, where another `!` and what ends a flow may not.
  private static let inShorthand = Set("-_./:;?@&=+$~*'()%".utf8)
  /// What may stand between `!<` and `>`.
  private static let inBrackets = inShorthand.union(",".utf8)

  private static func append(
    _ text: RawSpan, to output: inout Buffer<UInt8>, allowing signs: Set<UInt8>
  ) {
    for byte in escaped([UInt8](text)[...], allowing: signs) { output.append(byte) }
  }
}
