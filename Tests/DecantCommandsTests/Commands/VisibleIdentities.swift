import Decant
import DecantEditing

/// The identities of the nodes of an edited document as far as its text shows them.
///
/// A node that is where it was, in a mapping under its key, is the same one. One that was renamed or moved is the same if its
/// value shows it, an element of a list if its fields show it:
///
/// - *Not shown*: a scalar whose value changed as well as its key or its parent; a mapping of which each telling field changed, and
///   more than half of its content. It counts as removed, and as added.
/// - *Unclear*: a value that others could have by chance, a few fields that agree and some that do not, an element that was
///   replaced by another in its place. Both readings are right then, and so is a conflict: a strict reading takes it as removed and
///   added (and pairs equal elements of lists by their order), the other one as the same.
///
/// A value is telling if few nodes have it by chance: no boolean, no small number but an `id`, no version, no common word.
struct VisibleIdentities {
  private let base: EditedDocument
  private var side: EditedDocument
  private let reading: Reading
  private let firstName: Int

  /// What is unclear: whether all that is the same counts as that, also what replaced it and looks like it, or nothing; and which of
  /// equal elements are the same.
  enum Reading { case hidden, joinedFirst, joinedLast, strict, first, last }

  private var isStrict: Bool { [.strict, .first, .last].contains(reading) }

  private enum Evidence { case same, unclear, different }

  /// Returns `side` with the identities that it shows.
  static func document(
    _ side: EditedDocument, from base: EditedDocument, reading: Reading, firstName: Int
  ) -> EditedDocument {
    var visible = VisibleIdentities(
      base: base, side: side, reading: reading, firstName: firstName)
    visible.separate()
    visible.join()
    return visible.side
  }

  // MARK: Nodes that are not shown to be the same

  private mutating func separate() {
    var names: [Int: Int] = [:]
    for id in side.inOrder().dropFirst() where names[id] == nil && base.nodes[id] != nil {
      switch evidence(for: id) {
      case .same: continue
      case .unclear where !isStrict: continue
      default: for id in side.inOrder(from: id) { names[id] = firstName + id }
      }
    }
    side = side.renaming(names)
  }

  private func evidence(for id: Int) -> Evidence {
    guard let old = base.nodes[id], let new = side.nodes[id] else { return .different }
    let isElement = new.key == nil
    let isInPlace = (old.parent, old.key) == (new.parent, new.key)
    if isInPlace, !isElement { return .same }
    let (value, other) = (base.value(of: id), side.value(of: id))
    if isInPlace, value == other { return .same }
    guard case .scalar = old.content, case .scalar = new.content else {
      return Self.evidence(value, other)
    }
    if value == other {
      let isAlone = [base, side].allSatisfy { document in
        document.nodes.values.count { $0.content == .scalar(value) } == 1
      }
      let isTelling = value.isTelling(as: old.key) && isAlone
      if old.parent == new.parent || old.key == new.key { return isTelling ? .same : .unclear }
      return isTelling ? .unclear : .different
    }
    if value.isText, other.isText, Self.share(value, other) >= 0.5 { return .unclear }
    guard isInPlace, let parent = old.parent else { return .different }
    return base.isMoved(id, in: side, parent) == .no ? .same : .different
  }

  /// Whether equal or telling fields show that two values are the same.
  static func areSame(_ first: Value, _ second: Value) -> Bool {
    first == second || evidence(first, second) == .same
  }

  private static func evidence(_ old: Value, _ new: Value) -> Evidence {
    if old == new, !leaves(old).isEmpty { return .same }
    let share = share(old, new)
    guard let first = old.mapping, let second = new.mapping else {
      return share >= 0.5 ? .unclear : .different
    }
    var (proofs, doubts) = (0, 0)
    for (key, value) in first where value.isTelling(as: key.string) && !value.isText {
      if second[forKey: key] == value { proofs += 1 } else { doubts += 1 }
    }
    switch (proofs, doubts) {
    case (1..., 0): return .same
    case (1..., _): return .unclear
    default: return share >= 0.5 ? .unclear : .different
    }
  }

