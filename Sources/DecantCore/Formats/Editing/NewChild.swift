/// A new child of a collection.
public struct NewChild: Sendable {
  /// The index, in `children(of:)`, of the child before which it is inserted; the number of children for the end.
  public let index: Int
  /// The key; nil in a sequence.
  public let key: String?
  /// The value, with the comments above, inside and beside it.
  public let value: Document

  package init(index: Int, key: String?, value: Document) {
    self.index = index
    self.key = key
    self.value = value
  }
}

extension [NewChild] {
  /// The children, those with the same place together.
  package var groupedByPlace: [[NewChild]] {
    var groups: [[NewChild]] = []
    for child in self {
      if groups.last?.last?.index == child.index {
        groups[groups.count - 1].append(child)
      } else {
        groups.append([child])
      }
    }
    return groups
  }
}

extension Document {
  /// Creates a sequence of elements or a mapping of pairs; the comments above a value are before its key.
  package init(children: [NewChild]) throws(DecantError) {
    guard !children.isEmpty else { throw DecantError(.malformedEvents("no children")) }
    var tape = Tape()
    for (index, child) in children.enumerated() {
      let lone = try Document(loneChild: child.value, forKey: child.key).tape
      let isLast = index == children.count - 1
      try tape.append((index == 0 ? 0 : 1)..<(isLast ? lone.count : lone.count - 1), of: lone)
    }
    self.init(tape)
  }
}
