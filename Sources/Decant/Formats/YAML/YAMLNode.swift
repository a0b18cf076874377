/// The properties of the current node, from either lane.
struct YAMLNode {
  var style = Event.Style.plain
  var hasAnchor = false
  var hasTag = false
  var anchor: [UInt8] = []
  /// The tag with the prefix for its handle; precondition: only valid with `hasTag`.
  var tag: [UInt8] = []
}

extension YAMLNode {
  @inline(__always)
  mutating func take(from parser: LibYAMLParser) {
    hasAnchor = parser.hasAnchor
    hasTag = parser.hasTag
    if hasAnchor || hasTag { takeTexts(from: parser) }
  }

  @inline(never)
  private mutating func takeTexts(from parser: LibYAMLParser) {
    if hasAnchor { anchor = parser.withAnchor { [UInt8]($0) } }
    if hasTag { tag = parser.tag }
  }

  mutating func take(_ tag: [UInt8]) {
    hasTag = true
    self.tag = tag
  }
}
