// The entries of a tape as an array or a span: both find the same nodes.

extension [Tape.Entry] {
  @inlinable @inline(__always)
  package func content(of node: Int) -> Int { span.content(of: node) }

  @inlinable @inline(__always)
  package func end(of node: Int) -> Int { span.end(of: node) }

  @inlinable @inline(__always)
  package func partner(of index: Int) -> Int { span.partner(of: index) }
}

extension Span where Element == Tape.Entry {
  @inlinable @inline(__always)
  package func partner(of index: Int) -> Int { index &+ self[index].link }

  @inlinable @inline(__always)
  package func content(of node: Int) -> Int {
    var index = node
    while self[index].isAnnotation { index += 1 }
    return index
  }

  @inlinable @inline(__always)
  package func end(of node: Int) -> Int {
    let content = content(of: node)
    let entry = self[content]
    return entry.depthChange > 0 ? content &+ entry.link &+ 1 : content &+ 1
  }
}
