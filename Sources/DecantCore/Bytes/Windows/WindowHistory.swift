/// The dropped bytes of a window, for places that are located later.
///
///     input │ forgotten, lines counted │ kept │ window …
///                                      origin
///
/// If the input is in memory, its bytes are shared, dropped or not.
struct WindowHistory {
  private var bytes: [UInt8] = []
  private var start = 0
  private let isShared: Bool
  private(set) var origin: Int
  /// The lines before the bytes that are kept.
  private(set) var lines = LineCounter()

  init(from origin: Int) {
    self.origin = origin
    isShared = false
  }

  /// Creates the history of an input in memory, whose byte at `origin` is the one at `start`.
  init(sharing bytes: [UInt8], at start: Int, from origin: Int) {
    self.bytes = bytes
    self.start = start
    self.origin = origin
    isShared = true
  }

  mutating func reserveRoom(for count: Int) {
    if !isShared { bytes.reserveCapacity(count) }
  }

  package mutating func append(_ dropped: RawSpan) {
    if !isShared { bytes.append(copying: dropped) }
  }

  /// A source of the bytes.
  var source: MemorySource { MemorySource(bytes, from: start) }

  /// The least number of shared bytes to forget at once.
  private static let manyBytes = 1 << 16

  mutating func removeBytes(before offset: Int) {
    let kept = bytes.count - start
    let count = min(offset - origin, kept)
    guard count > 0, count >= (isShared ? Self.manyBytes : kept / 2) else { return }
    bytes.withBytes { lines.count($0.extracting(start..<start + count)) }
    if isShared {
      start += count
    } else {
      bytes.removeFirst(count)
    }
    origin += count
  }

  package func location(of offset: Int) -> DecantError.Position {
    var lines = lines
    count(origin..<offset, in: &lines)
    return DecantError.Position(offset: offset, line: lines.line, column: lines.column)
  }

  func count(_ range: Range<Int>, in lines: inout LineCounter) {
    bytes.withBytes {
      lines.count($0.extracting(index(of: range.lowerBound)..<index(of: range.upperBound)))
    }
  }

  func lineEndCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    return bytes.withBytes {
      $0.extracting(index(of: range.lowerBound)..<index(of: range.upperBound)).count(of: 0x0A)
    }
  }

  func surroundings(
    of offset: Int, reach: Int, before end: Int
  ) -> (bytes: [UInt8], center: Int) {
    let index = index(of: offset)
    let first = max(start, index - reach)
    let last = min(index + reach, self.index(of: end))
    return (Array(bytes[first..<last]), index - first)
  }

  private func index(of offset: Int) -> Int {
    min(max(start + offset - origin, start), bytes.count)
  }
}

/// The facts about the bytes before a window that the place of an error needs.
package struct DroppedText {
  package var lines = LineCounter()
  /// The last bytes.
  package private(set) var tail: [UInt8] = []

  package init(lines: LineCounter = LineCounter()) {
    self.lines = lines
  }

  private static let tailLength = 128

  mutating func keepTail(of bytes: RawSpan) {
    let kept = min(bytes.byteCount, Self.tailLength)
    tail =
      tail.suffix(Self.tailLength - kept)
      + [UInt8](bytes.extracting(bytes.byteCount - kept..<bytes.byteCount))
  }
}
