/// One document, read whole, to look into in any order.
///
/// It holds the document's events one behind another and their text in one block, which takes far
/// fewer allocations than a tree of values. It never changes once it is made, so copies share it,
/// and threads may too.
public struct Document: Sendable {
  let storage: Storage

  /// The events of the root node, as an `EventBuffer` ties them together.
  final class Storage: Sendable {
    let events: [Event]
    let text: [UInt8]
    /// Where in the input the document began.
    let origin: Int

    init(_ buffer: borrowing EventBuffer) {
      events = buffer.events
      text = buffer.text
      origin = buffer.origin
    }
  }

  /// Makes a document of a buffer that holds one node.
  init(_ buffer: borrowing EventBuffer) {
    storage = Storage(buffer)
  }

  /// Makes a document of a part of another, whose places in the input stay what they were.
  public init(copying node: Node) throws(DecantError) {
    var buffer = EventBuffer()
    try buffer.append(copying: node)
    self.init(buffer)
  }

  /// Makes a document of a value.
  public init(_ value: Value) throws(DecantError) {
    var events = ValueEvents(value)
    var batch = EventBatch()
    var buffer = EventBuffer()
    while try events.fill(&batch) {
      for index in 0..<batch.count where !batch[index].delimitsDocument {
        try buffer.append(batch[index], of: batch)
      }
      batch.removeAll()
    }
    self.init(buffer)
  }

  /// The document's node.
  public var root: Node { Node(storage: storage, index: 0) }

  /// The document as a tree that can be changed.
  public var value: Value {
    get throws(DecantError) { try root.value }
  }
}

extension EventBuffer {
  /// Keeps the events of a node.
  mutating func append(copying node: Document.Node) throws(DecantError) {
    try append(kept: node.events, text: node.storage.text, origin: node.storage.origin)
  }
}

extension Event {
  /// Whether a document begins or ends here.
  var delimitsDocument: Bool { kind == .beginDocument || kind == .endDocument }
}

extension Document: CustomStringConvertible {
  /// The document as compact JSON, as far as JSON can say it.
  public var description: String { (try? value.description) ?? "a document that is no value" }
}
