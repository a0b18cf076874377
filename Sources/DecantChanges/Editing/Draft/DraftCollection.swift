internal import DecantCore
internal import DecantEditing

/// A collection of a draft whose children are known one by one.
final class DraftCollection {
  struct Child {
    /// The key on the tape; nil for an element, and for a new key.
    let key: Int?
    /// The value on the tape; nil for a new one.
    let value: Int?
    /// The number among the children on the tape; nil for a new one.
    let number: Int?
    var newKey: KeyText?
    fileprivate(set) var node: DraftNode?
    fileprivate(set) var isRemoved = false
    /// Where a new key goes.
    fileprivate var order = NewKeyOrder.usual
    /// The number of children before it that are not in memory.
    fileprivate var skipped = 0

    var isNew: Bool { number == nil }
  }

  /// Where a new key of a mapping goes.
  enum NewKeyOrder {
    /// To its slot among sorted keys, or else to the end.
    case usual
    /// Before the child that had a number in the document, or to the end; those with one number in the order of their ranks.
    case before(Int, rank: String)
    /// After another child, or to the usual slot.
    case after(Int?)
    /// To the end.
    case last
  }

  let source: DraftTape
  /// The collection on the tape, with its anchor and tag.
  fileprivate(set) var node: Int
  let isMapping: Bool
  /// The children in their order; removed pairs of a mapping stay, so that the indices of others do not change.
  private(set) var children: [Child] = []
  private(set) var liveCount = 0
  private(set) var removedNumbers: [Int] = []
  private(set) var hasRenames = false
  private(set) var hasInsertions = false
  private var skippedCount = 0

  private var keyIndices: [KeyText: Int]?
  /// Whether keys have one name, of which `keyIndices` has the first.
  private var hasTwins = false
  private var lookups = 0
  private var onlyText: Bool?
  private var onlyVersions: Bool?

  init(_ source: DraftTape, _ node: Int) {
    self.source = source
    self.node = node
    let tape = source.tape
    let begin = tape.content(of: node)
    isMapping = tape[begin].kind == .beginMapping
    for child in tape.childList(of: begin) {
      if !children.isEmpty { skippedCount += source.gap(before: child.start)?.count ?? 0 }
      children.append(
        Child(key: child.key, value: child.value, number: children.count, skipped: skippedCount))
    }
    liveCount = children.count
  }

  /// The number of children, also of those that are not in memory.
  var count: Int { liveCount + skippedCount }

  /// Returns the number of an element, which counts also those that are not in memory.
  func number(at index: Int) -> Int { index + children[index].skipped }

  var liveIndices: [Int] { children.indices.filter { !children[$0].isRemoved } }

  func name(at index: Int) -> (name: KeyText, isText: Bool)? {
    if let key = children[index].newKey { return (key, true) }
    return children[index].key.flatMap { source.name(ofKeyAt: $0) }
  }

  // MARK: Finding

  /// Fewer lookups are done without an index of the keys.
  private static let lookupsWithoutIndex = 4

  /// Returns the index of a key: of the string with that text, or else of another scalar.
  func index(of key: KeyText) -> Int? {
    lookups += 1
    if keyIndices == nil, lookups <= Self.lookupsWithoutIndex { return search(key) }
    if keyIndices == nil { keyIndices = makeKeyIndices() }
    return keyIndices?[key]
  }

  private func search(_ key: KeyText) -> Int? {
    var other: Int?
    for index in children.indices where !children[index].isRemoved {
      guard let (name, isText) = name(at: index), name == key else { continue }
      if isText { return index }
      other = other ?? index
    }
    return other
  }

  private func makeKeyIndices() -> [KeyText: Int] {
    var indices: [KeyText: Int] = [:]
    var others: [KeyText: Int] = [:]
    var count = 0
    for index in children.indices where !children[index].isRemoved {
      guard let (name, isText) = name(at: index) else { continue }
      count += 1
      if isText {
        if indices[name] == nil { indices[name] = index }
      } else if others[name] == nil {
        others[name] = index
      }
    }
    indices.merge(others) { text, _ in text }
    hasTwins = indices.count < count
    return indices
  }

  /// Returns the index of a child that has a node: where it was last, unless children before it came or went.
  func index(of node: DraftNode) -> Int? {
    let last = node.lastIndex
    if children.indices.contains(last), children[last].node === node { return last }
    let index = children.firstIndex { $0.node === node }
    if let index { node.lastIndex = index }
    return index
  }

  /// Returns the index of an element; nil if it is not in memory.
  func index(ofElement number: Int) -> Int? {
    guard skippedCount > 0 else { return children.indices.contains(number) ? number : nil }
    return children.indices.first { self.number(at: $0) == number }
  }

  /// Returns the index of the element before which a new one with a number is; the end, if it is not in memory.
  func index(ofNewElement number: Int) -> Int { index(ofElement: number) ?? children.count }

  // MARK: Order

