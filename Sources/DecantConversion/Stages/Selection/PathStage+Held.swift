internal import DecantCore

/// What is held until it is complete: values on one tape, which are emitted by their ranges, a batch at a time.
extension PathStage {
  func hold(
    _ event: Event, _ states: [Int], of input: borrowing EventBatch
  ) throws(DecantError) {
    held.removeAll()
    try held.append(event, of: input)
    heldStates = states
    content = .held
    if !follower.isInside { beginRelease() }
  }

  func beginRelease() {
    content = .released
    let node = Document.Node(tape: held, index: 0)
    for state in heldStates where firstHeld..<firstHeld + count ~= state {
      guard case .matching(let conditions, _) = path.steps[state - firstHeld],
        conditions.hold(for: node)
      else { continue }
      heldStates.append(state - firstHeld + 1)
    }
    let states = heldStates.filter { $0 <= count }
    if !states.isEmpty { search = PathSearch(path.steps, from: node, states) }
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
    for (number, (join, other)) in others.enumerated() {
      let first = join.steps.lowerBound
      let isJoined = heldStates.contains(firstHeld + count + number)
      let from = heldStates.filter { $0 <= first } + (isJoined ? [first + 1] : [])
      guard !from.isEmpty else { continue }
      try Deadline.check()
      let values = other.matches(in: node, from: from).map(\.node.range)
      if !values.isEmpty { fallbacks.append((join, annotations, held, values)) }
    }
    held.removeAll()
    annotations.removeAll()
    content = .searched
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
