package import DecantCore

/// A comment of a node; its text is what is between the marks.
package struct NodeComment: Sendable {
  let text: [UInt8]
  let isBlock: Bool

  package init(text: [UInt8], isBlock: Bool) {
    self.text = text
    self.isBlock = isBlock
  }

  /// Creates a comment of a line that a person has entered.
  package init(entered line: String) {
    self.init(text: (line.isEmpty ? [] : [0x20]) + Array(line.utf8), isBlock: false)
  }
}

/// A new node, apart from the comments above and beside it.
package struct CommentedNode {
  package private(set) var above: [NodeComment] = []
  package private(set) var beside: [NodeComment] = []
  /// The node, with the comments inside it.
  package let node: Document

  package var hasComments: Bool { !above.isEmpty || !beside.isEmpty }

  package init(above: [NodeComment] = [], beside: [NodeComment] = [], node: Document) {
    self.above = above
    self.beside = beside
    self.node = node
  }

  /// Moves the comments beside the node above it, because what follows is on its line.
  package mutating func moveAllAbove() {
    above += beside
    beside = []
  }

  package init(_ document: Document) throws(DecantError) {
    let tape = document.tape
    let content = tape.content(of: 0)
    let end = tape.end(of: 0)
    guard content > 0 || end < tape.count else {
      node = document
      return
    }
    above = tape.comments(in: 0..<content)
    beside = tape.comments(in: end..<tape.count)
    var rest = Tape()
    try rest.append((0..<content).filter { !tape[$0].event.isTrivia }, of: tape)
    try rest.append(content..<end, of: tape)
    node = Document(rest)
  }
}

extension Document {
  /// The document without comments and blank lines.
  package var withoutTrivia: Document {
    get throws(DecantError) {
      guard hasTrivia else { return self }
      var result = Tape()
      try result.append((0..<tape.count).filter { !tape[$0].event.isTrivia }, of: tape)
      return Document(result)
    }
  }

  package var hasTrivia: Bool { tape.entries.contains { $0.event.isTrivia } }
}

extension Tape {
  package func comments(in range: Range<Int>) -> [NodeComment] {
    range.filter { self[$0].kind.isComment }.map {
      NodeComment(text: Array(text[textRange(at: $0)]), isBlock: self[$0].style == .block)
    }
  }
}

extension Document.Node {
  /// The text of a scalar as a writer has it outside of a document.
  package func written(by writer: consuming some EventWriter & ~Copyable) throws(DecantError)
    -> [UInt8]
  {
    let content = tape.content(of: index)
    var batch = EventBatch()
    try tape.replay(content..<content + 1, into: &batch)
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    try writer.write(batch, to: sink)
    try sink.flush()
    return destination.bytes
  }
}
