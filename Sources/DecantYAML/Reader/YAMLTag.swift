internal import DecantCore

/// A tag, classified by the type that it requires.
enum YAMLTag: Sendable {
  /// One of YAML's own types, whose name follows `!!`.
  case core(CoreTag)
  /// `!`, which makes a scalar a string and has no effect on a collection.
  case nonSpecific
  /// Any other tag, as written in YAML: `!name`, `!!name` or `!<uri>`.
  case other(String)

  static let prefix = Array("tag:yaml.org,2002:".utf8)

  /// Precondition: the handle has been replaced by its prefix.
  init(_ tag: [UInt8]) {
    if tag == [UInt8(ascii: "!")] {
      self = .nonSpecific
    } else if tag.starts(with: Self.prefix) {
      let name = tag.dropFirst(Self.prefix.count)
      self =
        CoreTag(rawValue: String(decoding: name, as: UTF8.self)).map { .core($0) }
        ?? .other("!!" + Self.escaped(name, allowing: Self.inShorthand))
    } else if tag.first == UInt8(ascii: "!") {
      self = .other("!" + Self.escaped(tag.dropFirst(), allowing: Self.inShorthand))
    } else {
      self = .other("!<" + Self.escaped(tag[...], allowing: Self.inURI) + ">")
    }
  }

  /// The tag as written in YAML.
  var text: String {
    switch self {
    case .core(let type): "!!" + type.rawValue
    case .nonSpecific: "!"
    case .other(let text): text
    }
  }

  private static func escaped(_ text: ArraySlice<UInt8>, allowing signs: Set<UInt8>) -> String {
    String(decoding: YAMLTagText.escaped(text, allowing: signs), as: UTF8.self)
  }

  /// Signs that may be unescaped after a handle (YAML 1.2.2, 6.9.1).
  private static let inShorthand = Set("-#;/?:@&=+$_.~*'()".utf8)
  private static let inURI = inShorthand.union("!,[]".utf8)
}
