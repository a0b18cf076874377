internal import DecantCore

/// A writer of CSV: a header of the first document's keys, and a row for each document, or for each of a sequence.
///
///     events   { name Ada  zip 090 }
///     bytes    name,zip\n Ada,090\n
///
/// The cells of a row are held until it ends, in `CSVRow`: their keys may be in another order than the columns, those of the
/// first row are the columns, and a row that is refused leaves no part of itself.
struct CSVWriter: EventWriter, ~Copyable {
  /// What the next event belongs to.
  private enum State {
    case document, rows, row, value, nested, header
  }

  private let own: CSVOptions
  private let isTyped: Bool
  /// Whether cells may be in quotes that they do not need.
  private let hasQuotes: Bool
  /// The format of values in cells that are not scalars, and the value of the last key as far as it is known.
  private let nested: Format?
  private let isNesting: Bool
  private var value = Tape()
  private var header: CSVHeader
  private var isHeaderWritten = false
  private var state = State.document
  /// The number of rows of a sequence that were begun; 0 for a document that is a row.
  private var rowOfSequence = 0
  /// The column of the last key; -1 before the first one.
  private var column = -1
  /// Where the keys of a batch are in its scratch bytes, by column: readers of tables put each there once for all rows.
  private var keys: [Range<Int>] = []
  private var row: CSVRow

  init(_ options: WritingOptions, _ separator: UInt8?, _ nested: Format?) {
    // No closure may read a field before all are initialized, see `CSVReader`.
    var own = options[CSVOptions.self]
    if separator != nil { own.separator = nil }
    let separator = separator ?? own.separator ?? UInt8(ascii: ",")
    self.own = own
    isTyped = own.hasTypes || options.writesTaggedForms
    hasQuotes = isTyped || own.separator != nil || own.layout.keepsQuotes
    self.nested = options.writesTaggedForms ? nested : nil
    isNesting = options.writesTaggedForms && nested != nil
    header = CSVHeader(separator: separator, own.header ?? [])
    row = CSVRow(separator: separator, own.layout.lineEnd)
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    keys.removeAll(keepingCapacity: true)
    do throws(DecantError) {
      var cursor = sink.cursor()
      try batch.forEachEvent { (event, text) throws(DecantError) in
        do throws(DecantError) {
          try write(event, text, of: batch, &cursor)
        } catch {
          throw located(error)
        }
      }
    } catch {
      (state, column, rowOfSequence) = (.document, -1, 0)
      if !isHeaderWritten { header = CSVHeader(separator: header.separator, own.header ?? []) }
      row.removeAll()
      value.removeAll()
      throw error
    }
  }

  mutating func finish(to sink: ByteSink) throws(DecantError) {
    guard !isHeaderWritten, own.header != nil else { return }
    var cursor = sink.cursor()
    try writeHeader(&cursor)
    cursor.completeDocument()
  }

