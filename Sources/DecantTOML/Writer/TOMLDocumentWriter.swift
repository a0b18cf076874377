internal import DecantCore
internal import DecantEditing

/// A writer of one document, from a tape that holds it.
///
///     title = "a"              lines of the root, which precede its sections
///
///     [server]                 a section: the header and lines of a table
///     ports = [1, 2]
///     log.level = "info"       a table in keys with dots, as in the input
///
///     [[server.hosts]]         a section for each element of a sequence of tables
///     name = "x"
///
/// A document of TOML in its own order is written in the order of its text, see `TOMLSourceOrder`. Open tables are on a
/// stack, so nesting does not recurse.
///
/// It is an object, because a structure that cannot be copied would be moved for each call that only reads it: 440 bytes for
/// each line and more, 41 % of the instructions.
final class TOMLDocumentWriter {
  enum Phase: BitwiseCopyable {
    case lines, sections, elements
  }

  struct Frame: BitwiseCopyable {
    var phase: Phase
    /// Where the next pair or element begins.
    var next: Int
    let begin: Int
    let end: Int
    /// Tables before this entry are in braces, so that they precede a plain value in order.
    let lastLine: Int
    /// Whether the table is in keys with dots, whose lines are not those of a section.
    let isDotted: Bool
    /// Where the first pair begins that has a section; 0 if there is none.
    var firstSection = 0
    /// The lengths of `path` and of `dottedPath` outside of it.
    let path: TOMLKeyPath.Length
    let dotted: TOMLKeyPath.Length
  }

  let document: Tape
  let ascii: Bool
  let palette: Palette?
  private let keepsOrderOfKeys: Bool
  let indentation: Indentation
  /// The notation of the document, if it was TOML.
  let notation: TOMLNotation?
  /// Whether the styles of collections are those that a document of TOML had.
  let keepsStyles: Bool
  /// Whether white space is as in the input, unless another indentation was asked for.
  let keepsSpace: Bool
  let isColored: Bool
  let hasCRLF: Bool
  /// The entries of all comments on the tape.
  let comments: [Int]

  // Without checks of exclusive access, which were a third of the instructions: no call is nested in another one.

  @safe @exclusivity(unchecked) var output = Buffer<UInt8>(capacity: 1024)
  @safe @exclusivity(unchecked) private var hasFlushed = false
  @safe @exclusivity(unchecked) private var frames = Buffer<Frame>()
  /// The key of the open section, and the parts of a dotted key before the last one.
  @safe @exclusivity(unchecked) var path = TOMLKeyPath()
  @safe @exclusivity(unchecked) var dottedPath = TOMLKeyPath()
  /// The beginning of the first line in the input, which may have no blank line before it.
  @safe @exclusivity(unchecked) private(set) var firstPosition: UInt32 = 0

  private static let usualText = 1 << 16
  /// Two line ends, which show whether the last line is blank.
  private static let keptText = 4

  init(_ document: Tape, _ options: WritingOptions = WritingOptions()) {
    self.document = document
    (ascii, palette) = (options.ascii, options.palette)
    keepsOrderOfKeys = options.keepsOrderOfKeys
    let notation = document.notation
    self.notation = notation
    indentation = options.indentation ?? notation?.indentation ?? .spaces(4)
    keepsStyles = notation != nil
    keepsSpace = notation != nil && options.indentation == nil
    hasCRLF = notation?.hasCRLF ?? false
    isColored = options.palette != nil && options.indentation?.width != 0
    comments = document.comments
  }

  var isCompact: Bool { indentation.width == 0 }

  var out: [UInt8] { output.withBytes { [UInt8]($0) } }

  func write(to sink: ByteSink) throws(DecantError) {
    guard !document.isEmpty, let root = document.pair(at: 0, before: document.count, isKeyed: false)
    else { throw DecantError(.malformedEvents("a document without a node")) }
    guard document[root.value].kind == .beginMapping else {
      throw DecantError(.toml(.rootIsNotATable), offset: document.offset(at: root.value))
    }
    writeEdge(root.before, notation?.head)
    writeLines(root.between)
    writeLines(root.value + 1..<firstPair(in: root.value))
    if keepsStyles {
      let order = TOMLSourceOrder(document, root: root.value)
      firstPosition = order.firstPosition
      if order.isAsRead {
        try write(order, to: sink)
      } else {
        try writeTree(root.value, to: sink)
      }
    } else {
      try writeTree(root.value, to: sink)
    }
    writeEdge(root.after.lowerBound..<document.count, notation?.end)
    try flush(to: sink)
  }

