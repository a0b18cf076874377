internal import DecantCore

/// A parser of TOML documents: one pass over the bytes, which must all be in view.
///
///     line  = header | pair | comment | nothing
///     pair  = key '=' value             key = part ('.' part)*
///     value = scalar | '[' value … ']' | '{' pair … '}'
///
/// Methods in loops are mutating even if they change nothing, because a borrowing call would copy the whole parser.
///
/// Open arrays and tables in braces are on a stack, so nesting does not recurse. Memory is linear in the input: the
/// shortest nodes, elements such as `1,`, take 40 bytes each.
struct TOMLParser: ~Copyable {
  struct Frame: BitwiseCopyable {
    let node: Int32
    /// The depth of the nodes inside.
    let depth: Int
  }

  /// Where a value belongs.
  struct Slot {
    var key: TOMLKey?
    var parent: Int32
    var depth: Int
    var entry: Int
    var isDuplicate = false
  }

  let version: TOMLVersion
  let maximumDepth: Int
  let duplicateKeys: DuplicateKeys
  let marksExtents: Bool
  private let notesLines: Bool
  private let keepsTrivia: Bool
  let end: Int

  var tree: TOMLTree
  var frames = Buffer<Frame>()

  /// The table to which the lines after the last header belong, and the depth of its children.
  var table = TOMLTree.root
  var depth = 1

  /// The first trivia that is not attached to a node yet.
  var pendingTrivia = 0
  /// The node to which a comment on this line belongs; -1 at the beginning of a line.
  var latest: Int32 = -1
  var latestPlacement = TOMLTrivia.Placement.after
  private var hasBegun = false

  init(_ options: ReadingOptions, end: Int) {
    version = options.tomlVersion
    (maximumDepth, duplicateKeys) = (options.maximumDepth, options.duplicateKeys)
    marksExtents = options.marksExtents
    notesLines = options.needs.contains(.collectionStyles)
    keepsTrivia = options.comments
    tree = TOMLTree(keepsTrivia: options.comments)
    self.end = end
  }

  /// Parses the bytes from `start` to `end`, which zeros must follow; offsets of errors count from the first byte.
  mutating func parse(_ bytes: RawSpan, from start: Int) throws(DecantError) {
    guard maximumDepth > 0 else {
      throw DecantError(.tooDeep(limit: maximumDepth), offset: start)
    }
    tree.endOfLines = start
    var p = try skipTrivia(bytes, from: start, allowsLines: true, after: .min)
    while p < end {
      let start = p
      if bytes.byte(at: p) == UInt8(ascii: "[") {
        p = try header(bytes, at: p)
      } else {
        p = try pair(bytes, at: p, in: table, depth: depth)
      }
      if notesLines { appendLine(from: start, to: p, bytes) }
      p = try endLine(bytes, at: p)
    }
    endDocument()
  }

  // MARK: Lines

  /// Records a line whose value or header ends at `end`; not inlined, to keep the loop small.
  @inline(never)
  private mutating func appendLine(from start: Int, to end: Int, _ bytes: RawSpan) {
    tree.lines.append(TOMLLine(lead: tree.endOfLines, start: start))
    tree.endOfLines = TOMLLines.next(after: end, bytes, before: self.end)
  }

  @inline(__always)
  static func skipBlanks(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    return p
  }

  /// Skips blanks, and line breaks and comments if they are allowed, before which `lineEnds` line breaks are counted.
  @inline(__always)
  mutating func skipTrivia(
    _ bytes: RawSpan, from start: Int, allowsLines: Bool, after lineEnds: Int
  ) throws(DecantError) -> Int {
    let p = Self.skipBlanks(bytes, from: start)
    let byte = bytes.byte(at: p)
    guard byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") else { return p }
    return try skipLines(bytes, from: p, allowsLines: allowsLines, after: lineEnds)
  }

