internal import DecantCore
internal import DecantEditing

/// The rules by which the cells of a table are edited: what is not changed keeps its bytes, and a new cell has quotes if it needs
/// them, or if the one before it or all others of its row have some.
struct CSVEditing: TableSyntax {
  private var own = CSVOptions()

  /// Creates the rules of tables, of which all have a separator, unless it is nil.
  init(separator: UInt8?) {
    own.separator = separator
  }

  func adapted(to options: ReadingOptions) -> any TableSyntax {
    var new = self
    new.own = options[CSVOptions.self]
    new.own.separator = own.separator ?? new.own.separator
    return new
  }

  var requiresMapping: Bool { true }

  var emptyCell: Event.Kind { own.hasTypes ? .null : .string }

  var writer: Format { own.hasTypes ? .typedCells : .textCells }

  // MARK: Rows

  func edits(
    for change: NodeChange, of row: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let cells = try cells(of: row, after: change)
    let old = row.children(of: 0)
    guard cells.indices.elementsEqual(old.indices, by: { cells[$0].number == $1 }) else {
      return try edits(for: change, of: row, columns: cells.map(\.name))
    }
    let text = CellText(of: row, own, columns: old.count)
    return cells.enumerated().compactMap { index, cell in
      cell.value.map { ByteEdit(row.range(of: old[index].value), text.bytes(of: $0, after: index)) }
    }
  }

  func edits(
    for change: NodeChange?, of row: EditedDocument, columns: [KeyText]
  ) throws(DecantError) -> [ByteEdit] {
    let old = row.children(of: 0)
    guard let first = old.first, let last = old.last else { return [] }
    var cells: [KeyText: Cell] = [:]
    for cell in try self.cells(of: row, after: change) { cells[cell.name] = cell }
    let text = CellText(of: row, own, columns: columns.count)
    let texts = columns.map { column -> [UInt8] in
      guard let cell = cells[column] else { return text.bytes(of: "", isText: false) }
      if let value = cell.value { return text.bytes(of: value, after: cell.number) }
      return cell.number.map { row.bytes.copy(row.range(of: old[$0].value)) } ?? []
    }
    let range = row.offset(at: first.value)..<row.range(of: last.value).upperBound
    return [ByteEdit(range, texts.joined(separator: [text.separator]))]
  }

  private struct Cell {
    let name: KeyText
    /// The index of the old cell.
    var number: Int?
    /// The new value; nil for a cell that stays.
    var value: Document.Node?
  }

  private func cells(
    of row: EditedDocument, after change: NodeChange?
  ) throws(DecantError) -> [Cell] {
    let old = row.children(of: 0)
    func name(_ index: Int) -> KeyText {
      KeyText(old[index].key.map(row.tape.string(at:)) ?? "")
    }
    switch change?.content {
    case .kept?, nil:
      return old.indices.map { Cell(name: name($0), number: $0) }
    case .replaced(let new)?:
      return new.root.pairs.map { Cell(name: KeyText($0.key.text ?? ""), value: $0.value) }
    case .children(let children)?:
      return children.map { child in
        let number = child.number
        var cell = Cell(
          name: child.key.map { KeyText($0) } ?? number.map(name) ?? "", number: number)
        if case .replaced(let new)? = child.value?.content { cell.value = new.root }
        return cell
      }
    }
  }

  // MARK: Columns

  func columns(before row: EditedDocument) throws(DecantError) -> [KeyText] {
    if let header = own.header { return header.map { KeyText($0) } }
    return try header(before: row).cells.map(\.name)
  }

  func edits(
    forColumns columns: [KeyText], before row: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard !columns.isEmpty else { throw DecantError(.csv(.notARow)) }
    if own.header != nil {
      let names = Set(try self.columns(before: row))
      let new = columns.first { !names.contains($0) }
      throw new.map { DecantError(.csv(.newColumn($0.string))) }
        ?? DecantError(.specific(LayoutProblem(what: "a column that an option names")))
    }
    let header = try header(before: row)
    let text = CellText(
      separator: CellText(of: row, own, columns: 0).separator, columns: columns.count,
      oldAreQuoted: header.cells.map { row.bytes[$0.range.lowerBound] == CSVScan.quote })
    let old = Dictionary(header.cells.map { ($0.name, $0.range) }) { first, _ in first }
    let names = columns.map { column in
      old[column].map { row.bytes.copy($0) } ?? text.bytes(of: column.string, isText: true)
    }
    return [ByteEdit(header.range, names.joined(separator: [text.separator]))]
  }

  private struct Header {
    var cells: [(name: KeyText, range: Range<Int>)] = []
    var range = 0..<0
  }

  /// Returns the line with the names, which is before the first row.
  private func header(before row: EditedDocument) throws(DecantError) -> Header {
    let bytes = row.bytes.copy(0..<row.offset(at: 0))
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let separator = CellText(of: row, own, columns: 0).separator
    var header = Header()
    try CSVScan.withPadding(bytes) { (text) throws(DecantError) in
      let scan = CSVScan(separator: separator, end: bytes.count, isComplete: true, origin: 0)
      let start = scan.beginning(text, at: mark).header
      let end = try scan.row(text, at: start) { cell in
        let start = cell.isQuoted ? cell.start - 1 : cell.start
        header.cells.append((KeyText(cell.text(in: text)), start..<cell.next))
        return true
      }
      header.range = start..<(end?.end ?? bytes.count)
    }
    return header
  }
}

/// The text of the new cells of a row.
private struct CellText {
  let separator: UInt8
  private let columns: Int
  private let hasTypes: Bool
  private let oldAreQuoted: [Bool]

  init(of row: EditedDocument, _ own: CSVOptions, columns: Int) {
    let cells = row.children(of: 0).map { row.range(of: $0.value) }
    let shown = cells.count > 1 ? row.bytes[cells[0].upperBound] : nil
    self.init(
      separator: own.separator ?? shown ?? UInt8(ascii: ","), columns: columns,
      hasTypes: own.hasTypes,
      oldAreQuoted: cells.map { !$0.isEmpty && row.bytes[$0.lowerBound] == CSVScan.quote })
  }

  init(separator: UInt8, columns: Int, hasTypes: Bool = false, oldAreQuoted: [Bool]) {
    (self.separator, self.columns) = (separator, columns)
    (self.hasTypes, self.oldAreQuoted) = (hasTypes, oldAreQuoted)
  }

  /// Returns the text of a value in place of the cell with a number.
  func bytes(of value: Document.Node, after number: Int?) -> [UInt8] {
    let isText = value.kind == .string
    // An only cell that is empty would not be a row.
    let word = value.kind == .null && columns > 1 ? "" : value.kind.word
    return bytes(of: word ?? value.text ?? "", isText: isText, after: number)
  }

  func bytes(of text: String, isText: Bool, after number: Int? = nil) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isLikeOthers =
      number.map { oldAreQuoted[$0] } ?? (oldAreQuoted.allSatisfy { $0 } && isText)
    let isOfType = isText && hasTypes && text.withBytes { CSVCell.kind(of: $0) } != nil
    let needsQuotes = bytes.contains {
      $0 == separator || $0 == CSVScan.quote || CSVScan.endsLine($0)
    }
    guard needsQuotes || isText && isLikeOthers || isOfType || columns == 1 && bytes.isEmpty else {
      return bytes
    }
    let quote = [CSVScan.quote]
    return quote + bytes.flatMap { $0 == CSVScan.quote ? quote + quote : [$0] } + quote
  }
}
