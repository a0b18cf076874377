internal import DecantCore

/// Whole lines of an input, taken out of its window.
struct InputBlock {
  /// The bytes; those before `start` are not part of the block.
  fileprivate(set) var storage: ByteStorage
  fileprivate let start: Int
  /// The offset in the input of the storage's first byte.
  fileprivate let origin: Int
  fileprivate let lines: LineCounter

  mutating func reuse() -> ByteStorage? {
    guard isKnownUniquelyReferenced(&storage) else { return nil }
    storage.removeAll()
    return storage
  }
}

extension Window {
  init(_ block: InputBlock) {
    self.init(
      showing: block.storage, at: block.origin, after: DroppedText(lines: block.lines))
    position = block.start
    isComplete = true
    hasKnownEncoding = true
  }

  /// Removes and returns the unread bytes before `end`, which ends a line or the input.
  ///
  /// Only the bytes after `end` are copied, to `spare` if there is one.
  mutating func removeBlock(endingAt end: Int, reusing spare: ByteStorage?) -> InputBlock {
    let block = InputBlock(
      storage: storage, start: position, origin: origin, lines: dropped.lines)
    let rest = spare ?? ByteStorage(capacity: max(initialCapacity, count - end))
    block.storage.withBytes { bytes in
      dropped.lines.count(bytes.extracting(0..<end))
      rest.append(bytes.extracting(end..<count))
    }
    block.storage.truncate(to: end)
    show(rest, at: origin + end, after: dropped.lines)
    return block
  }

  /// Puts the consecutive blocks that were taken last back before the unread bytes.
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
    var lines = first.lines
    first.storage.withBytes { lines.count($0.extracting(0..<first.start)) }
    show(whole, at: first.origin + first.start, after: lines)
  }

  var isAtEnd: Bool { isComplete && unread == 0 }

  mutating func failAgain(with error: DecantError) {
    source = FailedSource(error)
    isComplete = false
  }

  private mutating func show(_ bytes: ByteStorage, at offset: Int, after lines: LineCounter) {
    storage = bytes
    origin = offset
    position = 0
    isExhausted = false
    rescansToken = true
    // No excerpt shows earlier lines.
    dropped = DroppedText(lines: lines)
  }
}

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
