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
  }

  private enum Work {
    case node(DraftNode)
    case part(Part)
  }

  private func parts(of node: DraftNode, keepsAnchor: Bool = true) -> [Part] {
    var parts: [Part] = []
    var work: [Work] = self.work(of: node, keepsAnchor: keepsAnchor).reversed()
    while let next = work.popLast() {
      switch next {
      case .part(let part): parts.append(part)
      case .node(let node): work += self.work(of: node).reversed()
      }
    }
    return parts
  }

  private func work(of node: DraftNode, keepsAnchor: Bool = true) -> [Work] {
    var result: [Work] = []
    // An anchor stays for its aliases when the value is replaced.
    if keepsAnchor, rules == nil, node.isReplaced, !node.losesAnchor, let original = node.original,
      let anchor = source.tape.anchor(of: original)
    {
      result.append(.part(.range(anchor..<anchor + 1, source)))
    }
    switch node.content {
    case .part(let source, let index):
      let end = index == 0 ? source.tape.count : source.tape.endWithComments(of: index)
      appendWithoutLostAnchor(index..<end, of: source, node, to: &result)
    case .open(let collection):
      append(collection, node, to: &result)
    }
    return result
  }

  private func appendWithoutLostAnchor(
    _ range: Range<Int>, of source: DraftTape, _ node: DraftNode, to work: inout [Work]
  ) {
    guard node.losesAnchor, !node.isReplaced,
      let anchor = source.tape.anchor(of: range.lowerBound)
    else { return work.append(.part(.range(range, source))) }
    work.append(.part(.range(range.lowerBound..<anchor, source)))
    work.append(.part(.range(anchor + 1..<range.upperBound, source)))
  }

  private func append(
    _ collection: DraftCollection, _ node: DraftNode, to work: inout [Work]
  ) {
    let (source, tape) = (collection.source, collection.source.tape)
    let begin = tape.content(of: collection.node)
    appendWithoutLostAnchor(
      collection.node..<tape.endOfTrailingComments(from: begin + 1), of: source, node, to: &work)
    /// Children that are as they were, one after the other.
    var run: Range<Int>?
    func endRun() {
      if let run { work.append(.part(.range(run, source))) }
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
      if let key = child.key {
        let content = tape.content(of: key)
        let end = child.newKey == nil ? tape.endWithComments(of: key) : content
        work.append(.part(.range(key..<end, source)))
      }
      if let key = child.newKey { work.append(.part(.key(key))) }
      if let node = child.node {
        work.append(.node(node))
      } else if let value = child.value {
        work.append(.part(.range(value..<tape.endWithComments(of: value), source)))
      }
    }
    endRun()
    let close = tape.partner(of: begin)
    let end = collection.node == 0 ? tape.count : close + 1
    work.append(.part(.range(collection.closeStart..<end, source)))
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
}
