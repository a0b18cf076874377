internal import DecantCore
internal import DecantEditing

/// The edit of a TOML document: one walk over the nodes that change, in which their statements are recorded.
///
///     [a]            kept, so that its bytes stay
///     x = 1          removed: its line goes with its comments
///     y = 2          changed: its key or its value is another piece
///                    new lines: they go after a statement, or before one
///     [b]
///
/// A table has statements anywhere in the text. What is recorded becomes byte edits at the end, in the order of the text.
struct TOMLEdit {
  /// Lines that go beside a statement.
  struct NewLines {
    /// The statement after or before which the lines go; instead of a removed one.
    let statement: Int
    let isBefore: Bool
    let isPairs: Bool
    var text: [UInt8]
    /// The number of blank lines between these and other ones.
    let blankLines: Int
    let depth: Int
  }

  struct Change {
    let change: NodeChange
    let node: Int
    let tapeNode: Int
  }

  let text: TOMLEditedText
  var removed: Set<Int> = []
  /// Edits inside of statements.
  var pieces: [ByteEdit] = []
  var added: [NewLines] = []
  /// The indices of new headers, by their tables.
  var headers: [Int: Int] = [:]
  /// The values on lines that change, which are nodes of the document.
  var values: [(node: Int, change: NodeChange)] = []
  /// The ranges in which comments go.
  private(set) var stripped: [Range<Int>] = []
  /// The new parts of keys, by their offsets.
  var names: [Int: [UInt8]] = [:]
  /// The tables that get lines, and those around them.
  private var defined: Set<Int> = []
  private var growing: [(table: Int, children: [ChildChange])] = []
  private var shrinking: [Int] = []

  init(_ text: TOMLEditedText) { self.text = text }

  var document: EditedDocument { text.document }

  mutating func edits(for change: NodeChange) throws(DecantError) -> [ByteEdit] {
    var open = [Change(change: change, node: 0, tapeNode: 0)]
    while let next = open.popLast() { try make(next, &open) }
    for (table, children) in growing { try insert(children, into: table) }
    for node in shrinking.reversed() where !isDefined(node) { try empty(node) }
    values.sort { [document] in document.offset(at: $0.node) < document.offset(at: $1.node) }
    strip()
    try printValues()
    return finished
  }

  private mutating func make(_ change: Change, _ open: inout [Change]) throws(DecantError) {
    let node = change.node
    if change.change.losesComments {
      stripped += node == 0 ? [0..<text.lines.count] : text.ranges(of: node)
    }
    guard node == 0 || text.isInLines(node) else {
      comment(change)
      return values.append((change.tapeNode, change.change))
    }
    switch change.change.content {
    case .kept: comment(change)
    case .replaced(let new):
      let new = try CommentedNode(new).node
      if node == 0 { try replaceRoot(by: new) } else { try replaceLines(of: change, by: new) }
    case .children(let children):
      comment(change)
      if text.nodes[node].kind == .tables {
        try make(children, ofTables: change, &open)
      } else {
        let new = try keep(children, of: change, &open)
        if !new.isEmpty { growing.append((node, new)) }
      }
    }
  }

  /// Looks at the children of the document, of which some go, and returns the new ones.
  mutating func keep(
    _ children: [ChildChange], of change: Change, _ open: inout [Change]
  ) throws(DecantError) -> [ChildChange] {
    let old = document.children(of: change.tapeNode)
    let nodes = text.children(of: change.node)
    var isKept = [Bool](repeating: false, count: old.count)
    for child in children {
      guard let number = child.number else { continue }
      isKept[number] = true
      guard child.key != nil || child.value != nil else { continue }
      let node = nodes[number]
      if let key = child.key { rename(node, to: key) }
      if let value = child.value {
        open.append(Change(change: value, node: node, tapeNode: old[number].value))
      }
    }
    for number in old.indices where !isKept[number] {
      removeLines(of: nodes[number])
    }
    if isKept.contains(false) { shrinking.append(change.node) }
    return children.filter { $0.number == nil }
  }

  mutating func removeLines(of node: Int) { removed.formUnion(text.statements(of: node)) }

  // MARK: Keys

  private mutating func rename(_ node: Int, to key: String) {
    var parts: [Range<Int>] = []
    for statement in text.statements(of: node).map({ text.statements[$0] }) {
      let number = text.partNumber(of: node, in: statement)
      if number >= 0 { parts.append(text.keyParts(of: statement)[number]) }
    }
    for part in parts {
      let name = text.keyText(key, inPlaceOf: part)
      names[part.lowerBound] = name
      pieces.append(ByteEdit(part, name))
    }
  }

