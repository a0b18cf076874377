/// A document of which only the nodes on some paths are in memory, and the layout around them.
///
/// These are the nodes on the paths, the first and the last child of each collection on a path, and the siblings
/// beside a child on a path. Other collections that are kept have no children:
///
///     document │ [ │ 1 │ 2 │ 3 │ { │ "a" │ 4 │ } │ 5 │ … │ 9 │ ] │
///     /4       │ [ │ 1 │         │ { │         │ } │ 5 │       │ 9 │ ] │      path /4: ordinals 0, 3, 4, 9
package struct PartialDocument: Sendable {
  package private(set) var tape = Tape()

  package private(set) var marks: [Mark] = []

  package private(set) var start = 0

  package private(set) var gaps: [Gap] = []

  private var sample: [Sample] = []
  /// The number of events on the tape that the sample contains.
  private var sampledCount = 0

  private(set) var hasAnchors = false

  package struct Mark: BitwiseCopyable, Sendable {
    var offset: Int
    /// The number of the child, or of all children at an end; -1 in a node that is kept with its contents.
    var ordinal: Int
    /// Whether the collection that begins is kept without its children.
    var isCollapsed = false
    /// Whether a sequence ends that has elements, all of them strings.
    package var endsText = false
  }

  /// A run of children that is not in memory, up to the next child that is.
  package struct Gap: Sendable {
    package var bytes: Range<Int>
    /// The next child, and the number of those that are not in memory; only where nodes are kept with their contents.
    var node = -1
    var count = 0
    /// Whether they are elements of a sequence, all of them strings.
    package var holdsOnlyText = false
  }

  package struct Sample: BitwiseCopyable, Sendable {
    package var kind: Event.Kind
    package var style: Event.Style
    package var isKey: Bool
    package var offset: Int

    package var depthChange: Int { kind.depthChange }
  }

  package var firstEvents: [Sample] {
    isWhole ? sample + samples(of: sampledCount..<tape.count) : sample
  }

  /// The events of the tape as far as the sample needs them.
  private func samples(of range: Range<Int>) -> [Sample] {
    range.prefix(Self.sampleCount - sample.count).map { index in
      let entry = tape[index]
      return Sample(
        kind: entry.kind, style: entry.style, isKey: entry.isKey, offset: tape.offset(at: index))
    }
  }

  /// The number of events that are sufficient to detect the layout.
  static let sampleCount = 10_000

  package init(at start: Int = 0) {
    self.start = start
  }

  package init(_ tape: Tape) {
    self.tape = tape
  }

  package var isWhole: Bool { marks.isEmpty }

  var count: Int { tape.count }

  package var isEmpty: Bool { tape.isEmpty }

  package func offset(at index: Int) -> Int {
    isWhole ? tape.offset(at: index) : marks[index].offset
  }

  func ordinal(at index: Int) -> Int? {
    isWhole || marks[index].ordinal < 0 ? nil : marks[index].ordinal
  }

  /// The gap between a child and the one before it in memory.
  package func gap(before node: Int) -> Gap? {
    var range = 0..<gaps.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if gaps[middle].node == node { return gaps[middle] }
      range =
        gaps[middle].node < node ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The collections that are kept without their children.
  var collapsedNodes: [Int] { marks.indices.filter { marks[$0].isCollapsed } }
}

/// A builder of documents from the events of a stream.
package protocol DocumentBuilder {
  /// Adds the events of a batch, and passes each document to `receive`.
  mutating func add(
    _ batch: borrowing EventBatch,
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError)
}

package struct TapeEdit {
  package let range: Range<Int>
  package let new: [Document]

  package init(range: Range<Int>, new: [Document]) {
    self.range = range
    self.new = new
  }
}

// MARK: - Building

extension PartialDocument {
  var needsSample: Bool { sample.count < Self.sampleCount }

  package mutating func append(
    _ event: Event, of batch: borrowing EventBatch, _ mark: Mark
  ) throws(DecantError) {
    try tape.append(event, of: batch)
    marks.append(mark)
  }

  /// Precondition: `range` consists of whole nodes.
  package mutating func append(_ range: Range<Int>, of other: PartialDocument) throws(DecantError) {
    try tape.append(range, of: other.tape)
    marks += other.marks[range]
  }

  package mutating func append(collapsed node: Int, of other: PartialDocument) throws(DecantError) {
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
    if start < end { gaps.append(Gap(bytes: start..<end)) }
  }

  package mutating func removeAll() {
    tape.removeAll()
    marks.removeAll(keepingCapacity: true)
  }

  /// A place to which a document can be truncated.
  package struct End {
    fileprivate let count: Int
    fileprivate let textCount: Int
    fileprivate let gapCount: Int
  }

  var end: End { End(count: count, textCount: tape.text.count, gapCount: gaps.count) }

  package mutating func truncate(to end: End) {
    tape.truncate(to: end.count, textCount: end.textCount)
    marks.removeLast(marks.count - end.count)
    gaps.removeLast(gaps.count - end.gapCount)
  }

  mutating func addSample(_ event: Event, at offset: Int) {
    sample.append(
      Sample(kind: event.kind, style: event.style, isKey: event.isKey, offset: offset))
  }
}

// MARK: - Whole nodes

extension PartialDocument {
  /// The bytes of memory that the nodes take.
  var size: Int { tape.count * MemoryLayout<Tape.Entry>.size + tape.text.count }

  package mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let last = range.last else { return }
    let start = tape.count
    try tape.append(range, of: batch)
    guard batch.offset(of: batch[last]) - tape.origin <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: batch.offset(of: batch[last]))
    }
    guard !hasAnchors, batch.contents.has(.anchor, .alias) else { return }
    hasAnchors = tape.entries[start...].contains { $0.kind == .anchor || $0.kind == .alias }
  }

  /// Moves all nodes but those of `runs` to `kept`, whose memory is used again.
  mutating func leaveOut(_ runs: [TapeOutline.Run], keptOn kept: inout Tape) throws(DecantError) {
    if sampledCount < tape.count { sample += samples(of: sampledCount..<tape.count) }
    kept.removeAll()
    var rest = gaps[...]
    gaps = []
    var place = 0
    for run in runs {
      try keep(place..<run.nodes.lowerBound, and: &rest, on: &kept)
      place = run.nodes.upperBound
      rest = rest.drop { $0.node <= place }
      gaps.append(
        Gap(
          bytes: run.bytes, node: kept.count, count: run.count, holdsOnlyText: run.holdsOnlyText))
    }
    try keep(place..<tape.count, and: &rest, on: &kept)
    swap(&tape, &kept)
    sampledCount = tape.count
  }

  private mutating func keep(
    _ range: Range<Int>, and rest: inout ArraySlice<Gap>, on kept: inout Tape
  ) throws(DecantError) {
    while var gap = rest.first, gap.node < range.upperBound {
      rest.removeFirst()
      gap.node += kept.count - range.lowerBound
      gaps.append(gap)
    }
    try kept.append(range, of: tape)
  }
}
