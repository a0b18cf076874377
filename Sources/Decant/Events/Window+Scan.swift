enum ScanPause {
  case batchFull, windowEmpty, ended
}

extension Window {
  /// Calls `scan` to fill an empty batch, refilling the window as needed; returns false at the end.
  mutating func scan(
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
}
