internal import DecantCore

/// The search for the nodes of an input in an earlier input, its twins.
///
/// A node is compared with its twin event by event, and appended only when it differs. Then its children so far are
/// shared, and each next one is compared with the next child of the twin. After an inserted or removed child, a key or a
/// collection is found among all children of the twin by its digest:
///
///     twin   [ A  B  C  D ]
///     node   [ A  X  B  C  D ]      X is compared with B, B with C, and then found; C is compared with C
struct TwinFinder: Sendable {
  private struct Frame {
    /// Where the collection and its text begin.
    let begin: Int
    let textCount: Int
    /// The children of the twin, none if it is unknown.
    let children: Range<Int>
    /// The child with which the next one is compared.
    var next: Int
    var nodes: [UInt64: Int]?
    /// Whether the collection before the next child was not found among the twin's children.
    var hasMissed = false

    init(begin: Int, textCount: Int, children: Range<Int>) {
      self.begin = begin
      self.textCount = textCount
      self.children = children
      next = children.lowerBound
    }
  }

  /// The collections that are on the tape; the first one is the whole input.
  private var open: [Frame]

  /// The twin whose first events, up to `next`, were those of the node.
  private var match: (start: Int, next: Int, end: Int)?

  /// The number of events of which digests were computed.
  ///
  /// It is limited, as a node is part of the digests of all collections around it; at the limit, less is shared.
  private var work = 0

  private static let workPerEntry = 16

  /// Creates a finder for an input whose twin has the documents in `range`.
  init(documents range: Range<Int> = 0..<0) {
    open = [Frame(begin: 0, textCount: 0, children: range)]
  }

  var isAtRoot: Bool { open.count == 1 }

  mutating func removeIncomplete() {
    open.removeLast(open.count - 1)
    match = nil
  }
}

// MARK: - Equal events

extension TwinFinder {
  /// Begins to compare a node with the next twin, if its first event is the same.
  mutating func beginMatch(
    _ event: Event, of batch: borrowing EventBatch, on tape: Tape
  ) -> Bool {
    let frame = open[open.count - 1]
    guard frame.next < frame.children.upperBound else { return false }
    let entry = tape[frame.next]
    guard entry.kind == event.kind, entry.canBeTwin, entry.hasMeaning(of: event.flags),
      batch.withText(of: event, { text in tape.hasText(text, at: frame.next) })
    else { return false }
    match = (frame.next, frame.next, tape.end(of: frame.next))
    return true
  }

  /// Returns the count of events that are those of the twin.
  mutating func match(
    _ range: Range<Int>, of batch: borrowing EventBatch, on tape: Tape
  ) -> Int {
    guard let (start, next, end) = match else { return 0 }
    let limit = min(range.count, end - next)
    var count = 0
    tape.withSpans { entries, text in
      batch.withSpans { events, window, scratch in
        while count < limit {
          let event = events[range.lowerBound &+ count]
          let entry = entries[next &+ count]
          let bytes = event.flags.contains(.inScratch) ? scratch : window
          guard event.kind == entry.kind, entry.canBeTwin, entry.hasMeaning(of: event.flags),
            bytes.extracting(event.textRange).isEqual(to: text.extracting(entry.textRange))
          else { break }
          count &+= 1
        }
      }
    }
    match = (start, next + count, end)
    return count
  }

  /// Returns the twin if all of its events were those of the node.
  mutating func finishMatch() -> Int? {
    guard let (start, next, end) = match, next == end else { return nil }
    match = nil
    open[open.count - 1].next = end
    return start
  }

  /// Appends the events so far of a node that differs from its twin.
  mutating func diverge(on tape: inout Tape) throws(DecantError) {
    guard let (start, next, _) = match else { return }
    match = nil
    var index = start
    while index < next {
      let entry = tape[index]
      let end = entry.depthChange > 0 ? tape.partner(of: index) : index
      if end >= next {
        open[open.count - 1].next = end + 1
        open.append(
          Frame(begin: tape.count, textCount: tape.text.count, children: index + 1..<end))
        try tape.append(copyOf: index)
        index += 1
      } else if entry.isAnnotation {
        try tape.append(copyOf: index)
        index += 1
      } else {
        try tape.append(sharing: index)
        index = end + 1
      }
    }
    open[open.count - 1].next = next
  }
}

// MARK: - Other events

extension TwinFinder {
  /// Looks for a key among those of the twin, so that the next event is compared with its value.
  mutating func find(key event: Event, of batch: borrowing EventBatch, on tape: Tape) {
    var digest = EventDigest()
    batch.withText(of: event) { digest.add(event.kind, event.flags, $0) }
    guard let key = node(of: digest, in: open.count - 1, on: tape),
      tape[key].kind == event.kind, tape[key].isKey,
      batch.withText(of: event, { text in tape.hasText(text, at: key) })
    else { return }
    open[open.count - 1].next = key + 1
  }

