/// The collections that are open at the end of a range of events, and the nodes directly inside them.
///
/// Nodes that are complete are skipped. It is found from the end backwards, where most events cost no
/// more than a count of the depth.
///
///     ] │ { │ a │ [ │ 1 │ ] │ b │ [ │ 2        ended: 1        nodes: {  a  [ ]  b  [  2
struct OpenEvents: ~Copyable {
  struct Node: BitwiseCopyable {
    let index: Int
    /// Whether a collection begins there whose end is in the stretch as well.
    let isComplete: Bool
  }

  /// How many of the collections that were open before the stretch have ended in it.
  private(set) var ended = 0
  /// Whether a document begins or ends in the stretch, so that nothing before it matters.
  private(set) var isFresh = false
  /// The nodes, the last first.
  private var nodes = Buffer<Node>(capacity: 64)

  init() {}

  /// How many nodes there are.
  var count: Int { nodes.count }

  /// The nodes in their order.
  subscript(place: Int) -> Node { nodes[nodes.count &- 1 &- place] }

  /// Finds what matters after the events of `range`; gives what is among them, which is seen on the way.
  mutating func find(in events: Span<Event>, _ range: Range<Int>) -> BatchContents {
    var contents = BatchContents()
    nodes.removeAll()
    isFresh = false
    // Both are told against the depth at the end of the stretch.
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
        // Nothing before is of interest.
        lowest = .min
      case .anchor, .tag: break
      case .beginSequence, .beginMapping: nodes.append(Node(index: index, isComplete: true))
      default: nodes.append(Node(index: index, isComplete: false))
      }
    }
    ended = isFresh ? 0 : depth - lowest
    contents.depthChange = -depth
    return contents
  }
}
