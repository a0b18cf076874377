/// What a JSON reader keeps of its window while it scans.
struct JSONInput {
  /// The next byte to look at.
  var position: Int
  /// Where the bytes in view end; a zero is there.
  let end: Int
  /// Whether the input ends there too.
  let isComplete: Bool
  /// How many events the batch takes before the reader stops.
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

/// How a JSON reader takes its input.
struct JSONReadingOptions: Sendable {
  /// What is between the values of an input.
  enum Framing: Sendable {
    /// Nothing: there is one value.
    case document
    /// White space: one value after another (JSON Lines).
    case lines
    /// A record separator before each value (RFC 7464).
    case recordSeparators
  }

  var framing = Framing.document
  var maximumDepth = 1000
  var duplicateKeys = DuplicateKeys.error
  var invalidText = InvalidText.refused
  var badRecords = BadRecords.stop
  var recordExtent = RecordExtent.line
  var maximumRecordLength: Int?
  /// Whether common tokens are read by the fast lane; the events and errors are the same without it.
  var usesFastLane = true
}
