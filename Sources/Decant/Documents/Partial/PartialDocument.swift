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

  private(set) var start = 0

  /// The runs of children that are not in memory, up to the next child that is, in offsets.
  private(set) var gaps: [Range<Int>] = []

  private var sample: [Sample] = []

  struct Mark: BitwiseCopyable, Sendable {
    var offset: Int
    /// The number of the child, or of all children at an end; -1 in a node that is kept with its contents.
    var ordinal: Int
    /// Whether the collection that begins is kept without its children.
    var isCollapsed = false
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

  init(at start: Int = 0) {
    self.start = start
  }

  init(_ tape: Tape) {
    self.tape = tape
  }

  var isWhole: Bool { marks.isEmpty }

  var count: Int { tape.count }

  func offset(at index: Int) -> Int { isWhole ? tape.offset(at: index) : marks[index].offset }

  func ordinal(at index: Int) -> Int? {
    isWhole || marks[index].ordinal < 0 ? nil : marks[index].ordinal
  }

  /// The collections that are kept without their children.
  var collapsedNodes: [Int] { marks.indices.filter { marks[$0].isCollapsed } }
}

struct TapeEdit {
  let range: Range<Int>
  let new: [Document]
}

// MARK: - Building

extension PartialDocument {
  var needsSample: Bool { sample.count < Self.sampleCount }

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
      collapseLast()
      let end = other.tape.end(of: node)
      try append(end - 1..<end, of: other)
    }
  }

  /// Precondition: the last event begins a collection.
  mutating func collapseLast() { marks[marks.count - 1].isCollapsed = true }

  mutating func appendGap(from start: Int, to end: Int) {
    if start < end { gaps.append(start..<end) }
  }

  mutating func removeAll() {
    tape.removeAll()
    marks.removeAll(keepingCapacity: true)
  }

  /// A place to which a document can be truncated.
  struct End {
    fileprivate let count: Int
    fileprivate let textCount: Int
    fileprivate let gapCount: Int
  }

  var end: End { End(count: count, textCount: tape.text.count, gapCount: gaps.count) }

  mutating func truncate(to end: End) {
    tape.truncate(to: end.count, textCount: end.textCount)
    marks.removeLast(marks.count - end.count)
    gaps.removeLast(gaps.count - end.gapCount)
  }

  mutating func addSample(_ event: Event, at offset: Int) {
    sample.append(Sample(depthChange: event.depthChange, isKey: event.isKey, offset: offset))
  }
}