  private func writeTree(_ root: Int, to sink: ByteSink) throws(DecantError) {
    open(.lines, root)
    while !frames.isEmpty {
      try step()
      if output.count >= Self.usualText { try flush(to: sink, keeping: Self.keptText) }
    }
  }

  private func write(
    _ order: borrowing TOMLSourceOrder, to sink: ByteSink
  ) throws(DecantError) {
    var table = Int32(-1)
    for index in 0..<order.lines.count {
      let line = order.lines[index]
      if !line.isPair || line.table != table {
        set(order.keys(of: line.table), isHeader: !line.isPair)
      }
      table = line.isPair ? line.table : -1
      guard
        let pair = document.pair(
          at: line.start, before: document.count, isKeyed: !line.isElement || line.isFirstElement)
      else { continue }
      if line.isPair {
        try writeLine(pair)
      } else {
        let element = line.isFirstElement ? document.firstElement(of: pair) : nil
        writeHeader(pair, first: element, isElement: line.isElement)
      }
      if output.count >= Self.usualText { try flush(to: sink, keeping: Self.keptText) }
    }
  }

  private func flush(to sink: ByteSink, keeping kept: Int = 0) throws(DecantError) {
    let count = output.count - kept
    guard count > 0 else { return }
    try output.withBytes { (bytes) throws(DecantError) in
      try sink.write(bytes.extracting(0..<count))
    }
    let rest = (count..<output.count).map { output[$0] }
    output.removeAll()
    for byte in rest { output.append(byte) }
    hasFlushed = true
  }

  // MARK: Tables

  private func open(
    _ phase: Phase, _ begin: Int, isDotted: Bool = false, path: TOMLKeyPath.Length? = nil,
    dotted: TOMLKeyPath.Length? = nil
  ) {
    frames.append(
      Frame(
        phase: phase, next: firstPair(in: begin), begin: begin, end: document.partner(of: begin),
        lastLine: phase == .elements ? 0 : lastLine(in: begin), isDotted: isDotted,
        path: path ?? self.path.length, dotted: dotted ?? dottedPath.length))
  }

  /// Returns the entry after the comments on the line of the beginning.
  func firstPair(in begin: Int) -> Int { document.endOfTrailingComments(from: begin + 1) }

  private func step() throws(DecantError) {
    let top = frames.count - 1
    let phase = frames[top].phase
    let start = frames[top].next
    guard
      let pair = document.pair(at: start, before: frames[top].end, isKeyed: phase != .elements)
    else {
      endPhase(frames[top])
      return
    }
    frames[top].next = pair.next
    let layout = pair.key < frames[top].lastLine ? .line : layout(of: pair.value)
    switch phase {
    case .lines:
      if layout != .line, frames[top].firstSection == 0 { frames[top].firstSection = start }
      switch layout {
      case .line: try writeLine(pair)
      case .dotted: openDottedLines(pair)
      case .section, .sections: break
      }
    case .sections:
      guard layout != .line else { return }
      let length = path.length
      appendToPath(pair.key)
      switch layout {
      case .line: break
      case .dotted: open(.sections, pair.value, isDotted: true, path: length)
      case .section:
        // A table that needs no header has no comments.
        if needsHeader(pair) { writeHeader(pair, isElement: false) }
        open(.lines, pair.value, path: length)
      case .sections:
        if let element = document.firstElement(of: pair) {
          writeHeader(pair, first: element, isElement: true)
          open(.elements, pair.value, path: length)
          frames[frames.count - 1].next = element.next
          open(.lines, element.value)
        }
      }
    case .elements:
      writeHeader(pair, isElement: true)
      open(.lines, pair.value)
    }
  }

