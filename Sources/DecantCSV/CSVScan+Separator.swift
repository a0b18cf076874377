internal import DecantCore

/// The search for the separator of a table, by parsing with each candidate.
extension CSVScan {
  static let usualSeparators = Array(",;\t|".utf8)

  /// Returns where the header begins, after empty lines and a line such as `sep=;`, and the separator that this one names.
  func beginning(_ bytes: RawSpan, at start: Int) -> (header: Int, separator: UInt8?) {
    let start = Self.skipLineEnds(bytes, from: start)
    let offset = start + "sep=".utf8.count
    let separator = bytes.byte(at: offset)
    guard zip("sep=".utf8, start...).allSatisfy({ $0 | 0x20 == bytes.byte(at: $1) | 0x20 }),
      Self.usualSeparators.contains(separator),
      Self.endsLine(bytes.byte(at: offset + 1)) || isComplete && offset + 1 == end
    else { return (start, nil) }
    return (Self.skipLineEnds(bytes, from: offset + 1), separator)
  }

  /// Returns the separator of the rows at `start`; nil if more of the input decides it, unless what is in view `isEnough`.
  ///
  ///     name;price, EUR     2 cells with semicolons, 2 with commas
  ///     foo;1.50            2, and one
  ///
  /// It is the only one in the header, outside of quotes; else the one with the most cells in rows that are as long as the
  /// header, of the first 64 KiB.
  func usualSeparator(
    _ bytes: RawSpan, at start: Int, isEnough: Bool = false
  ) throws(DecantError) -> UInt8? {
    let limit = min(end, start + 1 << 16)
    let isLong = isEnough || isComplete || limit < end
    var (candidates, isCut): ([(scan: CSVScan, isPlain: Bool)], Bool) = ([], false)
    for separator in Self.usualSeparators {
      let scan = with(separator: separator)
      do throws(DecantError) {
        let row = try scan.lengthOfRow(bytes, at: start)
        if let row, row.count > 1 { candidates.append((scan, row.isPlain)) }
        isCut = isCut || row == nil
      } catch {
        // Another one may follow the quotes.
      }
    }
    // A wrong one may find a quote that is never closed.
    guard !isCut || isLong && !candidates.isEmpty else { return nil }
    if candidates.contains(where: \.isPlain) { candidates.removeAll { !$0.isPlain } }
    guard candidates.count > 1 else {
      return candidates.first?.scan.separator ?? Self.usualSeparators[0]
    }
    guard isLong else { return nil }
    let cells = candidates.map { $0.scan.cellCount(bytes, in: start..<limit) }
    let best = zip(candidates, cells).filter { $1 == cells.max() }.map { $0.0.scan.separator }
    guard best.count > 1 else { return best[0] }
    let names = best.map { String(decoding: [$0], as: UTF8.self) }
    throw DecantError(.csv(.unclearSeparator(names[0], names[1])), offset: origin + start)
  }

  /// Returns the number of cells in those rows that are as long as the first one, and plain.
  private func cellCount(_ bytes: RawSpan, in range: Range<Int>) -> Int {
    var scan = self
    // The result must not depend on how much more is in view.
    (scan.end, scan.isComplete) = (range.upperBound, isComplete && range.upperBound == end)
    var (rowStart, length, count) = (range.lowerBound, 0, 0)
    while rowStart < scan.end, let row = try? scan.lengthOfRow(bytes, at: rowStart) {
      if length == 0 { length = row.count }
      if row.count == length, row.isPlain { count += length }
      rowStart = Self.skipLineEnds(bytes, from: row.end)
    }
    return count
  }

  /// Returns how many cells the row at `start` has, and whether none without quotes contains any, as with a wrong separator.
  private func lengthOfRow(
    _ bytes: RawSpan, at start: Int
  ) throws(DecantError) -> (end: Int, count: Int, isPlain: Bool)? {
    var isPlain = true
    let row = try row(bytes, at: start) { cell in
      if !cell.isQuoted, bytes.extracting(cell.start..<cell.end).has(Self.quote) { isPlain = false }
      return true
    }
    return row.map { ($0.end, $0.count, isPlain) }
  }
}
