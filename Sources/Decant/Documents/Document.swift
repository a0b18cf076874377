/// One document, read whole, to look into in any order.
///
/// It holds the document's events on a tape, which takes far fewer allocations than a tree of values. It never changes
/// once it is made, so copies share it, and threads may too.
public struct Document: Sendable {
  /// The events of the root node.
  let tape: Tape

  /// Creates a document of a tape with one node.
  init(_ tape: Tape) {
    self.tape = tape
  }

  /// Creates a document of a part of another, whose places in the input stay what they were.
  public init(copying node: Node) throws(DecantError) {
    var tape = Tape()
    try tape.append(node.range, of: node.tape)
    self.init(tape)
  }

  /// Creates a document of a value.
  public init(_ value: Value) throws(DecantError) {
    var events = ValueEvents(value)
    var batch = EventBatch()
    var tape = Tape()
    while try events.fill(&batch) {
      try tape.append(nodesOf: batch)
      batch.removeAll()
    }
    self.init(tape)
  }

  /// The document's node.
  public var root: Node { Node(tape: tape, index: 0) }

  /// The document as a tree that can be changed.
  public var value: Value {
    get throws(DecantError) { try root.value }
  }
}

extension Event {
  /// Whether a document begins or ends here.
  var delimitsDocument: Bool { kind == .beginDocument || kind == .endDocument }
}

extension Document: CustomStringConvertible {
  /// The document as compact JSON, as far as JSON can hold it.
  public var description: String { (try? value.description) ?? "a document that is not a value" }
}