  private static func share(_ first: Value, _ second: Value) -> Double {
    let (first, second) = (leaves(first), leaves(second))
    return Double(first.intersection(second).count) / Double(max(first.count, second.count, 1))
  }

  private static func leaves(_ value: Value, _ path: String = "") -> Set<String> {
    switch value {
    case .mapping(let mapping):
      Set(mapping.flatMap { leaves($0.value, "\(path)/\($0.key.string ?? "")") })
    case .sequence(let elements): Set(elements.flatMap { leaves($0, path + "/-") })
    case .string(let text): Set(text.split(separator: "\n").map { "\(path):\($0)" })
    default: ["\(path):\(value)"]
    }
  }

  // MARK: Nodes that seem to be the same

  /// What has the key of something that is gone is taken for it.
  private mutating func join() {
    var queue = [EditedDocument.root]
    while let id = queue.popLast() {
      if base.isMapping(id), side.isMapping(id) { joinKeys(of: id) }
      if base.isSequence(id), side.isSequence(id) { joinElements(of: id) }
      queue += side.children(of: id).filter { base.nodes[$0] != nil }
    }
  }

  private mutating func joinKeys(of id: Int) {
    for child in side.children(of: id) {
      guard let old = base.child(of: id, side.nodes[child]?.key), old != child else { continue }
      let isElsewhere = side.nodes[old] != nil
      if !isStrict, isElsewhere || base.nodes[child] != nil { continue }
      take(child, for: old)
    }
  }

  private mutating func take(_ child: Int, for old: Int) {
    var names = [child: old]
    if side.nodes[old] != nil { names[old] = firstName + 50_000 + old }
    side = side.renaming(names)
  }

  /// Pairs equal elements by their order, and others that are between the same ones; all others are not the same.
  private mutating func joinElements(of list: Int) {
    let (old, new) = (base.children(of: list), side.children(of: list))
    let (values, others) = (old.map { base.value(of: $0) }, new.map { side.value(of: $0) })
    let hasTwins = Set(values).count < values.count || Set(others).count < others.count
    guard isStrict, hasTwins || (old + new).contains(where: isScalar) else {
      // What was removed and added again has not changed.
      for (place, child) in new.enumerated() where base.nodes[child] == nil {
        let twin = old.indices.first { side.nodes[old[$0]] == nil && values[$0] == others[place] }
        if let twin { take(child, for: old[twin]) }
      }
      if !isStrict, reading != .hidden {
        joinReplaced(old, reading == .joinedFirst ? new : new.reversed())
      }
      return
    }
    var pairs = anchors(old, values, new, others)
    for (place, value) in others.enumerated() where !pairs.contains(where: { $0.1 == place }) {
      let free = values.indices.filter { index in
        values[index] == value && !pairs.contains { $0.0 == index }
      }
      if let found = free.first(where: { old[$0] == new[place] }) ?? free.first {
        pairs.append((found, place))
      }
    }
    let found = Set(pairs.map(\.1))
    var gaps: [Int: [Int]] = [:]
    let anchored = anchors(old, values, new, others).sorted { $0.1 < $1.1 }
    for place in new.indices where !found.contains(place) {
      gaps[anchored.count { $0.1 < place }, default: []].append(place)
    }
    for (gap, places) in gaps {
      let free = old.indices.filter { index in
        anchored.count { $0.0 < index } == gap && !pairs.contains { $0.0 == index }
      }
      guard free.count == places.count else { continue }
      for (index, place) in zip(free, places) where isScalar(old[index]) || old[index] == new[place]
      {
        pairs.append((index, place))
      }
    }
    var names: [Int: Int] = [:]
    for (place, id) in new.enumerated() {
      let pair = pairs.first { $0.1 == place }.map { old[$0.0] }
      if let pair {
        names[id] = pair
      } else if old.contains(id) {
        names[id] = firstName + 70_000 + id
      }
    }
    for id in names.values where side.nodes[id] != nil && names[id] == nil {
      names[id] = firstName + 90_000 + id
    }
    side = side.renaming(names.filter { $0.key != $0.value })
  }

