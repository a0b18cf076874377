/// The tags of YAML, `!!int` and the like, whose types events have of their own; no event has one as its tag.
package enum CoreTag: String, Sendable {
  case string = "str"
  case null
  case boolean = "bool"
  case integer = "int"
  case real = "float"
  case data = "binary"
  case date = "timestamp"
  case sequence = "seq"
  case mapping = "map"
  case merge

  /// Creates the tag that a text is; nil for any other text.
  package init?(text: String) {
    guard text.hasPrefix(ofBytes: "!!") else { return nil }
    self.init(rawValue: String(decoding: text.utf8.dropFirst(2), as: UTF8.self))
  }
}
