/// Ranges in ascending order, of which each takes a few bytes; those of many go to a file.
///
///     ranges │ 10..<300 │ 305..<306 │     distances │ 11 │ 290 │ 5 │ 1 │     bytes │ 0B │ A2 02 │ 05 │ 01 │
package struct RangeList: Sequence, Sendable {
  private var stored: [StoredBytes] = []
  private var recent: [UInt8] = []
  private(set) var count = 0
  /// The end of the last range, or -1.
  package private(set) var end = -1

  package init(stored: [StoredBytes] = [], recent: [UInt8] = [], count: Int = 0, end: Int = -1) {
    self.stored = stored
    self.recent = recent
    self.count = count
    self.end = end
  }

  private static let memoryLimit = 1 << 18

  /// Precondition: the range begins at `end` or after it.
  package mutating func append(_ range: Range<Int>) throws(DecantError) {
    if recent.count > Self.memoryLimit {
      stored.append(try StoredBytes(reading: .bytes(recent), memoryLimit: 0))
      recent.removeAll(keepingCapacity: true)
    }
    append(distance: range.lowerBound - end)
    append(distance: range.count)
    end = range.upperBound
    count += 1
  }

  private mutating func append(distance: Int) {
    var rest = UInt(distance)
    while rest >= 0x80 {
      recent.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    recent.append(UInt8(rest))
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  package struct Iterator: IteratorProtocol {
    private let list: RangeList
    private var block = 0
    private var place = 0
    private var end = -1
    private var rest: Int

    fileprivate init(_ list: RangeList) {
      self.list = list
      rest = list.count
    }

    package mutating func next() -> Range<Int>? {
      guard rest > 0 else { return nil }
      rest -= 1
      let start = end + nextDistance()
      end = start + nextDistance()
      return start..<end
    }

    private mutating func nextDistance() -> Int {
      var result: UInt = 0
      var shift: UInt = 0
      while true {
        let byte = nextByte()
        result |= UInt(byte & 0x7F) << shift
        if byte < 0x80 { return Int(result) }
        shift += 7
      }
    }

    private mutating func nextByte() -> UInt8 {
      defer { place += 1 }
      guard block < list.stored.count else { return list.recent[place] }
      let byte = list.stored[block][place]
      if place + 1 == list.stored[block].count {
        block += 1
        place = -1
      }
      return byte
    }
  }
}
