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
