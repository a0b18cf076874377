internal import DecantCore

/// What a reading and a writing thread hand to each other.
struct WritingBoard {
  private var waiting: [PendingBatch] = []
  private var written: [PendingBatch] = []
  private var error: DecantError?
  private var isBusy = false
  var isStopping = false

  enum Turn {
    case write([PendingBatch])
    case end
  }

  struct Result {
    let written: [PendingBatch]
    /// The first error; the batches after it are not written.
    let error: DecantError?
  }

  var isWriting: Bool { isBusy || !waiting.isEmpty }

  // MARK: The reading thread

  /// Puts a group in the place of one that is being written or was written; nil if one still waits.
  mutating func exchange(_ group: [PendingBatch]) -> Result? {
    guard waiting.isEmpty else { return nil }
    if error == nil { waiting = group }
    return takeResult()
  }

  mutating func takeResult() -> Result {
    defer { written = [] }
    return Result(written: written, error: error)
  }

  // MARK: The writing thread

  mutating func takeTurn() -> Turn? {
    guard !waiting.isEmpty else { return isStopping ? .end : nil }
    defer { waiting = [] }
    isBusy = true
    return .write(waiting)
  }

  mutating func end(_ group: [PendingBatch], _ failure: DecantError?) {
    isBusy = false
    written += group
    guard let failure else { return }
    error = failure
    written += waiting
    waiting = []
  }
}
