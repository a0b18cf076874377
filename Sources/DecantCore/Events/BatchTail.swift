/// The open collections at the end of a range of events, and the nodes directly inside them.
///
/// The contents of complete collections are skipped. The search runs backward, where most events only change the depth.
///
///     ] │ { │ a │ [ │ 1 │ ] │ b │ [ │ 2        ended: 1        nodes: {  a  [ ]  b  [  2
@usableFromInline package struct BatchTail: ~Copyable {
  @usableFromInline package struct Node: BitwiseCopyable {
    package let index: Int
    /// Whether a collection begins here that also ends in the range.
    package let isComplete: Bool

    package init(index: Int, isComplete: Bool) {
      self.index = index
      self.isComplete = isComplete
    }
  }

  /// The number of collections that end in the range but began before it.
  package private(set) var ended = 0
  /// Whether a document begins or ends in the range, so that nothing before it matters.
  package private(set) var isFresh = false
  @usableFromInline var nodes = Buffer<Node>(capacity: 64)

  package init() {}

  @inlinable package var count: Int { nodes.count }

  package subscript(index: Int) -> Node { nodes[nodes.count &- 1 &- index] }

  package mutating func find(in events: Span<Event>, _ range: Range<Int>) -> BatchContents {
    var contents = BatchContents()
    nodes.removeAll()
    isFresh = false
    // Both are relative to the depth at the end of the range.
    var depth = 0
    var lowest = 0
    var index = range.upperBound
    while index > range.lowerBound {
      index &-= 1
      let event = events[index]
      contents.add(event)
      depth &-= event.kind.depthChange
      if depth > lowest { continue }
      if depth < lowest {
        lowest = depth
        nodes.append(Node(index: index, isComplete: false))
        continue
      }
      switch event.kind {
      case .beginDocument, .endDocument:
        isFresh = true
        // Skips all earlier events.
        lowest = .min
      case .anchor, .tag, .comment, .notation, .blankLine, .trailingComment: break
      case .beginSequence, .beginMapping: nodes.append(Node(index: index, isComplete: true))
      default: nodes.append(Node(index: index, isComplete: false))
      }
    }
    ended = isFresh ? 0 : depth - lowest
    contents.depthChange = -depth
    return contents
  }
}
