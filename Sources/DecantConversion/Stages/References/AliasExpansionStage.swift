internal import DecantCore

/// A stage that replaces each alias by a copy of its anchored node, and drops the anchors, except for those flagged `isKept`.
///
/// Anchored nodes are kept once, with the aliases in them, which are resolved while a copy is written. So memory is
/// proportional to the anchored nodes, not to their expansion.
///
///     kept  │ x │ [ │ *a │ *a │ ] │ [ │ *b │ *b │ ] │      walk  │ in c │ in b, its second *a │
///     nodes   a   b╶─────────────╴  c╶─────────────╴
final class AliasExpansionStage: EventStage {
  private struct Anchored {
    let range: Range<Int>
    let isComplete: Bool
  }

  private struct Open {
    let node: Int
    let start: Int
    let depth: Int
  }

  private struct Copy {
    var cursor: Int
    let end: Int
    var flagsOfAlias: Event.Flags?
  }

  private let maximumDepth: Int
  private var budget: AliasBudget

  private var kept = Tape()
  private var nodes: [Anchored] = []
  private var names: [[UInt8]: Int] = [:]
  private var targets: [Int: Int] = [:]
  private var open: [Open] = []
  private var depth = 0

  private var next = 0
  private var copies: [Copy] = []
  private var aliasOffset = 0

  init(_ options: ReadingOptions) {
    maximumDepth = options.maximumDepth
    budget = AliasBudget(options)
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard concerns(input.contents) else {
      depth += input.contents.depthChange
      return .unchanged
    }
    next = 0
    try budget.count(input, from: 0)
    return try processMore(input, into: &output)
  }

  private func concerns(_ contents: BatchContents) -> Bool {
    !open.isEmpty || budget.isInMergingMapping || contents.flags.contains(.isMergeKey)
      || contents.has(.anchor, .alias) || !names.isEmpty && contents.has(.beginDocument)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    try copy(into: &output)
    while copies.isEmpty, next < input.count {
      let event = input[next]
      next += 1
      try process(event, of: input, into: &output)
    }
    return copies.isEmpty ? .complete : .more
  }

  func reset() {
    kept.removeAll()
    nodes.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    depth = 0
    budget.reset()
  }

  private func process(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      reset()
      try budget.count(input, from: next)
      output.append(event, of: input)
    case .endDocument:
      output.append(event, of: input)
    case .anchor:
      let name = input.withText(of: event) { [UInt8]($0) }
      names[name] = nodes.count
      open.append(Open(node: nodes.count, start: kept.count, depth: depth))
      nodes.append(Anchored(range: 0..<0, isComplete: false))
      guard event.flags.contains(.isKept) else { break }
      output.append(event, of: input)
      if open.count > 1 { try kept.append(event, of: input) }
    case .alias where event.flags.contains(.isInstance):
      output.append(event, of: input)
      if !open.isEmpty {
        try kept.append(event, of: input)
        endNode()
      }
    case .alias:
      let node = try target(of: event, in: input)
      if !open.isEmpty {
        targets[kept.count] = node
        try kept.append(event, of: input)
        endNode()
      }
      guard !event.flags.contains(.isKept) else { return output.append(event, of: input) }
      aliasOffset = input.offset(of: event)
      begin(copyOf: node, event.flags)
      try copy(into: &output)
    case .comment, .notation, .blankLine, .trailingComment:
      // A copy has none: they are about the anchored node.
      output.append(event, of: input)
    default:
      output.append(event, of: input)
      if !open.isEmpty { try kept.append(event, of: input) }
      depth += event.depthChange
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

  private func endNode() {
    guard let last = open.last, last.depth == depth else { return }
    open.removeLast()
    nodes[last.node] = Anchored(range: last.start..<kept.count, isComplete: true)
  }

  private func begin(copyOf node: Int, _ flags: Event.Flags) {
    let range = nodes[node].range
    copies.append(Copy(cursor: range.lowerBound, end: range.upperBound, flagsOfAlias: flags))
  }

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
        if let flags = copies[top].flagsOfAlias, event.kind != .tag {
          event.flags.remove([.isKey, .isDuplicateKey])
          event.flags.formUnion(flags.intersection([.isKey, .isDuplicateKey]))
          copies[top].flagsOfAlias = nil
        }
        if event.kind == .alias, let node = targets[index] {
          begin(copyOf: node, event.flags)
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
    // Errors in a copy are located at its alias.
    var event = event
    event.position = 0
    try output.append(event, text: text, origin: aliasOffset)
  }
}
