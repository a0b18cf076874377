/// Puts a copy of what an anchor names in the place of each of its aliases, and drops the anchors.
///
/// Anchored nodes are kept, once, with the aliases in them as they are; a copy follows those aliases
/// on the way. So memory is in proportion to the anchored nodes of a document, not to what becomes
/// of them: a copy that is larger than a batch leaves in several. What a copy takes of the budget is known before
/// it begins.
///
///     kept  │ x │ [ │ *a │ *a │ ] │ [ │ *b │ *b │ ] │      walk  │ in c │ in b, its second *a │
///     nodes   a   b╶─────────────╴  c╶─────────────╴
final class AliasExpansionStage: EventStage {
  /// A node that has an anchor.
  private struct Anchored {
    let range: Range<Int>
    let isComplete: Bool
    /// What a copy takes of the budget.
    let cost: Int
  }

  /// A node that is being kept.
  private struct Open {
    let node: Int
    let start: Int
    /// How many collections are around it.
    let depth: Int
    /// The cost of all kept nodes before it.
    let costBefore: Int
  }

  /// A copy on its way out.
  private struct Copy {
    var cursor: Int
    let end: Int
    /// Whether the copy is a key, until its first event has left.
    var isKey: Bool?
  }

  private let maximumNodes: Int
  /// How long the stages after this one keep what they get.
  private let copyKind: Copies
  /// How deep the outermost open mapping is that has a merge key, from which on it is held; nil if none has.
  private var mergeDepth: Int?
  private let maximumDepth: Int

  private var kept = Tape()
  private var nodes: [Anchored] = []
  private var names: [[UInt8]: Int] = [:]
  /// What the aliases among the kept events stand for.
  private var targets: [Int: Int] = [:]
  private var open: [Open] = []
  private var depth = 0

  /// The next event of the batch that is being worked through.
  private var next = 0
  private var copies: [Copy] = []
  private var aliasOffset = 0
  /// What the copies have taken of the budget.
  private var added = 0
  /// What copies of all kept nodes would take.
  private var keptCost = 0

  init(_ options: ReadingOptions) {
    maximumNodes = options.maximumAliasNodes
    copyKind = options.copies
    maximumDepth = options.maximumDepth
  }

  func passes(_ input: borrowing EventBatch) -> Bool {
    guard open.isEmpty, copies.isEmpty, mergeDepth == nil else { return false }
    let contents = input.contents
    guard !contents.flags.contains(.isMergeKey) else { return false }
    guard !contents.has(.anchor, .alias), names.isEmpty || !contents.has(.beginDocument) else {
      return false
    }
    depth += contents.depthChange
    return true
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    next = 0
    try processMore(input, into: &output)
  }

  var hasMore: Bool { !copies.isEmpty }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    try copy(into: &output)
    while copies.isEmpty, next < input.count {
      let event = input[next]
      next += 1
      try take(event, of: input, into: &output)
    }
  }

  func startOver() {
    kept.removeAll()
    nodes.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    depth = 0
    added = 0
    keptCost = 0
    mergeDepth = nil
  }

  private func take(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      startOver()
      output.append(event, of: input)
    case .endDocument:
      output.append(event, of: input)
    case .anchor:
      let name = input.withText(of: event) { [UInt8]($0) }
      names[name] = nodes.count
      open.append(
        Open(node: nodes.count, start: kept.count, depth: depth, costBefore: keptCost))
      nodes.append(Anchored(range: 0..<0, isComplete: false, cost: 0))
    case .alias:
      let node = try target(of: event, in: input)
      let kind = mergeDepth == nil ? copyKind : .held
      added &+= nodes[node].cost &* kind.weight
      guard added <= maximumNodes else {
        throw DecantError(
          .tooManyAliasNodes(limit: maximumNodes), offset: input.offset(of: event))
      }
      if !open.isEmpty {
        keptCost &+= nodes[node].cost
        targets[kept.count] = node
        try kept.append(event, of: input)
        endNode()
      }
      aliasOffset = input.offset(of: event)
      begin(copyOf: node, isKey: event.isKey)
      try copy(into: &output)
    default:
      output.append(event, of: input)
      if !open.isEmpty {
        try kept.append(event, of: input)
        if event.depthChange >= 0, event.kind != .tag {
          keptCost &+= Copies.passing.cost(ofTextOf: event.depthChange == 0 ? Int(event.length) : 0)
        }
      }
      if event.isKey, event.kind == .string, event.flags.contains(.isMergeKey) {
        mergeDepth = mergeDepth ?? depth
      }
      depth += event.depthChange
      if let merge = mergeDepth, depth < merge { mergeDepth = nil }
      if event.depthChange <= 0, event.kind != .tag { endNode() }
    }
  }

  private func target(
    of alias: Event, in input: borrowing EventBatch
  ) throws(DecantError) -> Int {
    let name = input.withText(of: alias) { [UInt8]($0) }
    guard let node = names[name] else {
      throw DecantError(.malformedEvents("an alias of no anchor"), offset: input.offset(of: alias))
    }
    guard nodes[node].isComplete else {
      throw DecantError(
        .cyclicAlias(String(decoding: name, as: UTF8.self)), offset: input.offset(of: alias))
    }
    return node
  }

  /// Notes where the anchored node ends, if it is one that has ended.
  private func endNode() {
    guard let last = open.last, last.depth == depth else { return }
    open.removeLast()
    nodes[last.node] = Anchored(
      range: last.start..<kept.count, isComplete: true, cost: keptCost &- last.costBefore)
  }

  // MARK: Copies

  private func begin(copyOf node: Int, isKey: Bool) {
    let range = nodes[node].range
    copies.append(Copy(cursor: range.lowerBound, end: range.upperBound, isKey: isKey))
  }

  /// Copies until all that was to be copied is, or the batch is full.
  private func copy(into output: inout EventBatch) throws(DecantError) {
    guard !copies.isEmpty else { return }
    try kept.text.withBytes { (text) throws(DecantError) in
      while let top = copies.indices.last, output.count < EventBatch.usualCount {
        guard copies[top].cursor < copies[top].end else {
          copies.removeLast()
          continue
        }
        let index = copies[top].cursor
        copies[top].cursor += 1
        var event = kept[index]
        if let isKey = copies[top].isKey, event.kind != .tag {
          event.flags.remove([.isKey, .isDuplicateKey])
          if isKey { event.flags.insert(.isKey) }
          copies[top].isKey = nil
        }
        if event.kind == .alias, let node = targets[index] {
          begin(copyOf: node, isKey: event.isKey)
        } else {
          try put(event, text, into: &output)
        }
      }
    }
  }

  private func put(
    _ event: Tape.Entry, _ text: RawSpan, into output: inout EventBatch
  ) throws(DecantError) {
    depth += event.depthChange
    if event.depthChange > 0, depth > maximumDepth {
      throw DecantError(.tooDeep(limit: maximumDepth), offset: aliasOffset)
    }
    // A copy has the place of its alias.
    var event = event
    event.position = 0
    try output.append(event, text: text, origin: aliasOffset)
  }
}
