internal import DecantCore

/// What is held until it is complete: values on one tape, which are emitted by their ranges, a batch at a time.
extension PathStage {
  func hold(
    _ event: Event, _ target: Target, of input: borrowing EventBatch
  ) throws(DecantError) {
    held.removeAll()
    try held.append(event, of: input)
    heldTarget = target
    content = .held
    depth = event.depthChange
    if depth == 0 { beginRelease() }
  }

  func beginRelease() {
    if content == .heldRest { frames.removeLast() }
    content = .released
    let node = Document.Node(tape: held, index: 0)
    for state in heldTarget.conditions {
      guard case .matching(let conditions, _) = path.steps[state], conditions.hold(for: node)
      else { continue }
      heldTarget.states.append(state + 1)
    }
    if !heldTarget.states.isEmpty {
      search = PathSearch(path.steps, from: node, heldTarget.states)
    }
  }

  /// Searches what is held, and emits values; returns false for more of this, in an empty batch.
  func release(into output: inout EventBatch) throws(DecantError) -> Bool {
    if var search = search.take() {
      var visits = EventBatch.usualCount
      while let found = search.next(within: &visits) { values.append(found.range) }
      guard visits > 0 else {
        self.search = search
        return false
      }
    }
    while true {
      guard !output.isFull else { return false }
      if let rest {
        let end = min(rest.upperBound, rest.lowerBound + EventBatch.usualCount)
        try held.replay(rest.lowerBound..<end, into: &output)
        self.rest = end < rest.upperBound ? end..<rest.upperBound : nil
        if end == rest.upperBound { output.append(.endDocument) }
      } else if valueCount < values.count {
        matchCount += 1
        output.append(.beginDocument)
        rest = try begin(heldNode: values[valueCount], into: &output)
        valueCount += 1
      } else {
        values.removeAll(keepingCapacity: true)
        valueCount = 0
        guard content == .ended, !fallbacks.isEmpty else { return true }
        (_, annotations, held, values) = fallbacks.removeFirst()
      }
    }
  }

  func endHeld() throws(DecantError) {
    let node = Document.Node(tape: held, index: 0)
    for (join, other) in others {
      let first = join.steps.lowerBound
      let from =
        heldTarget.states.filter { $0 <= first }
        + (heldTarget.joins.contains(join) ? [first + 1] : [])
      guard !from.isEmpty else { continue }
      try Deadline.check()
      let values = other.matches(in: node, from: from).map(\.node.range)
      if !values.isEmpty { fallbacks.append((join, annotations, held, values)) }
    }
    held.removeAll()
    annotations.removeAll()
    endNode()
  }

  /// Emits the comments of a node of the tape, those above its key too, and returns the range of the rest.
  private func begin(
    heldNode range: Range<Int>, into output: inout EventBatch
  ) throws(DecantError) -> Range<Int> {
    if range.lowerBound == 0 { try annotations.replay(0..<annotations.count, into: &output) }
    var key = range.lowerBound - 1
    while key > 0, held[key].kind == .trailingComment { key -= 1 }
    var first = range.lowerBound
    if key > 0, held[key].isKey {
      first = key
      while first > 0, held[first - 1].isAnnotation { first -= 1 }
    }
    let content = held.content(of: range.lowerBound)
    for index in first..<content {
      let isOfNode = index >= range.lowerBound && !held[index].event.isTrivia
      guard isOfNode || held[index].kind.isComment else { continue }
      try held.replay(index..<index + 1, into: &output)
    }
    return content..<held.endWithComments(of: range.lowerBound)
  }
}

extension EventBatch {
  /// Returns the text by which names in paths match a key; nil for collections, data and aliases.
  package func nameInPaths(of key: Event) -> [UInt8]? {
    if let word = key.kind.word { return Array(word.utf8) }
    switch key.kind {
    case .string, .integer, .real, .date, .localTime, .uid:
      guard !key.flags.contains(.isEscaped) else { return nil }
      return withText(of: key) { key.decimalText($0) ?? [UInt8]($0) }
    default: return nil
    }
  }
}
