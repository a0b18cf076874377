internal import DecantConversion
internal import DecantCore

/// The order of children.
extension Draft {
  /// Sorts mappings by their keys, and sequences by what a path leads to in each element, or by the elements themselves.
  ///
  /// Children that are in order stay where they are; the others move with their comments. Where new keys always are the last,
  /// as in TOML, all after the first that moves do.
  func sort(
    _ path: PathPattern, by field: PathPattern?, newKeysAreLast: Bool
  ) throws(DecantError) {
    for node in try nodes(at: path.resolved(in: root)) {
      let node = try followedIfPossible(node)
      guard let collection = node.opened() else {
        throw problem(.notACollection, at: pointer(to: node), node)
      }
      try sort(collection, of: node, by: field, newKeysAreLast && collection.isMapping)
    }
  }

  private func sort(
    _ collection: DraftCollection, of node: DraftNode, by field: PathPattern?,
    _ newKeysAreLast: Bool
  ) throws(DecantError) {
    let live = collection.liveIndices
    let ranks = live.map { index -> SortRank in
      if let name = collection.name(at: index)?.name { return .text(name) }
      let element = collection.node(at: index, in: node)
      guard let field else { return SortRank(element) }
      return SortRank(field.matches(in: element).first?.node)
    }
    let order = live.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    let kept = order.filter { !collection.children[live[$0]].isNew }
    let fixed =
      newKeysAreLast ? Self.ascendingPrefix(of: kept) : Self.longestAscendingRun(of: kept)
    let moved = order.filter { !fixed.contains($0) }
    guard !moved.isEmpty else { return }
    let texts = moved.allSatisfy { collection.name(at: live[$0])?.isText ?? true }
    guard texts else { throw DecantError(.specific(EditProblem.unsortableKeys)) }
    let nodes = live.map { collection.node(at: $0, in: node) }
    let names = live.map { collection.name(at: $0)?.name }
    /// The number of the next child that stays, by the position of one that moves.
    var next = collection.children.count { !$0.isNew }
    var following = [Int](repeating: next, count: order.count)
    for (position, number) in order.enumerated().reversed() {
      if fixed.contains(number) { next = collection.children[live[number]].number ?? next }
      following[position] = next
    }
    var values: [Int: Document] = [:]
    for number in moved { values[number] = try copy(of: nodes[number]) }
    try remove(moved.sorted().map { nodes[$0] })
    for (position, number) in order.enumerated() {
      guard let value = values[number] else { continue }
      let digits = String(position)
      let rank = String(repeating: "0", count: 20 - digits.count) + digits
      try insert(
        value, forKey: names[number],
        at: collection.isMapping ? collection.children.count : position, in: node,
        order: .before(following[position], rank: rank))
    }
  }

  private static func ascendingPrefix(of numbers: [Int]) -> Set<Int> {
    var last = -1
    return Set(
      numbers.prefix { number in
        defer { last = number }
        return number > last
      })
  }

  /// Returns the longest subsequence whose numbers ascend.
  private static func longestAscendingRun(of numbers: [Int]) -> Set<Int> {
    let lengths = numbers.ascendingLengths
    var length = lengths.max() ?? 0
    var run: Set<Int> = []
    for index in numbers.indices.reversed() where lengths[index] == length {
      run.insert(numbers[index])
      length -= 1
    }
    return run
  }
}

/// What children are sorted by: numbers precede texts, and a missing value or a collection is last.
private enum SortRank: Comparable {
  case number(DecimalValue)
  case text(KeyText)
  case missing

  init(_ node: DraftNode?) {
    guard let node, let text = node.comparedText else {
      self = node?.kind.word.map { .text(KeyText($0)) } ?? .missing
      return
    }
    let isNumber = node.kind == .integer || node.kind == .real
    let number = isNumber ? Number(text).flatMap { DecimalValue($0.lexeme) } : nil
    self = number.map { .number($0) } ?? .text(KeyText(text))
  }
}
