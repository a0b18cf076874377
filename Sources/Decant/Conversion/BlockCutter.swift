/// Cuts an input into blocks, at the places that its format allows.
struct BlockCutter {
  private let boundary: BlockBoundary
  private let size: Int
  /// The offset in the input before which the unread bytes have no boundary.
  private var searched = 0
  /// Whether the source has failed.
  private var hasFailed = false

  /// How many blocks long a block may be where no boundary is found earlier.
  static let longest = 4

  init(at boundary: BlockBoundary, size: Int) {
    self.boundary = boundary
    self.size = size
  }

  enum Piece {
    case block(InputBlock)
    /// More bytes are needed, which a producer has not sent yet.
    case waits
    /// The input has ended.
    case ended
    /// The rest cannot be cut.
    case rest
  }

  /// Returns the next block: a full one, or what there is where a read would wait.
  mutating func next(
    from window: inout Window, reusing spare: () -> ByteStorage?
  ) -> Piece {
    while !hasFailed {
      let wouldWait = window.wouldWait
      if window.unread > size || wouldWait, let end = findEnd(in: window) {
        guard window.withBytes({ boundary.allows($0, window.position..<end) }) else { return .rest }
        return .block(window.takeBlock(endingAt: end, reusing: spare()))
      }
      if window.isComplete {
        guard window.unread > 0 else { return .ended }
        return .block(window.takeBlock(endingAt: window.count, reusing: spare()))
      }
      if window.unread >= size * Self.longest { return .rest }
      if wouldWait { return .waits }
      wait(for: &window)
    }
    return .rest
  }

  /// Reads more, and waits for it if need be; an error stays for the reader of the rest.
  mutating func wait(for window: inout Window) {
    do {
      _ = try window.refill()
    } catch {
      window.failAgain(with: error)
      hasFailed = true
    }
  }

  /// The last boundary in a block of the usual size, or else in all that is in view.
  private mutating func findEnd(in window: borrowing Window) -> Int? {
    let start = window.position
    let first = max(start, searched - window.origin)
    let usual = min(start + size, window.count)
    // A boundary may be cut off where the bytes that were searched end.
    let overlap = 4
    for range in [min(first, usual)..<usual, max(first, usual - overlap)..<window.count] {
      if let end = window.withBytes({ boundary.last($0, range) }), end > start { return end }
    }
    searched = window.origin + max(first, window.count - overlap)
    return nil
  }
}
