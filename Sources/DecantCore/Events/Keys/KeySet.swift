/// A set of keys, numbered in the order of insertion.
///
///     slots  │ free │ hash, 1 │ free │ hash, 0 │ …
///     starts │ 0    │ 6    │            text │ f first f second │
///
/// It takes, per key, the text, one byte, and at most 26 bytes; 37 while it grows.
package final class KeySet {
  private struct Slot: BitwiseCopyable {
    var hash: UInt32 = 0
    var key: Int32 = -1
  }

  /// The size is a power of two; at most three quarters are used.
  private var slots: Buffer<Slot>
  private var starts = Buffer<UInt32>(capacity: 1024)
  private var text = Buffer<UInt8>(capacity: 1 << 14)

  static let kept: Event.Flags = [.isASCII, .needsNoJSONEscape, .isEscaped]

  package init() {
    slots = Self.freeSlots(1 << 10)
  }

  package var count: Int { starts.count }

  package func insert(
    _ key: RawSpan, flags: Event.Flags, hash: Int
  ) throws(DecantError) -> (number: Int, isKnown: Bool) {
    let hash = UInt32(truncatingIfNeeded: hash)
    let place = place(of: key, flags, hash)
    guard slots[place].key < 0 else { return (Int(slots[place].key), true) }
    guard text.count + key.byteCount < Int(UInt32.max), count < Int(Int32.max) else {
      throw DecantError(.tooLong)
    }
    slots[place] = Slot(hash: hash, key: Int32(count))
    starts.append(UInt32(text.count))
    text.append(UInt8(truncatingIfNeeded: flags.intersection(Self.kept).rawValue))
    text.append(contentsOf: key)
    if count * 4 > slots.count * 3 { grow() }
    return (count - 1, false)
  }

  package func insert(identity: [UInt8]) throws(DecantError) -> (number: Int, isKnown: Bool) {
    var hasher = Hasher()
    hasher.combine(identity)
    let hash = hasher.finalize()
    return try identity.withBytes { (bytes) throws(DecantError) in
      try insert(bytes, flags: [], hash: hash)
    }
  }

  package func contains(_ key: RawSpan, flags: Event.Flags, hash: Int) -> Bool {
    slots[place(of: key, flags, UInt32(truncatingIfNeeded: hash))].key >= 0
  }

  func withKey<R, E>(
    _ number: Int, _ body: (RawSpan, Event.Flags) throws(E) -> R
  ) throws(E) -> R {
    let range = range(of: number)
    return try text.withBytes { (text) throws(E) -> R in
      try body(
        text.extracting(range), Event.Flags(rawValue: UInt16(text.byte(at: range.lowerBound - 1))))
    }
  }

  private func range(of number: Int) -> Range<Int> {
    let end = number + 1 < count ? Int(starts[number + 1]) : text.count
    return Int(starts[number]) + 1..<end
  }

  private func place(of key: RawSpan, _ flags: Event.Flags, _ hash: UInt32) -> Int {
    let mask = slots.count - 1
    var place = Int(hash) & mask
    while slots[place].key >= 0, slots[place].hash != hash || !isKey(slots[place].key, key, flags) {
      place = (place + 1) & mask
    }
    return place
  }

  private func isKey(_ number: Int32, _ key: RawSpan, _ flags: Event.Flags) -> Bool {
    withKey(Int(number)) { known, knownFlags in
      knownFlags.contains(.isEscaped) == flags.contains(.isEscaped) && known.isEqual(to: key)
    }
  }

  private func grow() {
    var larger = Self.freeSlots(slots.count * 2)
    let mask = larger.count - 1
    for index in 0..<slots.count where slots[index].key >= 0 {
      var place = Int(slots[index].hash) & mask
      while larger[place].key >= 0 { place = (place + 1) & mask }
      larger[place] = slots[index]
    }
    slots = larger
  }

  private static func freeSlots(_ count: Int) -> Buffer<Slot> {
    var slots = Buffer<Slot>(capacity: count)
    for _ in 0..<count { slots.append(Slot()) }
    return slots
  }
}

/// The keys of open mappings that exceed `MappingKeys.tableLimit`.
@usableFromInline struct SurplusKeys {
  private struct Level {
    let depth: Int
    let keys = KeySet()
    var last = 0
  }

  private var levels: [Level] = []
  @usableFromInline private(set) var depth = 0

  package mutating func removeAll() {
    levels.removeAll()
    depth = 0
  }

  @inline(never)
  @usableFromInline mutating func endMapping() {
    levels.removeLast()
    depth = levels.last?.depth ?? 0
  }

  mutating func record(
    _ key: RawSpan, _ flags: Event.Flags, _ hash: Int, at depth: Int
  ) throws(DecantError) -> Bool {
    if self.depth != depth {
      self.depth = depth
      levels.append(Level(depth: depth))
    }
    let top = levels.count - 1
    let (number, isKnown) = try levels[top].keys.insert(key, flags: flags, hash: hash)
    levels[top].last = number
    return isKnown
  }

  package func contains(_ key: RawSpan, _ hash: Int, at depth: Int) -> Bool {
    self.depth == depth && levels.last?.keys.contains(key, flags: [], hash: hash) == true
  }

  func withLastKey<R, E>(
    at depth: Int, _ body: (RawSpan, Event.Flags) throws(E) -> R
  ) throws(E) -> R? {
    guard let level = levels.first(where: { $0.depth == depth }) else { return nil }
    return try level.keys.withKey(level.last, body)
  }
}
