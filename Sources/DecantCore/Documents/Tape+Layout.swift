extension Tape {
  @inlinable package func endWithComments(of node: Int) -> Int {
    endOfTrailingComments(from: end(of: node))
  }

  @usableFromInline package func endOfTrailingComments(from start: Int) -> Int {
    var index = start
    while index < count, self[index].kind == .trailingComment { index += 1 }
    return index
  }

  /// Calls `body` with each child of a collection; returns the index after the comments of the last one.
  @discardableResult
  package func forEachChild(ofCollectionAt begin: Int, _ body: (Int) -> Void) -> Int {
    let end = partner(of: begin)
    var node = endOfTrailingComments(from: begin + 1)
    while content(of: node) < end {
      body(node)
      node = endWithComments(of: node)
    }
    return node
  }
}
