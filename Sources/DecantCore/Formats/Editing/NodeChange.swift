/// What an edit makes of a node of a document, and of the nodes inside it.
///
///     { "a": 1, "b": [2], "c": 3 }      children: a, replaced by 9; b, as it is; d, new
///     { "a": 9, "b": [2], "d": 4 }
///
/// It says nothing of the text: how that is changed, so that everything else in it stays, is up to the format.
public final class NodeChange: Sendable {
  /// What becomes of a node.
  public enum Content: Sendable {
    /// The node stays as it is.
    case kept
    /// A value takes the place of the node; it has the comments inside of it.
    case replaced(Document)
    /// The collection gets these children, in this order.
    case children([ChildChange])
  }

  /// What becomes of the node.
  public let content: Content
  /// The lines of comment above the node in place of those that are there, none to remove them; nil if those stay.
  public let comment: [String]?
  /// Whether the comments above, beside and inside of the node go.
  public let losesComments: Bool
  /// Whether the anchor of the node goes; it stays also if the node is replaced.
  public let losesAnchor: Bool

  package init(
    _ content: Content, comment: [String]? = nil, losesComments: Bool = false,
    losesAnchor: Bool = false
  ) {
    self.content = content
    self.comment = comment
    self.losesComments = losesComments
    self.losesAnchor = losesAnchor
  }
}

/// A child that a collection has after an edit.
///
/// Children of the document that are not among those of a change go; those that stay keep their order.
public struct ChildChange: Sendable {
  /// The index in `children(of:)` that the child has in the document; nil for a new one.
  public let number: Int?
  /// The key, if it is new; nil for an element, and for a child that keeps its key.
  public let key: String?
  /// What becomes of the value; nil if it stays as it is.
  ///
  /// A new child has a value that replaces nothing, with the comments above and beside the child.
  public let value: NodeChange?

  package init(number: Int?, key: String?, value: NodeChange?) {
    self.number = number
    self.key = key
    self.value = value
  }
}

extension Document {
  /// Creates a sequence of elements or a mapping of pairs of new children; the comments above a value are before its key.
  package init(children: [ChildChange]) throws(DecantError) {
    var tape = Tape()
    for (index, child) in children.enumerated() {
      guard case .replaced(let value)? = child.value?.content else {
        throw DecantError(.malformedEvents("a new child without a value"))
      }
      let lone = try Document(loneChild: value, forKey: child.key).tape
      let isLast = index == children.count - 1
      try tape.append((index == 0 ? 0 : 1)..<(isLast ? lone.count : lone.count - 1), of: lone)
    }
    self.init(tape)
  }
}
