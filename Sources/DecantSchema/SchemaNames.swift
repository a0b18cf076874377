internal import DecantCore

/// The keys that occur in schemas, each with a number.
///
/// The keywords have the first numbers. The keys of an instance are looked up once, and compared by number then.
struct SchemaNames: Sendable {
  private struct Slot: BitwiseCopyable, Sendable {
    var hash: UInt32
    /// The number of the name and 1; 0 if the slot is free.
    var number: UInt32
  }

  private var slots = [Slot](repeating: Slot(hash: 0, number: 0), count: 256)
  private var text: [UInt8] = []
  private var ends: [Int] = []

  init() {
    for keyword in SchemaKeyword.allCases { intern(keyword.name) }
  }

  var count: Int { ends.count }

  func name(_ number: Int) -> String { String(decoding: text[range(of: number)], as: UTF8.self) }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Returns the number of a name, or -1 if it is unknown.
  func number(of name: RawSpan) -> Int {
    let (place, _) = find(name)
    return Int(slots[place].number) - 1
  }

  @discardableResult
  mutating func intern(_ name: String) -> Int { name.withBytes { intern($0) } }

  mutating func intern(_ name: RawSpan) -> Int {
    let (place, hash) = find(name)
    if slots[place].number > 0 { return Int(slots[place].number) - 1 }
    text.append(copying: name)
    ends.append(text.count)
    slots[place] = Slot(hash: hash, number: UInt32(ends.count))
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  private func find(_ name: RawSpan) -> (place: Int, hash: UInt32) {
    // Seeded, so that a schema cannot be made of names that collide.
    var hasher = Hasher()
    name.hash(into: &hasher)
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    let mask = slots.count - 1
    var place = Int(hash) & mask
    while slots[place].number > 0 {
      if slots[place].hash == hash,
        text.withBytes({
          $0.extracting(range(of: Int(slots[place].number) - 1)).isEqual(to: name)
        })
      {
        break
      }
      place = (place + 1) & mask
    }
    return (place, hash)
  }

  private mutating func grow() {
    var larger = [Slot](repeating: Slot(hash: 0, number: 0), count: slots.count * 2)
    let mask = larger.count - 1
    for slot in slots where slot.number > 0 {
      var place = Int(slot.hash) & mask
      while larger[place].number > 0 { place = (place + 1) & mask }
      larger[place] = slot
    }
    slots = larger
  }
}
