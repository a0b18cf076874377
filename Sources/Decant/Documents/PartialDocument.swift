/// A document of which only the nodes on some paths are in memory, and the layout around them.
///
/// These are the nodes on the paths, the first and the last child of each collection on a path, and the siblings
/// beside a child on a path. Other collections that are kept have no children:
///
///     document │ [ │ 1 │ 2 │ 3 │ { │ "a" │ 4 │ } │ 5 │ … │ 9 │ ] │
///     /4       │ [ │ 1 │         │ { │         │ } │ 5 │       │ 9 │ ] │      path /4: ordinals 0, 3, 4, 9
///
/// If the whole document is in memory, it has no marks.
struct PartialDocument: Sendable {
  private(set) var tape = Tape()

  /// The marks of the tape's entries; empty if the tape contains the whole document.
  private(set) var marks: [Mark] = []

  /// The digest of all events, unless the tape contains the whole document.
  private var wholeDigest: EventDigest?

  /// The first events, unless the tape contains the whole document.
  private var sample: [Sample] = []

  /// What a tape does not contain about an event.
  struct Mark: BitwiseCopyable, Sendable {
    /// The offset in the input.
    var offset: Int
    /// The number of the child in its collection, or of all children at the end of a collection; -1 in a node that
    /// is kept with its contents.
    var ordinal: Int
    /// The digests of the events up to this one, and including it.
    var before: EventDigest
    var after: EventDigest
  }

  /// An event that shows the layout.
  struct Sample: BitwiseCopyable, Sendable {
    var depthChange: Int
    var isKey: Bool
    var offset: Int
  }

  /// The first events, including those of nodes that are left out.
  var firstEvents: [Sample] {
    guard isWhole else { return sample }
    return (0..<min(tape.count, Self.sampleCount)).map { index in
      let entry = tape[index]
      return Sample(
        depthChange: entry.depthChange, isKey: entry.isKey, offset: tape.offset(at: index))
    }
  }

  /// The number of events that are sufficient to detect the layout.
  static let sampleCount = 10_000

  init() {}

  /// Creates a whole document.
  init(_ tape: Tape) {
    self.tape = tape
  }

  var isWhole: Bool { marks.isEmpty }

  var count: Int { tape.count }

  func offset(at index: Int) -> Int { isWhole ? tape.offset(at: index) : marks[index].offset }

  /// Returns what `Mark.ordinal` is, or nil where no children are left out.
  func ordinal(at index: Int) -> Int? {
    isWhole || marks[index].ordinal < 0 ? nil : marks[index].ordinal
  }
}

// MARK: - Digests

extension PartialDocument {
  var digest: EventDigest { wholeDigest ?? tape.digest(of: 0..<tape.count) }

  /// Returns the digest of all events after `edits`, which are disjoint.
  func digest(after edits: [TapeEdit]) -> EventDigest {
    var result = EventDigest()
    var cursor = DigestCursor(self)
    var kept = EventDigest()
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result.add(cursor.digest(before: edit.range.lowerBound).removing(kept))
      for document in edit.new { result.add(document.tape.digest(of: 0..<document.tape.count)) }
      kept =
        edit.range.isEmpty
        ? cursor.digest(before: edit.range.lowerBound)
        : cursor.digest(after: edit.range.upperBound - 1)
    }
    result.add(digest.removing(kept))
    return result
  }

  /// The digests of the events before consecutive entries.
  private struct DigestCursor {
    private let document: PartialDocument
    private var index = 0
    private var digest = EventDigest()

    init(_ document: PartialDocument) {
      self.document = document
    }

    mutating func digest(before entry: Int) -> EventDigest {
      guard document.isWhole else { return document.marks[entry].before }
      digest.add(document.tape.digest(of: index..<entry))
      index = entry
      return digest
    }

    mutating func digest(after entry: Int) -> EventDigest {
      document.isWhole ? digest(before: entry + 1) : document.marks[entry].after
    }
  }
}

/// A replacement of entries of a document.
struct TapeEdit {
  let range: Range<Int>
  let new: [Document]
}

// MARK: - Building

extension PartialDocument {
  mutating func append(
    _ event: Event, of batch: borrowing EventBatch, _ mark: Mark
  ) throws(DecantError) {
    try tape.append(event, of: batch)
    marks.append(mark)
  }

  /// Appends entries of `other`, which consist of whole nodes.
  mutating func append(_ range: Range<Int>, of other: PartialDocument) throws(DecantError) {
    try tape.append(range, of: other.tape)
    marks += other.marks[range]
  }

  /// Appends a node of `other` without children.
  mutating func append(collapsed node: Int, of other: PartialDocument) throws(DecantError) {
    let content = other.tape.content(of: node)
    try append(node..<content + 1, of: other)
    if other.tape[content].depthChange > 0 {
      let end = other.tape.end(of: node)
      try append(end - 1..<end, of: other)
    }
  }

  mutating func removeAll() {
    tape.removeAll()
    marks.removeAll(keepingCapacity: true)
  }

  mutating func truncate(to count: Int, textCount: Int) {
    tape.truncate(to: count, textCount: textCount)
    marks.removeLast(marks.count - count)
  }

  mutating func addSample(_ event: Event, at offset: Int) {
    sample.append(Sample(depthChange: event.depthChange, isKey: event.isKey, offset: offset))
  }

  mutating func finish(_ digest: EventDigest) { wholeDigest = digest }
}
