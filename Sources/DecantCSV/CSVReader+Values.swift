internal import DecantCore

/// Cells other than plain ASCII text: those whose text must be checked or copied, and those with types.
extension CSVReader {
  @inline(never)
  func append(
    _ cell: CSVCell, at offset: Int, of column: Int, in header: CSVHeader, _ bytes: RawSpan,
    _ scan: CSVScan, to batch: inout EventBatch
  ) throws(DecantError) {
    try scan.checkText(of: cell, bytes)
    defer { if options.marksExtents { batch.markLast(to: cell.next) } }
    let text = bytes.extracting(cell.start..<cell.end)
    let style: Event.Style = cell.isQuoted && options.needs.contains(.layout) ? .doubleQuoted : .any
    var event = Event(
      .string, flags: text.scanned, style: style, at: offset, textAt: cell.start,
      count: text.byteCount)
    if isTyped, !cell.isQuoted, let kind = CSVCell.kind(of: text) {
      let isNumber = kind == .integer || kind == .real
      event = isNumber ? event : Event(kind, at: offset)
      event.kind = kind
    } else if let nested, CSVCell.isNested(text) {
      do throws(DecantError) {
        return try append(
          valueOf: Array(cell.text(in: bytes).utf8), nested, at: offset, to: &batch)
      } catch {
        throw DecantError(
          error.problem, offset: scan.origin + offset,
          path: DocumentPath([.key(header.name(of: column))] + (error.path?.steps ?? [])))
      }
    } else if cell.hasDoubledQuotes {
      let start = batch.scratch.count
      cell.forEachPiece(of: bytes) { batch.scratch.append($0) }
      let end = batch.scratch.count
      let flags = batch.scratch.withBytes { $0.extracting(start..<end).scanned }
      event = Event(
        .string, flags: flags.union(.inScratch), style: style, at: offset, textAt: start,
        count: end - start)
    }
    batch.events.append(event)
  }

  /// Appends the value that a document in another format contains.
  private func append(
    valueOf text: [UInt8], _ format: Format, at offset: Int, to batch: inout EventBatch
  ) throws(DecantError) {
    var inner = options
    inner.badRecords = .stop
    inner.maximumRecordLength = nil
    var reader = try format.reader(inner)
    var window = Window(MemorySource(text), capacity: text.count)
    var part = EventBatch()
    while try reader.read(from: &window, into: &part) {
      for index in 0..<part.count where !part[index].delimitsDocument {
        let event = part[index]
        if event.textRange.isEmpty {
          batch.append(event.kind, flags: event.flags.subtracting(.inScratch), at: offset)
        } else {
          part.withText(of: event) {
            batch.append(event.kind, text: $0, flags: event.flags, at: offset)
          }
        }
      }
      part.removeAll()
    }
  }
}

extension CSVScan {
  func checkText(of cell: CSVCell, _ bytes: RawSpan) throws(DecantError) {
    guard cell.isOdd,
      let flaw = UTF8Scanning.firstInvalid(bytes, from: cell.start, to: cell.end)
    else { return }
    throw DecantError(.invalidEncoding(.utf8), offset: origin + flaw)
  }
}
