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
/// Open tables are on a stack, so nesting does not recurse.
struct TOMLDocumentWriter {
  private enum Phase {
    case lines, sections, elements
  }

  private struct Frame {
    var phase: Phase
    /// Where the next pair or element begins.
    var next: Int
    let begin: Int
    let end: Int
    /// Tables before this place are in braces, so that they precede a plain value in order.
    let lastLine: Int
    /// Whether the table is in keys with dots, whose lines are not those of a section.
    var isDotted = false
    /// The lengths of `path` and of `dottedPath` outside of it.
    let pathCount: Int
    let dottedCount: Int
  }

  let document: Tape
  private(set) var options: TOMLWritingOptions
  /// Whether the styles of collections are those that a document of TOML had.
  let keepsStyles: Bool
  /// The places of all comments on the tape.
  let comments: [Int]

  var out: [UInt8] = []
  /// The last bytes that the sink has received.
  private var lastBytes: ArraySlice<UInt8> = []
  private var frames: [Frame] = []
  /// The key of the open section, and the parts of a dotted key before the last one, each with its dot.
  private var path: [UInt8] = []
  private var dottedPath: [UInt8] = []

  private static let usualText = 1 << 16

  init(_ document: Tape, _ options: TOMLWritingOptions) {
    self.document = document
    self.options = options
    let notation = document.notation
    keepsStyles = notation != nil
    if !options.isFixed { self.options.indentation = notation?.indentation ?? options.indentation }
    comments = (0..<document.count).filter { document[$0].kind.isComment }
  }

  mutating func write(to sink: ByteSink) throws(DecantError) {
    guard !document.isEmpty, let root = document.pair(at: 0, before: document.count, isKeyed: false)
    else { throw DecantError(.malformedEvents("a document without a node")) }
    guard document[root.value].kind == .beginMapping else {
      throw DecantError(.toml(.rootIsNotATable), offset: document.offset(at: root.value))
    }
    writeLayout(root.before)
    writeLines(root.between)
    open(.lines, root.value, pathCount: 0)
    writeLines(root.value + 1..<firstPair(in: root.value))
    while !frames.isEmpty {
      try step()
      if out.count >= Self.usualText { try flush(to: sink) }
    }
    writeLayout(root.after)
    writeLayout(root.next..<document.count)
    try flush(to: sink)
  }

  private mutating func flush(to sink: ByteSink) throws(DecantError) {
    guard !out.isEmpty else { return }
    try sink.write(out)
    lastBytes = ArraySlice(Array((lastBytes + out.suffix(2)).suffix(2)))
    out.removeAll(keepingCapacity: true)
  }

  // MARK: Tables

  private mutating func open(
    _ phase: Phase, _ begin: Int, isDotted: Bool = false, pathCount: Int, dottedCount: Int = 0
  ) {
    frames.append(
      Frame(
        phase: phase, next: firstPair(in: begin), begin: begin, end: document.partner(of: begin),
        lastLine: phase == .elements ? 0 : lastLine(in: begin), isDotted: isDotted,
        pathCount: pathCount, dottedCount: dottedCount))
  }

  /// Returns the place after the comments on the line of the beginning.
  private func firstPair(in begin: Int) -> Int { document.endOfTrailingComments(from: begin + 1) }

  private mutating func step() throws(DecantError) {
    let top = frames.count - 1
    let frame = frames[top]
    guard
      let pair = document.pair(
        at: frame.next, before: frame.end, isKeyed: frame.phase != .elements)
    else {
      endPhase(frame)
      return
    }
    frames[top].next = pair.next
    let form = pair.key < frame.lastLine ? .line : form(of: pair.value)
    switch frame.phase {
    case .lines:
      switch form {
      case .line: try writeLine(pair)
      case .dotted: openDottedLines(pair)
      case .section, .sections: break
      }
    case .sections:
      switch form {
      case .line: break
      case .dotted: openSections(ofDotted: pair)
      case .section:
        let pathCount = path.count
        appendToPath(pair.key)
        // A table that needs no header has no comments.
        if needsHeader(pair) {
          separate(before: pair)
          writeHeader(pair, isElement: false)
        }
        open(.lines, pair.value, pathCount: pathCount)
      case .sections:
        let pathCount = path.count
        appendToPath(pair.key)
        separate(before: pair)
        writeLines(pair.between)
        writeLines(pair.after)
        writeLines(pair.value + 1..<firstPair(in: pair.value))
        open(.elements, pair.value, pathCount: pathCount)
      }
    case .elements:
      // A blank line precedes the sequence itself.
      if frame.next > firstPair(in: frame.begin) {
        separate(before: pair)
      } else {
        writeLayout(pair.before)
      }
      writeHeader(pair, isElement: true)
      open(.lines, pair.value, pathCount: path.count)
    }
  }

  private mutating func endPhase(_ frame: Frame) {
    if frame.phase == .lines, !frame.isDotted {
      frames[frames.count - 1].phase = .sections
      frames[frames.count - 1].next = firstPair(in: frame.begin)
      return
    }
    // Comments before the end of a table, which has no sign for its end.
    if frame.phase != .sections || !frame.isDotted { writeLayout(frame.next..<frame.end) }
    path.removeLast(path.count - frame.pathCount)
    dottedPath.removeLast(dottedPath.count - frame.dottedCount)
    frames.removeLast()
  }

