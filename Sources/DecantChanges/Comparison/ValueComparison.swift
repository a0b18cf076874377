package import DecantConversion
public import DecantCore

/// A difference between an old value and a new one.
public struct ValueChange: Sendable, Hashable {
  /// The place in the old document; nil if the value was added.
  public let oldPlace: DocumentPointer?
  /// The place in the new document; nil if the value was removed.
  public let newPlace: DocumentPointer?
  let pointer: DocumentPointer
  /// The old value; nil if it was added.
  public let old: Value?
  /// The new value; nil if it was removed.
  public let new: Value?
  /// Whether an element is at another index of its list; what else has changed in it is a change of its own.
  public fileprivate(set) var isMove = false
  /// The new index of another element that a moved one is now on the other side of; nil unless its index is as before.
  package fileprivate(set) var passed: DocumentPointer?
  /// Whether only the order of keys differs.
  @inlinable public var isReordering: Bool { old != nil && old == new && !isMove }

  fileprivate init(
    oldPlace: DocumentPointer?, newPlace: DocumentPointer?, pointer: DocumentPointer, old: Value?,
    new: Value?
  ) {
    self.oldPlace = oldPlace
    self.newPlace = newPlace
    self.pointer = pointer
    self.old = old
    self.new = new
  }
}

/// What a comparison looks at, other than the values.
package struct ComparisonRules: Sendable {
  package var keyOrder = KeyOrderComparison.ignored
  package var numbers = NumberComparison.byValue
  package var keys = IdentifyingKeys()
  /// Whether an element that was moved is reported as such, rather than as removed and added.
  package var reportsMoves = false
  /// Whether lists are compared without order.
  package var ignoresOrder = false
  /// The most by which equal numbers differ.
  package var tolerance = 0.0
  /// The paths that are not compared.
  package var ignored: [PathPattern] = []

  package init() {}
}

/// The treatment of keys in another order.
public enum KeyOrderComparison: Sendable {
  /// The order is not compared.
  case ignored
  /// Another order is a difference.
  case significant
}

extension Value {
  /// Returns the changes that turn `other` into this value.
  ///
  /// The order of keys and the spelling of numbers are ignored. Time: the size of both, times the depth of differences.
  @inlinable public func difference(from other: Value) -> JSONPatch {
    JSONPatch(changes(from: other))
  }

  /// Returns the differences from `other`, in the order of this value.
  public func changes(
    from other: Value, keyOrder: KeyOrderComparison = .ignored
  ) -> [ValueChange] {
    var tape = VersionTape()
    // Only texts of gigabytes are too long for a tape.
    guard let old = try? tape.add(other), let new = try? tape.add(self) else {
      let root = DocumentPointer(tokens: [])
      return [ValueChange(oldPlace: root, newPlace: root, pointer: root, old: other, new: self)]
    }
    return tape.changes(from: old, to: new, keyOrder: keyOrder)
  }
}

extension Document {
  /// Returns the changes that turn `other` into this document; only what differs becomes values, to save memory.
  public func difference(from other: Document) throws(DecantError) -> JSONPatch {
    JSONPatch(try changes(from: other))
  }

  /// Returns the differences from `other`, in the order of this document.
  public func changes(
    from other: Document, keyOrder: KeyOrderComparison = .ignored
  ) throws(DecantError) -> [ValueChange] {
    var tape = VersionTape()
    let new = try tape.add(self)
    let old = try tape.add(other)
    return tape.changes(from: old, to: new, keyOrder: keyOrder)
  }
}

extension VersionTape {
  /// Returns the changes that turn `old` into `new`, in the order of `new`.
  package func changes(
    from old: Int, to new: Int, keyOrder: KeyOrderComparison = .ignored,
    numbers: NumberComparison = .byValue
  ) -> [ValueChange] {
    var rules = ComparisonRules()
    rules.keyOrder = keyOrder
    rules.numbers = numbers
    return changes(from: old, to: new, rules)
  }

  package func changes(from old: Int, to new: Int, _ rules: ComparisonRules) -> [ValueChange] {
    recursively { tape in
      var comparison = ValueComparison(tape, rules)
      comparison.compare(old, new)
      return comparison.changes
    }
  }

  /// Returns the changes that turn the documents of one file into those of another one, as elements of a list.
  ///
  /// Their paths begin with the index of the document, and `rules` are for the paths in each document.
  package func changes(
    fromDocuments old: [Int], to new: [Int], _ rules: ComparisonRules
  ) -> [ValueChange] {
    recursively { tape in
      var comparison = ValueComparison(tape, rules)
      comparison.compareDocuments(old, new)
      return comparison.changes
    }
  }
}

extension JSONPatch {
  @usableFromInline package init(_ changes: [ValueChange]) {
    self.init(
      changes.map { change in
        switch (change.old, change.new) {
        case (_, nil): .remove(change.pointer)
        case (nil, let new?): .add(change.pointer, new)
        case (_?, let new?): .replace(change.pointer, new)
        }
      })
  }
}

