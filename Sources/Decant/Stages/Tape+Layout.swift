/// Navigation on a tape that has comments and blank lines.
extension Tape {
  /// Returns the end of a node, including its trailing comments.
  func endWithComments(of node: Int) -> Int { endOfTrailingComments(from: end(of: node)) }

  func endOfTrailingComments(from start: Int) -> Int {
    var index = start
    while index < count, self[index].kind == .trailingComment { index += 1 }
    return index
  }

  /// Calls `body` with each node directly inside a collection; returns the index after the last one's comments.
  @discardableResult
  func forEachChild(ofCollectionAt begin: Int, _ body: (Int) -> Void) -> Int {
    let end = partner(of: begin)
    var node = endOfTrailingComments(from: begin + 1)
    while content(of: node) < end {
      body(node)
      node = endWithComments(of: node)
    }
    return node
  }
}