  /// Records that an event that differs from that of the twin will be appended.
  mutating func prepare(for event: Event, on tape: Tape) {
    guard event.depthChange >= 0, !event.isAnnotation else { return }
    let top = open.count - 1
    let next = open[top].next
    var children = 0..<0
    // A new key may have been inserted before that of the twin.
    if next < open[top].children.upperBound, !event.isKey {
      let twin = tape.content(of: next)
      if event.depthChange > 0, tape[twin].kind == event.kind {
        children = twin + 1..<tape.partner(of: twin)
      }
      open[top].next = tape.end(of: next)
    }
    if event.depthChange > 0 {
      open.append(Frame(begin: tape.count, textCount: tape.text.count, children: children))
    }
  }

  /// Returns the twin of the collection that ends with the tape, and where that collection begins.
  mutating func twinOfEnded(on tape: Tape) -> (twin: Int, begin: Int, textCount: Int)? {
    guard open.count > 1, let ended = open.popLast() else { return nil }
    let parent = open.count - 1
    let children = open[parent].children
    // One collection that differs has probably been changed; after two, some may have been inserted or removed.
    guard open[parent].hasMissed, !children.isEmpty, !tape[ended.begin].isKey else {
      open[parent].hasMissed = true
      return nil
    }
    guard mayDigest(on: tape) else { return nil }
    var digest = EventDigest()
    tape.forEachEvent(ended.begin..<tape.count) { entry, text in
      digest.add(entry.kind, entry.flags, text)
      work += 1
      return true
    }
    guard let twin = node(of: digest, in: parent, on: tape),
      tape.hasSameEvents(ended.begin..<tape.count, as: twin)
    else { return nil }
    open[parent].next = tape.end(of: twin)
    open[parent].hasMissed = false
    return (twin, ended.begin, ended.textCount)
  }

  private func mayDigest(on tape: Tape) -> Bool { work < Self.workPerEntry * tape.count }

  private mutating func node(
    of digest: EventDigest, in frame: Int, on tape: Tape
  ) -> Int? {
    if let nodes = open[frame].nodes { return nodes[digest.hash] }
    guard mayDigest(on: tape) else { return nil }
    work += open[frame].children.count
    var nodes: [UInt64: Int] = [:]
    var child = open[frame].children.lowerBound
    while child < open[frame].children.upperBound {
      let content = tape.content(of: child)
      child = tape.end(of: child)
      guard tape[content].depthChange > 0 || tape[content].isKey else { continue }
      var digest = EventDigest()
      tape.add(content..<child, to: &digest)
      if nodes[digest.hash] == nil { nodes[digest.hash] = content }
    }
    open[frame].nodes = nodes
    return nodes[digest.hash]
  }
}

extension Tape {
  fileprivate func hasText(_ other: RawSpan, at index: Int) -> Bool {
    text.withBytes { $0.extracting(self[index].textRange).isEqual(to: other) }
  }

  fileprivate func hasSameEvents(_ range: Range<Int>, as twin: Int) -> Bool {
    var index = twin
    let end = end(of: twin)
    return forEachEvent(range) { entry, text in
      guard index < end, self[index].kind == entry.kind, self[index].hasMeaning(of: entry.flags),
        hasText(text, at: index)
      else { return false }
      index += 1
      return true
    } && index == end
  }

  /// Calls `body` with the entries of `range` and those of the first input to which they refer, as long as it returns true.
  @discardableResult
  fileprivate func forEachEvent(
    _ range: Range<Int>, _ body: (Entry, RawSpan) -> Bool
  ) -> Bool {
    var isGoingOn = true
    withSpans { entries, text in
      for index in range where isGoingOn {
        let twin = entries[index].reference
        for entry in twin.map({ $0..<entries.end(of: $0) }) ?? index..<index + 1 where isGoingOn {
          isGoingOn = body(entries[entry], text.extracting(entries[entry].textRange))
        }
      }
    }
    return isGoingOn
  }
}

extension Tape.Entry {
  /// Keys that are not strings can be equal in different spellings, which is an error at their own path.
  @inline(__always)
  fileprivate var canBeTwin: Bool { !isKey || kind == .string }

  /// Whether flags that determine the meaning of an event are the same.
  @inline(__always)
  fileprivate func hasMeaning(of other: Event.Flags) -> Bool {
    flags.symmetricDifference(other).isDisjoint(with: [.isEscaped, .isDuplicateKey])
  }
}
