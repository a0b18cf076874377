internal import DecantCore

/// A reader of CSV: the first row names the keys, and each other row is a document.
///
///     bytes    │ name,zip\n │ Ada,"0""90"\n │
///     events                  { name Ada  zip 0"90 }
///
/// A row is read once the window has all of it, and again from its beginning after a refill, so memory is proportional to the
/// longest row. The names of the columns are in the scratch bytes of each batch, to which the keys of all its rows refer.
struct CSVReader: EventReader, ~Copyable {
  let options: ReadingOptions
  let own: CSVOptions
  let nested: Format?
  let isTyped: Bool
  /// Whether quotes around cells count.
  private let countsQuotes: Bool
  private let separator: UInt8?
  private(set) var header: CSVHeader?
  /// Whether there is a row, or the end was treated; nil if only what follows the header was not read yet.
  private var hasRows: Bool?
  /// Whether the rest of a row that is too long is skipped.
  var skipsRow = false

  /// Creates a reader; `header` is that of the earlier part of the input.
  init(
    _ options: ReadingOptions, _ separator: UInt8?, _ nested: Format?, _ header: CSVHeader? = nil
  ) {
    // Swift 6.3 destroys fields that are not initialized yet where a closure reads others, as after `??` and `||`.
    let own = options[CSVOptions.self]
    let nested = options.readsTaggedForms ? nested : nil
    self.options = options
    self.own = own
    self.nested = nested
    self.separator = separator ?? own.separator
    self.header = header
    isTyped = own.hasTypes || nested != nil
    countsQuotes = isTyped || options.needs.contains(.layout) || options.marksExtents
    hasRows = header == nil ? false : nil
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    let hadRows = hasRows ?? (window.unread > 0)
    hasRows = hadRows
    // A bad row that is left out does not count.
    let isMore = try readRows(from: &window, into: &batch)
    hasRows = true
    return isMore || hadRows ? isMore : try endEmptyTable(&batch)
  }

  private func endEmptyTable(_ batch: inout EventBatch) throws(DecantError) -> Bool {
    guard let header, !options.needs.isDisjoint(with: [.columns, .lostColumns]) else {
      return false
    }
    guard options.needs.contains(.columns) else {
      let error = DecantError(.csv(.lostColumns))
      if options.needs.contains(.replacedInput) || options.isStrict || options.readsTaggedForms {
        throw error
      }
      options.reportTolerated?(error)
      return false
    }
    batch.append(.beginDocument)
    batch.append(.beginSequence, flags: .isHeader)
    for column in header.columns.indices { batch.append(.string, text: header.name(of: column)) }
    batch.append(.endSequence)
    batch.append(.endDocument)
    return true
  }