  private func endPhase(_ frame: Frame) {
    if frame.phase == .lines, !frame.isDotted, frame.firstSection > 0 {
      frames[frames.count - 1].phase = .sections
      frames[frames.count - 1].next = frame.firstSection
      return
    }
    // Comments before the end of a table, which has no sign for its end.
    if frame.phase != .sections || !frame.isDotted { writeTrivia(frame.next..<frame.end) }
    path.truncate(to: frame.path)
    dottedPath.truncate(to: frame.dotted)
    frames.removeLast()
  }

  private func openDottedLines(_ pair: CommentedChild) {
    writeTrivia(pair.before)
    writeLines(pair.between)
    writeLines(pair.after)
    writeLines(pair.value + 1..<firstPair(in: pair.value))
    let length = dottedPath.length
    dottedPath.append(key: pair.key, of: document, ascii: ascii)
    open(.lines, pair.value, isDotted: true, dotted: length)
  }

  private func appendToPath(_ key: Int) {
    path.append(key: key, of: document, ascii: ascii)
  }

  private func set(_ keys: (header: [Int], dotted: [Int]), isHeader: Bool) {
    if isHeader {
      path.removeAll()
      for key in keys.header { appendToPath(key) }
    }
    dottedPath.removeAll()
    for key in keys.dotted { dottedPath.append(key: key, of: document, ascii: ascii) }
  }

  // MARK: Layouts

  /// Returns the entry of the last plain value of a table if the order of keys is kept, else 0.
  private func lastLine(in begin: Int) -> Int {
    guard keepsOrderOfKeys else { return 0 }
    return document.pairs(of: begin).last { layout(of: $0.value) == .line }?.key ?? 0
  }

  /// Whether the table exists only, or has a comment, by its own header.
  private func needsHeader(_ pair: CommentedChild) -> Bool {
    if style(of: pair.value) == .block || document.partner(of: pair.value) == pair.value + 1 {
      return true
    }
    let comments = [pair.before, pair.between, pair.after]
    if comments.contains(where: { document.hasComment(in: $0) }) { return true }
    var next = pair.value + 1
    if document[next].kind == .trailingComment { return true }
    let end = document.partner(of: pair.value)
    while let pair = document.pair(at: next, before: end, isKeyed: true) {
      switch layout(of: pair.value) {
      case .line, .dotted: return true
      case .section, .sections: next = pair.next
      }
    }
    return next == pair.value + 1
  }

  /// Tables with a longer path are in braces, since each of their headers would repeat it.
  private static let longestPath = 256

  private func layout(of value: Int) -> TOMLLayout {
    guard document[value].depthChange > 0, keepsStyles || path.count <= Self.longestPath else {
      return .line
    }
    return document.layout(of: value, usesStyles: keepsStyles)
  }

  func style(of index: Int) -> Event.Style {
    keepsStyles ? document[index].style : .any
  }

  // MARK: Lines before and after

  /// Whether the document has no line yet.
  var isAtBeginning: Bool { output.isEmpty && !hasFlushed }

  /// Whether the last line is blank, or there is none.
  var endsWithBlankLine: Bool {
    output.count < 2
      ? isAtBeginning || output.count == 1 && output[0] == 0x0A
      : output[output.count - 1] == 0x0A && precedesLineEnd(output.count - 1)
  }

  private func precedesLineEnd(_ end: Int) -> Bool {
    output[end - 1] == 0x0A || output[end - 1] == 0x0D && (end < 2 || output[end - 2] == 0x0A)
  }
}

extension Tape {
  fileprivate var comments: [Int] {
    var comments: [Int] = []
    entries.withElements { entries in
      for index in entries.indices where entries[index].kind.isComment { comments.append(index) }
    }
    return comments
  }

  fileprivate var notation: TOMLNotation? {
    var index = 0
    while index < count, self[index].event.isTrivia {
      if self[index].kind == .notation {
        return text.withBytes { TOMLNotation($0, textRange(at: index)) }
      }
      index += 1
    }
    return nil
  }

  /// The first element of the sequence that a pair has, if it is not empty.
  fileprivate func firstElement(of pair: CommentedChild) -> CommentedChild? {
    self.pair(
      at: endOfTrailingComments(from: pair.value + 1), before: partner(of: pair.value),
      isKeyed: false)
  }
}
