public import DecantCore

/// The merge of two edits of one value, by structure, which leaves to the user what it cannot know.
///
/// Keys merge by name, and elements by identity (`ElementIdentity`). An element that is not proven to be the same was deleted and
/// inserted. A conflict is a value that both sides changed differently, or that one side changed and the other side removed or
/// renamed; a list in which it is not clear what happened to an element; and a value that both sides removed, if one side has a
/// new value instead, or the same one elsewhere. Keys have the order of our side.
package struct ValueMerge {
  /// The merged value in which our side wins each conflict.
  package private(set) var ours = 0
  /// The same, with the changes of both sides also if it is not clear what became of a value that both removed.
  fileprivate var joined = 0

  package private(set) var theirs = 0

  /// The paths of the conflicts.
  package private(set) var conflicts: [DocumentPointer] = []

  private var keys: IdentifyingKeys
  /// Whether the lines merge, and what looks like the same element may be taken for it.
  ///
  /// It does not make the merge then, but says whether the lines are right.
  private let confirmsLines: Bool
  /// Whether the elements of the root are the documents of a file.
  private let isStream: Bool
  private var tokens: [KeyText] = []
  private var removals = Removals()

  typealias Sides = (ours: Int?, theirs: Int?)

  /// Merges nodes of `tape`, and appends the results to it; without a base, both sides added the value.
  ///
  /// `taken` is the base before what both did in the same way was done in `base`.
  package init(
    base: Int?, taken: Int? = nil, ours: Int, theirs: Int, on tape: inout VersionTape,
    keys: IdentifyingKeys = IdentifyingKeys(), confirmsLines: Bool = false, isStream: Bool = false
  ) throws(DecantError) {
    let outcome = tape.recursively { shared in
      var (merge, tape) = (Self(keys, confirmsLines, isStream), shared)
      let result: Result<VersionTape, DecantError>
      do throws(DecantError) {
        try merge.mergeRoots(base, taken: taken, ours, theirs, &tape)
        result = .success(tape)
      } catch {
        result = .failure(error)
      }
      return (merge, result)
    }
    self = outcome.0
    tape = try outcome.1.get()
  }

  private init(_ keys: IdentifyingKeys, _ confirmsLines: Bool, _ isStream: Bool) {
    (self.keys, self.confirmsLines, self.isStream) = (keys, confirmsLines, isStream)
  }

  private mutating func mergeRoots(
    _ base: Int?, taken: Int?, _ ours: Int, _ theirs: Int, _ tape: inout VersionTape
  ) throws(DecantError) {
    if let root = tape.pairs(of: ours) { keys = keys.knowing(rootKeys: root.keys) }
    let isNew = base == nil && tape.kind(of: ours) == .beginMapping
    let merged =
      isNew && tape.kind(of: theirs) == .beginMapping
      ? try merge(mappings: nil, ours, theirs, &tape) : try merge(base, ours, theirs, &tape)
    self.ours = merged.ours ?? ours
    self.theirs = merged.theirs ?? theirs
    joined = self.ours
    guard conflicts.isEmpty, let base, !tape.isSame(ours, theirs) else { return }
    if let taken { removals.addChange(ofBoth: taken, base, at: [], on: tape, isTaken: true) }
    conflicts = removals.moved(
      base: base, merged: self.ours, ours: ours, theirs: theirs, on: tape)
    if !conflicts.isEmpty { (self.ours, self.theirs) = (ours, theirs) }
  }

  private mutating func merge(
    _ base: Int?, _ ours: Int?, _ theirs: Int?, _ tape: inout VersionTape
  ) throws(DecantError) -> Sides {
    if tape.isSame(ours, theirs) {
      if let base, let ours { removals.addChange(ofBoth: base, ours, at: tokens, on: tape) }
      return (ours, ours)
    }
    if tape.isSame(theirs, base) { return (ours, ours) }
    if tape.isSame(ours, base) { return (theirs, theirs) }
    if let base, let ours, let theirs {
      switch (tape.kind(of: base), tape.kind(of: ours), tape.kind(of: theirs)) {
      case (.beginMapping, .beginMapping, .beginMapping):
        guard tape.hasReplaced(base, by: ours) || tape.hasReplaced(base, by: theirs) else {
          return try merge(mappings: base, ours, theirs, &tape)
        }
      case (.beginSequence, .beginSequence, .beginSequence):
        return try merge(sequences: base, ours, theirs, &tape)
      case (.string, .string, .string):
        if let text = try tape.mergedText(of: base, ours, theirs) { return (text, text) }
      default: break
      }
    }
    conflicts.append(DocumentPointer(tokens))
    return (ours, theirs)
  }

  private mutating func inside<R>(
    _ token: KeyText, _ body: (inout Self) throws(DecantError) -> R
  ) throws(DecantError) -> R {
    tokens.append(token)
    defer { tokens.removeLast() }
    return try body(&self)
  }

  // MARK: Mappings

  private mutating func merge(
    mappings base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout VersionTape
  ) throws(DecantError) -> Sides {
    guard let old = base.map(tape.pairs) ?? NodePairs(), let ours = tape.pairs(of: ours),
      let theirs = tape.pairs(of: theirs)
    else { return (ours, theirs) }
    let renamed = tape.renamedKeys(of: old, ours, theirs)
    let newNames = Set(renamed.values.map(\.key))
    let replacing = tape.replacingKeys(of: old, ours, theirs)
    var (first, second): ([Int], [Int]) = ([], [])
    let more = zip(theirs.keys, theirs.keyNodes).filter { ours[$0.0] == nil }
    for (key, node) in Array(zip(ours.keys, ours.keyNodes)) + more where !newNames.contains(key) {
      let token = key.token ?? ""
      var (name, sides): (Int, Sides) = (node, (ours[key], theirs[key]))
      switch (old[key], ours[key] ?? theirs[key]) {
      case (let before?, let value?) where sides.ours == nil || sides.theirs == nil:
        if tape.isSame(value, before) { continue }
        if let new = renamed[key] {
          (name, sides) = (new.node, (value, value))
        } else {
          conflicts.append(DocumentPointer(tokens + [token]))
        }
      case (nil, _) where replacing.contains(key):
        conflicts.append(DocumentPointer(tokens + [token]))
      case (nil, let value?) where sides.ours == nil || sides.theirs == nil:
        sides = (value, value)
      case (let before, _):
        sides = try inside(token) { [sides] (merge) throws(DecantError) in
          try merge.merge(before, sides.ours, sides.theirs, &tape)
        }
      }
      if let value = sides.ours { first += [name, value] }
      if let value = sides.theirs { second += [name, value] }
    }
    for (index, key) in old.keys.enumerated() where ours[key] == nil && theirs[key] == nil {
      removals.remove(old.values[index], key, at: tokens)
    }
    return try (tape.append(.beginMapping, of: first), tape.append(.beginMapping, of: second))
  }

  // MARK: Sequences

  private mutating func merge(
    sequences base: Int, _ ours: Int, _ theirs: Int, _ tape: inout VersionTape
  ) throws(DecantError) -> Sides {
    let lists = [base, ours, theirs].map { tape.elements(of: $0) ?? [] }
    let named = keys.keys(at: tokens, ofStream: isStream) {
      tape.names(by: $0, of: lists) != nil
    }
    var identity = ElementIdentity(lists, named: named, on: tape)
    let edits = [1, 2].map { side in
      var pairs = identity.pairs(from: 0, to: side)
      if confirmsLines { identity.addSimilar(from: 0, to: side, ifClear: true, &pairs) }
      return ListEdit(pairs)
    }
    let list = ListMerge(
      ours: edits[0], theirs: edits[1], numbers: identity.numbers,
      isSet: keys.isSet(at: Array(tokens.dropFirst(isStream ? 1 : 0))),
      confirmsLines: confirmsLines)
    let areKnown = [(0, 1), (1, 0)].allSatisfy { side, other in
      let removed = Set(edits[side].removed)
      let unclear = identity.copied(from: 0, to: other + 1, edits[other].pairs)
      return removed.isDisjoint(with: unclear)
        && !tape.haveChanged(edits[side].removed, of: lists[0], in: lists[other + 1], edits[other])
    }
    // What both added may be the same element with two values.
    var both = identity.pairs(from: 1, to: 2)
    identity.addSimilar(from: 1, to: 2, ifClear: true, &both)
    let areTwo = edits[0].added.allSatisfy { our in
      guard let their = both.newIndices[our], edits[1].pairs.oldIndices[their] == nil else {
        return true
      }
      return tape.isSame(lists[1][our], lists[2][their])
    }
    guard let items = list.items, areKnown, areTwo else {
      conflicts.append(DocumentPointer(tokens))
      return (ours, theirs)
    }
    var (first, second): ([Int], [Int]) = ([], [])
    for item in items {
      switch item {
      case .kept(let old):
        guard let our = edits[0].pairs.newIndices[old], let their = edits[1].pairs.newIndices[old]
        else { continue }
        let sides = try inside(KeyText(String(first.count))) { (merge) throws(DecantError) in
          try merge.merge(lists[0][old], lists[1][our], lists[2][their], &tape)
        }
        first.append(sides.ours ?? lists[1][our])
        second.append(sides.theirs ?? lists[2][their])
      case .ours(let new):
        first.append(lists[1][new])
        second.append(lists[1][new])
      case .theirs(let new):
        first.append(lists[2][new])
        second.append(lists[2][new])
      }
    }
    for old in edits[0].removed where edits[1].pairs.newIndices[old] == nil {
      removals.remove(lists[0][old], at: tokens)
    }
    return try (tape.append(.beginSequence, of: first), tape.append(.beginSequence, of: second))
  }
}

