/// Reading on after a bad record.
///
/// A record is a line, or with RFC 7464 what is between two separators. It is looked for before it
/// is parsed, so that a mistake in it, a missing bracket say, cannot reach into the next. Where nothing is to be
/// left out, but every mistake reported, a record of JSON Lines is a value wherever it ends.
extension JSONReader {
  var canContinue: Bool {
    if case .skip = options.badRecords { return options.framing != .document }
    return false
  }

  /// Whether records are looked for before they are parsed.
  var readsByRecord: Bool {
    canContinue || options.maximumRecordLength != nil && options.framing != .document
  }

  private var recordEnd: UInt8 {
    options.framing == .recordSeparators ? JSONReader.recordSeparator : 0x0A
  }

  /// Reads on, after a mistake in the last record.
  mutating func readByRecord(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard options.framing == .lines, options.recordExtent == .value else {
      return try readRecord(from: &window, into: &batch)
    }
    if let mistake {
      window.position = max(window.position, min(mistake - window.origin, window.count))
      guard try skipRecord(in: &window) else { return false }
      self.mistake = nil
    }
    do throws(DecantError) {
      return try readOn(from: &window, into: &batch)
    } catch {
      // The error may be at an opening bracket, long before the place where it was noticed.
      mistake = max(error.offset ?? 0, window.origin + window.position)
      startOver()
      throw error
    }
  }

  /// Moves the window's position after the next end of a record; false if the input ends before that.
  private func skipRecord(in window: inout Window) throws(DecantError) -> Bool {
    while true {
      let end = window.withBytes { bytes in
        bytes.firstIndex(of: recordEnd, in: window.position..<window.count)
      }
      if let end {
        window.position = end + 1
        return true
      }
      window.position = window.count
      guard try window.refill() else { return false }
    }
  }

  /// Appends the documents of the next record that has any; false at the end of the input.
  private mutating func readRecord(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if isInLongRecord {
      guard try skipRecord(in: &window) else { return false }
      isInLongRecord = false
    }
    while let end = try findRecordEnd(in: &window) {
      window.record = RecordPlace(
        start: window.origin + window.position, end: window.origin + end)
      defer {
        window.position = min(end + 1, window.count)
        startOver()
      }
      batch.refer(to: window)
      let hidden = end < window.count ? window.replaceByte(at: end, with: 0) : 0
      defer { if end < window.count { _ = window.replaceByte(at: end, with: hidden) } }
      var input = JSONInput(position: window.position, end: end, isComplete: true)
      input.batchLimit = .max
      let storage = window.shared
      origin = window.origin
      do throws(DecantError) {
        _ = try storage.withBytes { (bytes) throws(DecantError) in
          try scan(bytes, &input, into: &batch)
        }
      } catch {
        if case .unexpectedEnd(let expected) = error.problem, end < window.count,
          options.framing == .lines
        {
          var error = error
          error.problem = .unexpectedEndOfLine(expected: expected)
          throw error
        }
        throw explained(error, tokenAt: input.position, in: window)
      }
      if !batch.isEmpty { return true }
      batch.removeAll()
    }
    return false
  }

  /// Where the record at the window's position ends; nil where the input does.
  private mutating func findRecordEnd(in window: inout Window) throws(DecantError) -> Int? {
    var looked = window.position
    let limit = options.maximumRecordLength ?? .max
    while true {
      let found = window.withBytes { bytes in
        bytes.firstIndex(of: recordEnd, in: looked..<window.count)
      }
      let held = window.count - window.position
      if let found {
        guard found - window.position <= limit else { throw recordTooLong(limit, in: &window) }
        return found
      }
      // As much is awaited as the excerpt of an error shows, however the input comes.
      guard held <= max(limit, 2 * DecantError.excerptReach) else {
        throw recordTooLong(limit, in: &window)
      }
      let isMore: Bool
      do {
        isMore = try window.refill()
      } catch {
        // What is left is the beginning of a record, which is not a record.
        window.position = window.count
        window.record = nil
        throw error
      }
      guard isMore else {
        guard held <= limit else { throw recordTooLong(limit, in: &window) }
        return held > 0 ? window.count : nil
      }
      looked = window.position + held
    }
  }

  /// The error that the record at the window's position is too long, the rest of which is skipped.
  private mutating func recordTooLong(_ limit: Int, in window: inout Window) -> DecantError {
    let start = window.origin + window.position
    window.record = RecordPlace(start: start, end: nil)
    isInLongRecord = true
    startOver()
    return DecantError(.recordTooLong(limit: limit), offset: start)
  }

  /// Forgets what a record that broke off left behind.
  private mutating func startOver() {
    frames.removeAll()
    keys.abandon()
    state = .betweenDocuments
    // The separator before the next record is the one that ended this.
    isSeparated = true
    partialString = StringScan()
    openComment = OpenComment()
  }

  // MARK: Texts that were cut short

  /// Notes whether the text that ends before `p` shows its end by a bracket or a quote.
  mutating func noteDelimiter(_ bytes: RawSpan, before p: Int) {
    let last = bytes.byte(at: p - 1)
    isDelimited =
      last == UInt8(ascii: "}") || last == UInt8(ascii: "]") || last == UInt8(ascii: "\"")
  }

  /// A number or a word that nothing follows may have lost its end (RFC 7464, section 2.4).
  func checkDelimiter(at p: Int) throws(DecantError) {
    guard options.framing == .recordSeparators, !isDelimited, documentEnd == origin + p else {
      return
    }
    throw failure(.unexpectedEnd(expected: .endOfDocument), at: p)
  }
}
