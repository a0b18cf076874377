internal import DecantCore

/// The edit of a TOML document: one walk over the nodes that change, in which their statements are marked.
///
///     [a]            kept, so that its bytes stay
///     x = 1          removed: its line goes with its comments
///     y = 2          changed: its key or its value is another piece
///                    a block: new lines after a statement, or before one
///     [b]
///
/// A table has statements anywhere in the text. What is marked becomes byte edits at the end, in the order of the text.
struct TOMLEdit {
  /// New lines.
  struct Block {
    /// The statement after or before which the lines go; in the place of a removed one.
    let statement: Int
    let isBefore: Bool
    let isPairs: Bool
    var text: [UInt8]
    /// The number of blank lines between these and other ones.
    let gap: Int
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
  var blocks: [Block] = []
  /// The blocks with new headers, by their tables.
  var headers: [Int: Int] = [:]
  var lists: [Int: TOMLList.Change] = [:]
  /// The new parts of keys, by their places.
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
    let lists = lists.sorted { $0.key < $1.key }
    pieces = lists.flatMap { TOMLList(of: $0.key, in: text).edits(for: $0.value) } + pieces
    return finished
  }

  private mutating func make(_ change: Change, _ open: inout [Change]) throws(DecantError) {
    let node = change.node
    if change.change.losesComments { strip(node) }
    switch change.change.content {
    case .kept: try comment(change)
    case .replaced(let new): try replace(change, by: CommentedNode(new).node)
    case .children(let children):
      try comment(change)
      let kind = text.nodes[node].kind
      if kind == .tables {
        try make(children, ofTables: change, &open)
      } else if kind == .table, !text.isInBrackets(node) {
        let new = try keep(children, of: change, &open) { $0.removeLines(of: $1) }
        if !new.isEmpty { growing.append((node, new)) }
      } else {
        try make(children, ofList: change, &open)
      }
    }
  }

  /// Looks at the children of the document, of which `remove` removes those that go, and returns the new ones.
  mutating func keep(
    _ children: [ChildChange], of change: Change, _ open: inout [Change],
    _ remove: (inout TOMLEdit, Int) -> Void
  ) throws(DecantError) -> [ChildChange] {
    let old = document.children(of: change.tapeNode)
    var isKept = [Bool](repeating: false, count: old.count)
    for child in children {
      guard let number = child.number else { continue }
      isKept[number] = true
      guard child.key != nil || child.value != nil else { continue }
      let node = try text.node(old[number].value)
      if let key = child.key { rename(node, to: key) }
      if let value = child.value {
        open.append(Change(change: value, node: node, tapeNode: old[number].value))
      }
    }
    for number in old.indices where !isKept[number] {
      remove(&self, try text.node(old[number].value))
    }
    if isKept.contains(false) { shrinking.append(change.node) }
    return children.filter { $0.number == nil }
  }

  mutating func removeLines(of node: Int) { removed.formUnion(text.statements(of: node)) }

  // MARK: Keys

  private mutating func rename(_ node: Int, to key: String) {
    var parts: [Range<Int>] = []
    if text.isInBrackets(node) {
      let number = partNumber(of: node)
      let pairs = text.nodes[node].kind == .table ? text.items(of: node) : [node]
      parts = pairs.map { text.keyParts(ofPair: $0)[number] }
    } else {
      for statement in text.statements(of: node).map({ text.statements[$0] }) {
        let number = text.partNumber(of: node, in: statement)
        if number >= 0 { parts.append(text.keyParts(of: statement)[number]) }
      }
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
    var place = parts.first?.lowerBound ?? 0
    for part in parts {
      result += text.lines.bytes(place..<part.lowerBound)
      result += names[part.lowerBound] ?? text.lines.bytes(part)
      place = part.upperBound
    }
    return result
  }

  /// The text of the path in a header for the table, without brackets.
  func path(of table: Int) -> [UInt8] {
    guard table > 0, let first = text.span(of: table).first else { return [] }
    let statement = text.statements[first]
    let last = text.partNumber(of: table, in: statement)
    let own = spelled(text.keyParts(of: statement)[...last])
    let outer = statement.isHeader ? [] : path(of: text.table(ofSection: statement.section))
    return outer.isEmpty ? own : outer + [UInt8(ascii: ".")] + own
  }

  // MARK: Comments

  /// Puts comments above a node that keeps its first statement.
  mutating func comment(_ change: Change) throws(DecantError) {
    let node = change.node
    guard node > 0, let lines = change.change.comment else { return }
    let comments = lines.map { NodeComment(entered: $0) }
    guard text.isInBrackets(node) else {
      guard let first = text.span(of: node).first else { return }
      let start = text.lines.lineStart(of: text.statements[first].start)
      let new = text.commentLines(
        comments, indent: text.lines.indentation(at: text.statements[first].start))
      pieces.append(ByteEdit(text.leadingStart(of: first)..<start, new))
      return
    }
    let list = text.list(around: node)
    guard let index = text.items(of: list).firstIndex(of: node),
      let edit = TOMLList(of: list, in: text).commenting(index, by: comments)
    else {
      throw DecantError(
        .specific(LayoutProblem(what: "a comment of this value")),
        offset: text.nodes[node].marks.contains(.isKeyed)
          ? Int(text.nodes[node].entry) : text.nodes[node].value.lowerBound)
    }
    pieces.append(edit)
  }

  /// Removes the comments of a node, with the lines that have nothing else; those about the file stay.
  private mutating func strip(_ node: Int) {
    let lines = text.lines
    let start = text.statements.first?.start ?? lines.count
    let head = document.comments(in: lines.fileStart..<start)
    let own = head.prefix(HeadComments.count(ofFileIn: head.map(lines.bytes))).last?.upperBound ?? 0
    // No blank lines come first in a file that had none.
    var headEnd = lines.fileStart
    for range in node == 0 ? [own..<lines.count] : text.ranges(of: node) {
      for comment in document.comments(in: range) where comment.lowerBound >= own {
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
    guard node > 0, !text.isInBrackets(node), !defined.contains(node) else { return true }
    return text.span(of: node).contains {
      !removed.contains($0) && text.isInside(text.statements[$0].node, of: node)
    }
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
      let style = TOMLPairStyle(ofPair: statement.node, in: text)
      new = style.keyText(spelled(text.keyParts(of: statement)[...number])) + Array("{}".utf8)
    }
    blocks.append(
      Block(
        statement: first, isBefore: false, isPairs: !statement.isHeader, text: indent + new, gap: 0,
        depth: text.keyCount(of: node)))
  }
}