  @inline(never)
  private mutating func skipLines(
    _ bytes: RawSpan, from start: Int, allowsLines: Bool, after lineEndsBefore: Int
  ) throws(DecantError) -> Int {
    guard allowsLines else { throw failure(.newer(.lineInTable), at: start, bytes) }
    var lineEnds = lineEndsBefore
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0x20, 0x09:
        p &+= 1
      case 0x0A, 0x0D:
        p = try lineEnd(bytes, at: p)
        latest = -1
        lineEnds &+= 1
        if keepsTrivia, lineEnds > 1 { append(trivia: p..<p, isBlankLine: true) }
      case UInt8(ascii: "#"):
        let next = try commentEnd(bytes, from: p &+ 1)
        if keepsTrivia { append(trivia: p &+ 1..<next, isBlankLine: false) }
        lineEnds = 0
        p = next
      default:
        return p
      }
    }
  }

  private mutating func endLine(_ bytes: RawSpan, at end: Int) throws(DecantError) -> Int {
    let p = Self.skipBlanks(bytes, from: end)
    let byte = bytes.byte(at: p)
    guard byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") || p >= self.end else {
      throw unexpected(.endOfLine, at: p, bytes)
    }
    return try skipTrivia(bytes, from: p, allowsLines: true, after: 0)
  }

  @inline(__always)
  mutating func lineEnd(_ bytes: RawSpan, at p: Int) throws(DecantError) -> Int {
    if bytes.byte(at: p) == 0x0A { return p &+ 1 }
    guard bytes.byte(at: p &+ 1) == 0x0A else { throw failure(.bareCarriageReturn, at: p, bytes) }
    return p &+ 2
  }

  private mutating func commentEnd(_ bytes: RawSpan, from start: Int) throws(DecantError) -> Int {
    var p = start
    while true {
      let block = bytes.block(at: p)
      let plain = (block.isBelow(0x20) | block.isAtLeast(0x7F)).bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      if byte >= 0x80 {
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else { throw failure(general: .invalidEncoding(.utf8), at: p, bytes) }
        p &+= length
      } else if byte == 0x09 {
        p &+= 1
      } else {
        guard byte != 0x0A, byte != 0x0D, p < end else { return p }
        throw failure(general: .controlCharacter(byte), at: p, bytes)
      }
    }
  }

  // MARK: Trivia

  private mutating func append(trivia text: Range<Int>, isBlankLine: Bool) {
    let first = tree.trivia.count
    tree.trivia.append(
      TOMLTrivia(
        placement: .before, isBlankLine: isBlankLine,
        start: UInt32(truncatingIfNeeded: text.lowerBound),
        end: UInt32(truncatingIfNeeded: text.upperBound)))
    guard !isBlankLine, latest >= 0 else { return }
    tree.attach(trivia: first..<first + 1, to: latest, latestPlacement)
    pendingTrivia = tree.trivia.count
  }

  /// Attaches the comments and blank lines since the last node.
  @inline(__always)
  mutating func attachTrivia(to node: Int32, _ placement: TOMLTrivia.Placement) {
    guard keepsTrivia else { return }
    attachPendingTrivia(to: node, placement)
  }

  @inline(never)
  private mutating func attachPendingTrivia(to node: Int32, _ placement: TOMLTrivia.Placement) {
    if !hasBegun {
      hasBegun = true
      // The comments before a blank line are about the document.
      var count = tree.trivia.count
      while count > pendingTrivia, !tree.trivia[count - 1].isBlankLine { count -= 1 }
      tree.attach(trivia: pendingTrivia..<count, to: TOMLTree.root, .head)
      pendingTrivia = count
    }
    tree.attach(trivia: pendingTrivia..<tree.trivia.count, to: node, placement)
    pendingTrivia = tree.trivia.count
  }

  private mutating func endDocument() {
    guard keepsTrivia else { return }
    var count = tree.trivia.count
    while count > pendingTrivia, tree.trivia[count - 1].isBlankLine { count -= 1 }
    tree.attach(trivia: pendingTrivia..<count, to: TOMLTree.root, .beforeEnd)
  }

  @inline(__always)
  mutating func record(_ node: Int32, _ placement: TOMLTrivia.Placement) {
    guard keepsTrivia else { return }
    latest = node
    latestPlacement = placement
  }
}
