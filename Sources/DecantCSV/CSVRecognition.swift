internal import DecantCore

/// Recognizes CSV by a header of at least two names, and a row of as many cells.
///
/// A line of prose with a comma is not a header: a name begins with a letter, and contains no sign that other formats have
/// between keys and values.
enum CSVRecognition {
  static func likelihood(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    guard sample.firstByte.map({ beginsName($0) || $0 == CSVScan.quote }) == true else {
      return .no
    }
    return CSVScan.withPadding(sample.bytes) { bytes in
      let end = sample.bytes.count
      let view = CSVScan(separator: 0, end: end, isComplete: sample.isWhole, origin: 0)
      let (start, named) = view.beginning(bytes, at: 0)
      do throws(DecantError) {
        let usual = try view.usualSeparator(bytes, at: start, isEnough: true)
        guard let separator = named ?? usual else { return .no }
        let scan = view.with(separator: separator)
        var header = CSVHeader(separator: separator)
        var hasNames = true
        let row = try scan.row(bytes, at: start) { cell in
          hasNames = header.append(cell.text(in: bytes)) && isName(cell, bytes)
          return hasNames
        }
        guard let row, hasNames, row.count > 1 else { return .no }
        let next = CSVScan.skipLineEnds(bytes, from: row.end)
        var count = 0
        let values = try scan.row(bytes, at: next) { _ in
          count += 1
          return true
        }
        // The sample may end in the row.
        guard next < end, values == nil ? count < row.count : count == row.count else { return .no }
      } catch {
        return .no
      }
      // No other format has a separator after a string at the beginning.
      return bytes.byte(at: 0) == CSVScan.quote || named != nil ? .certain : .likely
    }
  }

  private static func isName(_ cell: CSVCell, _ bytes: RawSpan) -> Bool {
    let name = [UInt8](bytes.extracting(cell.start..<cell.end))
    guard let first = name.first, let last = name.last else { return false }
    return beginsName(first) && last > 0x20 && last != UInt8(ascii: ":")
      && !name.contains(where: { $0 < 0x20 || "{}[]<>=\"\\;".utf8.contains($0) })
      && !zip(name, name.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == 0x20 }
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
