/// A difference between an old value and a new one.
public struct ValueChange: Sendable, Hashable {
  /// The place in the old document; nil if the value was added.
  public let oldPlace: DocumentPointer?
  /// The place in the new document; nil if the value was removed.
  public let newPlace: DocumentPointer?
  /// The place after all earlier changes.
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

/// The comparison of numbers.
package enum NumberComparison {
  /// `1` equals `1.0`.
  case byValue
  /// Another notation is a difference.
  case byNotation
}

extension Value {
  /// Returns the changes that turn `other` into this value.
  ///
  /// They ignore the order of keys and the notation of numbers. The time is proportional to the
  /// size of both values, times the depth of the differences.
  public func difference(from other: Value) -> JSONPatch {
    difference(from: other, numbers: .byValue)
  }

  package func difference(from other: Value, numbers: NumberComparison) -> JSONPatch {
    var comparison = ValueComparison(.ignored, numbers)
    comparison.compare(other, self)
    return JSONPatch(
      comparison.changes.map { change in
        switch (change.old, change.new) {
        case (_, nil): .remove(change.place)
        case (nil, let new?): .add(change.place, new)
        case (_?, let new?): .replace(change.place, new)
        }
      })
  }

  /// Returns the differences from `other`, in the order of this value.
  public func changes(
    from other: Value, keyOrder: KeyOrderComparison = .ignored
  ) -> [ValueChange] {
    var comparison = ValueComparison(keyOrder, .byValue)
    comparison.compare(other, self)
    return comparison.changes
  }
}

private struct ValueComparison {
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

  mutating func compare(_ old: Value, _ new: Value) {
    switch (old, new) {
    case (.mapping(let old), .mapping(let new)) where old.hasOnlyTextKeys && new.hasOnlyTextKeys:
      compare(old, new)
    case (.sequence(let old), .sequence(let new)):
      compare(old[...], new[...])
    case _ where !areEqual(old, new):
      add(old, new)
    default:
      break
    }
  }

  private func areEqual(_ old: Value, _ new: Value) -> Bool {
    guard numbers == .byValue ? old == new : old.isIdentical(to: new) else { return false }
    switch keyOrder {
    case .ignored: return true
    case .significant: return old.hasKeysInOrder(of: new)
    }
  }

  // MARK: Mappings

  private mutating func compare(_ old: Mapping, _ new: Mapping) {
    for (key, value) in old where new.index(forKey: key) == nil {
      inside(key) { $0.add(value, nil) }
    }
    for (key, value) in new {
      let previous = old[forKey: key]
      inside(key) { comparison in
        if let previous { comparison.compare(previous, value) } else { comparison.add(nil, value) }
      }
    }
    guard keyOrder == .significant else { return }
    let (common, others) = (
      old.keys.filter { new.index(forKey: $0) != nil },
      new.keys.filter { old.index(forKey: $0) != nil }
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

  private mutating func compare(_ old: ArraySlice<Value>, _ new: ArraySlice<Value>) {
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
    stretch old: ArraySlice<Value>, _ oldRange: Range<Int>, _ new: ArraySlice<Value>,
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

  // MARK: Results

  private mutating func add(_ old: Value?, _ new: Value?) {
    changes.append(change(old, new))
  }

  private func change(_ old: Value?, _ new: Value?) -> ValueChange {
    let place = DocumentPointer(tokens: newTokens)
    return ValueChange(
      oldPlace: old.map { _ in DocumentPointer(tokens: oldTokens) },
      newPlace: new.map { _ in place }, place: place, old: old, new: new)
  }
}

extension Mapping {
  fileprivate var hasOnlyTextKeys: Bool { allSatisfy { $0.key.string != nil } }
}

extension Value {
  fileprivate func hasKeysInOrder(of other: Value) -> Bool {
    switch (self, other) {
    case (.mapping(let first), .mapping(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy {
          $0.key == $1.key && $0.value.hasKeysInOrder(of: $1.value)
        }
    case (.sequence(let first), .sequence(let second)):
      zip(first, second).allSatisfy { $0.hasKeysInOrder(of: $1) }
    default: true
    }
  }
}
