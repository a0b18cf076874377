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

  private var recordEnd: UInt8 {
    options.framing == .recordSeparators ? JSONReader.recordSeparator : 0x0A
  }

  /// Reads on, after a mistake in the next record.
  mutating func readSkipping(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard options.framing == .lines, options.recordExtent == .value else {
      return try readRecord(from: &window, into: &batch)
    }
    if let mistake {
      window.position = max(window.position, min(mistake - window.origin, window.count))
      guard try skipLine(in: &window) else { return false }
      self.mistake = nil
    }
    do throws(DecantError) {
      return try readOn(from: &window, into: &batch)
    } catch {
      mistake = error.offset ?? window.origin + window.position
      startOver()
      throw error
    }
  }

  /// Moves the window's position after the next line end; false if the input ends before that.
  private func skipLine(in window: inout Window) throws(DecantError) -> Bool {
    while true {
      let end = window.withBytes { bytes in
        (window.position..<window.count).first { bytes.byte(at: $0) == 0x0A }
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
    while let end = try findRecordEnd(in: &window) {
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
        var error = error
        if case .unexpectedEnd(let expected) = error.problem, end < window.count,
          options.framing == .lines
        {
          error.problem = .unexpectedEndOfLine(expected: expected)
        }
        throw error
      }
      if !batch.isEmpty { return true }
      batch.removeAll()
    }
    return false
  }

  /// Where the record at the window's position ends; nil where the input does.
  private mutating func findRecordEnd(in window: inout Window) throws(DecantError) -> Int? {
    var looked = window.position
    while true {
      let found = window.withBytes { bytes in
        (looked..<window.count).first { bytes.byte(at: $0) == recordEnd }
      }
      if let found { return found }
      let held = window.count - window.position
      do {
        guard try window.refill() else {
          return window.position < window.count ? window.count : nil
        }
      } catch {
        // What is left is the beginning of a record, which is no record.
        window.position = window.count
        throw error
      }
      looked = window.position + held
    }
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
