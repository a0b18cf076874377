internal import DecantCore

/// The comments of new text.
extension TOMLEdit {
  /// Returns comments on lines of their own, each of which ends.
  func commentLines(_ comments: [NodeComment], indent: [UInt8]) -> [UInt8] {
    comments.flatMap { EditedLines.Comments.tightHashes.lines(of: $0) }.reduce(into: []) {
      $0 += indent + $1 + lineEnd
    }
  }

  /// Returns nil for a node in braces, which have no place for comments, and for one on the line of another.
  func commenting(_ node: Int, by comments: [NodeComment]) -> ByteEdit? {
    guard !text.isInBrackets(node) else { return elementCommenting(node, by: comments) }
    guard let statement = text.statementRange(of: node).first else { return nil }
    let start = text.lines.lineStart(text.statements[statement].start)
    let lines = commentLines(comments, indent: text.lines.indentation(at: start))
    return ByteEdit(text.leadingStart(of: statement)..<start, lines)
  }

  /// Returns a comment for the end of a line.
  func commentAtEnd(_ comment: NodeComment?) -> [UInt8] {
    guard let comment else { return [] }
    let lines = EditedLines.Comments.tightHashes.lines(of: comment)
    return [0x20] + Array(lines.joined(separator: [0x20]))
  }

  /// The comments above a statement, and those on its line.
  func comments(ofStatement index: Int) -> (above: [NodeComment], beside: [NodeComment]) {
    let statement = text.statements[index]
    return (
      comments(in: text.leadingStart(of: index)..<statement.start),
      comments(in: statement.end..<text.lineEnd(of: index).end)
    )
  }

  private func comments(in range: Range<Int>) -> [NodeComment] {
    var comments: [NodeComment] = []
    var place = text.lines.space(from: range.lowerBound, before: range.upperBound)
    while place < range.upperBound, let end = text.lines.commentEnd(place) {
      comments.append(NodeComment(text: Array(document.bytes[place + 1..<end]), isBlock: false))
      place = text.lines.space(from: end, before: range.upperBound)
    }
    return comments
  }
}

extension CommentedNode {
  /// The node as it is written on one line: one comment can be beside it, and a table in braces has none inside.
  var onLine: CommentedNode {
    get throws(DecantError) {
      try (node.root.kind == .beginMapping ? hoisted : self).withOneBeside
    }
  }

  /// The node with the comments inside it above it.
  var hoisted: CommentedNode {
    get throws(DecantError) {
      CommentedNode(
        above: above + node.tape.comments(in: 0..<node.tape.count), beside: beside,
        node: try node.withoutTrivia)
    }
  }

  /// The node as a section, whose header has the comment after the beginning of the table.
  var asSection: CommentedNode {
    get throws(DecantError) {
      let begin = node.tape.content(of: 0)
      let first = node.tape.endOfTrailingComments(from: begin + 1)
      var tape = Tape()
      try tape.append(0..<begin + 1, of: node.tape)
      try tape.append(first..<node.tape.count, of: node.tape)
      return CommentedNode(
        above: above, beside: node.tape.comments(in: begin + 1..<first) + beside,
        node: Document(tape)
      ).withOneBeside
    }
  }

  /// The comments on the line where a collection begins.
  var beginComments: [NodeComment] {
    let begin = node.tape.content(of: 0) + 1
    return node.tape.comments(in: begin..<node.tape.endOfTrailingComments(from: begin))
  }

  private var withOneBeside: CommentedNode {
    guard beside.count > 1 else { return self }
    return CommentedNode(
      above: above + beside.dropFirst(), beside: Array(beside.prefix(1)), node: node)
  }

  /// The elements of a sequence, with their comments.
  var elements: [CommentedNode] {
    get throws(DecantError) {
      let tape = node.tape
      let begin = tape.content(of: 0)
      let end = tape.partner(of: begin)
      var elements: [CommentedNode] = []
      var next = tape.endOfTrailingComments(from: begin + 1)
      while let element = tape.pair(at: next, before: end, isKeyed: false) {
        var part = Tape()
        try part.append(element.all, of: tape)
        elements.append(try CommentedNode(Document(part)))
        next = element.next
      }
      return elements
    }
  }
}
