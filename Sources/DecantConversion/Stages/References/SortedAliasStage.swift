internal import DecantCore

/// A stage that marks the aliases which still follow their anchors when keys are sorted; the others are expanded.
///
/// A document is held back from its first outermost mapping or anchor on: without anchors until that mapping ends, with
/// anchors until the document ends.
///
///     in    {b: &x 1, a: *x, c: *x}
///     out   {b: &x 1, a: *x, c: *x}      both `x` of the pairs b and c marked
final class SortedAliasStage: EventStage {
  /// The sequences that enclose what is held, without their elements, and the held events.
  private var held = Tape()
  /// The depth at which the held events begin, and so the number of those sequences.
  private var start = 0
  private var depth = 0
  private var hasAnchors = false
  /// The next event to emit; nil while events are held back.
  private var cursor: Int?
  private var marked: Set<Int> = []
  private var next = 0

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    next = 0
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !held.isEmpty { output.rebase(to: min(held.origin, input.origin)) }
    while true {
      if cursor != nil, try !release(into: &output) { return .more }
      guard next < input.count else { return .complete }
      let event = input[next]
      if event.kind == .endDocument, !held.isEmpty {
        try mark()
        cursor = start
        continue
      }
      next += 1
      if event.kind == .beginDocument { reset() }
      try take(event, of: input, into: &output)
    }
  }

  func reset() {
    held.removeAll()
    marked.removeAll()
    cursor = nil
    depth = 0
    hasAnchors = false
  }

  private func take(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if held.isEmpty {
      guard event.kind == .beginMapping || event.kind == .anchor else {
        depth += event.depthChange
        return output.append(event, of: input)
      }
      start = depth
      for _ in 0..<start {
        try held.append(Event(.beginSequence, at: Int(event.position)), of: input)
      }
    }
    try held.append(event, of: input)
    depth += event.depthChange
    hasAnchors = hasAnchors || event.kind == .anchor
    if depth == start, !hasAnchors { cursor = start }
  }

  /// Emits held events until the output is full; returns whether all are emitted.
  private func release(into output: inout EventBatch) throws(DecantError) -> Bool {
    try held.text.withBytes { (text) throws(DecantError) in
      while let index = cursor, index < held.count, !output.isFull {
        var entry = held[index]
        if marked.contains(index) { entry.flags.insert(.isKept) }
        try output.append(entry, text: text, origin: held.origin)
        cursor = index + 1
      }
    }
    guard let cursor, cursor == held.count else { return false }
    self.cursor = nil
    held.removeAll()
    return true
  }

  // MARK: Marks

  private func mark() throws(DecantError) {
    guard hasAnchors else { return }
    let mergeValues = held.mergeValues
    var movable = Set(try aliasesAfterAnchors(outside: mergeValues))
    for value in mergeValues where !value.allSatisfy({ isKeptMerge($0, movable) }) {
      movable.subtract(value)
    }
    let names = Set(movable.map { held.name(at: $0) })
    let aliased = Set(held.entries(of: .alias).map { held.name(at: $0) })
    let anchors = held.entries(of: .anchor).filter {
      let name = held.name(at: $0)
      return names.contains(name) || !aliased.contains(name)
    }
    marked = movable.union(anchors)
  }

  private func isKeptMerge(_ index: Int, _ movable: Set<Int>) -> Bool {
    switch held[index].kind {
    case .alias: movable.contains(index)
    case .beginMapping: false
    default: true
    }
  }

  /// Returns the aliases that follow their anchors among sorted keys, except for those that a merge may move or copy.
  ///
  /// A name with two anchors, or with an anchor in the value of a merge key, is left out, as is each alias if one is a
  /// key: the text by which that key is sorted is that of its anchor.
  private func aliasesAfterAnchors(
    outside mergeValues: [Range<Int>]
  ) throws(DecantError) -> [Int] {
    let aliases = held.entries(of: .alias)
    guard !aliases.contains(where: { held[$0].isKey }) else { return [] }
    let inMerges = Set(mergeValues.joined())
    var excluded: Set<KeyText> = []
    var names: Set<KeyText> = []
    for anchor in held.entries(of: .anchor) {
      let name = held.name(at: anchor)
      if !names.insert(name).inserted || inMerges.contains(anchor) { excluded.insert(name) }
    }
    names = []
    var result: [Int] = []
    for index in try sortedNames() {
      let name = held.name(at: index)
      if held[index].kind == .anchor {
        names.insert(name)
      } else if names.contains(name), !excluded.contains(name) {
        result.append(index)
      }
    }
    return result
  }

  /// Returns the anchors and aliases in the order that they have when keys are sorted.
  private func sortedNames() throws(DecantError) -> [Int] {
    var input = EventBatch()
    var output = EventBatch()
    try held.text.withBytes { (text) throws(DecantError) in
      for index in 0..<held.count {
        var entry = held[index]
        // Sorting keeps the position of each event.
        entry.position = UInt32(index)
        try input.append(entry, text: text, origin: 0)
      }
    }
    let sorting = SortKeysStage()
    var names: [Int] = []
    var result = try sorting.process(input, into: &output)
    while true {
      for index in 0..<output.count where [.anchor, .alias].contains(output[index].kind) {
        names.append(Int(output[index].position))
      }
      guard result == .more else { return names }
      output.removeAll()
      result = try sorting.processMore(input, into: &output)
    }
  }
}

extension Tape {
  fileprivate func entries(of kind: Event.Kind) -> [Int] {
    (0..<count).filter { self[$0].kind == kind }
  }

  /// The ranges of the nodes that are values of merge keys, without those inside of another one.
  var mergeValues: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for key in entries(of: .string)
    where self[key].isKey && self[key].flags.contains(.isMergeKey) {
      guard key >= ranges.last?.upperBound ?? 0 else { continue }
      let value = endWithComments(of: key)
      ranges.append(value..<end(of: value))
    }
    return ranges
  }
}
