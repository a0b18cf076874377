/// Why a reader stops scanning its window.
enum ScanPause {
  case batchFull, windowEmpty, ended
}

extension Window {
  /// Calls `scan` to append events to an empty batch, and reads more where it needs more; returns false after the
  /// last event of the input.
  mutating func scan(
    into batch: inout EventBatch,
    by scan: (inout Window, inout EventBatch) throws(DecantError) -> ScanPause
  ) throws(DecantError) -> Bool {
    while true {
      if isUsedUp {
        try refillForScan()
        isUsedUp = false
      }
      batch.refer(to: self)
      switch try scan(&self, &batch) {
      case .batchFull:
        return true
      case .windowEmpty:
        isUsedUp = true
        // The text of these events is in the window, which moves when more is read.
        if !batch.isEmpty { return true }
        batch.removeAll()
      case .ended:
        return !batch.isEmpty
      }
    }
  }
}
