internal import DecantCore

struct BlockCutter {
  private let boundary: BlockBoundary
  private let size: Int
  /// The offset in the input up to which the unread bytes contain no boundary.
  private var searched = 0
  private(set) var hasCut = false
  private var hasFailed = false

  /// The unread bytes without a boundary at which cutting ends, in multiples of `size`.
  static let longest = 16

  /// The unread bytes from which on the producer counts as fast: what a pipe holds.
  private static let pipeful = 1 << 16

  init(at boundary: BlockBoundary, size: Int) {
    self.boundary = boundary
    self.size = size
  }

  enum Piece {
    case block(InputBlock)
    /// Less than a block: a read would wait.
    case part(InputBlock)
    /// More bytes are needed, for which a read would wait.
    case waits
    case ended
    /// The rest cannot be cut, is a single block, or the source has failed.
    case rest
  }

  /// Returns the next piece.
  ///
  /// There is time to wait a little for a whole block while others are being converted.
  mutating func next(
    from window: inout Window, hasTime: Bool, reusing spare: () -> ByteStorage?
  ) -> Piece {
    while !hasFailed {
      if window.unread > size, let end = findEnd(in: window) {
        hasCut = true
        return .block(window.removeBlock(endingAt: end, reusing: spare()))
      }
      if window.isComplete {
        guard window.unread > 0 else { return .ended }
        // For a single block, threads cost more than they save.
        guard hasCut else { return .rest }
        return .block(window.removeBlock(endingAt: window.count, reusing: spare()))
      }
      if window.unread >= size * Self.longest { return .rest }
      let isFast = hasTime || window.unread >= Self.pipeful
      if window.wouldWait(milliseconds: isFast ? 1 : 0) {
        guard !hasTime, let end = findEnd(in: window) else { return .waits }
        hasCut = true
        return .part(window.removeBlock(endingAt: end, reusing: spare()))
      }
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
      if let end = window.withBytes({ boundary.last($0, start, range) }), end > start { return end }
    }
    searched = window.origin + max(first, window.count - overlap)
    return nil
  }
}
