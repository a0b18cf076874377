internal import DecantCore

typealias SortKeysStage = RearrangingStage<ByteOrder>

/// The order of keys by their bytes, for which other scalars have their text; collections come last; stable.
///
/// In the outermost mapping, some keys come first, in an order of their own.
struct ByteOrder: PairArrangement {
  static var needs: StageNeeds { .sortedAliases }
  static var droppedFlags: Event.Flags { [] }

  private struct SortKey {
    /// The first eight bytes, big-endian, which nearly always decide.
    var prefix: UInt64
    var index: UInt32
    /// The place among the keys that come first, then that of other scalars, and that of collections.
    var rank: UInt32
  }

  private var sortKeys: [SortKey] = []
  private var old: [KeptPair] = []
  /// Whether blank lines stay in their slots; TOML's writer moves sections, which take them along.
  private var keepsSlots = true
  private var first: [String] = []

  init() {}

  init(keepingPlaces keepsSlots: Bool, first: [String]) {
    self.keepsSlots = keepsSlots
    self.first = first
  }

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) throws(DecantError) {
    guard pairs.count - start > 1 else { return }
    sortKeys.removeAll(keepingCapacity: true)
    old.removeAll(keepingCapacity: true)
    old.append(contentsOf: pairs[start...])
    try tape.text.withBytes { (text) throws(DecantError) in
      // The pairs of a nested mapping follow those of the mappings around it.
      let first = start == 0 ? first : []
      for index in old.indices {
        sortKeys.append(Self.sortKey(of: old[index], at: index, after: first, text, in: tape))
      }
      try sortKeys.sortInTime(by: { [old] in Self.precedes($0, $1, of: old, text, in: tape) })
    }
    for (offset, key) in sortKeys.enumerated() {
      pairs[start + offset] = old[Int(key.index)]
      if keepsSlots { pairs[start + offset].slot = old[offset].key }
    }
  }

  private static func textRange(
    of pair: KeptPair, in tape: borrowing Tape
  ) -> Range<Int> {
    tape.textRange(at: tape.content(of: Int(pair.key)))
  }

  private static func sortKey(
    of pair: KeptPair, at index: Int, after first: [String], _ text: RawSpan,
    in tape: borrowing Tape
  ) -> SortKey {
    let range = textRange(of: pair, in: tape)
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      let at = range.lowerBound + offset
      prefix = prefix << 8 | (at < range.upperBound ? UInt64(text.byte(at: at)) : 0)
    }
    let isCollection = tape[tape.content(of: Int(pair.key))].depthChange > 0
    let place = first.firstIndex { $0.withBytes { text.extracting(range).isEqual(to: $0) } }
    let rank = isCollection ? first.count + 1 : place ?? first.count
    return SortKey(prefix: prefix, index: UInt32(index), rank: UInt32(rank))
  }

  private static func precedes(
    _ first: SortKey, _ second: SortKey, of old: [KeptPair], _ text: RawSpan,
    in tape: borrowing Tape
  ) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    if first.prefix != second.prefix { return first.prefix < second.prefix }
    let range = textRange(of: old[Int(first.index)], in: tape)
    let other = textRange(of: old[Int(second.index)], in: tape)
    for offset in min(8, range.count, other.count)..<min(range.count, other.count) {
      let byte = text.byte(at: range.lowerBound + offset)
      let otherByte = text.byte(at: other.lowerBound + offset)
      if byte != otherByte { return byte < otherByte }
    }
    return range.count == other.count ? first.index < second.index : range.count < other.count
  }
}
