/// Reading a record at a time, so that a bad one can be left out.
///
/// A record is a line, or with RFC 7464 what stands between two separators. It is looked for before it
/// is parsed, so that a mistake in it, a missing bracket say, cannot reach into the next.
extension JSONReader {
  var canContinue: Bool {
    if case .skip = options.badRecords { return options.framing != .document }
    return false
  }

  private var recordEnd: UInt8 {
    options.framing == .recordSeparators ? JSONReader.recordSeparator : 0x0A
  }

  /// Appends the documents of the next record that has any; false at the end of the input.
  mutating func readRecord(
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
      _ = try storage.withBytes { (bytes) throws(DecantError) in
        try scan(bytes, &input, into: &batch)
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
    openComment = .none
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
