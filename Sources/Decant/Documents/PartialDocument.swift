/// A document of which only the nodes on some paths are in memory, and the layout around them.
///
/// These are the nodes on the paths, the first and the last child of each collection on a path, and the siblings
/// beside a child on a path. Other collections that are kept have no children:
///
///     document │ [ │ 1 │ 2 │ 3 │ { │ "a" │ 4 │ } │ 5 │ … │ 9 │ ] │
///     /4       │ [ │ 1 │         │ { │         │ } │ 5 │       │ 9 │ ] │      path /4: ordinals 0, 3, 4, 9
struct PartialDocument: Sendable {
  private(set) var tape = Tape()

  private(set) var marks: [Mark] = []

  private var wholeDigest: EventDigest?

  private var sample: [Sample] = []

  struct Mark: BitwiseCopyable, Sendable {
    var offset: Int
    /// The number of the child, or of all children at an end; -1 in a node that is kept with its contents.
    var ordinal: Int
    var before: EventDigest
    var after: EventDigest
  }

  struct Sample: BitwiseCopyable, Sendable {
    var depthChange: Int
    var isKey: Bool
    var offset: Int
  }

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

  init(_ tape: Tape) {
    self.tape = tape
  }

  var isWhole: Bool { marks.isEmpty }

  var count: Int { tape.count }

  func offset(at index: Int) -> Int { isWhole ? tape.offset(at: index) : marks[index].offset }

  func ordinal(at index: Int) -> Int? {
    isWhole || marks[index].ordinal < 0 ? nil : marks[index].ordinal
  }
}

// MARK: - Digests

extension PartialDocument {
  var digest: EventDigest { wholeDigest ?? tape.digest(of: 0..<tape.count) }

  /// Returns the digest of all events after `edits`, which must be disjoint.
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

  /// Precondition: `range` consists of whole nodes.
  mutating func append(_ range: Range<Int>, of other: PartialDocument) throws(DecantError) {
    try tape.append(range, of: other.tape)
    marks += other.marks[range]
  }

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