extension ElementPairs {
  /// The keys of two mappings, as elements of lists.
  fileprivate init(of old: NodePairs, and new: NodePairs) {
    self.init(oldCount: old.keys.count, newCount: new.keys.count)
    let indices = Dictionary(zip(old.keys, old.keys.indices)) { first, _ in first }
    for (index, key) in new.keys.enumerated() {
      if let found = indices[key] { add(old: found, new: index) }
    }
  }
}

extension VersionTape {
  /// Returns a text of several lines that both changed; nil if they changed the same ones.
  fileprivate mutating func mergedText(
    of base: Int, _ ours: Int, _ theirs: Int
  ) throws(DecantError) -> Int? {
    let texts = [base, ours, theirs].compactMap(longText)
    guard texts.count == 3 else { return nil }
    let lines = LineMerge.merge(base: texts[0], ours: texts[1], theirs: texts[2])
    return lines.isClean ? try append(text: lines.text(choosing: .ours)) : nil
  }

  /// Whether elements that one side removed are others in the list of the other side.
  fileprivate func haveChanged(
    _ removed: [Int], of old: [Int], in new: [Int], _ edit: ListEdit
  ) -> Bool {
    removed.contains { index in
      edit.pairs.newIndices[index].map { !isSame(old[index], new[$0]) } ?? false
    }
  }

