/// A tag, classified by the type that it requires.
enum YAMLTag: Sendable {
  case string, null, boolean, integer, real, data, date
  case sequence, mapping
  case merge
  /// `!`, which makes a scalar a string and has no effect on a collection.
  case nonSpecific
  /// Any other tag, as written in YAML: `!name`, `!!name` or `!<uri>`.
  case other([UInt8])

  static let prefix = Array("tag:yaml.org,2002:".utf8)

  static let mergeText = Array("!!merge".utf8)

  /// Precondition: the handle has been replaced by its prefix.
  init(_ tag: [UInt8]) {
    if tag == [UInt8(ascii: "!")] {
      self = .nonSpecific
      return
    }
    guard tag.starts(with: Self.prefix) else {
      let isLocal = tag.first == UInt8(ascii: "!")
      self = .other(
        isLocal
          ? [UInt8(ascii: "!")]
            + YAMLTagSpelling.escaped(tag.dropFirst(), allowing: Self.inShorthand)
          : Array("!<".utf8) + YAMLTagSpelling.escaped(tag[...], allowing: Self.inURI)
            + Array(">".utf8))
      return
    }
    let name = tag.dropFirst(Self.prefix.count)
    switch String(decoding: name, as: UTF8.self) {
    case "str": self = .string
    case "null": self = .null
    case "bool": self = .boolean
    case "int": self = .integer
    case "float": self = .real
    case "binary": self = .data
    case "timestamp": self = .date
    case "seq": self = .sequence
    case "map": self = .mapping
    case "merge": self = .merge
    default:
      self = .other(Array("!!".utf8) + YAMLTagSpelling.escaped(name, allowing: Self.inShorthand))
    }
  }

  /// Signs that may be unescaped after a handle (YAML 1.2.2, 6.9.1).
  private static let inShorthand = Set("-#;/?:@&=+$_.~*'()".utf8)
  private static let inURI = inShorthand.union("!,[]".utf8)
}
