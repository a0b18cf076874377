internal import DecantCore

/// A node of a document in memory, in which paths are looked up.
///
/// The same path means the same in a file, on a tape and in a `Value`: `PathSearch` is written once for all of these.
@usableFromInline package protocol PathTree {
  /// The kind of the node; a collection has the kind of its beginning.
  var kind: Event.Kind { get }

  /// The text of a string, number, date, local time or uid, with which conditions compare; nil for other nodes.
  ///
  /// A number is in JSON's grammar, or `nan`, `inf` or `-inf`.
  var comparedText: String? { get }

  /// Returns the value of a key of a mapping, of equal ones the first, or the element of a sequence with an index.
  ///
  /// A string precedes other scalar keys of the same text. Indices are literal: `-1` is not one.
  func child(_ token: KeyText) -> Self?

  /// Returns the children of a collection in order, and their keys; elements have no keys.
  func makeChildren() -> AnyIterator<(key: PathKey?, node: Self)>
}

/// A key of a mapping in which a path is looked up.
@usableFromInline package struct PathKey {
  /// The text that matches the key; nil for collections, data and aliases, to which no path leads.
  @usableFromInline package let name: KeyText?
  /// Whether the key is a string.
  @usableFromInline package let isString: Bool

  @inlinable package init(name: KeyText?, isString: Bool) {
    self.name = name
    self.isString = isString
  }
}

extension PathTree {
  /// Returns the child to which a name in a path leads: also the element that a negative index means.
  @inlinable package func child(named token: KeyText) -> Self? {
    if let child = child(token) { return child }
    guard kind == .beginSequence, let number = number(fromEnd: token) else { return nil }
    return IteratorSequence(makeChildren()).dropFirst(number).first { _ in true }?.node
  }

  /// Returns the number of the element that a negative index means.
  @inlinable func number(fromEnd token: KeyText) -> Int? {
    guard let distance = PathPattern.distanceFromEnd(token) else { return nil }
    let count = childCount
    return distance <= count ? count - distance : nil
  }

  @inlinable var childCount: Int {
    IteratorSequence(makeChildren()).reduce(0) { count, _ in count + 1 }
  }

  @inlinable var isCollection: Bool { kind == .beginMapping || kind == .beginSequence }
}

extension Document.Node: PathTree {
  @usableFromInline package var comparedText: String? {
    switch kind {
    case .alias: nil
    case .string where tape[content].flags.contains(.isEscaped): nil
    default: text
    }
  }

  @usableFromInline
  package func makeChildren() -> AnyIterator<(key: PathKey?, node: Document.Node)> {
    let collection = target
    let isMapping = collection.kind == .beginMapping
    var nodes = tape.children(of: collection.content)
    return AnyIterator { [tape] in
      guard let first = nodes.next() else { return nil }
      let node = Document.Node(tape: tape, index: first)
      guard isMapping else { return (nil, node) }
      let isEscaped = tape[node.content].flags.contains(.isEscaped)
      let key = PathKey(
        name: isEscaped ? nil : node.token, isString: node.kind == .string && !isEscaped)
      return nodes.next().map { (key, Document.Node(tape: tape, index: $0)) }
    }
  }
}
