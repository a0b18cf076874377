/// A difference between an old value and a new one.
public struct ValueChange: Sendable, Hashable {
  /// The place in the old document; nil if the value was added.
  public let oldPlace: DocumentPointer?
  /// The place in the new document; nil if the value was removed.
  public let newPlace: DocumentPointer?
  let place: DocumentPointer
  /// The old value; nil if it was added.
  public let old: Value?
  /// The new value; nil if it was removed.
  public let new: Value?
  /// Whether only the order of keys differs.
  public var isReordering: Bool { old != nil && old == new }
}

/// The treatment of keys in another order.
public enum KeyOrderComparison: Sendable {
  /// The order is not compared.
  case ignored
  /// Another order is a difference.
  case significant
}

package enum NumberComparison {
  case byValue
  case byNotation
}

extension Value {
  /// Returns the changes that turn `other` into this value.
  ///
  /// The order of keys and the notation of numbers are ignored. Time: the size of both, times the depth of differences.
  public func difference(from other: Value) -> JSONPatch { JSONPatch(changes(from: other)) }

  package func difference(from other: Value, numbers: NumberComparison) -> JSONPatch {
    var comparison = ValueComparison<Value>(.ignored, numbers)
    comparison.compare(other, self)
    return JSONPatch(comparison.changes)
  }

  /// Returns the differences from `other`, in the order of this value.
  public func changes(
    from other: Value, keyOrder: KeyOrderComparison = .ignored
  ) -> [ValueChange] {
    var comparison = ValueComparison<Value>(keyOrder, .byValue)
    comparison.compare(other, self)
    return comparison.changes
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
    try checkValues()
    try other.checkValues()
    var comparison = ValueComparison<ComparedNode>(keyOrder, .byValue)
    comparison.compare(ComparedNode(other), ComparedNode(self))
    return comparison.changes
  }
}

extension JSONPatch {
  fileprivate init(_ changes: [ValueChange]) {
    self.init(
      changes.map { change in
        switch (change.old, change.new) {
        case (_, nil): .remove(change.place)
        case (nil, let new?): .add(change.place, new)
        case (_?, let new?): .replace(change.place, new)
        }
      })
  }
}

private struct ValueComparison<Node: ComparableNode> {
  private(set) var changes: [ValueChange] = []
  private let keyOrder: KeyOrderComparison
  private let numbers: NumberComparison
  private var oldTokens: [String] = []
  /// The path in the new value, and in the old one after all changes so far.
  private var newTokens: [String] = []

  init(_ keyOrder: KeyOrderComparison, _ numbers: NumberComparison) {
    self.keyOrder = keyOrder
    self.numbers = numbers
  }

  mutating func compare(_ old: Node, _ new: Node) {
    if let old = old.pairs, let new = new.pairs {
      compare(old, new)
    } else if let old = old.elements, let new = new.elements {
      compare(old[...], new[...])
    } else if !areEqual(old, new) {
      add(old, new)
    }
  }

  private func areEqual(_ old: Node, _ new: Node) -> Bool {
    let areEqual =
      numbers == .byValue ? old == new : old.content.isIdentical(to: new.content)
    guard areEqual else { return false }
    switch keyOrder {
    case .ignored: return true
    case .significant: return old.hasKeysInOrder(of: new)
    }
  }

  // MARK: Mappings

  private mutating func compare(_ old: NodePairs<Node>, _ new: NodePairs<Node>) {
    for (key, value) in zip(old.keys, old.values) where new[key] == nil {
      inside(key) { $0.add(value, nil) }
    }
    for (key, value) in zip(new.keys, new.values) {
      let previous = old[key]
      inside(key) { comparison in
        if let previous { comparison.compare(previous, value) } else { comparison.add(nil, value) }
      }
    }
    guard keyOrder == .significant else { return }
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
    let token = key.string ?? ""
    oldTokens.append(token)
    newTokens.append(token)
    body(&self)
    oldTokens.removeLast()
    newTokens.removeLast()
  }

  // MARK: Sequences

  private mutating func compare(_ old: ArraySlice<Node>, _ new: ArraySlice<Node>) {
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
    let pairs = SequenceAlignment(old[oldStart..<oldEnd], new[newStart..<newEnd]).pairs
    for (oldNext, newNext) in pairs + [(old: oldEnd, new: newEnd)] {
      compare(stretch: old, oldStart..<oldNext, new, newStart..<newNext)
      // They are equal except for the order of their keys and the notation of numbers.
      if keyOrder == .significant || numbers == .byNotation, oldNext < oldEnd {
        inside(oldNext, newNext) { $0.compare(old[oldNext], new[newNext]) }
      }
      (oldStart, newStart) = (oldNext + 1, newNext + 1)
    }
  }

  /// Compares stretches without common elements: pairs of elements count as changed, in order.
  private mutating func compare(
    stretch old: ArraySlice<Node>, _ oldRange: Range<Int>, _ new: ArraySlice<Node>,
    _ newRange: Range<Int>
  ) {
    let common = min(oldRange.count, newRange.count)
    for offset in 0..<common {
      let (first, second) = (oldRange.lowerBound + offset, newRange.lowerBound + offset)
      inside(first, second) { $0.compare(old[first], new[second]) }
    }
    let newIndex = newRange.lowerBound + common
    for index in oldRange.dropFirst(common) {
      inside(index, newIndex) { $0.add(old[index], nil) }
    }
    for index in newRange.dropFirst(common) {
      inside(oldRange.upperBound, index) { $0.add(nil, new[index]) }
    }
  }

  private mutating func inside(_ old: Int, _ new: Int, _ body: (inout Self) -> Void) {
    oldTokens.append(String(old))
    newTokens.append(String(new))
    body(&self)
    oldTokens.removeLast()
    newTokens.removeLast()
  }

  private mutating func add(_ old: Node?, _ new: Node?) {
    changes.append(change(old?.content, new?.content))
  }

  private func change(_ old: Value?, _ new: Value?) -> ValueChange {
    let place = DocumentPointer(tokens: newTokens)
    return ValueChange(
      oldPlace: old.map { _ in DocumentPointer(tokens: oldTokens) },
      newPlace: new.map { _ in place }, place: place, old: old, new: new)
  }
}
