internal import DecantCore

/// Recovery from invalid records.
///
/// A record is delimited before it is parsed, so that an error cannot affect the next one.
extension JSONReader {
  var canContinue: Bool {
    if case .skip = options.badRecords { return framing != .document }
    return false
  }

  var readsByRecord: Bool {
    canContinue || options.maximumRecordLength != nil && framing != .document
  }

  private var recordEnd: UInt8 {
    framing == .recordSeparators ? JSONReader.recordSeparator : 0x0A
  }

  mutating func readByRecord(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard framing == .lines, options.needs.contains(.multilineRecords) else {
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
      // An error about an opening bracket may be far before the current position.
      mistake = max(error.offset ?? 0, window.origin + window.position)
      reset()
      if canContinue { batch.removeIncompleteDocument() }
      throw error
    }
  }

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

  private mutating func readRecord(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if isInLongRecord {
      guard try skipRecord(in: &window) else { return false }
      isInLongRecord = false
    }
    while let end = try findRecordEnd(in: &window) {
      window.record = RecordRange(
        start: window.origin + window.position, end: window.origin + end)
      defer {
        window.position = min(end + 1, window.count)
        reset()
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
        if canContinue { batch.removeAll() }
        if case .unexpectedEnd(let expected) = error.problem, end < window.count,
          framing == .lines
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
      // Buffers the bytes for error excerpts, which must not depend on how the input arrives.
      guard held <= max(limit, 2 * DecantError.excerptReach) else {
        throw recordTooLong(limit, in: &window)
      }
      let isMore: Bool
      do {
        isMore = try window.refill()
      } catch {
        // The incomplete record is dropped: it is not an invalid record.
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

  private mutating func recordTooLong(_ limit: Int, in window: inout Window) -> DecantError {
    let start = window.origin + window.position
    window.record = RecordRange(start: start, end: nil)
    isInLongRecord = true
    reset()
    return DecantError(.recordTooLong(limit: limit), offset: start)
  }

  private mutating func reset() {
    frames.removeAll()
    keys.removeOpenMappings()
    state = .betweenDocuments
    // The separator that ended this record precedes the next one.
    isSeparated = true
    partialString = StringScan()
    openComment = OpenComment()
    space = JSONSpace()
  }

  // MARK: Truncated texts

  mutating func noteDelimiter(_ bytes: RawSpan, before p: Int) {
    let last = bytes.byte(at: p - 1)
    isDelimited =
      last == UInt8(ascii: "}") || last == UInt8(ascii: "]") || last == UInt8(ascii: "\"")
  }

  /// Throws if the last text may be a truncated number or literal (RFC 7464, section 2.4).
  func checkDelimiter(at p: Int) throws(DecantError) {
    guard framing == .recordSeparators, !isDelimited, documentEnd == origin + p else {
      return
    }
    throw failure(.unexpectedEnd(expected: .endOfDocument), at: p)
  }
}
