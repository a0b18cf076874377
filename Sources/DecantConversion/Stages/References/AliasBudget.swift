internal import DecantCore

/// A limit on the nodes that the aliases of a document expand to.
///
/// A batch is counted before one of its events is expanded, so a small document over the limit produces no output. The limit,
/// `maximumAliasNodes`, also holds for what else a small input can repeat: objects of archives and binary property lists,
/// which their readers count, and the prefixes of tags in YAML.
struct AliasBudget {
  private struct Open {
    let name: [UInt8]
    let depth: Int
    let costBefore: Int
  }

  private let limit: Int
  private let needs: ReaderNeeds

  private var open: [Open] = []
  private var costs: [[UInt8]: Int] = [:]
  /// The cost of the anchored nodes so far, with the aliases in them expanded.
  private var anchored = 0
  private var spent = 0
  private var depth = 0
  /// The depth of the outermost open mapping with a merge key, which is held from that key on; nil outside of one.
  private var mergeDepth: Int?

  init(_ options: ReadingOptions) {
    limit = options.maximumAliasNodes
    needs = options.needs
  }

  var isInMergingMapping: Bool { mergeDepth != nil }

  mutating func reset() {
    open.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    anchored = 0
    spent = 0
    depth = 0
    mergeDepth = nil
  }

  mutating func count(_ batch: borrowing EventBatch, from start: Int) throws(DecantError) {
    for index in start..<batch.count {
      let event = batch[index]
      switch event.kind {
      case .endDocument:
        return
      case .anchor:
        let name = batch.withText(of: event) { [UInt8]($0) }
        costs[name] = nil
        open.append(Open(name: name, depth: depth, costBefore: anchored))
      case .alias:
        try count(alias: event, of: batch)
      default:
        count(event)
      }
    }
  }

  private mutating func count(
    alias: Event, of batch: borrowing EventBatch
  ) throws(DecantError) {
    // An alias of an unfinished node, or of none, is an error that the stage reports.
    let cost = costs[batch.withText(of: alias) { [UInt8]($0) }] ?? 0
    let needs = isInMergingMapping ? .boundedCopies : needs
    if !alias.flags.contains(.isKept) { spent &+= cost &* needs.weightOfCopies }
    guard spent <= limit else {
      throw DecantError(.tooManyAliasNodes(limit: limit), offset: batch.offset(of: alias))
    }
    if !open.isEmpty { anchored &+= cost }
    endNode()
  }

  private mutating func count(_ event: Event) {
    guard event.kind != .tag, !event.isTrivia else { return }
    if !open.isEmpty, event.depthChange >= 0 {
      anchored &+= ReaderNeeds().cost(ofTextOf: event.depthChange == 0 ? Int(event.length) : 0)
    }
    if event.isKey, event.kind == .string, event.flags.contains(.isMergeKey) {
      mergeDepth = mergeDepth ?? depth
    }
    depth += event.depthChange
    if let merge = mergeDepth, depth < merge { mergeDepth = nil }
    if event.depthChange <= 0 { endNode() }
  }

  private mutating func endNode() {
    guard let node = open.last, node.depth == depth else { return }
    open.removeLast()
    costs[node.name] = anchored &- node.costBefore
  }
}