  /// A quote that is not closed.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n\"!incomplete\n")
  }

  @inline(__always)
  private mutating func write(
    _ event: Event, _ text: RawSpan, of batch: borrowing EventBatch, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    switch (state, event.kind) {
    case (.row, .string):
      try findColumn(event, text)
      state = .value
    case (.value, .string):
      let text = text.extracting(event.textRange)
      // A copy of the format for each cell would be a twentieth of a conversion.
      if isNesting, CSVCell.isNested(text) || text.has(0) {
        return try write(nested: event, of: batch)
      }
      state = .row
      try row.add(text, at: column, quoted: hasQuotes && isQuoted(text, event.style))
    case (.value, .integer), (.value, .real):
      state = .row
      try row.add(text.extracting(event.textRange), at: column)
    case (.value, .null), (.value, .true), (.value, .false):
      state = .row
      // An only cell that is empty would be in quotes, and text.
      let isWord = event.kind != .null || isTyped && header.columns.count == 1
      let word = isWord ? event.kind.word ?? "" : ""
      try word.withBytes { (text) throws(DecantError) in try row.add(text, at: column) }
    case (.value, .beginMapping), (.value, .beginSequence), (.nested, _):
      try write(nested: event, of: batch)
    case (.row, .endMapping):
      try endRow(&cursor, isHeader: false)
      state = rowOfSequence > 0 ? .rows : .document
    case (.document, .beginMapping):
      state = .row
    case (.rows, .beginMapping):
      rowOfSequence += 1
      state = .row
    case (.document, .beginSequence):
      state = event.flags.contains(.isHeader) ? .header : .rows
    case (.header, .string):
      try findColumn(event, text)
      try row.add(RawSpan(), at: column)
    case (.header, .endSequence):
      try endRow(&cursor, isHeader: true)
      state = .document
    case (.rows, .endSequence):
      // An empty file would not come back as a sequence in every format.
      guard rowOfSequence > 0 || nested == nil else { throw DecantError(.csv(.notARow)) }
      (state, rowOfSequence) = (.document, 0)
    case (.document, .beginDocument), (.document, .endDocument):
      cursor.completeDocument()
    default:
      if state == .rows { rowOfSequence += 1 }
      throw DecantError(.csv(.notARow))
    }
  }

  private func isQuoted(_ text: RawSpan, _ style: Event.Style) -> Bool {
    // Readers assume a comma in a table of one column.
    isTyped && CSVCell.kind(of: text) != nil || own.layout.keepsQuotes && style == .doubleQuoted
      || own.separator != nil && header.columns.count == 1 && text.has(UInt8(ascii: ","))
  }

  /// Adds an event to a value that is written as a document of another format, compactly.
  @inline(never)
  private mutating func write(
    nested event: Event, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let nested else { throw DecantError(.csv(.nestedValue)) }
    try value.append(event, of: batch)
    state = value.isBalanced ? .row : .nested
    guard state == .row else { return }
    var document = EventBatch()
    document.append(.beginDocument)
    try value.replay(0..<value.count, into: &document)
    document.append(.endDocument)
    value.removeAll()
    var options = WritingOptions()
    options.indentation = .compact
    var writer = try nested.writer(options)
    let memory = MemoryDestination()
    let sink = ByteSink(memory, capacity: 0)
    try writer.write(document, to: sink)
    try writer.finish(to: sink)
    try sink.flush()
    let text = memory.bytes.filter { $0 != CSVScan.lineFeed }
    try text.withBytes { (text) throws(DecantError) in try row.add(text, at: column) }
  }

  private func located(_ error: DecantError) -> DecantError {
    var error = error
    var steps = error.path?.steps ?? []
    if steps.isEmpty, column >= 0 { steps = [.key(header.name(of: column))] }
    if rowOfSequence > 0 { steps.insert(.index(rowOfSequence - 1), at: 0) }
    error.path = DocumentPath(steps)
    return error
  }

  /// Finds the column of a key, most often the one after the last one.
  @inline(__always)
  private mutating func findColumn(_ event: Event, _ text: RawSpan) throws(DecantError) {
    let (range, next) = (event.textRange, column &+ 1)
    let isInScratch = event.flags.contains(.inScratch)
    if isInScratch, next < keys.count, keys[next] == range { return column = next }
    try findColumn(range, of: text, at: next)
    guard isInScratch, column == next else { return }
    if next < keys.count { keys[next] = range } else if next == keys.count { keys.append(range) }
  }

  private mutating func findColumn(
    _ range: Range<Int>, of text: RawSpan, at next: Int
  ) throws(DecantError) {
    if next < header.columns.count {
      let name = header.columns[next]
      let isNext = header.names.withBytes {
        $0.extracting(name.start..<name.start &+ name.count).isEqual(to: text.extracting(range))
      }
      if isNext { return column = next }
    }
    try findOtherColumn(String(utf8: text.extracting(range)))
  }

  @inline(never)
  private mutating func findOtherColumn(_ key: String) throws(DecantError) {
    if let index = header.index(of: key) { return column = index }
    guard !isHeaderWritten, own.header == nil else {
      throw DecantError(.csv(.newColumn(key)), path: DocumentPath([.key(key)]))
    }
    column = header.columns.count
    _ = header.append(key)
  }

  private mutating func endRow(_ cursor: inout ByteCursor, isHeader: Bool) throws(DecantError) {
    column = -1
    let count = header.columns.count
    guard count > 0 else { throw DecantError(.csv(.notARow)) }
    if !own.acceptsShortRows, row.cellCount < count,
      let missing = (0..<count).first(where: { !row.hasCell(at: $0) })
    {
      throw DecantError(.csv(.missingColumn(header.name(of: missing))))
    }
    if !isHeaderWritten { try writeHeader(&cursor) }
    if isHeader { row.removeAll() } else { try row.write(count, &cursor) }
    cursor.completeDocument()
  }

  private mutating func writeHeader(_ cursor: inout ByteCursor) throws(DecantError) {
    try own.layout.emptyLines.withBytes { (bytes) throws(DecantError) in
      try cursor.write(bytes)
    }
    var names = CSVRow(separator: header.separator, own.layout.lineEnd)
    for index in header.columns.indices {
      let name = header.name(of: index)
      // Readers find the separator by the header, after a byte-order mark and a line such as `sep=;`.
      let isQuoted =
        own.layout.quotedNames.contains(KeyText(name))
        || name.utf8.contains { CSVScan.usualSeparators.contains($0) }
        || index == 0
          && ["\u{FEFF}", "sep="].contains(where: name.lowercased().hasPrefix(ofBytes:))
      try name.withBytes { (text) throws(DecantError) in
        try names.add(text, at: index, quoted: isQuoted)
      }
    }
    try names.write(header.columns.count, &cursor)
    isHeaderWritten = true
  }
}