private struct ValueComparison {
  private(set) var changes: [ValueChange] = []
  private let tape: VersionTape
  private let rules: ComparisonRules
  /// The keys for the document that is being compared.
  private var keys: IdentifyingKeys
  /// Whether the first tokens are those of documents.
  private var isStream = false
  private var oldTokens: [KeyText] = []
  /// The path in the new value, and in the old one after all changes so far.
  private var newTokens: [KeyText] = []
  private let ignored: FollowedPaths
  /// The states of the root of the document and of each node on the path in the new value.
  private var states: [[Int]]

  init(_ tape: VersionTape, _ rules: ComparisonRules) {
    self.tape = tape
    self.rules = rules
    keys = rules.keys
    ignored = FollowedPaths(rules.ignored.map(\.followed))
    states = [ignored.statesOfRoot]
  }

  mutating func compareDocuments(_ old: [Int], _ new: [Int]) {
    isStream = true
    guard old.count == 1, new.count == 1 else { return compare(old[...], new[...]) }
    inside(0, 0) { $0.compare(old[0], new[0]) }
  }

  /// Whether the path is that of a document.
  private var isAtRoot: Bool { newTokens.count == (isStream ? 1 : 0) }

  mutating func compare(_ old: Int, _ new: Int) {
    guard tape.content(of: old) != tape.content(of: new), !isIgnored else { return }
    if isAtRoot { keys = rules.keys.knowing(rootKeys: tape.pairs(of: new)?.keys ?? []) }
    if let old = tape.textPairs(of: old), let new = tape.textPairs(of: new) {
      compare(old, new)
    } else if let old = tape.elements(of: old), let new = tape.elements(of: new) {
      compare(old[...], new[...])
    } else if !areEqual(old, new), !tape.areNear(old, new, within: rules.tolerance) {
      changes.append(change(tape.checkedValue(of: old), tape.checkedValue(of: new)))
    }
  }

  private var isIgnored: Bool { ignored.isEnd(states[states.count - 1]) }

  private func areEqual(_ old: Int, _ new: Int) -> Bool {
    guard tape.areEqual(old, new, numbers: rules.numbers) else { return false }
    switch rules.keyOrder {
    case .ignored: return true
    case .significant: return tape.haveKeysInSameOrder(old, new)
    }
  }

  // MARK: Mappings

  private mutating func compare(_ old: NodePairs, _ new: NodePairs) {
    for (key, value) in zip(old.keys, old.values) where new[key] == nil {
      inside(key) { $0.add(value, nil) }
    }
    for (key, value) in zip(new.keys, new.values) {
      let previous = old[key]
      inside(key) { comparison in
        if let previous { comparison.compare(previous, value) } else { comparison.add(nil, value) }
      }
    }
    guard rules.keyOrder == .significant else { return }
    let (common, others) = (
      old.keys.filter { new[$0] != nil }, new.keys.filter { old[$0] != nil }
    )
    if common != others {
      let keys = Value.sequence(common)
      // The values were compared above.
      changes.append(change(keys, keys))
    }
  }

  private mutating func inside(_ key: Value, _ body: (inout Self) -> Void) {
    let token = KeyText(key.string ?? "")
    inside(token, token, body)
  }

  private mutating func inside(_ old: KeyText, _ new: KeyText, _ body: (inout Self) -> Void) {
    oldTokens.append(old)
    newTokens.append(new)
    let around = states[states.count - 1]
    let isOfDocument = isStream && isAtRoot
    states.append(isOfDocument ? around : ignored.states(from: around, through: new))
    body(&self)
    oldTokens.removeLast()
    newTokens.removeLast()
    states.removeLast()
  }

  // MARK: Sequences