  /// Takes the element that looks most like one that it replaced for it, where that is unclear; of several, the first of `new`.
  private mutating func joinReplaced(_ old: [Int], _ new: [Int]) {
    for gone in old where side.nodes[gone] == nil {
      let before = neighbour(before: gone, in: base, side)
      let value = base.value(of: gone)
      let found = new.filter { child in
        base.nodes[child] == nil && neighbour(before: child, in: side, base) == before
          && Self.evidence(value, side.value(of: child)) == .unclear
      }
      let shares = found.map { Self.share(value, side.value(of: $0)) }
      if let most = shares.max(), let place = shares.firstIndex(of: most) {
        take(found[place], for: gone)
      }
    }
  }

  /// The last element before a node that another document has, too.
  private func neighbour(
    before id: Int, in document: EditedDocument, _ other: EditedDocument
  ) -> Int? {
    guard let list = document.nodes[id]?.parent else { return nil }
    return document.children(of: list).prefix { $0 != id }.last { other.nodes[$0] != nil }
  }

  private func isScalar(_ id: Int) -> Bool { base.isScalar(id) || side.isScalar(id) }

  /// The longest common subsequence of equal values, in which as many identities as possible are kept, or the first or last ones.
  private func anchors(
    _ old: [Int], _ values: [Value], _ new: [Int], _ others: [Value]
  ) -> [(Int, Int)] {
    var best = Array(
      repeating: Array(repeating: (weight: 0, pairs: [(Int, Int)]()), count: new.count + 1),
      count: old.count + 1)
    let isReversed = reading == .last
    for row in old.indices {
      for column in new.indices {
        let first = isReversed ? old.count - 1 - row : row
        let second = isReversed ? new.count - 1 - column : column
        let (up, left) = (best[row][column + 1], best[row + 1][column])
        var found = up.weight >= left.weight ? up : left
        if values[first] == others[second] {
          let before = best[row][column]
          let isKept = reading == .strict && old[first] == new[second]
          let weight = before.weight + (isKept ? 101 : 100)
          if weight > found.weight { found = (weight, before.pairs + [(first, second)]) }
        }
        best[row + 1][column + 1] = found
      }
    }
    return best[old.count][new.count].pairs
  }
}

extension EditedDocument {
  enum Movement { case no, unclear, yes }

  /// The children of `list` that `side` has as well, in its order.
  func common(_ list: Int, with side: EditedDocument) -> [Int] {
    let known = Set(side.children(of: list))
    return children(of: list).filter(known.contains)
  }

  /// Whether an element of this list was moved by `side`: not at all, in some of the shortest ways to explain the order, or in all.
  func isMoved(_ id: Int, in side: EditedDocument, _ list: Int) -> Movement {
    guard isSequence(list), side.isSequence(list) else { return .no }
    let order = common(list, with: side)
    let places = side.common(list, with: self).compactMap { order.firstIndex(of: $0) }
    guard let place = order.firstIndex(of: id), places != places.sorted() else { return .no }
    let longest = Self.longestRun(places)
    if Self.longestRun(places.filter { $0 != place }) < longest { return .no }
    let before = places.prefix { $0 != place }.filter { $0 < place }
    let after = places.drop { $0 != place }.filter { $0 > place }
    return Self.longestRun(before) + 1 + Self.longestRun(after) == longest ? .unclear : .yes
  }

  /// The length of the longest increasing subsequence.
  private static func longestRun(_ places: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, place) in places.enumerated() {
      lengths.append(
        1 + (places[..<index].indices.filter { places[$0] < place }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
