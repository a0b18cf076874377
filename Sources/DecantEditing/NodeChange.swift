public import DecantCore

/// What an edit makes of a node of a document, and of the nodes inside it.
///
///     { "a": 1, "b": [2], "c": 3 }      children: a, replaced by 9; b, as it is; d, new
///     { "a": 9, "b": [2], "d": 4 }
///
/// The format decides how the text changes, and keeps everything else in it.
public final class NodeChange: Sendable {
  /// The result for a node.
  public enum Content: Sendable {
    /// The node stays as it is.
    case kept
    /// A value replaces the node; the comments inside it are new, too.
    case replaced(Document)
    /// The collection gets these children, in this order.
    case children([ChildChange])
  }

  /// The result for the node.
  public let content: Content
  /// The lines that replace the comment above the node; an empty list removes it, nil keeps it.
  public let comment: [String]?
  /// Whether the comments above, beside and inside of the node go.
  public let losesComments: Bool
  /// Whether the anchor of the node goes; a replacement alone keeps it.
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
/// A change removes the children of the document that it does not list; the others keep their order.
public struct ChildChange: Sendable {
  /// The index in `children(of:)` that the child has in the document; nil for a new one.
  public let number: Int?
  /// The key, if it is new; nil for an element, and for a child that keeps its key.
  public let key: String?
  /// The change of the value; nil if it stays as it is.
  ///
  /// A new child has a value that replaces nothing, with the comments above and beside the child.
  public let value: NodeChange?

  package init(number: Int?, key: String?, value: NodeChange?) {
    self.number = number
    self.key = key
    self.value = value
  }

  /// The value of a new child.
  package var newValue: Document {
    get throws(DecantError) {
      guard case .replaced(let new)? = value?.content else {
        throw DecantError(.malformedEvents("a new child without a value"))
      }
      return new
    }
  }
}

extension Document {
  /// Creates a sequence of elements or a mapping of pairs of new children; the comments above a value are before its key.
  package init(children: [ChildChange]) throws(DecantError) {
    var tape = Tape()
    for (index, child) in children.enumerated() {
      let lone = try Document(loneChild: child.newValue, forKey: child.key).tape
      let isLast = index == children.count - 1
      try tape.append((index == 0 ? 0 : 1)..<(isLast ? lone.count : lone.count - 1), of: lone)
    }
    self.init(tape)
  }
}

extension Document {
  /// Creates a sequence of one element or, with a key, a mapping of one pair; the comments above are before the key.
  package init(loneChild child: Document, forKey key: String?) throws(DecantError) {
    var batch = EventBatch()
    batch.append(key == nil ? .beginSequence : .beginMapping)
    if let key { batch.append(.string, text: key, flags: .isKey) }
    batch.append(key == nil ? .endSequence : .endMapping)
    let last = batch.count - 1
    let above = (0..<child.tape.content(of: 0)).prefix { child.tape[$0].event.isTrivia }.count
    var tape = Tape()
    try tape.append(batch[0], of: batch)
    try tape.append(0..<above, of: child.tape)
    if key != nil { try tape.append(batch[1], of: batch) }
    try tape.append(above..<child.tape.count, of: child.tape)
    try tape.append(batch[last], of: batch)
    self.init(tape)
  }
}