  /// The text of parts of a key, of which some have new names.
  func spelled(_ parts: ArraySlice<Range<Int>>) -> [UInt8] {
    var result: [UInt8] = []
    var end = parts.first?.lowerBound ?? 0
    for part in parts {
      result += text.lines.bytes(end..<part.lowerBound)
      result += names[part.lowerBound] ?? text.lines.bytes(part)
      end = part.upperBound
    }
    return result
  }

  /// The text of the path in a header for the table, without brackets.
  func path(of table: Int) -> [UInt8] {
    guard table > 0, let first = text.firstStatement(of: table) else { return [] }
    let statement = text.statements[first]
    let last = text.partNumber(of: table, in: statement)
    let own = spelled(text.keyParts(of: statement)[...last])
    let outer = statement.isHeader ? [] : path(of: text.table(ofSection: statement.section))
    return outer.isEmpty ? own : outer + [UInt8(ascii: ".")] + own
  }

  // MARK: Comments

  /// Puts comments above a node that keeps its first statement.
  mutating func comment(_ change: Change) {
    let node = change.node
    guard node > 0, let lines = change.change.comment else { return }
    let comments = lines.map { NodeComment(entered: $0) }
    guard let first = text.firstStatement(of: node) else { return }
    let start = text.lines.lineStart(of: text.statements[first].start)
    let new = text.commentLines(
      comments, indent: text.lines.indentation(at: text.statements[first].start))
    pieces.append(ByteEdit(text.leadingStart(of: first)..<start, new))
  }

  /// Removes comments, with the lines that have nothing else; those about the file stay, and those in values that change go
  /// with these.
  private mutating func strip() {
    let lines = text.lines
    let start = text.statements.first?.start ?? lines.count
    let head = document.comments(in: lines.fileStart..<start)
    let own = head.prefix(HeadComments.count(ofFileIn: head.map(lines.bytes))).last?.upperBound ?? 0
    // No blank lines come first in a file that had none.
    var headEnd = lines.fileStart
    for range in stripped {
      var rest = values.map { document.range(of: $0.node) }[...]
      for comment in document.comments(in: range) where comment.lowerBound >= own {
        rest = rest.drop { $0.upperBound <= comment.lowerBound }
        if rest.first?.contains(comment.lowerBound) == true { continue }
        guard lines.beginsLine(comment.lowerBound) else {
          let start = lines.blankStart(before: comment.lowerBound)
          pieces.append(ByteEdit(start..<comment.upperBound))
          continue
        }
        let start = lines.lineStart(of: comment.lowerBound)
        var next = lines.afterLineEnd(at: comment.upperBound) ?? comment.upperBound
        if start == headEnd {
          next = lines.blankLinesEnd(from: next)
          headEnd = next
        }
        pieces.append(ByteEdit(start..<next))
      }
    }
  }

  // MARK: Tables that become empty

  /// Records that a table gets lines, so that it exists also without those that it has.
  mutating func define(_ table: Int) {
    var table = table
    while table > 0, defined.insert(table).inserted { table = text.parent(of: table) }
  }

  private func isDefined(_ node: Int) -> Bool {
    guard node > 0, !defined.contains(node) else { return true }
    return text.statements(of: node).contains { !removed.contains($0) }
  }

  /// Prints what is left of a table, or a sequence of tables, without its children.
  private mutating func empty(_ node: Int) throws(DecantError) {
    guard let first = text.statements(of: node).first else { return }
    if text.nodes[node].kind == .tables {
      return try set(node, to: Document(.sequence([])), [], [])
    }
    define(node)
    let statement = text.statements[first]
    let indent = text.lines.indentation(at: statement.start)
    var new = [UInt8(ascii: "[")] + path(of: node) + [UInt8(ascii: "]")]
    if !statement.isHeader {
      let number = text.partNumber(of: node, in: statement)
      let spacing = TOMLPairSpacing(ofPair: statement.node, in: text)
      new = spacing.keyText(spelled(text.keyParts(of: statement)[...number])) + Array("{}".utf8)
    }
    added.append(
      NewLines(
        statement: first, isBefore: false, isPairs: !statement.isHeader, text: indent + new,
        blankLines: 0,
        depth: text.keyCount(of: node)))
  }
}
