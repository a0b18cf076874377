extension Window {
  /// Why a reader stopped appending events.
  public enum ScanPause: Sendable {
    /// The batch is full, or the events must be handed on.
    case batchFull
    /// The window ends, perhaps inside a token, which begins at `position`.
    case windowEmpty
    /// The input has ended.
    case ended
  }

  /// Calls `scan` to fill an empty batch, refilling the window as needed; returns false at the end.
  ///
  /// `scan` appends events for the bytes after `position`, and moves `position` after the last token
  /// that is complete. It is called again with more bytes if it returns `.windowEmpty`, which it
  /// must not do once the window `isComplete`. A token that is scanned again from its beginning
  /// takes time linear in its length.
  public mutating func scan(
    into batch: inout EventBatch,
    by scan: (inout Window, inout EventBatch) throws(DecantError) -> ScanPause
  ) throws(DecantError) -> Bool {
    while true {
      if isExhausted {
        try refillForScan()
        isExhausted = false
      }
      batch.refer(to: self)
      switch try scan(&self, &batch) {
      case .batchFull:
        return true
      case .windowEmpty:
        isExhausted = true
        // A refill would move the text of these events.
        if !batch.isEmpty { return true }
        batch.removeAll()
      case .ended:
        return !batch.isEmpty
      }
    }
  }

  /// Checks that a part of the window is UTF-8, and returns flags for an event with this text.
  ///
  ///     let flags = try window.checkText(in: start..<end)
  ///     batch.append(.string, textIn: start..<end, flags: flags, at: start)
  public func checkText(in range: Range<Int>) throws(DecantError) -> Event.Flags {
    try checkUTF8(in: range)
    return withBytes { $0.extracting(range).scanned }
  }
}
