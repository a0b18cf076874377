internal import DecantCore

/// The cells of a row that is not written yet.
struct CSVRow: ~Copyable {
  struct Cell: BitwiseCopyable {
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// The number of the row that has the cell.
    var row = 0
  }

  private let separator: UInt8
  private let lineEnd: (word: UInt64, count: Int)
  private let text = ByteStorage(capacity: 1024)
  private var cells = Buffer<Cell>(capacity: 64)
  private var number = 1
  private(set) var cellCount = 0

  init(separator: UInt8, _ lineEnd: (word: UInt64, count: Int)) {
    self.separator = separator
    self.lineEnd = lineEnd
  }

  func hasCell(at column: Int) -> Bool { column < cells.count && cells[column].row == number }

  /// Adds a cell, which is in quotes if RFC 4180 requires it.
  @inline(__always)
  mutating func add(
    _ cell: RawSpan, at column: Int, quoted: Bool = false
  ) throws(DecantError) {
    let start = text.count
    guard cell.byteCount <= (ByteStorage.limit - start) / 2 else { throw DecantError(.tooLong) }
    var special = ByteBlock(repeating: 0)
    text.append(next: cell) { block in
      special |= block.equals(separator) | block.equals(CSVScan.quote)
      special |= block.equals(CSVScan.lineFeed) | block.equals(CSVScan.carriageReturn)
      special |= block.equals(0)
    }
    if quoted || !special.isZero { try addQuotes(cell, at: start) }
    while cells.count <= column { cells.append(Cell()) }
    guard cells[column].row != number else { throw DecantError(.malformedEvents("a repeated key")) }
    cells[column] = Cell(
      start: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: text.count &- start), row: number)
    cellCount &+= 1
  }

  @inline(never)
  private func addQuotes(_ cell: RawSpan, at start: Int) throws(DecantError) {
    guard !cell.has(0) else { throw DecantError(.csv(.zeroByte)) }
    text.truncate(to: start)
    text.append(CSVScan.quote)
    var next = 0
    while let quote = cell.firstIndex(of: CSVScan.quote, in: next..<cell.byteCount) {
      text.append(cell.extracting(next..<quote + 1))
      text.append(CSVScan.quote)
      next = quote + 1
    }
    text.append(cell.extracting(next..<cell.byteCount))
    text.append(CSVScan.quote)
  }

  /// Writes the row with `count` columns, and begins the next one.
  @inline(__always)
  mutating func write(_ count: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    text.seal()
    try text.withBytes { (bytes) throws(DecantError) in
      for column in 0..<count {
        let cell = hasCell(at: column) ? cells[column] : Cell()
        let isWritten = cursor.putIfRoom(
          UInt64(separator), count: column == 0 ? 0 : 1, bytes, from: cell.start,
          count: cell.count, 0, count: 0, keeping: 8)
        if isWritten { continue }
        try cursor.reserve(8)
        if column > 0 { cursor.put(separator) }
        try cursor.write(bytes.extracting(Int(cell.start)..<Int(cell.start) + Int(cell.count)))
      }
    }
    try cursor.reserve(8)
    // An empty line is not a row.
    if count == 1, text.count == 0 { cursor.put(0x2222, count: 2) }
    cursor.put(lineEnd.word, count: lineEnd.count)
    removeAll()
  }

  mutating func removeAll() {
    text.removeAll()
    number &+= 1
    cellCount = 0
  }
}

extension RawSpan {
  func has(_ byte: UInt8) -> Bool { firstIndex(of: byte, in: 0..<byteCount) != nil }
}
