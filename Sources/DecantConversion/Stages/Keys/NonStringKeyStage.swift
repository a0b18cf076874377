internal import DecantCore

/// A stage that flags mappings that have a key that is not a plain string.
///
/// A tagged form is chosen when a mapping begins, before its keys are known, so the outermost mapping is held back.
final class NonStringKeyStage: EventStage {
  private var held = Tape()
  private var flagged: [Int] = []
  private var released = (event: 0, flagged: 0)
  private var next = 0

  var needs: StageNeeds { [.boundedCopies, .noComments] }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    next = 0
    return try processMore(input, into: &output)
  }

  private var isComplete: Bool { !held.isEmpty && held.isBalanced }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !held.isEmpty { output.rebase(to: min(held.origin, input.origin)) }
    while true {
      if isComplete { try release(into: &output) }
      guard !isComplete else { return .more }
      guard next < input.count else { return .complete }
      let event = input[next]
      next += 1
      guard !held.isEmpty || event.kind == .beginMapping else {
        output.append(event, of: input)
        continue
      }
      try held.append(event, of: input)
      if isComplete {
        try checkCollectionKeys()
        flagMappings()
      }
    }
  }

  func reset() {
    held.removeAll()
    flagged.removeAll(keepingCapacity: true)
    released = (0, 0)
  }

  private func flagMappings() {
    var open: [Int] = []
    for index in 0..<held.count {
      let event = held[index]
      // Only mappings have keys, so the innermost collection is one.
      if held.entries.isNonStringKey(at: index), let mapping = open.last, flagged.last != mapping {
        flagged.append(mapping)
      }
      if event.depthChange > 0 { open.append(index) }
      if event.depthChange < 0 { open.removeLast() }
    }
    flagged.sort()
  }

  private func checkCollectionKeys() throws(DecantError) {
    var mappings: [Set<[UInt8]>] = []
    var open: [Bool] = []
    for index in 0..<held.count {
      let event = held[index]
      if event.depthChange > 0 {
        if event.isKey,
          !mappings[mappings.count - 1].insert(held.valueIdentity(ofNodeAt: index)).inserted
        {
          throw DecantError(
            .duplicateCollectionKey, offset: held.origin + Int(event.position))
        }
        open.append(event.kind == .beginMapping)
        if event.kind == .beginMapping { mappings.append([]) }
      } else if event.depthChange < 0, open.removeLast() {
        mappings.removeLast()
      }
    }
  }

  private func release(into output: inout EventBatch) throws(DecantError) {
    try held.text.withBytes { (text) throws(DecantError) in
      while released.event < held.count, !output.isFull {
        var event = held[released.event]
        while released.flagged < flagged.count, flagged[released.flagged] == released.event {
          event.flags.insert(.hasNonStringKeys)
          released.flagged += 1
        }
        try output.append(event, text: text, origin: held.origin)
        released.event += 1
      }
    }
    if released.event == held.count { reset() }
  }
}

extension [Tape.Entry] {
  /// Whether the entry is a key that requires `$map`: not a string, or a string with a tag.
  func isNonStringKey(at index: Int) -> Bool {
    self[index].isKey
      && (self[index].kind != .string || (index > startIndex && self[index - 1].kind == .tag))
  }
}

extension Tape {
  var hasNonStringKeys: Bool {
    entries.indices.contains { entries.isNonStringKey(at: $0) }
  }
}
