package import DecantCore

/// The merge of two edits of one value, by structure, which leaves to the user what it cannot know.
///
/// Keys merge by name, and elements by identity (`ElementIdentity`). What is not proven to be the same was deleted and inserted.
/// A conflict is what both changed differently, and what one changed and the other removed or renamed; a list of which it is not
/// clear what happened to an element; and something that both removed, of which it cannot be told whether one of them has moved
/// or renamed it. Keys have the order of our side.
package struct ValueMerge {
  /// The merged value in which our side wins each conflict.
  package private(set) var ours = 0

  package private(set) var theirs = 0

  /// The places of the conflicts.
  package private(set) var conflicts: [DocumentPointer] = []

  private var rules: Rules
  private var tokens: [KeyText] = []
  private var removals = Removals()

  typealias Sides = (ours: Int?, theirs: Int?)

  /// What is known of a document, other than its values.
  package struct Rules: Sendable {
    package var keys = IdentifyingKeys()
    /// Whether the lines merge, and what looks like the same element may be taken for it.
    ///
    /// It does not make the merge then, but says whether the lines are right.
    package var confirmsLines = false
    /// Whether the elements of the root are the documents of a file.
    package var isStream = false

    package init() {}
  }

  /// Merges nodes of `tape`, and appends the results to it; without a base, both sides added the value.
  package init(
    base: Int?, ours: Int, theirs: Int, on tape: inout SharedTape, _ rules: Rules = Rules()
  ) throws(DecantError) {
    let outcome = tape.recursively { shared in
      var (merge, tape) = (Self(rules), shared)
      let result: Result<SharedTape, DecantError>
      do throws(DecantError) {
        try merge.mergeRoots(base, ours, theirs, &tape)
        result = .success(tape)
      } catch {
        result = .failure(error)
      }
      return (merge, result)
    }
    self = outcome.0
    tape = try outcome.1.get()
  }

  private init(_ rules: Rules) { self.rules = rules }

  private mutating func mergeRoots(
    _ base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) {
    if let root = tape.pairs(of: ours) { rules.keys = rules.keys.knowing(rootKeys: root.keys) }
    let isNew = base == nil && tape.kind(of: ours) == .beginMapping
    let merged =
      isNew && tape.kind(of: theirs) == .beginMapping
      ? try merge(mappings: nil, ours, theirs, &tape) : try merge(base, ours, theirs, &tape)
    self.ours = merged.ours ?? ours
    self.theirs = merged.theirs ?? theirs
    guard conflicts.isEmpty, let base, !tape.isSame(ours, theirs) else { return }
    conflicts = removals.unclear(base, ours, theirs, on: tape)
    if !conflicts.isEmpty { (self.ours, self.theirs) = (ours, theirs) }
  }

  private mutating func merge(
    _ base: Int?, _ ours: Int?, _ theirs: Int?, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    if tape.isSame(ours, theirs) {
      if let base, let ours { removals.addChange(ofBoth: base, ours, at: tokens, on: tape) }
      return (ours, ours)
    }
    if tape.isSame(theirs, base) {
      if let base, let ours { removals.addChange(ofOne: base, ours, at: tokens, on: tape) }
      return (ours, ours)
    }
    if tape.isSame(ours, base) {
      if let base, let theirs { removals.addChange(ofOne: base, theirs, at: tokens, on: tape) }
      return (theirs, theirs)
    }
    if let base, let ours, let theirs {
      switch (tape.kind(of: base), tape.kind(of: ours), tape.kind(of: theirs)) {
      case (.beginMapping, .beginMapping, .beginMapping):
        guard tape.hasReplaced(base, by: ours) || tape.hasReplaced(base, by: theirs) else {
          return try merge(mappings: base, ours, theirs, &tape)
        }
      case (.beginSequence, .beginSequence, .beginSequence):
        return try merge(sequences: base, ours, theirs, &tape)
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
    mappings base: Int?, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    guard let old = base.map(tape.pairs) ?? NodePairs(), let ours = tape.pairs(of: ours),
      let theirs = tape.pairs(of: theirs)
    else { return (ours, theirs) }
    let renamed = tape.renamedKeys(of: old, ours, theirs)
    let newNames = Set(renamed.values.map(\.key))
    let ourKeys = removals.addMapping(from: old, to: ours)
    let theirKeys = removals.addMapping(from: old, to: theirs)
    var (first, second): ([Int], [Int]) = ([], [])
    let more = zip(theirs.keys, theirs.keyNodes).filter { ours[$0.0] == nil }
    for (key, node) in Array(zip(ours.keys, ours.keyNodes)) + more where !newNames.contains(key) {
      let token = key.token ?? ""
      var (name, sides): (Int, Sides) = (node, (ours[key], theirs[key]))
      switch (old[key], ours[key] ?? theirs[key]) {
      case (let before?, let value?) where sides.ours == nil || sides.theirs == nil:
        if tape.isSame(value, before) { continue }
        if let new = renamed[key] {
          try inside(token) { merge in
            merge.removals.addChange(ofOne: before, value, at: merge.tokens, on: tape)
          }
          (name, sides) = (new.node, (value, value))
        } else {
          conflicts.append(DocumentPointer(tokens + [token]))
        }
      case (nil, let value?) where sides.ours == nil || sides.theirs == nil:
        removals.add(value, key, in: sides.ours == nil ? theirKeys : ourKeys, at: tokens)
        sides = (value, value)
      case (let before, _):
        sides = try inside(token) { [sides] (merge) throws(DecantError) in
          try merge.merge(before, sides.ours, sides.theirs, &tape)
        }
      }
      if let value = sides.ours { first += [name, value] }
      if let value = sides.theirs { second += [name, value] }
    }
    for (place, key) in old.keys.enumerated() where ours[key] == nil && theirs[key] == nil {
      removals.remove(old.values[place], key, place, at: tokens)
    }
    return try (tape.append(.beginMapping, of: first), tape.append(.beginMapping, of: second))
  }

  // MARK: Sequences

  private mutating func merge(
    sequences base: Int, _ ours: Int, _ theirs: Int, _ tape: inout SharedTape
  ) throws(DecantError) -> Sides {
    let lists = [base, ours, theirs].map { tape.elements(of: $0) ?? [] }
    let isStream = rules.isStream && tokens.isEmpty
    let keys = isStream ? IdentifyingKeys.documents : rules.keys.keys(at: tokens)
    var identity = ElementIdentity(lists, named: keys, on: tape)
    let edits = [1, 2].map { side in
      var pairs = identity.pairs(from: 0, to: side)
      if rules.confirmsLines { identity.addSimilar(from: 0, to: side, &pairs) }
      return ListEdit(
        pairs, removed: identity.evidence(of: pairs.oldAlone, in: 0),
        added: identity.evidence(of: pairs.newAlone, in: side))
    }
    let list = ListMerge(
      ours: edits[0], theirs: edits[1], numbers: identity.numbers,
      isSet: rules.keys.isSet(at: tokens))
    guard let items = list.items,
      !tape.haveChanged(edits[0].removed, of: lists[0], in: lists[2], edits[1]),
      !tape.haveChanged(edits[1].removed, of: lists[0], in: lists[1], edits[0])
    else {
      conflicts.append(DocumentPointer(tokens))
      return (ours, theirs)
    }
    var (first, second): ([Int], [Int]) = ([], [])
    for item in items {
      switch item {
      case .kept(let old):
        guard let our = edits[0].pairs.newPlaces[old], let their = edits[1].pairs.newPlaces[old]
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
    removals.addChanges(of: edits, lists, items, at: tokens)
    return try (tape.append(.beginSequence, of: first), tape.append(.beginSequence, of: second))
  }
}

extension SharedTape {
  /// Whether elements that one side removed are others in the list of the other side.
  fileprivate func haveChanged(
    _ removed: [Int], of old: [Int], in new: [Int], _ edit: ListEdit
  ) -> Bool {
    removed.contains { place in
      edit.pairs.newPlaces[place].map { !isSame(old[place], new[$0]) } ?? false
    }
  }

  /// Returns the new names of keys that one side renamed, and in whose collection the other one changed something.
  fileprivate func renamedKeys(
    of old: NodePairs, _ ours: NodePairs, _ theirs: NodePairs
  ) -> [Value: (key: Value, node: Int)] {
    var renamed: [Value: (key: Value, node: Int)] = [:]
    for (key, before) in zip(old.keys, old.values)
    where (ours[key] == nil) != (theirs[key] == nil) && !children(of: before).isEmpty {
      let (renaming, other) = ours[key] == nil ? (ours, theirs) : (theirs, ours)
      guard !isSame(other[key], before) else { continue }
      let found = zip(renaming.keys, renaming.keyNodes).filter { name, _ in
        old[name] == nil && isSame(renaming[name], before)
      }
      if found.count == 1, other[found[0].0] == nil { renamed[key] = (found[0].0, found[0].1) }
    }
    return renamed
  }

  /// Whether a mapping has no key in common with the one that it was.
  fileprivate func hasReplaced(_ old: Int, by new: Int) -> Bool {
    guard let old = pairs(of: old), let new = pairs(of: new) else { return false }
    return !old.keys.isEmpty && !new.keys.isEmpty && !new.keys.contains { old[$0] != nil }
  }

  func isSame(_ first: Int?, _ second: Int?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): areEqual(first, second, numbers: .byNotation)
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

  /// Whether the nodes are equal and their numbers have the same notation: `1` and `1.0` differ.
  package func areIdentical(_ first: [Int], _ second: [Int]) -> Bool {
    recursively { tape in first.elementsEqual(second) { tape.isSame($0, $1) } }
  }
}
