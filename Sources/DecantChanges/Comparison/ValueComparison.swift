public import DecantCore

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
  @inlinable public var isReordering: Bool { old != nil && old == new }
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
  /// The order of keys and the notation of numbers are ignored. Time: the size of both, times the depth of differences.
  @inlinable public func difference(from other: Value) -> JSONPatch {
    JSONPatch(changes(from: other))
  }

  /// Returns the differences from `other`, in the order of this value.
  public func changes(
    from other: Value, keyOrder: KeyOrderComparison = .ignored
  ) -> [ValueChange] {
    var tape = SharedTape()
    // Only texts of gigabytes are too long for a tape.
    guard let old = try? tape.add(other), let new = try? tape.add(self) else {
      let root = DocumentPointer(tokens: [])
      return [ValueChange(oldPlace: root, newPlace: root, place: root, old: other, new: self)]
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
    var tape = SharedTape()
    let new = try tape.add(self)
    let old = try tape.add(other)
    return tape.changes(from: old, to: new, keyOrder: keyOrder)
  }
}

extension SharedTape {
  /// Returns the changes that turn `old` into `new`, in the order of `new`.
  package func changes(
    from old: Int, to new: Int, keyOrder: KeyOrderComparison = .ignored,
    numbers: NumberComparison = .byValue
  ) -> [ValueChange] {
    recursively { tape in
      var comparison = ValueComparison(tape, keyOrder, numbers)
      comparison.compare(old, new)
      return comparison.changes
    }
  }
}

extension JSONPatch {
  @usableFromInline package init(_ changes: [ValueChange]) {
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

private struct ValueComparison {
  private(set) var changes: [ValueChange] = []
  private let tape: SharedTape
  private let keyOrder: KeyOrderComparison
  private let numbers: NumberComparison
  private var oldTokens: [KeyText] = []
  /// The path in the new value, and in the old one after all changes so far.
  private var newTokens: [KeyText] = []

  init(_ tape: SharedTape, _ keyOrder: KeyOrderComparison, _ numbers: NumberComparison) {
    self.tape = tape
    self.keyOrder = keyOrder
    self.numbers = numbers
  }

  mutating func compare(_ old: Int, _ new: Int) {
    guard tape.content(of: old) != tape.content(of: new) else { return }
    if let old = tape.textPairs(of: old), let new = tape.textPairs(of: new) {
      compare(old, new)
    } else if let old = tape.elements(of: old), let new = tape.elements(of: new) {
      compare(old[...], new[...])
    } else if !areEqual(old, new) {
      add(old, new)
    }
  }

  private func areEqual(_ old: Int, _ new: Int) -> Bool {
    guard tape.areEqual(old, new, numbers: numbers) else { return false }
    switch keyOrder {
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
    let token = KeyText(key.string ?? "")
    oldTokens.append(token)
    newTokens.append(token)
    body(&self)
    oldTokens.removeLast()
    newTokens.removeLast()
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
    let (firstOld, firstNew) = (oldStart, newStart)
    let numbered = tape.numbers(of: [old[oldStart..<oldEnd], new[newStart..<newEnd]])
    let pairs = SequenceAlignment(numbered[0][...], numbered[1][...]).pairs
    for pair in pairs + [(old: oldEnd - firstOld, new: newEnd - firstNew)] {
      let (oldNext, newNext) = (firstOld + pair.old, firstNew + pair.new)
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
    stretch old: ArraySlice<Int>, _ oldRange: Range<Int>, _ new: ArraySlice<Int>,
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
    oldTokens.append(KeyText(String(old)))
    newTokens.append(KeyText(String(new)))
    body(&self)
    oldTokens.removeLast()
    newTokens.removeLast()
  }

  private mutating func add(_ old: Int?, _ new: Int?) {
    changes.append(change(old.map(tape.checkedValue), new.map(tape.checkedValue)))
  }

  private func change(_ old: Value?, _ new: Value?) -> ValueChange {
    let place = DocumentPointer(newTokens)
    return ValueChange(
      oldPlace: old.map { _ in DocumentPointer(oldTokens) },
      newPlace: new.map { _ in place }, place: place, old: old, new: new)
  }
}
