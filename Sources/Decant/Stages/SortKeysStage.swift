/// Puts the keys of each mapping in the order of their UTF-8 bytes, at every level.
typealias SortKeysStage = RearrangingStage<ByteOrder>

/// The order of keys by their bytes.
///
/// A scalar that is no string goes by its text, and keys that are collections come last; keys that
/// are equal stay in the order in which they came.
struct ByteOrder: PairArrangement {
  static var droppedFlags: Event.Flags { [] }

  private struct SortKey {
    /// The first eight bytes, the first one highest, which decides nearly always.
    var prefix: UInt64
    var textStart: Int
    var textEnd: Int
    var isCollection: Bool
    var place: Int
  }

  private var sortKeys: [SortKey] = []
  private var old: [KeptPair] = []

  init() {}

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in buffer: borrowing EventBuffer
  ) {
    guard pairs.count - start > 1 else { return }
    sortKeys.removeAll(keepingCapacity: true)
    buffer.text.withBytes { text in
      for place in start..<pairs.count {
        sortKeys.append(Self.sortKey(of: pairs[place], at: place, text, in: buffer))
      }
      sortKeys.sort { Self.precedes($0, $1, text) }
    }
    old.removeAll(keepingCapacity: true)
    old.append(contentsOf: pairs[start...])
    for (offset, key) in sortKeys.enumerated() { pairs[start + offset] = old[key.place - start] }
  }

  private static func sortKey(
    of pair: KeptPair, at place: Int, _ text: RawSpan, in buffer: borrowing EventBuffer
  ) -> SortKey {
    let index = buffer.content(of: Int(pair.key.lowerBound))
    let range = buffer.textRange(at: index)
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      let at = range.lowerBound + offset
      prefix = prefix << 8 | (at < range.upperBound ? UInt64(text.byte(at: at)) : 0)
    }
    return SortKey(
      prefix: prefix, textStart: range.lowerBound, textEnd: range.upperBound,
      isCollection: buffer[index].depthChange > 0, place: place)
  }

  private static func precedes(_ first: SortKey, _ second: SortKey, _ text: RawSpan) -> Bool {
    if first.isCollection != second.isCollection { return second.isCollection }
    if first.prefix != second.prefix { return first.prefix < second.prefix }
    let count = first.textEnd - first.textStart, otherCount = second.textEnd - second.textStart
    let common = min(count, otherCount)
    var offset = min(8, common)
    while offset < common {
      let byte = text.byte(at: first.textStart + offset)
      let other = text.byte(at: second.textStart + offset)
      if byte != other { return byte < other }
      offset += 1
    }
    return count == otherCount ? first.place < second.place : count < otherCount
  }
}
