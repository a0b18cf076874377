/// The properties of the current node, from either lane.
struct YAMLNode {
  var style = Event.Style.plain
  /// Whether a scalar has no tag; from libyaml, see `LibYAMLParser.isImplicit`.
  var isImplicit = true
  var hasAnchor = false
  var hasTag = false
  /// The name of the anchor or alias; only valid with `hasAnchor`, or for an alias.
  var anchor: [UInt8] = []
  /// The tag, with its handle replaced by the prefix; only valid with `hasTag`.
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
    isImplicit = false
    self.tag = tag
  }
}
