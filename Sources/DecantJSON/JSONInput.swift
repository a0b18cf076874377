internal import DecantCore

/// A copy of a window's state for one scan.
struct JSONInput {
  var position: Int
  /// The offset of the sentinel, a zero.
  let end: Int
  let isComplete: Bool
  var batchLimit = EventBatch.usualCount

  init(position: Int, end: Int, isComplete: Bool) {
    self.position = position
    self.end = end
    self.isComplete = isComplete
  }

  init(window: borrowing Window) {
    self.init(position: window.position, end: window.count, isComplete: window.isComplete)
  }
}

enum JSONFraming: Sendable {
  case document
  /// White space between values (JSON Lines).
  case lines
  /// A record separator before each value (RFC 7464).
  case recordSeparators
}
