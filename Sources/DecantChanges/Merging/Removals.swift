internal import DecantCore

/// What both sides removed, and what one of them added: the first may be the second, moved, renamed or changed.
///
/// Then one side has changed what the other one removed, which nobody can see in the texts.
struct Removals {
  private struct Removed {
    let node: Int
    let key: Value?
    /// The place among the keys of its mapping.
    let place: Int
    let parent: [KeyText]
  }

  private struct Added {
    let node: Int
    let key: Value?
    /// The mapping that has the key.
    let mapping: Mapping?
    let parent: [KeyText]
  }

  /// The number of a mapping whose keys are known.
  typealias Mapping = Int

  private var removed: [Removed] = []
  private var added: [Added] = []
  private var mappings: [(old: NodePairs, new: NodePairs)] = []

  // MARK: Records

  /// Records that both sides removed the value of a key.
  mutating func remove(_ node: Int, _ key: Value?, _ place: Int, at parent: [KeyText]) {
    removed.append(Removed(node: node, key: key, place: place, parent: parent))
  }

  /// Records a mapping to which keys may be added.
  mutating func addMapping(from old: NodePairs, to new: NodePairs) -> Mapping {
    mappings.append((old, new))
    return mappings.count - 1
  }

  /// Records that one side added the value of a key.
  mutating func add(_ node: Int, _ key: Value, in mapping: Mapping, at parent: [KeyText]) {
    added.append(Added(node: node, key: key, mapping: mapping, parent: parent))
  }

  /// Records the differences of a node that only one side changed.
  mutating func addChange(
    ofOne old: Int, _ new: Int, at place: [KeyText], on tape: SharedTape
  ) {
    guard !tape.areEqual(old, new) else { return }
    if let olds = tape.pairs(of: old), let news = tape.pairs(of: new) {
      let mapping = addMapping(from: olds, to: news)
      for (key, value) in zip(news.keys, news.values) {
        if let before = olds[key] {
          addChange(ofOne: before, value, at: place + [key.token ?? ""], on: tape)
        } else {
          add(value, key, in: mapping, at: place)
        }
      }
    } else if tape.elements(of: old) != nil, let elements = tape.elements(of: new) {
      let difference = Difference(old, elements, tape)
      for element in difference.added { addElement(element, at: place) }
    } else if !tape.children(of: new).isEmpty {
      addElement(new, at: place)
    }
  }

  /// Records the differences of a node that both sides changed in the same way.
  mutating func addChange(
    ofBoth old: Int, _ new: Int, at place: [KeyText], on tape: SharedTape
  ) {
    guard !tape.areEqual(old, new) else { return }
    if let olds = tape.pairs(of: old), let news = tape.pairs(of: new) {
      for (index, key) in olds.keys.enumerated() {
        if let value = news[key] {
          addChange(ofBoth: olds.values[index], value, at: place + [key.token ?? ""], on: tape)
        } else {
          remove(olds.values[index], key, index, at: place)
        }
      }
    } else if tape.elements(of: old) != nil, let elements = tape.elements(of: new) {
      let difference = Difference(old, elements, tape)
      if difference.removed.count > difference.added.count {
        for element in difference.removed { remove(element, nil, 0, at: place) }
      } else {
        // What both changed in the same way is new in the place of something old.
        for (old, new) in zip(difference.removed, difference.added) {
          addChange(ofBoth: old, new, at: place, on: tape)
        }
      }
    }
  }

  /// Records what both sides did to a list.
  mutating func addChanges(
    of edits: [ListEdit], _ lists: [[Int]], _ items: [ListMerge.Item], at place: [KeyText]
  ) {
    for old in edits[0].removed where edits[1].pairs.newPlaces[old] == nil {
      remove(lists[0][old], nil, 0, at: place)
    }
    // What both added is not here once more.
    guard edits[0].added.count + edits[1].added.count == items.count(where: \.isNew) else {
      return
    }
    for side in [0, 1] {
      for new in edits[side].added { addElement(lists[side + 1][new], at: place) }
    }
  }

  private mutating func addElement(_ node: Int, at place: [KeyText]) {
    added.append(Added(node: node, key: nil, mapping: nil, parent: place))
  }
}

/// Where the new keys of a mapping are among the old ones.
private struct KeyGaps {
  private var gaps: [Value: ElementPairs.Gap] = [:]

  init(from old: NodePairs, to new: NodePairs) {
    let places = Dictionary(uniqueKeysWithValues: zip(old.keys, old.keys.indices))
    var pairs = ElementPairs(oldCount: old.keys.count, newCount: new.keys.count)
    for (place, key) in new.keys.enumerated() {
      if let found = places[key] { pairs.add(old: found, new: place) }
    }
    for (place, gap) in pairs.gaps { gaps[new.keys[place]] = gap }
  }

  /// Whether a new key may be where an old one was.
  func mayHold(_ key: Value, inPlaceOf old: Int) -> Bool {
    // Among keys in another order, the place is not known.
    guard let gap = gaps[key], gap.before < gap.after else { return true }
    return gap.before < old && old < gap.after
  }
}

