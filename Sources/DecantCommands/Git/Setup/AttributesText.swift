internal import DecantCore

/// The content of an attributes file of git, with a block of decant's lines.
///
///     *.png binary
///     # decant: begin
///     *.json merge=decant
///     # decant: end
///
/// All bytes outside of the block stay. It has the line ends of the file. If the line before it has no line end, it gets one,
/// which the first line of the block notes, so that it goes with the block.
struct AttributesText: Equatable {
  /// Whether there is a file; it can be empty.
  private(set) var exists: Bool
  private var lines: [Line]

  static let begin = "# decant: begin"
  static let end = "# decant: end"
  private static let note = ", with the line end before this line"

  /// Creates the text of a file; nil if there is none.
  init(_ bytes: [UInt8]?) {
    exists = bytes != nil
    lines = Line.lines(of: bytes ?? [])
  }

  var bytes: [UInt8] { lines.flatMap(\.bytes) }

  /// The lines of the block, with its marks; empty if there is none.
  var block: [String] {
    get throws(DecantError) { try lines[rangeOfBlock ?? 0..<0].map(\.text) }
  }

  /// Puts a block with these lines in place of the present one, or at the end.
  mutating func setBlock(_ content: [String]) throws(DecantError) {
    let old = try rangeOfBlock
    let end = lines[(old?.lowerBound ?? 0)...].first { !$0.end.isEmpty }?.end ?? Line.usualEnd
    var begin = old.map { lines[$0.lowerBound].text } ?? Self.begin
    if old == nil, lacksLastEnd {
      begin += Self.note
      let last = lines.popLast()
      lines.append(Line(content: last?.content ?? [], end: end))
    }
    let block = ([begin] + content + [Self.end]).map { Line(content: Array($0.utf8), end: end) }
    lines.replaceSubrange(old ?? lines.count..<lines.count, with: block)
    exists = true
  }

  /// Removes the block, and the file if the block was all of it from the beginning.
  mutating func removeBlock() throws(DecantError) {
    guard let range = try rangeOfBlock else { return }
    let hasNote = lines[range.lowerBound].text.hasSuffix(Self.note)
    lines.removeSubrange(range)
    // A line that was added later keeps the line end.
    if hasNote, range.lowerBound > 0, range.lowerBound == lines.count {
      let line = lines.removeLast()
      if !line.content.isEmpty { lines.append(Line(content: line.content, end: [])) }
    }
    exists = hasNote || !lines.isEmpty
  }

  private var lacksLastEnd: Bool { exists && lines.last?.end.isEmpty ?? true }

  private var rangeOfBlock: Range<Int>? {
    get throws(DecantError) {
      guard let begin = lines.firstIndex(where: { $0.text.hasPrefix(Self.begin) }) else {
        return nil
      }
      guard let end = lines[begin...].firstIndex(where: { $0.text == Self.end }) else {
        throw DecantError(.openBlock(line: begin + 1))
      }
      return begin..<end + 1
    }
  }
}

/// A line of a file: its bytes, and those of its end, which only the last line can lack.
private struct Line: Equatable {
  var content: [UInt8]
  var end: [UInt8]

  static let usualEnd = Array("\n".utf8)
  private static let endOfWindows = Array("\r\n".utf8)

  var bytes: [UInt8] { content + end }
  var text: String { String(decoding: content, as: UTF8.self) }

  static func lines(of bytes: [UInt8]) -> [Line] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = Array(parts.removeLast())
    let lines = parts.map { part in
      part.last == UInt8(ascii: "\r")
        ? Line(content: Array(part.dropLast()), end: endOfWindows)
        : Line(content: Array(part), end: usualEnd)
    }
    return rest.isEmpty ? lines : lines + [Line(content: rest, end: [])]
  }
}
