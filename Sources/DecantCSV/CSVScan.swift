internal import DecantCore

/// The grammar of cells and rows, in bytes that zeros follow.
///
///     row   = cell (separator cell)* (CR LF | LF | CR | end)
///     cell  = '"' (any byte but '"' | '""')* '"'
///           | bytes but the separator, LF and CR, the first one not '"'
///
/// A quote inside a cell without quotes is text, as in most programs: it cannot be anything else. Functions return nil if
/// the window may cut off what they look for.
struct CSVScan {
  static let quote = UInt8(ascii: "\"")
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D

  var separator: UInt8
  var end: Int
  var isComplete: Bool
  /// The offset in the input of the first byte.
  let origin: Int

  static func withPadding<R, Failure: Error>(
    _ bytes: [UInt8], _ body: (RawSpan) throws(Failure) -> R
  ) throws(Failure) -> R {
    try (bytes + [UInt8](repeating: 0, count: ByteStorage.padding)).withBytes(body)
  }

  func with(separator: UInt8) -> CSVScan {
    var scan = self
    scan.separator = separator
    return scan
  }

  @inline(__always)
  func cell(_ bytes: RawSpan, at start: Int) throws(DecantError) -> CSVCell? {
    if bytes.byte(at: start) == Self.quote { return try quotedCell(bytes, at: start) }
    var p = start
    var isOdd = false
    while true {
      let block = bytes.block(at: p)
      let stop = (block.equals(separator) | block.isBelow(0x20)).bytesBefore
      let odd = block.isAtLeast(0x80) | block.equals(Self.quote) | block.equals(UInt8(ascii: "\\"))
      isOdd = isOdd || odd.bytesBefore < stop
      p &+= stop
      guard stop < ByteBlock.width else { continue }
      if endsCell(bytes.byte(at: p)) { break }
      if try isEnd(bytes, at: p) {
        guard isComplete else { return nil }
        break
      }
      isOdd = true
      p &+= 1
    }
    return CSVCell(start: start, end: p, next: p, isOdd: isOdd)
  }

  private func quotedCell(_ bytes: RawSpan, at start: Int) throws(DecantError) -> CSVCell? {
    var p = start &+ 1
    var (isOdd, isDoubled) = (false, false)
    while true {
      let block = bytes.block(at: p)
      let stop = (block.equals(Self.quote) | block.equals(0)).bytesBefore
      let odd = block.isAtLeast(0x80) | block.isBelow(0x20) | block.equals(UInt8(ascii: "\\"))
      isOdd = isOdd || odd.bytesBefore < stop
      p &+= stop
      guard stop < ByteBlock.width else { continue }
      if try isEnd(bytes, at: p) {
        guard isComplete else { return nil }
        throw DecantError(.unterminatedString, offset: origin + start)
      }
      let next = p &+ 1
      guard next < end || isComplete else { return nil }
      guard bytes.byte(at: next) == Self.quote else {
        guard next >= end || endsCell(bytes.byte(at: next)) else {
          // The character is shown whole.
          guard next &+ 4 <= end || isComplete else { return nil }
          let found = UTF8Scanning.scalar(bytes, at: next)
          throw DecantError(.csv(.afterQuote(.scalar(found))), offset: origin + next)
        }
        return CSVCell(
          start: start &+ 1, end: p, next: next, isQuoted: true, hasDoubledQuotes: isDoubled,
          isOdd: isOdd)
      }
      isDoubled = true
      p = next &+ 1
    }
  }

  @inline(__always)
  private func endsCell(_ byte: UInt8) -> Bool { byte == separator || Self.endsLine(byte) }

  @inline(__always)
  static func endsLine(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Whether a byte that ends the scan is the zero after the last one.
  private func isEnd(_ bytes: RawSpan, at offset: Int) throws(DecantError) -> Bool {
    guard bytes.byte(at: offset) == 0, offset < end else { return offset >= end }
    throw DecantError(.controlCharacter(0), offset: origin + offset)
  }

  /// Returns the offset of the line end, or of the end of the input, after the row at `start`, and the number of its cells.
  ///
  /// Ends with the first cell for which `body` returns false.
  func row(
    _ bytes: RawSpan, at start: Int, _ body: (CSVCell) throws(DecantError) -> Bool = { _ in true }
  ) throws(DecantError) -> (end: Int, count: Int)? {
    var p = start
    var count = 0
    while let cell = try cell(bytes, at: p) {
      count += 1
      guard try body(cell), cell.next < end, bytes.byte(at: cell.next) == separator else {
        return (cell.next, count)
      }
      p = cell.next &+ 1
    }
    return nil
  }

  /// Returns the offset after the line end at `offset`; a line feed that the window does not show yet is an empty line.
  @inline(__always)
  static func skipLineEnd(_ bytes: RawSpan, at offset: Int) -> Int {
    let byte = bytes.byte(at: offset)
    guard byte == carriageReturn else { return byte == lineFeed ? offset &+ 1 : offset }
    return offset &+ (bytes.byte(at: offset &+ 1) == lineFeed ? 2 : 1)
  }

  static func skipLineEnds(_ bytes: RawSpan, from start: Int) -> Int {
    var offset = start
    while endsLine(bytes.byte(at: offset)) { offset += 1 }
    return offset
  }

  static func endOfLine(_ bytes: RawSpan, in range: Range<Int>) -> Int? {
    let end = bytes.firstIndex(of: lineFeed, in: range)
    return bytes.firstIndex(of: carriageReturn, in: range.lowerBound..<(end ?? range.upperBound))
      ?? end
  }

  /// Returns the last start of a row in a range of bytes, of which a row begins at `start`.
  ///
  /// Quotes inside of cells can mislead it: then the part before the offset ends in a quoted cell, which is an error.
  static func lastRowStart(_ bytes: RawSpan, _ start: Int, _ range: Range<Int>) -> Int? {
    var quotes = bytes.extracting(start..<range.upperBound).count(of: quote)
    var offset = range.upperBound
    while offset > range.lowerBound {
      let byte = bytes.byte(at: offset - 1)
      if byte == lineFeed, quotes.isMultiple(of: 2) { return offset }
      if byte == quote { quotes -= 1 }
      offset -= 1
    }
    return nil
  }
}
