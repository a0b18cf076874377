/// A tag, and what it asks of the node after it.
enum YAMLTag: Sendable {
  /// A type of YAML's own that events can represent: the tag itself need not be kept.
  case string, null, boolean, integer, real, data, date
  case sequence, mapping
  /// The tag of a key that merges mappings.
  case merge
  /// `!`, which says that a scalar is a string, and of a collection nothing.
  case nonSpecific
  /// Any other tag, as it is written in YAML: `!name`, `!!name`, or `!<uri>`.
  case other([UInt8])

  /// What the tags of YAML's own types begin with, which `!!` represents.
  static let prefix = Array("tag:yaml.org,2002:".utf8)

  /// The tag of a merge key, as it is written in YAML.
  static let mergeText = Array("!!merge".utf8)

  /// Understands a tag whose handle has been replaced by what it represents.
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

  /// What may be in a tag after its handle as it is (YAML 1.2.2, 6.9.1).
  private static let inShorthand = Set("-#;/?:@&=+$_.~*'()".utf8)
  /// What may be between `!<` and `>` as it is.
  private static let inURI = inShorthand.union("!,[]".utf8)
}
