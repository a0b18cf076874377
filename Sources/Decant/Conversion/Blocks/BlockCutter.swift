struct BlockCutter {
  private let boundary: BlockBoundary
  private let size: Int
  /// The offset in the input up to which the unread bytes contain no boundary.
  private var searched = 0
  private var hasFailed = false

  /// The unread bytes without a boundary at which cutting ends, in multiples of `size`.
  static let longest = 4

  init(at boundary: BlockBoundary, size: Int) {
    self.boundary = boundary
    self.size = size
  }

  enum Piece {
    case block(InputBlock)
    /// More bytes are needed, for which a read would wait.
    case waits
    case ended
    /// The rest cannot be cut, or the source has failed.
    case rest
  }

  /// Returns the next block, which may be short if a read would wait.
  mutating func next(
    from window: inout Window, reusing spare: () -> ByteStorage?
  ) -> Piece {
    while !hasFailed {
      let wouldWait = window.wouldWait
      if window.unread > size || wouldWait, let end = findEnd(in: window) {
        guard window.withBytes({ boundary.allows($0, window.position..<end) }) else { return .rest }
        return .block(window.removeBlock(endingAt: end, reusing: spare()))
      }
      if window.isComplete {
        guard window.unread > 0 else { return .ended }
        return .block(window.removeBlock(endingAt: window.count, reusing: spare()))
      }
      if window.unread >= size * Self.longest { return .rest }
      if wouldWait { return .waits }
      wait(for: &window)
    }
    return .rest
  }

  /// Reads more bytes; an error is thrown again to the reader of the rest.
  mutating func wait(for window: inout Window) {
    do {
      _ = try window.refill()
    } catch {
      window.failAgain(with: error)
      hasFailed = true
    }
  }

  private mutating func findEnd(in window: borrowing Window) -> Int? {
    let start = window.position
    let first = max(start, searched - window.origin)
    let usual = min(start + size, window.count)
    // A boundary may span the end of the bytes that were searched.
    let overlap = 4
    for range in [min(first, usual)..<usual, max(first, usual - overlap)..<window.count] {
      if let end = window.withBytes({ boundary.last($0, range) }), end > start { return end }
    }
    searched = window.origin + max(first, window.count - overlap)
    return nil
  }
}
