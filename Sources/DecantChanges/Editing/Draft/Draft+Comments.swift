internal import DecantConversion
internal import DecantCore
internal import DecantEditing

/// The comments that go with a node.
extension Draft {
  /// Returns a copy of a node with the comments that belong to it: those in the bytes that a removal would take.
  ///
  ///     # above
  ///     key:  # inside
  ///       - 1  # inside
  ///     # beside, if a removal takes it
  ///
  /// It throws if the node has anchors.
  func copy(of node: DraftNode) throws(DecantError) -> Document {
    let plain = try document(of: node)
    if let anchor = plain.tape.entries.firstIndex(where: { $0.kind == .anchor }) {
      throw DecantError(
        .specific(LayoutProblem(what: "a value with an anchor")),
        offset: plain.tape.offset(at: anchor))
    }
    guard let syntax else { return plain }
    guard let original = node.original, let path = originalPath(of: node) else {
      return try withCommentsAbove(node, plain)
    }
    guard source.hasTrivia || node.comment != nil else { return plain }
    let ranges: [Range<Int>]
    var start = original
    if let parent = path.parent, let child = path.ancestors.last?.child {
      ranges = try syntax.ranges(ofChild: child, in: parent, of: document)
      start = document.children(of: parent.node)[child].start
    } else {
      ranges = [document.offset(at: 0)..<document.bytes.count]
    }
    let tape = source.tape
    func isWanted(_ index: Int) -> Bool {
      tape[index].kind.isComment && !node.losesComments
        && ranges.contains { $0.contains(tape.offset(at: index)) }
    }
    var result = Tape()
    if let lines = node.comment { try result.append(comment: lines) }
    for index in tape.triviaStart(before: start)..<tape.content(of: original)
    where isWanted(index) && node.comment == nil {
      try result.append(tape, index, as: .comment)
    }
    let inner = plain.tape
    // Of what has changed, the paths are not all those of the document.
    let isOriginal = if case .part = node.content { !node.isReplaced } else { false }
    let content = inner.content(of: 0)
    try result.append((0..<content).filter { !inner[$0].event.isTrivia }, of: inner)
    let kept = (content..<inner.end(of: 0)).filter { index in
      !isOriginal || !inner[index].kind.isComment
        || ranges.contains { $0.contains(inner.offset(at: index)) }
    }
    let lines = SourceLines(document.bytes)
    // They may follow the ends of the collections around the node.
    let comments = (tape.end(of: original)..<tape.count).prefix {
      tape[$0].event.isTrivia || tape[$0].depthChange < 0
    }.filter(isWanted)
    // Without a bracket for its end, a collection has those on the lines directly below inside of it.
    let isInLines = document.isInLines(original) && inner[content].depthChange > 0
    let below = comments.filter { isInLines && lines.beginsLine(tape.offset(at: $0)) }
    try result.append(below.isEmpty ? kept : kept.dropLast(), of: inner)
    for index in below { try result.append(tape, index, as: .comment) }
    if !below.isEmpty { try result.append(kept.suffix(1), of: inner) }
    for index in comments where !below.contains(index) {
      let offset = tape.offset(at: index)
      let spaces = offset - lines.blankStart(before: offset)
      try result.append(tape, index, as: .trailingComment, .spaces(spaces))
    }
    return Document(result)
  }

  /// Returns a value below the comments above its node, which an edit before has brought.
  private func withCommentsAbove(
    _ node: DraftNode, _ value: Document
  ) throws(DecantError) -> Document {
    var result = Tape()
    if let lines = node.comment {
      try result.append(comment: lines)
    } else if !node.losesComments, case .open(let collection)? = node.parent?.content,
      let child = collection.index(of: node).map({ collection.children[$0] }),
      let start = child.key ?? child.value
    {
      let tape = collection.source.tape
      let trivia = start..<tape.content(of: child.value ?? start)
      // A comment before a blank line is about no value.
      let first = trivia.last { tape[$0].kind == .blankLine }.map { $0 + 1 } ?? start
      for index in first..<trivia.upperBound where tape[index].kind.isComment {
        try result.append(tape, index, as: .comment)
      }
    }
    guard result.count > 0 else { return value }
    try result.append(0..<value.tape.count, of: value.tape)
    return Document(result)
  }

  /// Returns the path that a node of the document has in it.
  private func originalPath(of node: DraftNode) -> TapePath? {
    var ancestors: [(node: Int, child: Int)] = []
    var next = node
    while let parent = next.parent {
      guard let original = parent.original, case .open(let collection) = parent.content,
        let number = collection.index(of: next).flatMap({ collection.children[$0].number })
      else { return nil }
      ancestors.append((original, number))
      next = parent
    }
    return node.original.map { TapePath(node: $0, ancestors: ancestors.reversed()) }
  }
}

extension Document {
  /// Returns the document with the comments above and beside the root of another one, which has the same path.
  func commented(like old: Document.Node) throws(DecantError) -> Document {
    let other = old.tape
    guard old.index == 0, !hasTrivia else { return self }
    var result = Tape()
    try result.append((0..<other.content(of: 0)).filter { other[$0].event.isTrivia }, of: other)
    try result.append(0..<tape.count, of: tape)
    try result.append(other.end(of: 0)..<other.count, of: other)
    return Document(result)
  }
}

// MARK: - Removing

extension Draft {
  /// Removes the comments of the nodes at a path: those that a removal would take, and those inside.
  ///
  /// Comments at the head of the file that are not about its first node stay.
  func deleteComments(_ path: PathPattern) throws(DecantError) {
    for node in try nodes(at: path) {
      node.comment = nil
      node.losesComments = true
      try removeNewComments(in: node)
    }
  }

  private func removeNewComments(in node: DraftNode) throws(DecantError) {
    var open = [node]
    while let node = open.popLast() {
      node.comment = nil
      switch node.content {
      case .open(let collection): open += collection.children.compactMap(\.node)
      case .part where node.original == nil || node.isReplaced:
        node.content = .part(DraftTape(try document(of: node, isStripped: true).tape), 0)
      case .part: break
      }
    }
  }
}

extension Tape {
  /// Returns the first of the comments before a node, also of those before collections and keys that begin
  /// with it.
  fileprivate func triviaStart(before node: Int) -> Int {
    var start = node
    while start > 0,
      self[start - 1].event.isTrivia && self[start - 1].kind != .trailingComment
        || self[start - 1].depthChange > 0
        || self[start - 1].isKey && self[start - 1].depthChange == 0
    {
      start -= 1
    }
    return start
  }

  fileprivate mutating func append(
    _ other: Tape, _ index: Int, as kind: Event.Kind, _ flags: Event.Flags = []
  ) throws(DecantError) {
    var batch = EventBatch()
    try other.replay(index..<index + 1, into: &batch)
    var event = batch[0]
    event.kind = kind
    event.flags.formUnion(flags)
    try append(event, of: batch)
  }
}