  private mutating func readRows(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if readsByRow { return try readByRow(from: &window, into: &batch) }
    return try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try readHeader(inViewOf: &window)
      guard let header else { return window.isComplete ? .ended : .windowEmpty }
      let scan = window.scan(separator: header.separator)
      return try window.withPosition { (bytes, position) throws(DecantError) in
        try readRows(bytes, from: &position, header, scan, into: &batch)
      }
    }
  }

  /// Reads the header; returns nil if the input has none.
  mutating func readHeader(of window: inout Window) throws(DecantError) -> CSVHeader? {
    while true {
      try readHeader(inViewOf: &window)
      guard header == nil, !window.isComplete else { return header }
      try window.refillRow()
    }
  }

  private mutating func readHeader(inViewOf window: inout Window) throws(DecantError) {
    guard header == nil else { return }
    let view = window.scan(separator: 0)
    try window.withPosition { (bytes, position) throws(DecantError) in
      position = CSVScan.skipLineEnds(bytes, from: position)
      let (start, named) = view.beginning(bytes, at: position)
      guard start < view.end else { return }
      var separator = separator ?? named
      if separator == nil { separator = try view.usualSeparator(bytes, at: start) }
      guard let separator else { return }
      var header = CSVHeader(separator: separator, own.header ?? [])
      if own.header == nil {
        let scan = view.with(separator: separator)
        let row = try scan.row(bytes, at: start) { (cell) throws(DecantError) in
          try scan.checkText(of: cell, bytes)
          let name = cell.text(in: bytes)
          guard header.append(name) || options.duplicateKeys != .error else {
            throw DecantError(
              .duplicateKey(name), offset: scan.origin + cell.start - (cell.isQuoted ? 1 : 0),
              path: DocumentPath([.key(name)]))
          }
          return true
        }
        guard let row else { return }
        header.endsWithReturn = bytes.byte(at: row.end) == CSVScan.carriageReturn
        position = CSVScan.skipLineEnd(bytes, at: row.end)
      } else {
        position = start
      }
      self.header = header
    }
  }

  // MARK: Rows

  /// Reads rows until the batch is full or the window ends.
  func readRows(
    _ bytes: RawSpan, from position: inout Int, _ header: CSVHeader, _ scan: CSVScan,
    into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    let names = batch.scratch.count
    header.names.withBytes { batch.scratch.append($0) }
    // An error leaves no part of its row.
    defer { batch.removeIncompleteDocument() }
    repeat {
      position = skipEmptyLines(bytes, from: position, header)
      guard position < scan.end else { return scan.isComplete ? .ended : .windowEmpty }
      guard
        let end = try readRow(bytes, at: position, header, namesAt: names, scan, into: &batch)
      else { return .windowEmpty }
      position = end
    } while !batch.isFull
    return .batchFull
  }

  /// Skips empty lines, each of which other programs write for an empty cell in a table of one column.
  @inline(__always)
  func skipEmptyLines(_ bytes: RawSpan, from start: Int, _ header: CSVHeader) -> Int {
    let end = CSVScan.skipLineEnds(bytes, from: start)
    guard end > start, header.columns.count == 1 else { return end }
    let isRest = header.endsWithReturn && bytes.byte(at: start) == CSVScan.lineFeed
    if !isRest || end > start + 1 {
      options.reportNote?("an empty line of CSV is not a row: an empty cell alone in one is \"\"")
    }
    return end
  }

  /// Reads a row; returns the offset of the next one, or nil if the window cuts it off.
  @inline(__always)
  private func readRow(
    _ bytes: RawSpan, at start: Int, _ header: CSVHeader, namesAt names: Int, _ scan: CSVScan,
    into batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    batch.events.append(Event(.beginDocument, at: start))
    batch.events.append(Event(.beginMapping, at: start))
    let count = header.columns.count
    var p = start
    var column = 0
    while true {
      guard let cell = try scan.cell(bytes, at: p) else { return nil }
      if column < count {
        let key = header.columns[column]
        batch.events.append(
          Event(
            .string, flags: key.flags, at: p, textAt: names &+ key.start, count: key.count))
        if cell.isOdd || cell.hasDoubledQuotes || countsQuotes {
          try append(cell, at: p, of: column, in: header, bytes, scan, to: &batch)
        } else {
          batch.events.append(
            Event(
              .string, flags: .plainASCII, at: p, textAt: cell.start,
              count: cell.end &- cell.start))
        }
      }
      column &+= 1
      p = cell.next
      guard p < scan.end, bytes.byte(at: p) == scan.separator else { break }
      p &+= 1
    }
    guard column == count || own.acceptsShortRows && column < count else {
      throw DecantError(.csv(.rowLength(column, columns: count)), offset: scan.origin + start)
    }
    batch.events.append(Event(.endMapping, at: p))
    batch.events.append(Event(.endDocument, at: p))
    return CSVScan.skipLineEnd(bytes, at: p)
  }
}

extension Window {
  /// Reads more of a row that is scanned again from its beginning; of a long one, enough to keep total time linear.
  mutating func refillRow() throws(DecantError) {
    let held = unread
    repeat { _ = try refill() } while held > 1 << 16 && unread < 2 * held && !isComplete
  }

  func scan(separator: UInt8) -> CSVScan {
    CSVScan(separator: separator, end: count, isComplete: isComplete, origin: origin)
  }
}