extension ListMerge.Item {
  fileprivate var isNew: Bool {
    if case .kept = self { false } else { true }
  }
}

/// The elements of which one of two lists has more.
private struct Difference {
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  init(_ old: Int, _ new: [Int], _ tape: SharedTape) {
    let olds = tape.elements(of: old) ?? []
    let numbers = tape.numbers(of: [olds[...], new[...]])
    var counts: [Int: Int] = [:]
    for number in numbers[0] { counts[number, default: 0] += 1 }
    for number in numbers[1] { counts[number, default: 0] -= 1 }
    removed = zip(olds, numbers[0]).filter { counts[$0.1, default: 0] > 0 }.map(\.0)
    added = zip(new, numbers[1]).filter { counts[$0.1, default: 0] < 0 }.map(\.0)
  }
}

// MARK: - What is not clear

extension Removals {
  /// Returns the places of what both removed and one of them may have kept elsewhere.
  func unclear(_ base: Int, _ ours: Int, _ theirs: Int, on tape: SharedTape) -> [DocumentPointer] {
    guard !removed.isEmpty else { return [] }
    var tape = tape
    tape.hashCollections()
    var counts: [UInt64: (base: Int, ours: Int, theirs: Int)] = [:]
    for removed in removed {
      tape.forEachValue(of: removed.node) { _, node in
        guard tape.isDistinctive(node) else { return }
        // What was removed is not to be found any more.
        counts[tape.valueHash(of: node), default: (0, 0, 0)].base -= 1
      }
    }
    tape.forEachValue(of: base) { counts[tape.valueHash(of: $1)]?.base += 1 }
    tape.forEachValue(of: ours) { counts[tape.valueHash(of: $1)]?.ours += 1 }
    tape.forEachValue(of: theirs) { counts[tape.valueHash(of: $1)]?.theirs += 1 }
    let moved = Set(counts.filter { max($1.ours, $1.theirs) > $1.base }.keys)
    let traces = Traces(added.map { ($0.key, $0.node) }, tape)
    let hasScalar = added.contains { tape.elementKind(of: $0.node) == .scalar }
    let neighbours = Dictionary(grouping: added, by: \.parent)
    var gaps: [Mapping: KeyGaps] = [:]
    for mapping in Set(removed.flatMap { neighbours[$0.parent] ?? [] }.compactMap(\.mapping)) {
      gaps[mapping] = KeyGaps(from: mappings[mapping].old, to: mappings[mapping].new)
    }
    return removed.filter { removed in
      let kind = tape.elementKind(of: removed.node)
      return hasScalar && kind == .scalar
        || (neighbours[removed.parent] ?? []).contains { new in
          // Another element of the list, or a key where the removed one was: it may be that, renamed and changed.
          guard let key = new.key, let mapping = new.mapping else {
            return tape.elementKind(of: new.node) == kind
          }
          return gaps[mapping]?.mayHold(key, inPlaceOf: removed.place) ?? true
        }
        || tape.containsValue(of: removed.node, key: removed.key) { key, node in
          tape.isDistinctive(node) && moved.contains(tape.valueHash(of: node))
            || traces.mayHold(key, node, tape)
        }
    }.map { removed in DocumentPointer(removed.parent + [removed.key?.token].compactMap { $0 }) }
  }
}

/// What the added values consist of.
private struct Traces {
  private var keys: [ElementEvidence.Kind: Set<Value>] = [:]
  private var parts: Set<UInt64> = []

  init(_ added: [(key: Value?, node: Int)], _ tape: SharedTape) {
    for value in added {
      tape.forEachValue(of: value.node, key: value.key) { key, node in
        let evidence = tape.evidence(of: node)
        if let key { keys[evidence.kind, default: []].insert(key) }
        parts.formUnion(evidence.parts)
      }
    }
  }

  func mayHold(_ key: Value?, _ node: Int, _ tape: SharedTape) -> Bool {
    let evidence = tape.evidence(of: node)
    if let key, keys[evidence.kind]?.contains(key) ?? false { return true }
    return !evidence.parts.isDisjoint(with: parts)
  }
}

extension SharedTape {
  /// Whether `isFound` holds for a node or a value inside of it, with its key.
  fileprivate func containsValue(
    of node: Int, key: Value? = nil, _ isFound: (Value?, Int) -> Bool
  ) -> Bool {
    if isFound(key, node) { return true }
    if let pairs = pairs(of: node) {
      return zip(pairs.keys, pairs.values).contains { key, value in
        containsValue(of: value, key: key, isFound)
      }
    }
    return (elements(of: node) ?? []).contains { containsValue(of: $0, isFound) }
  }

  fileprivate func forEachValue(of node: Int, key: Value? = nil, _ body: (Value?, Int) -> Void) {
    _ = containsValue(of: node, key: key) { key, node in
      body(key, node)
      return false
    }
  }
}