  /// The children without the removed ones, each new key in its slot.
  var ordered: [Child] {
    let live = children.filter { !$0.isRemoved }
    guard isMapping, hasInsertions else { return live }
    var followers: [Int: [Int]] = [:]
    var leaders: [Int: [(rank: String, index: Int)]] = [:]
    var result: [Child] = []
    var sorted: [Int] = []
    let isSorted = hasSortedKeys
    // A removed one too, for those that follow it.
    for index in children.indices where children[index].isNew {
      switch children[index].order {
      case .after(let other?): followers[other, default: []].append(index)
      case .after(nil), .usual: if isSorted { sorted.append(index) }
      case .before(let number, let rank): leaders[number, default: []].append((rank, index))
      case .last: break
      }
    }
    sorted.sort { (name(at: $0)?.name ?? "") < (name(at: $1)?.name ?? "") }
    var next = sorted[...]
    func append(_ index: Int) {
      var open = [index]
      while let index = open.popLast() {
        if !children[index].isRemoved { result.append(children[index]) }
        open += (followers[index] ?? []).reversed()
      }
    }
    func appendLeaders(of number: Int) {
      for leader in (leaders[number] ?? []).sorted(by: { $0.rank < $1.rank }) {
        append(leader.index)
      }
    }
    for index in children.indices {
      guard let number = children[index].number else { continue }
      appendLeaders(of: number)
      if let name = name(at: index)?.name {
        while let first = next.first, let other = self.name(at: first)?.name, other < name {
          append(next.removeFirst())
        }
      }
      append(index)
    }
    appendLeaders(of: children.count { !$0.isNew })
    for index in next { append(index) }
    for index in children.indices where children[index].isNew {
      switch children[index].order {
      case .last: append(index)
      case .usual, .after(nil): if !isSorted { append(index) }
      case .after, .before: break
      }
    }
    return result
  }

  /// Fewer keys do not show that they are sorted.
  private static let fewestSortedKeys = 5

  /// Whether the keys of the document are in ascending order of their bytes, and all in memory.
  private var hasSortedKeys: Bool {
    guard skippedCount == 0 else { return false }
    var last: KeyText?
    var count = 0
    for child in children {
      guard let key = child.key else { continue }
      guard let (name, isText) = source.name(ofKeyAt: key), isText, last.map({ $0 < name }) ?? true
      else { return false }
      last = name
      count += 1
    }
    return count >= Self.fewestSortedKeys
  }

  // MARK: Changing

  /// Returns the node of a child.
  func node(at index: Int, in parent: DraftNode) -> DraftNode {
    if let node = children[index].node { return node }
    let value = children[index].value ?? node
    let isOriginal = parent.original != nil && !parent.isReplaced
    let node = DraftNode(
      .part(source, value), original: isOriginal ? value : nil, in: parent)
    node.lastIndex = index
    children[index].node = node
    return node
  }

  /// Inserts a child; a pair is always the last one until its order is looked at.
  func insert(
    _ value: Document, forKey key: KeyText?, at index: Int, in parent: DraftNode,
    order: NewKeyOrder = .usual
  ) {
    let node = DraftNode(.part(DraftTape(value.tape), 0), in: parent)
    node.lastIndex = index
    var child = Child(key: nil, value: nil, number: nil, newKey: key, node: node)
    child.order = order
    child.skipped = index < children.count ? children[index].skipped : skippedCount
    children.insert(child, at: index)
    liveCount += 1
    hasInsertions = true
    if let key, keyIndices != nil {
      if index == children.count - 1 { keyIndices?[key] = index } else { keyIndices = nil }
    }
    // One that joins texts is text, too, unless its slot told its type.
    if onlyText == true, value.root.kind != .string { onlyText = false }
    if onlyVersions == true, value.root.text?.isNumberOrVersion != true { onlyVersions = nil }
  }

  /// Removes children whose indices ascend.
  func remove(at removed: [Int]) {
    liveCount -= removed.count
    valueChanged()
    removedNumbers += removed.compactMap { children[$0].number }
    guard isMapping else {
      let all = Set(removed)
      children = children.indices.filter { !all.contains($0) }.map { children[$0] }
      return
    }
    for index in removed {
      if let (name, _) = name(at: index), keyIndices?[name] == index {
        if hasTwins { keyIndices = nil } else { keyIndices?[name] = nil }
      }
      children[index].isRemoved = true
    }
  }

  func rename(at index: Int, to key: KeyText) {
    if !children[index].isNew { hasRenames = true }
    if !hasTwins, let (name, _) = name(at: index), keyIndices?[name] == index,
      keyIndices?[key] == nil
    {
      keyIndices?[name] = nil
      keyIndices?[key] = index
    } else {
      keyIndices = nil
    }
    children[index].newKey = key
  }

  func valueChanged() { (onlyText, onlyVersions) = (nil, nil) }

  /// Whether there are values, all of them strings; `isText` tells whether a node is one.
  func holdsOnlyText(_ isText: (DraftTape, Int) -> Bool) -> Bool {
    guard liveCount > 0 else { return false }
    if let onlyText { return onlyText }
    let gaps = children.dropFirst().compactMap { $0.key ?? $0.value }.compactMap {
      source.gap(before: $0)
    }
    let found = gaps.allSatisfy(\.holdsOnlyText) && allValues(isText)
    onlyText = found
    return found
  }

  /// Whether all values, which are strings, are numbers or versions.
  func holdsOnlyVersions(_ draft: Draft) -> Bool {
    let found =
      onlyVersions ?? allValues { $0.followedNode($1).text?.isNumberOrVersion ?? false }
    onlyVersions = found
    return found
  }

  /// Whether `isWanted` is true of all values in memory.
  private func allValues(_ isWanted: (DraftTape, Int) -> Bool) -> Bool {
    children.allSatisfy { child in
      guard !child.isRemoved else { return true }
      if let node = child.node {
        guard case .part(let tape, let index) = node.content else { return false }
        return isWanted(tape, index)
      }
      return child.value.map { isWanted(source, $0) } ?? false
    }
  }
}

extension DraftNode {
  /// Leaves out the anchor with which a new value begins.
  func dropAnchor() {
    switch content {
    case .part(let source, let index): content = .part(source, index + 1)
    case .open(let collection): collection.node += 1
    }
  }
}
