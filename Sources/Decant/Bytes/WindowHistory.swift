/// What a window has dropped, kept for those who are asked for places in it later.
///
///     input │ forgotten, lines counted │ kept │ window …
///                                      origin
///
/// Of an input that is in memory nothing is copied: its bytes are shared from the beginning, dropped
/// or not.
struct WindowHistory {
  private var bytes: [UInt8] = []
  /// Where in `bytes` the first byte is that is kept.
  private var start = 0
  /// Whether the bytes are shared, so that dropped ones are among them already.
  private let isShared: Bool
  /// The offset in the input of the first byte that is kept.
  private(set) var origin: Int
  /// The lines before that byte.
  private var lines = LineCounter()

  init(from origin: Int) {
    self.origin = origin
    isShared = false
  }

  /// Creates the history of an input whose byte at `origin` is the one at `start` of `bytes`, and all others of
  /// which follow.
  init(sharing bytes: [UInt8], at start: Int, from origin: Int) {
    self.bytes = bytes
    self.start = start
    self.origin = origin
    isShared = true
  }

  mutating func append(_ dropped: RawSpan) {
    if !isShared { bytes.append(copying: dropped) }
  }

  /// How many bytes are worth to be forgotten where that moves none.
  private static let manyBytes = 1 << 16

  /// Forgets what is before `offset` of the input, as soon as that is much.
  mutating func forget(before offset: Int) {
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

  /// Where the byte at `offset` of the input is.
  func place(of offset: Int) -> DecantError.Position {
    var lines = lines
    bytes.withBytes { lines.count($0.extracting(start..<index(of: offset))) }
    return DecantError.Position(offset: offset, line: lines.line, column: lines.column)
  }

  /// Some bytes before and after `offset` of the input, none from `end` on, and where in them it is.
  func surroundings(
    of offset: Int, reach: Int, before end: Int
  ) -> (bytes: [UInt8], place: Int) {
    let index = index(of: offset)
    let first = max(start, index - reach)
    let last = min(index + reach, self.index(of: end))
    return (Array(bytes[first..<last]), index - first)
  }

  /// Where the byte at `offset` of the input is in `bytes`.
  private func index(of offset: Int) -> Int {
    min(max(start + offset - origin, start), bytes.count)
  }
}
