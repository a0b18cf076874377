/// A whole document for random access: immutable, shared by its copies, and with far fewer allocations than a tree.
public struct Document: Sendable {
  @usableFromInline package let tape: Tape

  /// Precondition: `tape` contains one node.
  package init(_ tape: Tape) {
    self.tape = tape
  }

  /// Creates a document of a part of another; its offsets in the input stay the same.
  public init(copying node: Node) throws(DecantError) {
    var tape = Tape()
    try tape.append(node.range, of: node.tape)
    self.init(tape)
  }

  /// Creates a document of a value.
  public init(_ value: Value) throws(DecantError) {
    var tape = Tape()
    try tape.append(value)
    self.init(tape)
  }

  /// The root node.
  @inlinable public var root: Node { Node(tape: tape, index: 0) }

  /// The document as a tree that can be changed.
  public var value: Value {
    get throws(DecantError) { try root.value }
  }
}

extension Document: CustomStringConvertible {
  /// The document as compact JSON, as far as JSON can represent it.
  public var description: String { (try? value.description) ?? "a document that is not a value" }
}

extension Document.Node {
  /// The node at `pointer`; of equal keys, the first; a scalar key other than a string matches by its text.
  public subscript(pointer: DocumentPointer) -> Document.Node? {
    var node = self
    for token in pointer.tokens {
      guard let next = node.child(token) else { return nil }
      node = next
    }
    return node
  }

  /// Returns the value of a key, of equal ones the first, or the element with an index.
  @usableFromInline package func child(_ token: KeyText) -> Document.Node? {
    switch target.kind {
    case .beginMapping: self[token.string] ?? pairs.first { $0.key.token == token }?.value
    case .beginSequence: DocumentPointer.index(token).flatMap { self[$0] }
    default: nil
    }
  }

  /// The text that matches this node as a key; nil for collections, data and aliases.
  package var token: KeyText? {
    switch kind {
    case .alias: nil
    default: (kind.word ?? text).map { KeyText($0) }
    }
  }
}

extension Document.Node {
  /// Calls `body` with the events of a document that consists of the node.
  package func forEachBatch(
    _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: tape.origin)
    batch.append(.beginDocument)
    try appendEvents(to: &batch, body)
    batch.append(.endDocument)
    try body(&batch)
  }

  /// Appends the events of the node to `batch`; calls `body` whenever it is full, and empties it.
  package func appendEvents(
    to batch: inout EventBatch, _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    try tape.withSpans { (entries, text) throws(DecantError) in
      for index in range {
        if batch.isFull {
          batch.scratch.seal()
          try body(&batch)
          batch.removeAll()
          batch.rebase(to: tape.origin)
        }
        try batch.append(next: entries[index], text: text, origin: tape.origin)
      }
    }
    batch.scratch.seal()
  }
}
