/// What a window has dropped, kept for those who are asked for places in it later.
///
///     input │ forgotten, lines counted │ bytes │ window …
///                                      origin  origin + bytes.count
struct WindowHistory {
  private var bytes: [UInt8] = []
  /// The offset in the input of the first byte that is kept.
  private(set) var origin: Int
  /// The lines before that byte.
  private var lines = LineCounter()

  init(from origin: Int) {
    self.origin = origin
  }

  mutating func append(_ dropped: RawSpan) {
    bytes.append(copying: dropped)
  }

  /// Forgets what stands before `offset` of the input, as soon as that is most of what is kept.
  mutating func forget(before offset: Int) {
    let count = min(offset - origin, bytes.count)
    guard count > 0, count >= bytes.count / 2 else { return }
    bytes.withBytes { lines.count($0.extracting(0..<count)) }
    bytes.removeFirst(count)
    origin += count
  }

  /// Where the byte at `offset` of the input stands.
  func place(of offset: Int) -> DecantError.Position {
    var lines = lines
    let end = min(max(offset - origin, 0), bytes.count)
    bytes.withBytes { lines.count($0.extracting(0..<end)) }
    return DecantError.Position(offset: offset, line: lines.line, column: lines.column)
  }

  /// Some bytes before and after `offset` of the input, and where in them it stands.
  func surroundings(of offset: Int, reach: Int) -> (bytes: [UInt8], place: Int) {
    let place = min(max(offset - origin, 0), bytes.count)
    let start = max(0, place - reach)
    return (Array(bytes[start..<min(bytes.count, place + reach)]), place - start)
  }
}
