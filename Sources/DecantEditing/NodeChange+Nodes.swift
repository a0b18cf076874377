package import DecantCore

// The nodes of a document after a change, as a reader of the changed text will find them.

extension Tape {
  /// What a changed node consists of, in this order.
  package enum ChangedPart {
    /// Whole nodes of the tape, or the beginning or the end of a collection.
    case kept(Range<Int>)
    case key(String)
    case comment([String])
    case new(Document)
  }

  /// Calls `receive` with the parts of a node after a change, without comments if it is stripped of them.
  package func forEachPart(
    of node: Int, after change: NodeChange?, isStripped: Bool = false,
    _ receive: (ChangedPart) throws(DecantError) -> Void
  ) throws(DecantError) {
    let isStripped = isStripped || change?.losesComments == true
    let anchor = anchor(of: node)
    func keep(_ range: Range<Int>, isStripped: Bool = isStripped) throws(DecantError) {
      var start = range.lowerBound
      for index in range where isStripped && self[index].event.isTrivia {
        if start < index { try receive(.kept(start..<index)) }
        start = index + 1
      }
      if start < range.upperBound { try receive(.kept(start..<range.upperBound)) }
    }
    func keepBeginning(to end: Int) throws(DecantError) {
      guard let anchor, change?.losesAnchor == true else { return try keep(node..<end) }
      try keep(node..<anchor)
      try keep(anchor + 1..<end)
    }
    let end = node == 0 ? count : endWithComments(of: node)
    switch change?.content {
    case .kept?, nil: try keepBeginning(to: end)
    case .replaced(let new)?:
      if let anchor, change?.losesAnchor == false { try keep(anchor..<anchor + 1) }
      try receive(.new(isStripped ? new.withoutTrivia : new))
    case .children(let children)?:
      let begin = content(of: node)
      let old = childList(of: begin)
      let opening = endOfTrailingComments(from: begin + 1)
      try keepBeginning(to: opening)
      for child in children {
        let own = child.number.map { old[$0] }
        if let lines = child.value?.comment, !isStripped { try receive(.comment(lines)) }
        if let key = own?.key {
          let losesComments = child.value?.comment != nil || child.value?.losesComments == true
          let end = child.key == nil ? endWithComments(of: key) : content(of: key)
          try keep(key..<end, isStripped: isStripped || losesComments)
        }
        if own == nil, case .replaced(let new)? = child.value?.content {
          let new = try isStripped ? new.withoutTrivia : new
          // The comments above a new value are above its key.
          let above = new.tape.entries.prefix { $0.kind.isComment }.count
          if let key = child.key {
            if above > 0 { try receive(.new(try new.part(0..<above))) }
            try receive(.key(key))
          }
          try receive(.new(child.key == nil ? new : try new.part(above..<new.tape.count)))
          continue
        }
        if let key = child.key { try receive(.key(key)) }
        if let own {
          try forEachPart(of: own.value, after: child.value, isStripped: isStripped, receive)
        }
      }
      try keep((old.last.map { endWithComments(of: $0.value) } ?? opening)..<end)
    }
  }

  /// Returns the entry of the anchor of a node.
  package func anchor(of node: Int) -> Int? {
    (node..<content(of: node)).first { self[$0].kind == .anchor }
  }

  /// Returns a node as it is after a change, with comments unless it is stripped of them.
  package func document(
    of node: Int, after change: NodeChange?, isStripped: Bool = false
  ) throws(DecantError) -> Document {
    var result = Tape()
    try forEachPart(of: node, after: change, isStripped: isStripped) {
      (part) throws(DecantError) in
      switch part {
      case .kept(let range): try result.append(range, of: self)
      case .key(let key): try result.append(key: key)
      case .comment(let lines): try result.append(comment: lines)
      case .new(let document): try result.append(0..<document.tape.count, of: document.tape)
      }
    }
    return Document(result)
  }

  package mutating func append(key: String) throws(DecantError) {
    var batch = EventBatch()
    batch.append(.string, text: key, flags: .isKey)
    try append(batch[0], of: batch)
  }

  package mutating func append(comment lines: [String]) throws(DecantError) {
    var batch = EventBatch()
    for line in lines { batch.append(.comment, text: line.isEmpty ? "" : " " + line) }
    try append(0..<batch.count, of: batch)
  }
}

extension Document {
  fileprivate func part(_ range: Range<Int>) throws(DecantError) -> Document {
    guard range != 0..<tape.count else { return self }
    var part = Tape()
    try part.append(range, of: tape)
    return Document(part)
  }
}
