/// The numbers of entries, found by the hashes of their keys: a table with open addressing.
///
///     slots │ free │ hash, number │ hash, number │ free │ …     a power of two, at most three quarters used
///
/// The entries are the caller's, who says which one of those with a hash has the key. Where a document's author chooses the
/// keys, hashes are seeded at random, so that colliding keys cannot be prepared.
@usableFromInline package struct HashIndex: Sendable {
  /// The hash in the upper half, the number plus one in the lower; 0 if free.
  @usableFromInline var slots: [UInt64]
  @usableFromInline package private(set) var count = 0

  private static let fewestSlots = 64

  package init() {
    slots = [UInt64](repeating: 0, count: Self.fewestSlots)
  }

  /// Returns the number of the entry with this hash that `isEqual` accepts.
  @inlinable @inline(__always)
  package func find(_ hash: UInt32, _ isEqual: (_ number: Int) -> Bool) -> Int? {
    let slot = slot(of: hash, isEqual)
    return slots[slot] == 0 ? nil : Self.number(in: slots[slot])
  }

  /// Returns the number of the entry with this hash that `isEqual` accepts; enters `number` and returns nil if there is none.
  @inlinable @inline(__always)
  package mutating func find(
    _ hash: UInt32, orAdd number: Int, _ isEqual: (_ number: Int) -> Bool
  ) -> Int? {
    let slot = slot(of: hash, isEqual)
    guard slots[slot] == 0 else { return Self.number(in: slots[slot]) }
    enter(number, hash, at: slot)
    return nil
  }

  /// Enters an entry that is not in the index.
  @inlinable
  package mutating func add(_ number: Int, _ hash: UInt32) {
    enter(number, hash, at: slot(of: hash) { _ in false })
  }

  package mutating func removeAll() {
    self = HashIndex()
  }

  /// Returns the number in the first slot of a hash, to load its entry before it is compared.
  @inlinable @inline(__always)
  package func firstNumber(_ hash: UInt32) -> Int? {
    let found = slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
    return found == 0 ? nil : Self.number(in: found)
  }

  @inlinable @inline(__always)
  static func number(in slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
  }

  @inlinable @inline(__always)
  func slot(of hash: UInt32, _ isEqual: (_ number: Int) -> Bool) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = slots[slot]
      if found == 0 { return slot }
      if UInt32(truncatingIfNeeded: found &>> 32) == hash, isEqual(Self.number(in: found)) {
        return slot
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inlinable @inline(__always)
  mutating func enter(_ number: Int, _ hash: UInt32, at slot: Int) {
    slots[slot] = UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: number &+ 1)
    count &+= 1
    if count &* 4 > slots.count &* 3 { grow() }
  }

  @inline(never)
  @usableFromInline mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for found in slots where found != 0 {
      var slot = Int(truncatingIfNeeded: found &>> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = found
    }
    slots = larger
  }
}
