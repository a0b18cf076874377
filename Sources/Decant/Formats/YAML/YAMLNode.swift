/// The properties of the node at hand, from either lane.
struct YAMLNode {
  /// How a scalar is written.
  var style = Event.Style.plain
  /// Whether a scalar has no tag but `!`.
  var isImplicit = true
  var hasAnchor = false
  var hasTag = false
  /// The name of the anchor, or of what an alias refers to.
  ///
  /// - Precondition: only valid with `hasAnchor`, or for an alias.
  var anchor: [UInt8] = []
  /// The tag, its handle replaced by what it represents.
  ///
  /// - Precondition: only valid with `hasTag`.
  var tag: [UInt8] = []
}

extension YAMLNode {
  /// Takes over the properties of a scalar or collection of libyaml's.
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

  /// Takes over a tag.
  mutating func take(_ tag: [UInt8]) {
    hasTag = true
    isImplicit = false
    self.tag = tag
  }
}
