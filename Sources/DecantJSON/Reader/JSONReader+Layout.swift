internal import DecantCore

/// The white space before the next token, as the gap of its event for a writer that keeps the layout.
///
/// The first node in a collection has no gap: the style of the collection is what precedes it, so that sorted keys can
/// move.
struct JSONSpace {
  private var lines = 0
  private var spaces = 0
  private var followsReturn = false
  /// The number of events before the token; nil when a scan begins, which may be in the middle of white space.
  private var eventCount: Int?
  private var isFirst = false

  /// How far a line end is looked for: the window holds what is before it.
  private static let longestPadding = 1024

  mutating func resume() { eventCount = nil }

  /// Ends a token, and sets the gap of its event if it has one.
  mutating func endToken(_ batch: inout EventBatch, beforeFirst isFirst: Bool) {
    if let eventCount {
      if batch.count > eventCount { setGap(of: &batch.events[batch.count &- 1]) }
      (lines, spaces, followsReturn) = (0, 0, false)
    }
    eventCount = batch.count
    self.isFirst = isFirst
  }

  private func setGap(of event: inout Event) {
    guard !isFirst || event.depthChange < 0 else { return }
    event.flags.formUnion(lines == 0 ? .spaces(spaces) : .line(min(lines - 1, 31)))
  }

  /// Returns the end of white space; more may follow after the window.
  mutating func skip(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x0A, 0x0D:
        if byte == 0x0D || !followsReturn { lines += 1 }
        spaces = 0
      case 0x20, 0x09:
        spaces += 1
      default:
        return p
      }
      followsReturn = byte == 0x0D
      p += 1
    }
  }

  /// Returns what follows an opening bracket, or nil if the window ends before it: `block` for a line end, `padded` for
  /// a space.
  static func style(_ bytes: RawSpan, inside opening: Int, _ input: JSONInput) -> Event.Style? {
    var p = opening + 1
    while p < input.end {
      if p - opening > longestPadding { return .padded }
      switch bytes.byte(at: p) {
      case 0x20, 0x09: p += 1
      case 0x0A, 0x0D: return .block
      default: return p == opening + 1 ? .flow : .padded
      }
    }
    return input.isComplete ? .flow : nil
  }
}

extension JSONReader {
  /// Emits the source of the last event, a string with escapes, unless the shortest escapes are the same.
  @inline(never)
  func keepSource(_ source: RawSpan, _ batch: inout EventBatch) {
    // A replaced surrogate is not in its source. The limit keeps a batch within what it can hold.
    guard !options.invalidText.isReplaced, hasOtherEscapes(source),
      max(source.byteCount, batch.scratch.count) < 1 << 28
    else { return }
    let last = batch.count - 1
    let event = batch[last]
    var notation = Notation.Builder(capacity: 2 * source.byteCount + 16)
    notation.begin(.scalar)
    notation.append(part: source)
    notation.append(kindAndTextOf: event, batch)
    notation.emit(at: Int(event.position), to: &batch)
    batch.events[last] = batch[last + 1]
    batch.events[last + 1] = event
  }

  private func hasOtherEscapes(_ source: RawSpan) -> Bool {
    var rest = 0..<source.byteCount
    while let escape = source.firstIndex(of: UInt8(ascii: "\\"), in: rest) {
      let letter = source.byte(at: escape + 1)
      if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "/") { return true }
      rest = escape + 2..<source.byteCount
    }
    return false
  }
}
