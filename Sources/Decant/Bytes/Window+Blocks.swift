/// Whole lines of an input that were taken away from its window, with their place in the input.
struct InputBlock {
  /// The bytes; those before `start` are not part of the block.
  fileprivate(set) var storage: ByteStorage
  fileprivate let start: Int
  /// The offset in the input of the first byte of the storage.
  fileprivate let origin: Int
  /// The lines before that byte.
  fileprivate let lines: LineCounter

  /// The memory of the block if it is not in use elsewhere, for another block.
  mutating func reuse() -> ByteStorage? {
    guard isKnownUniquelyReferenced(&storage) else { return nil }
    storage.removeAll()
    return storage
  }
}

extension Window {
  /// Creates a window that shows all of a block, and nothing after it.
  init(_ block: InputBlock) {
    self.init(MemorySource([]), showing: block.storage)
    origin = block.origin
    position = block.start
    droppedLines = block.lines
    isComplete = true
    hasKnownEncoding = true
  }

  /// Takes the unread bytes before `end`, which ends a line or the input, away from the window.
  ///
  /// Only the bytes after `end` are copied, to `spare` if there is one.
  mutating func takeBlock(endingAt end: Int, reusing spare: ByteStorage?) -> InputBlock {
    let block = InputBlock(
      storage: storage, start: position, origin: origin, lines: droppedLines)
    let rest = spare ?? ByteStorage(capacity: max(initialCapacity, count - end))
    block.storage.withBytes { bytes in
      droppedLines.count(bytes.extracting(0..<end))
      rest.append(bytes.extracting(end..<count))
    }
    block.storage.truncate(to: end)
    show(rest, at: origin + end)
    return block
  }

  /// Puts blocks that were taken last, and follow one another, back before the unread bytes.
  mutating func putBack(_ blocks: [InputBlock]) {
    guard let first = blocks.first else { return }
    let size = blocks.reduce(unread) { $0 + $1.storage.count - $1.start }
    let whole = ByteStorage(capacity: max(initialCapacity, size))
    for block in blocks {
      block.storage.withBytes {
        whole.append($0.extracting(block.start..<block.storage.count))
      }
    }
    withBytes { whole.append($0.extracting(position..<count)) }
    droppedLines = first.lines
    first.storage.withBytes { droppedLines.count($0.extracting(0..<first.start)) }
    show(whole, at: first.origin + first.start)
  }

  /// Whether all of the input has been dealt with.
  var isAtEnd: Bool { isComplete && unread == 0 }

  /// Makes the source fail once more, for the reader that comes to that place.
  mutating func failAgain(with error: DecantError) {
    source = FailedSource(error)
    isComplete = false
  }

  private mutating func show(_ bytes: ByteStorage, at offset: Int) {
    storage = bytes
    origin = offset
    position = 0
    isUsedUp = false
    looksAgain = false
    // Lines before the beginning of this one are in no excerpt.
    droppedTail = []
  }
}

/// A source whose error is known.
private final class FailedSource: ByteSource {
  private let error: DecantError

  init(_ error: DecantError) {
    self.error = error
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    throw error
  }

  var wouldWait: Bool { false }
}
