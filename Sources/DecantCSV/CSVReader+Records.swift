internal import DecantCore

/// Rows as records, which are found before they are read, so that an error in one does not affect the next.
extension CSVReader {
  /// Without a header, no row can be read.
  var canContinue: Bool {
    if case .skip = options.badRecords { header != nil } else { false }
  }

  var readsByRow: Bool {
    if case .skip = options.badRecords { true } else { options.maximumRecordLength != nil }
  }

  /// Reads one row.
  mutating func readByRow(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard let header = try readHeader(of: &window), let end = try findRow(in: &window, header)
    else {
      return false
    }
    batch.refer(to: window)
    let scan = CSVScan(
      separator: header.separator, end: end, isComplete: true, origin: window.origin)
    var position = window.position
    let storage = window.shared
    window.position = window.withBytes { CSVScan.skipLineEnd($0, at: end) }
    _ = try storage.withBytes { (bytes) throws(DecantError) in
      try readRows(bytes, from: &position, header, scan, into: &batch)
    }
    return true
  }

  /// Moves the window to the next row, and returns the end of the row there; throws if the row has no certain end.
  ///
  /// Such a row ends with the line of the error, for reading to go on.
  private mutating func findRow(
    in window: inout Window, _ header: CSVHeader
  ) throws(DecantError) -> Int? {
    let limit = options.maximumRecordLength ?? .max
    while true {
      let count = window.count
      if skipsRow {
        let rest = window.position..<count
        let end = window.withBytes { CSVScan.endOfLine($0, in: rest) }
        window.position = end ?? count
        skipsRow = end == nil
      }
      let start = window.withBytes { skipEmptyLines($0, from: window.position, header) }
      window.position = start
      let scan = window.scan(separator: header.separator)
      var end: Int?
      var flaw: DecantError?
      do throws(DecantError) {
        end = try window.withBytes { (bytes) throws(DecantError) in
          try scan.row(bytes, at: start)?.end
        }
      } catch {
        flaw = error
        let offset = (error.offset ?? 0) - window.origin
        end = window.withBytes { CSVScan.endOfLine($0, in: offset..<count) }
        if window.isComplete { end = end ?? count }
      }
      // The bytes for an excerpt must not depend on how the input arrives.
      let length = (end ?? count) - start
      guard length <= limit || end == nil && length <= 2 * DecantError.excerptReach else {
        window.record = RecordRange(start: window.origin + start, end: nil)
        window.position = min(start + limit, count)
        skipsRow = true
        throw DecantError(.recordTooLong(limit: limit), offset: window.origin + start)
      }
      if let end, start < count {
        window.record = RecordRange(start: window.origin + start, end: window.origin + end)
        guard let flaw else { return end }
        window.position = window.withBytes { CSVScan.skipLineEnd($0, at: end) }
        throw flaw
      }
      guard !window.isComplete else { return nil }
      do throws(DecantError) {
        try window.refillRow()
      } catch {
        // The incomplete row is dropped: it is not an invalid one.
        (window.position, window.record) = (window.count, nil)
        throw error
      }
    }
  }
}