  private mutating func compare(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    var (oldStart, newStart) = (old.startIndex, new.startIndex)
    var (oldEnd, newEnd) = (old.endIndex, new.endIndex)
    while oldStart < oldEnd, newStart < newEnd, areEqual(old[oldStart], new[newStart]) {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, areEqual(old[oldEnd - 1], new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    let lists = [Array(old[oldStart..<oldEnd]), Array(new[newStart..<newEnd])]
    guard lists.allSatisfy({ !$0.isEmpty }) else {
      // Nothing can be the same element, which would be looked for in all values.
      let none = ElementPairs(oldCount: lists[0].count, newCount: lists[1].count)
      return compareWithoutOrder(old[oldStart..<oldEnd], new[newStart..<newEnd], none)
    }
    let keys = keys.keys(at: newTokens, ofStream: isStream) { tape.names(by: $0, of: lists) != nil }
    var identity = ElementIdentity(lists, named: keys, on: tape)
    var pairs = identity.pairs(from: 0, to: 1)
    if keys.isEmpty, rules.ignoresOrder || rules.reportsMoves {
      identity.addSimilar(from: 0, to: 1, &pairs)
    }
    if rules.ignoresOrder {
      compareWithoutOrder(old[oldStart..<oldEnd], new[newStart..<newEnd], pairs)
    } else {
      identity.addInOrder(&pairs)
      compare(old[oldStart..<oldEnd], new[newStart..<newEnd], pairs, identity.numbers)
    }
  }

  private mutating func compareWithoutOrder(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, _ pairs: ElementPairs
  ) {
    for index in pairs.oldAlone {
      inside(old.startIndex + index, new.startIndex) { $0.add(old[old.startIndex + index], nil) }
    }
    for index in new.indices {
      if let found = pairs.oldIndices[index - new.startIndex] {
        let before = old.startIndex + found
        inside(before, index) { $0.compare(old[before], new[index]) }
      } else {
        inside(old.startIndex, index) { $0.add(nil, new[index]) }
      }
    }
  }

  /// Compares pairs of elements in the order of the new list, after what is gone before each of them.
  private mutating func compare(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, _ pairs: ElementPairs, _ numbers: [[Int]]
  ) {
    let looksAtValues = rules.keyOrder == .ignored && rules.numbers == .byValue
    let isKept = Set(kept(of: pairs).map(\.old))
    let isMoved = rules.reportsMoves ? Set(pairs.all.map(\.old)).subtracting(isKept) : []
    // Of the next kept element, its index in the old list.
    var nextKept = [pairs.newIndices.count]
    for partner in pairs.oldIndices.reversed() {
      nextKept.append(
        partner.flatMap { isKept.contains($0) ? $0 : nil } ?? nextKept[nextKept.count - 1])
    }
    nextKept.reverse()
    var oldIndex = 0
    var lastKept: Int?
    for index in 0...pairs.oldIndices.count {
      while oldIndex < nextKept[index] {
        if !isMoved.contains(oldIndex) {
          inside(old.startIndex + oldIndex, new.startIndex + index) { comparison in
            comparison.add(old[old.startIndex + oldIndex], nil)
          }
        }
        oldIndex += 1
      }
      guard index < pairs.oldIndices.count else { return }
      let after = new.startIndex + index
      guard let partner = pairs.oldIndices[index],
        isKept.contains(partner) || isMoved.contains(partner)
      else {
        inside(old.startIndex + oldIndex, after) { $0.add(nil, new[after]) }
        continue
      }
      let before = old.startIndex + partner
      let haveMoved = isMoved.contains(partner)
      if !haveMoved { (oldIndex, lastKept) = (partner + 1, after) }
      let next = nextKept[index]
      let passed = partner > next ? pairs.newIndices[next].map { new.startIndex + $0 } : lastKept
      inside(before, after) { comparison in
        if haveMoved { comparison.addMove(of: old[before], past: before == after ? passed : nil) }
        if looksAtValues, numbers[0][partner] == numbers[1][index] { return }
        comparison.compare(old[before], new[after])
      }
    }
  }

  /// Returns as many pairs in the same order as possible, preferably of elements with the same index.
  private func kept(of pairs: ElementPairs) -> [(old: Int, new: Int)] {
    var kept = pairs.inOrder
    guard rules.reportsMoves else { return kept }
    // The counts of kept elements that are before an element, by their new and by their old indices.
    var (newCount, oldCount) = (0, 0)
    for (old, new) in pairs.all where old == new {
      while newCount < kept.count, kept[newCount].new < new { newCount += 1 }
      while oldCount < kept.count, kept[oldCount].old < old { oldCount += 1 }
      // Only one is on the other side.
      if abs(newCount - oldCount) == 1 { kept[min(newCount, oldCount)] = (old, new) }
    }
    return kept
  }

  private mutating func inside(_ old: Int, _ new: Int, _ body: (inout Self) -> Void) {
    inside(KeyText(String(old)), KeyText(String(new)), body)
  }

  private mutating func addMove(of node: Int, past other: Int?) {
    if isIgnored { return }
    let value = tape.checkedValue(of: node)
    var move = change(value, value)
    move.isMove = true
    move.passed = other.map { DocumentPointer(newTokens.dropLast() + [KeyText(String($0))]) }
    changes.append(move)
  }

  private mutating func add(_ old: Int?, _ new: Int?) {
    if isIgnored { return }
    changes.append(change(old.map(tape.checkedValue), new.map(tape.checkedValue)))
  }

  private func change(_ old: Value?, _ new: Value?) -> ValueChange {
    let pointer = DocumentPointer(newTokens)
    return ValueChange(
      oldPlace: old.map { _ in DocumentPointer(oldTokens) },
      newPlace: new.map { _ in pointer }, pointer: pointer, old: old, new: new)
  }
}