  private mutating func openDottedLines(_ pair: TOMLPair) {
    writeLayout(pair.before)
    writeLines(pair.between)
    writeLines(pair.after)
    writeLines(pair.value + 1..<firstPair(in: pair.value))
    let dottedCount = dottedPath.count
    appendKey(pair.key, to: &dottedPath)
    dottedPath.append(UInt8(ascii: "."))
    open(
      .lines, pair.value, isDotted: true, pathCount: path.count, dottedCount: dottedCount)
  }

  private mutating func openSections(ofDotted pair: TOMLPair) {
    let pathCount = path.count
    appendToPath(pair.key)
    open(.sections, pair.value, isDotted: true, pathCount: pathCount)
  }

  private mutating func appendToPath(_ key: Int) {
    if !path.isEmpty { path.append(UInt8(ascii: ".")) }
    appendKey(key, to: &path)
  }

  // MARK: Lines

  private mutating func writeHeader(_ pair: TOMLPair, isElement: Bool) {
    writeLines(pair.between)
    color(options.palette?.key)
    out += (isElement ? "[[" : "[").utf8
    out += path
    out += (isElement ? "]]" : "]").utf8
    color(options.palette?.end)
    // A table has no sign for its end, after which a comment might be.
    endLine(with: Array(pair.value + 1..<firstPair(in: pair.value)) + Array(pair.after))
  }

  /// Writes the blank line that precedes a header and its comments, and these.
  private mutating func separate(before pair: TOMLPair) {
    let isSeparate = endsWithBlankLine || pair.before.first.map { document[$0].kind } == .blankLine
    if !isSeparate, !options.isCompact { out.append(0x0A) }
    writeLayout(pair.before)
  }

  /// Whether the table exists only, or has a comment, by its own header.
  private func needsHeader(_ pair: TOMLPair) -> Bool {
    if style(of: pair.value) == .block || document.partner(of: pair.value) == pair.value + 1 {
      return true
    }
    let comments = [pair.before, pair.between, pair.after]
    if comments.contains(where: { document.hasComment(in: $0) }) { return true }
    var next = pair.value + 1
    if document[next].kind == .trailingComment { return true }
    let end = document.partner(of: pair.value)
    while let pair = document.pair(at: next, before: end, isKeyed: true) {
      switch form(of: pair.value) {
      case .line, .dotted: return true
      case .section, .sections: next = pair.next
      }
    }
    return next == pair.value + 1
  }

  private mutating func writeLine(_ pair: TOMLPair) throws(DecantError) {
    writeLayout(pair.before)
    writeLines(pair.between)
    if document[pair.value].kind == .beginMapping {
      hoistComments(in: pair.value..<pair.after.lowerBound)
    }
    let start = out.count
    color(options.palette?.key)
    out += dottedPath
    appendKey(pair.key, to: &out)
    color(options.palette?.end)
    out += " = ".utf8
    try writeValue(pair.value, column: out.count - start)
    endLine(with: Array(pair.after))
  }

  // MARK: Forms

  /// Returns the place of the last plain value of a table if the order of keys is kept, else 0.
  private func lastLine(in begin: Int) -> Int {
    guard options.keepsOrderOfKeys else { return 0 }
    var last = 0
    var next = firstPair(in: begin)
    let end = document.partner(of: begin)
    while let pair = document.pair(at: next, before: end, isKeyed: true) {
      if form(of: pair.value) == .line { last = pair.key }
      next = pair.next
    }
    return last
  }

  private enum Form {
    /// A pair on a line, though its value may have several.
    case line
    /// A table in keys with dots.
    case dotted
    /// A table with a header.
    case section
    /// A sequence of tables with headers.
    case sections
  }

  /// Tables with a longer path are in braces, since each of their headers would repeat it.
  private static let longestPath = 256

  private func form(of value: Int) -> Form {
    let entry = document[value]
    guard keepsStyles || path.count <= Self.longestPath else { return .line }
    switch entry.kind {
    case .beginMapping:
      switch style(of: value) {
      case .flow: return .line
      case .dotted: return document.partner(of: value) > value + 1 ? .dotted : .section
      default: return .section
      }
    case .beginSequence:
      return style(of: value) != .flow && consistsOfTables(value) ? .sections : .line
    default:
      return .line
    }
  }

  func style(of index: Int) -> Event.Style {
    keepsStyles || options.usesStyles ? document[index].style : .any
  }

  private func consistsOfTables(_ sequence: Int) -> Bool {
    let end = document.partner(of: sequence)
    var next = sequence + 1
    while let element = document.pair(at: next, before: end, isKeyed: false) {
      guard document[element.value].kind == .beginMapping, style(of: element.value) != .flow else {
        return false
      }
      next = element.next
    }
    return next > sequence + 1
  }

  /// Whether the document has no line yet.
  var isAtBeginning: Bool { out.isEmpty && lastBytes.isEmpty }

  /// Whether the last line is blank, or there is none.
  private var endsWithBlankLine: Bool {
    let last = (lastBytes + out.suffix(2)).suffix(2)
    return last.allSatisfy { $0 == 0x0A }
  }
}

extension Tape {
  fileprivate var notation: TOMLNotation? {
    var index = 0
    while index < count, self[index].event.isLayout {
      if self[index].kind == .spelling { return TOMLNotation(Array(text[textRange(at: index)])) }
      index += 1
    }
    return nil
  }
}
