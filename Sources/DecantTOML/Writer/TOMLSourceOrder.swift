internal import DecantCore
internal import DecantEditing

/// The lines of a document of TOML in the order of its text, in which tables continue elsewhere and keys with dots mix.
///
///     [a.b]  │ c = 1 │ [d] │ [a] │ e.f = 2 │ g = 3 │ e.h = 4        the order of the text
///     [a.b]  │ c = 1 │ [a] │ e.f = 2 │ e.h = 4 │ g = 3 │ [d]        the order of the events
///
/// It holds if no stage has changed the order of keys or moved a node, which is checked: keys are in the order of their
/// first definition, and each line follows the header of its table.
struct TOMLSourceOrder: ~Copyable {
  enum Kind: BitwiseCopyable {
    case pair, header, element, firstElement
  }

  struct Line: BitwiseCopyable {
    let position: UInt32
    let kind: Kind
    /// The table of a pair, or that a header begins.
    let table: Int32
    /// Where the pair or element begins on the tape; the pair of the sequence for a first element.
    let start: Int

    var isPair: Bool { kind == .pair }
    var isFirstElement: Bool { kind == .firstElement }
    var isElement: Bool { kind == .element || kind == .firstElement }
  }

  enum TableKind: BitwiseCopyable {
    case root, header, implied, dotted, sequence, element
  }

  struct Table: BitwiseCopyable {
    let kind: TableKind
    let parent: Int32
    /// The entry of the key on the tape; -1 for the root and for elements.
    let key: Int
  }

  struct Frame: BitwiseCopyable {
    let table: Int32
    var next: Int
    let end: Int
    /// Where the pair of a sequence begins.
    let start: Int
    var isFirst = true
    /// The first position of the last pair or element, and of all of them.
    var last: Int = -1
    var first: Int

    mutating func add(_ position: Int) -> Bool {
      defer { last = position }
      first = min(first, position)
      return position > last && position != .max
    }
  }

  private(set) var lines = Buffer<Line>()
  private(set) var isAsRead = true
  /// The position of the first line.
  private(set) var firstPosition = UInt32.max
  private var tables = Buffer<Table>()
  private var frames = Buffer<Frame>()

  init(_ document: borrowing Tape, root: Int) {
    open(root, Table(kind: .root, parent: -1, key: -1), document, start: root, first: .max)
    while !frames.isEmpty { step(document) }
    for index in 0..<lines.count { firstPosition = min(firstPosition, lines[index].position) }
    guard isAsRead else { return }
    lines.sort(from: 0) { $0.position < $1.position }
    isAsRead = followHeaders()
  }

  /// Returns the keys of the header of a table, and the parts of a key with dots in its lines before the last one.
  func keys(of table: Int32) -> (header: [Int], dotted: [Int]) {
    var (header, dotted): ([Int], [Int]) = ([], [])
    var isDotted = true
    var table = table
    while table >= 0 {
      let part = tables[Int(table)]
      if part.kind != .dotted { isDotted = false }
      if part.key >= 0 {
        header.append(part.key)
        if isDotted { dotted.append(part.key) }
      }
      table = part.parent
    }
    return (header.reversed(), dotted.reversed())
  }

  // MARK: Collecting

  private mutating func open(
    _ begin: Int, _ table: Table, _ document: borrowing Tape, start: Int, first: Int
  ) {
    tables.append(table)
    frames.append(
      Frame(
        table: Int32(truncatingIfNeeded: tables.count - 1),
        next: document.endOfTrailingComments(from: begin + 1), end: document.partner(of: begin),
        start: start, first: first))
  }

  private mutating func append(_ kind: Kind, _ table: Int32, at position: UInt32, start: Int) {
    lines.append(Line(position: position, kind: kind, table: table, start: start))
  }

  private mutating func step(_ document: borrowing Tape) {
    let top = frames.count - 1
    let frame = frames[top]
    let kind = tables[Int(frame.table)].kind
    guard let pair = document.pair(at: frame.next, before: frame.end, isKeyed: kind != .sequence)
    else {
      if document.hasComment(in: frame.next..<frame.end) { isAsRead = false }
      frames.removeLast()
      if top > 0, !frames[top - 1].add(frame.first) { isAsRead = false }
      return
    }
    frames[top].next = pair.next
    frames[top].isFirst = false
    let position = document[pair.value].position
    let next = Int32(truncatingIfNeeded: tables.count)
    guard kind != .sequence else {
      append(
        frame.isFirst ? .firstElement : .element, next, at: position,
        start: frame.isFirst ? frame.start : frame.next)
      let element = Table(kind: .element, parent: frame.table, key: -1)
      if document[pair.value].style != .block { isAsRead = false }
      return open(pair.value, element, document, start: frame.next, first: Int(position))
    }
    switch document.layout(of: pair.value, usesStyles: true) {
    case .line:
      let position = document[pair.key].position
      append(.pair, frame.table, at: position, start: frame.next)
      if kind == .implied || !frames[top].add(Int(position)) { isAsRead = false }
    case .section where document[pair.value].style == .block:
      append(.header, next, at: position, start: frame.next)
      let table = Table(kind: .header, parent: frame.table, key: pair.key)
      open(pair.value, table, document, start: frame.next, first: Int(position))
    case .sections:
      let table = Table(kind: .sequence, parent: frame.table, key: pair.key)
      open(pair.value, table, document, start: frame.next, first: .max)
    case let layout:
      // A table without a line of its own has no comments.
      let end = document.partner(of: pair.value)
      let begin = pair.value..<document.endOfTrailingComments(from: pair.value + 1)
      if document.hasComment(in: pair.before.lowerBound..<begin.upperBound)
        || document.hasComment(in: end..<pair.next)
      {
        isAsRead = false
      }
      let kind = layout == .dotted ? TableKind.dotted : .implied
      let table = Table(kind: kind, parent: frame.table, key: pair.key)
      open(pair.value, table, document, start: frame.next, first: .max)
    }
  }

  // MARK: Checking

  /// Whether each pair follows the header of its table, and each header those of the elements around it.
  private func followHeaders() -> Bool {
    var section: Int32 = 0
    var elements = Buffer<Int32>()
    elements.append(repeating: -1, count: tables.count)
    for index in 0..<lines.count {
      let line = lines[index]
      var table = line.table
      if line.isPair {
        while tables[Int(table)].kind == .dotted { table = tables[Int(table)].parent }
        guard table == section else { return false }
        continue
      }
      section = table
      if line.isElement { elements[Int(tables[Int(table)].parent)] = table }
      while table >= 0 {
        let part = tables[Int(table)]
        guard part.kind != .element || elements[Int(part.parent)] == table else { return false }
        table = part.parent
      }
    }
    return true
  }
}
