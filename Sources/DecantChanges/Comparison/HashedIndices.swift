internal import DecantCore

/// Indices of things that are found by their hash, in a table with open addressing.
struct HashedIndices: Sendable {
  /// The upper half of a hash and an index, plus one; 0 if the slot is free.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0
  private let longestProbe: Int

  /// Creates an empty table that gives up after `longestProbe` slots, for hashes that an author of data can make collide.
  init(longestProbe: Int = .max) {
    self.longestProbe = longestProbe
  }

  /// Returns the index that `isEqual` accepts among those with this hash; otherwise adds `new` and returns it.
  package mutating func index(_ hash: UInt64, orAdding new: Int, where isEqual: (Int) -> Bool)
    -> Int
  {
    if count &* 2 >= slots.count { grow() }
    let upperHalf = hash & ~0xFFFF_FFFF
    var slot = Self.slot(upperHalf, slots.count)
    var probes = 0
    while slots[slot] != 0 {
      let found = slots[slot]
      if (found ^ upperHalf) >> 32 == 0 {
        let index = Int(UInt32(truncatingIfNeeded: found)) &- 1
        if isEqual(index) { return index }
      }
      probes &+= 1
      if probes >= longestProbe { return new }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    slots[slot] = upperHalf | UInt64(UInt32(truncatingIfNeeded: new &+ 1))
    count &+= 1
    return new
  }

  @inline(__always)
  private static func slot(_ hash: UInt64, _ count: Int) -> Int {
    let mixed = hash.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low >> 32) & (count &- 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count &* 2)
    for found in old where found != 0 {
      var slot = Self.slot(found & ~0xFFFF_FFFF, slots.count)
      while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
      slots[slot] = found
    }
  }
}