  /// Returns the new names of keys that one side renamed, and in whose collection the other side changed something.
  ///
  /// The new key has the index and the value of the old key, and the value has something in it that is hardly elsewhere by chance:
  /// at another index, the new key may be another key.
  fileprivate func renamedKeys(
    of old: NodePairs, _ ours: NodePairs, _ theirs: NodePairs
  ) -> [Value: (key: Value, node: Int)] {
    var renamed: [Value: (key: Value, node: Int)] = [:]
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      let removed = old.keys.indices.filter { index in
        let (key, value) = (old.keys[index], old.values[index])
        return side[key] == nil && other[key].map { !isSame($0, value) } ?? false
          && !children(of: value).isEmpty && hasScalar(value)
      }
      guard !removed.isEmpty else { continue }
      let pairs = ElementPairs(of: old, and: side)
      let neighbors = pairs.neighbors
      let added = Dictionary(grouping: pairs.newAlone) { valueHash(of: side.values[$0]) }
      for index in removed {
        let found = (added[valueHash(of: old.values[index])] ?? []).filter {
          isSame(side.values[$0], old.values[index])
        }
        guard found.count == 1, let near = neighbors[found[0]], near.before < index,
          index < near.after,
          other[side.keys[found[0]]] == nil
        else { continue }
        renamed[old.keys[index]] = (side.keys[found[0]], side.keyNodes[found[0]])
      }
    }
    return renamed
  }

  /// Returns the keys that one side added instead of a key that both removed: each may be this key, renamed and changed.
  fileprivate func replacingKeys(
    of old: NodePairs, _ ours: NodePairs, _ theirs: NodePairs
  ) -> Set<Value> {
    let removed = old.keys.indices.filter {
      ours[old.keys[$0]] == nil && theirs[old.keys[$0]] == nil
    }
    guard !removed.isEmpty else { return [] }
    var result: Set<Value> = []
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      let added = ElementPairs(of: old, and: side).added(inPlaceOf: removed)
      result.formUnion(added.map { side.keys[$0] }.filter { other[$0] == nil })
    }
    return result
  }

  /// Whether a mapping has no key in common with the mapping that it replaces.
  fileprivate func hasReplaced(_ old: Int, by new: Int) -> Bool {
    guard let old = pairs(of: old), let new = pairs(of: new) else { return false }
    return !old.keys.isEmpty && !new.keys.isEmpty && !new.keys.contains { old[$0] != nil }
  }

  private func hasScalar(_ node: Int) -> Bool {
    var isFound = false
    forEachScalar(of: node) { _ in isFound = true }
    return isFound
  }

  func isSame(_ first: Int?, _ second: Int?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): areEqual(first, second, numbers: .bySpelling)
    default: false
    }
  }

  /// Whether a text with marks shows a merge: `found` are its values with our and with their side of each mark.
  ///
  /// Where these are the same, there are no marks, and the value has to be merged without a conflict.
  package func show(_ merged: (ours: Int, theirs: Int), in found: (ours: Int, theirs: Int)) -> Bool
  {
    recursively { $0.shows(merged, in: found) }
  }

  private func shows(
    _ merged: (ours: Int, theirs: Int), in found: (ours: Int, theirs: Int)
  ) -> Bool {
    if isSame(found.ours, found.theirs) {
      return isSame(merged.ours, merged.theirs) && isSame(found.ours, merged.ours)
    }
    guard let our = pairs(of: merged.ours), let their = pairs(of: merged.theirs),
      let first = pairs(of: found.ours), let second = pairs(of: found.theirs)
    else { return true }
    return Set(our.keys + their.keys + first.keys + second.keys).allSatisfy { key in
      switch (first[key], second[key]) {
      case (nil, nil): return false
      case (let one?, let other?):
        guard let our = our[key], let their = their[key] else { return !isSame(one, other) }
        return shows((our, their), in: (one, other))
      default: return true
      }
    }
  }

  /// Whether the nodes are equal and their numbers have the same spelling: `1` and `1.0` differ.
  package func areIdentical(_ first: [Int], _ second: [Int]) -> Bool {
    recursively { tape in first.elementsEqual(second) { tape.isSame($0, $1) } }
  }
}

extension Value {
  /// Merges two edits of a value by structure: keys by name, elements by identity.
  ///
  ///     let merge = try Value.merged(base: read, ours: changed, theirs: found)
  ///
  /// Our side wins each conflict: a value that both sides changed differently, or that one changed and the other removed. The
  /// order of keys is ours.
  public static func merged(
    base: Value, ours: Value, theirs: Value
  ) throws(DecantError) -> (value: Value, conflicts: [DocumentPointer]) {
    var tape = VersionTape()
    let nodes = (try tape.add(base), try tape.add(ours), try tape.add(theirs))
    let merge = try ValueMerge(base: nodes.0, ours: nodes.1, theirs: nodes.2, on: &tape)
    return (try tape.value(of: merge.joined), merge.conflicts)
  }
}
