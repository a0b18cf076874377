/// The properties of the current node.
struct YAMLNode {
  var style = Event.Style.plain
  var hasAnchor = false
  var hasTag = false
  var anchor: [UInt8] = []
  /// The tag with the prefix for its handle; precondition: only valid with `hasTag`.
  var tag: [UInt8] = []
}

extension YAMLNode {
  mutating func take(_ tag: [UInt8]) {
    hasTag = true
    self.tag = tag
  }
}
