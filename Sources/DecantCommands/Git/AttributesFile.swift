internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// An attributes file of git, as it is before a change.
struct AttributesFile {
  let path: String
  let text: AttributesText
  private let original: System.FileStatus?

  init(_ path: String) throws(DecantError) {
    self.path = path
    do throws(DecantError) {
      let status = System.status(of: path)
      original = try? status.get()
      let isMissing = if case .failure(.notFound) = status { true } else { false }
      text = AttributesText(isMissing ? nil : try FileSource(path).readToEnd())
      // Later calls do not fail, as the block has an end.
      _ = try text.block
    } catch {
      throw error.about(path)
    }
  }

  /// Writes new content beside the file, and returns a call that puts it in its place; nil if the content is the present one.
  func replacement(
    with new: AttributesText, willCreate: ((String) -> () -> Void)?
  ) throws(DecantError) -> (() throws(DecantError) -> Void)? {
    guard new != text else { return nil }
    guard new.exists else { return remove }
    try System.makeFolders(of: path)
    let file = try AtomicFile(
      path, ownership: original == nil ? .ofWriter : .kept, original: original,
      willCreate: willCreate)
    try new.bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
    return { () throws(DecantError) in try file.commit() }
  }

  /// Describes a change for the user.
  func change(to new: AttributesText) throws(DecantError) -> String {
    let name = path.visible()
    return switch (try text.block.count, try new.block.count) {
    case (0, let count): "added \(count) lines to \(name)"
    case (let count, 0): new.exists ? "removed \(count) lines from \(name)" : "removed \(name)"
    default: "updated the lines of decant in \(name)"
    }
  }

  private func remove() throws(DecantError) {
    guard original?.isCurrent(at: path) == true else {
      throw DecantError(.changedFile).about(path)
    }
    _ = try System.removing(path).count(orThrow: .remove, about: path)
    // The folder of the user's file, which git does not create.
    if path.hasSuffix("/git/attributes") { System.removeIfEmpty(FilePath.directory(of: path)) }
  }
}

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
  /// The bytes before, between and after the line feeds: the last element is empty if the file ends with a line end.
  private var lines: [[UInt8]]

  static let begin = "# decant: begin"
  static let end = "# decant: end"
  private static let note = ", with the line end before this line"
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Creates the text of a file; nil if there is none.
  init(_ bytes: [UInt8]?) {
    exists = bytes != nil
    lines = (bytes ?? []).split(separator: Self.lineFeed, omittingEmptySubsequences: false)
      .map(Array.init)
  }

  var bytes: [UInt8] { Array(lines.joined(separator: [Self.lineFeed])) }

  /// The lines of the block, with its marks; empty if there is none.
  var block: [String] {
    get throws(DecantError) { try lines[rangeOfBlock ?? 0..<0].map(Self.text) }
  }

  /// Puts a block with these lines in place of the present one, or at the end.
  mutating func setBlock(_ content: [String]) throws(DecantError) {
    let old = try rangeOfBlock
    let model = lines.dropLast().dropFirst(old?.lowerBound ?? 0).first
    let end = model?.last == Self.carriageReturn ? [Self.carriageReturn] : []
    var begin = old.map { Self.text(of: lines[$0.lowerBound]) } ?? Self.begin
    let lacksLineEnd = exists && (lines.count == 1 || lines.last != [])
    if old == nil, lacksLineEnd {
      begin += Self.note
      lines[lines.count - 1] += end
      lines.append([])
    }
    let range = old ?? lines.count - 1..<lines.count - 1
    replaceLines(range, with: ([begin] + content + [Self.end]).map { Array($0.utf8) + end })
    exists = true
  }

  /// Removes the block, and the file if the block was all of it from the beginning.
  mutating func removeBlock() throws(DecantError) {
    guard let range = try rangeOfBlock else { return }
    let begin = lines[range.lowerBound]
    let hasNote = Self.text(of: begin).hasSuffix(Self.note)
    replaceLines(range, with: [])
    // A line that was added later keeps the line end.
    if hasNote, range.lowerBound > 0, lines[range.lowerBound...] == [[]] {
      lines.removeLast()
      if begin.last == Self.carriageReturn { lines[range.lowerBound - 1].removeLast() }
    }
    exists = hasNote || lines != [[]]
  }

  private mutating func replaceLines(_ range: Range<Int>, with new: [[UInt8]]) {
    // The block's last line gets a line end if it has none.
    lines.replaceSubrange(range, with: new + (range.upperBound == lines.count ? [[]] : []))
  }

  private var rangeOfBlock: Range<Int>? {
    get throws(DecantError) {
      let texts = lines.map(Self.text)
      guard let begin = texts.firstIndex(where: { $0.hasPrefix(Self.begin) }) else { return nil }
      guard let end = texts[begin...].firstIndex(of: Self.end) else {
        throw DecantError(.openBlock(line: begin + 1))
      }
      return begin..<end + 1
    }
  }

  private static func text(of line: [UInt8]) -> String {
    String(decoding: line.last == carriageReturn ? line.dropLast() : line[...], as: UTF8.self)
  }
}
