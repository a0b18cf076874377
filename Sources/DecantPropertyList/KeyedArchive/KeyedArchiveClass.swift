internal import DecantCore

/// A class of archived objects: its name, the names of its superclasses, and its substitutes.
///
///     tag  !Circle:Shape:NSObject           the class, its superclasses
///          !Circle:Shape:NSObject?Figure    classes to use where Circle does not exist
///          !Root:                           without NSObject, a colon ends the list
///          !NSMutableArray                  a class of Foundation, whose superclasses are known
struct KeyedArchiveClass {
  var names: [String]
  var hints: [String] = []

  /// Creates the class that a name alone means.
  init(named name: String) {
    names = Self.known[name] ?? (name == Self.root ? [name] : [name, Self.root])
  }

  init(names: [String], hints: [String] = []) {
    self.names = names
    self.hints = hints
  }

  var name: String { names.first ?? "" }

  /// Whether its name means this class, so that its objects can be written as plain values.
  var isKnown: Bool { hints.isEmpty && Self.known[name] == names }

  /// Whether its objects are mappings that are not those of their keys.
  var isDictionary: Bool { name == "NSDictionary" || name == "NSMutableDictionary" }

  private static let root = "NSObject"

  /// The superclasses that NSKeyedArchiver writes.
  private static let known: [String: [String]] = {
    let chains = [
      "NSArray", "NSMutableArray NSArray", "NSDictionary", "NSMutableDictionary NSDictionary",
      "NSSet", "NSMutableSet NSSet", "NSOrderedSet", "NSMutableOrderedSet NSOrderedSet",
      "NSCountedSet NSMutableSet NSSet", "NSString", "NSMutableString NSString",
      "NSValue", "NSNumber NSValue", "NSDate", "NSData", "NSMutableData NSData", "NSURL", "NSUUID",
      "NSNull",
      "NSAttributedString", "NSMutableAttributedString NSAttributedString",
    ].map { $0.split(separator: " ").map(String.init) + [root] }
    return Dictionary(uniqueKeysWithValues: chains.map { ($0[0], $0) })
  }()

  static func isKnown(_ name: String) -> Bool { known[name] != nil }
}

extension KeyedArchiveClass: Hashable {
  /// Whether both have the same names, byte by byte.
  static func == (first: Self, second: Self) -> Bool {
    first.names.map { KeyText($0) } == second.names.map { KeyText($0) }
      && first.hints.map { KeyText($0) } == second.hints.map { KeyText($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(names.map { KeyText($0) }) }
}

// MARK: - Tags

extension KeyedArchiveClass {
  /// The text of a tag after its exclamation mark, with all superclasses.
  var tagText: String {
    let end = names.count > 1 && names.last == Self.root ? "" : ":"
    return names.map(Self.escaped).joined(separator: ":") + end
      + hints.map { "?" + Self.escaped($0) }.joined()
  }

  /// Parses a list of classes; nil for other text.
  init?(tagText: Substring) {
    let parts = tagText.split(separator: "?", omittingEmptySubsequences: false)
    var list = parts[0]
    guard list.hasSuffix(":") || list.hasSuffix(":" + Self.root) else { return nil }
    if list.hasSuffix(":") { list = list.dropLast() }
    var all: [String] = []
    for part in list.split(separator: ":", omittingEmptySubsequences: false) + parts.dropFirst() {
      guard let name = Self.unescaped(part) else { return nil }
      all.append(name)
    }
    hints = Array(all.suffix(parts.count - 1))
    names = all.dropLast(hints.count)
  }

  /// Escapes all that a tag in YAML cannot contain, and the signs between names, as in `~3A`.
  private static func escaped(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += (byte < 16 ? "~0" : "~") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ HexDigit.value($0) }),
        let low = rest.popFirst().flatMap({ HexDigit.value($0) })
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// A class of Foundation whose objects are texts, but not of the type `String`.
package enum KeyedArchiveTextClass: String {
  case url = "NSURL"
  case uuid = "NSUUID"
}
