internal import DecantCore

/// The draft as a document.
extension Draft {
  /// Returns a node as it is now, with the comments that are on the tapes; a new value is without the anchor of the old one.
  func document(of node: DraftNode) throws(DecantError) -> Document {
    var tape = Tape()
    for part in parts(of: node, keepsAnchor: false) {
      switch part {
      case .range(let range, let source): try tape.append(range, of: source.tape)
      case .key(let key): try tape.append(key: key)
      case .comment(let lines): try tape.append(comment: lines)
      }
    }
    return Document(tape)
  }

  /// The whole document as a format that is written as a whole gets it.
  var result: Document {
    get throws(DecantError) {
      var tape = Tape()
      for part in parts(of: root) {
        switch part {
        case .range(let range, let source):
          let decimal = try decimalTape(of: source)
          try tape.append(range.filter { !decimal[$0].event.isTrivia }, of: decimal)
        case .key(let key): try tape.append(key: key)
        case .comment: break
        }
      }
      return Document(tape)
    }
  }

  /// Adds the nodes of the whole document, as a reader of the changed text has to find them.
  func add(to digest: inout DocumentDigest) throws(DecantError) {
    digest.add(delimiter: .beginDocument)
    for part in parts(of: root) {
      switch part {
      case .range(let range, let source):
        let decimal = try decimalTape(of: source)
        guard source.hasTrivia else {
          decimal.add(range, to: &digest)
          continue
        }
        for index in range where !decimal[index].event.isTrivia {
          decimal.add(index..<index + 1, to: &digest)
        }
      case .key(let key): key.string.withBytes { digest.add(.string, .isKey, $0) }
      case .comment: break
      }
    }
    digest.add(delimiter: .endDocument)
  }

  /// The tape with numbers as a reader of the document reports them.
  private func decimalTape(of source: DraftTape) throws(DecantError) -> Tape {
    source === self.source ? source.tape : try source.decimal()
  }

  // MARK: Parts

  private enum Part {
    case range(Range<Int>, DraftTape)
    case key(KeyText)
    case comment([String])
  }

  private enum Work {
    case node(DraftNode, hasComments: Bool)
    case part(Part)
  }

  private func parts(of node: DraftNode, keepsAnchor: Bool = true) -> [Part] {
    var parts: [Part] = []
    var work: [Work] = self.work(of: node, keepsAnchor: keepsAnchor).reversed()
    while let next = work.popLast() {
      switch next {
      case .part(let part): parts.append(part)
      case .node(let node, let hasComments):
        work += self.work(of: node, hasComments: hasComments).reversed()
      }
    }
    return parts
  }

  private func work(
    of node: DraftNode, hasComments: Bool = true, keepsAnchor: Bool = true
  ) -> [Work] {
    var result = WorkList(hasComments: hasComments && !node.losesComments)
    // An anchor stays for its aliases when the value is replaced.
    if keepsAnchor, rules == nil, node.isReplaced, !node.losesAnchor, let original = node.original,
      let anchor = source.tape.anchor(of: original)
    {
      result.append(anchor..<anchor + 1, of: source)
    }
    switch node.content {
    case .part(let source, let index):
      let end = index == 0 ? source.tape.count : source.tape.endWithComments(of: index)
      append(index..<end, of: source, withoutLostAnchorOf: node, to: &result)
    case .open(let collection):
      append(collection, node, to: &result)
    }
    return result.work
  }

  private struct WorkList {
    var work: [Work] = []
    let hasComments: Bool

    /// Appends entries of a tape, without the comments among them if these go.
    mutating func append(_ range: Range<Int>, of source: DraftTape, _ isStripped: Bool = false) {
      guard isStripped || !hasComments, source.hasTrivia else {
        if !range.isEmpty { work.append(.part(.range(range, source))) }
        return
      }
      var start = range.lowerBound
      for index in range where source.tape[index].event.isTrivia {
        if start < index { work.append(.part(.range(start..<index, source))) }
        start = index + 1
      }
      if start < range.upperBound { work.append(.part(.range(start..<range.upperBound, source))) }
    }
  }

  private func append(
    _ range: Range<Int>, of source: DraftTape, withoutLostAnchorOf node: DraftNode,
    to work: inout WorkList
  ) {
    guard node.losesAnchor, !node.isReplaced,
      let anchor = source.tape.anchor(of: range.lowerBound)
    else { return work.append(range, of: source) }
    work.append(range.lowerBound..<anchor, of: source)
    work.append(anchor + 1..<range.upperBound, of: source)
  }

  private func append(
    _ collection: DraftCollection, _ node: DraftNode, to work: inout WorkList
  ) {
    let (source, tape) = (collection.source, collection.source.tape)
    let begin = tape.content(of: collection.node)
    append(
      collection.node..<tape.endOfTrailingComments(from: begin + 1), of: source,
      withoutLostAnchorOf: node, to: &work)
    /// Children that are as they were, one after the other.
    var run: Range<Int>?
    func endRun() {
      if let run { work.append(run, of: source) }
      run = nil
    }
    for child in collection.ordered {
      if child.newKey == nil, child.node == nil, let value = child.value {
        let start = child.key ?? value
        let end = tape.endWithComments(of: value)
        if let known = run, known.upperBound == start {
          run = known.lowerBound..<end
        } else {
          endRun()
          run = start..<end
        }
        continue
      }
      endRun()
      let losesComment = child.node?.comment != nil || child.node?.losesComments == true
      if let lines = child.node?.comment { work.work.append(.part(.comment(lines))) }
      if let key = child.key {
        let content = tape.content(of: key)
        let end = child.newKey == nil ? tape.endWithComments(of: key) : content
        work.append(key..<end, of: source, losesComment)
      }
      if let key = child.newKey { work.work.append(.part(.key(key))) }
      if let node = child.node {
        work.work.append(.node(node, hasComments: work.hasComments))
      } else if let value = child.value {
        work.append(value..<tape.endWithComments(of: value), of: source)
      }
    }
    endRun()
    let close = tape.partner(of: begin)
    let end = collection.node == 0 ? tape.count : close + 1
    work.append(collection.closeStart..<end, of: source)
  }
}

extension Tape {
  /// Returns the entry of the anchor of a node.
  func anchor(of node: Int) -> Int? {
    (node..<content(of: node)).first { self[$0].kind == .anchor }
  }

  fileprivate mutating func append(key: KeyText) throws(DecantError) {
    var batch = EventBatch()
    batch.append(.string, text: key.string, flags: .isKey)
    try append(batch[0], of: batch)
  }

  mutating func append(comment lines: [String]) throws(DecantError) {
    var batch = EventBatch()
    for line in lines { batch.append(.comment, text: line.isEmpty ? "" : " " + line) }
    try append(0..<batch.count, of: batch)
  }
}
