/// A node of a document in memory, in which paths are looked up.
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

  /// Calls `body` with the children of a collection in order, and their keys; elements have no keys.
  func forEachChild(_ body: (PathKey?, Self) -> Void)
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
    guard kind == .beginSequence, let distance = PathPattern.distanceFromEnd(token) else {
      return nil
    }
    let elements = children.map(\.node)
    return distance <= elements.count ? elements[elements.count - distance] : nil
  }

  @inlinable package var children: [(key: PathKey?, node: Self)] {
    var children: [(key: PathKey?, node: Self)] = []
    forEachChild { children.append(($0, $1)) }
    return children
  }
}

extension Document.Node: PathTree {
  @usableFromInline package var comparedText: String? {
    switch kind {
    case .alias: nil
    case .string where tape[content].flags.contains(.isEscaped): nil
    default: text
    }
  }

  @usableFromInline package func child(_ token: KeyText) -> Document.Node? {
    switch kind {
    case .beginMapping: self[token.string] ?? pairs.first { $0.key.token == token }?.value
    case .beginSequence: DocumentPointer.index(token).flatMap { self[$0] }
    default: nil
    }
  }

  @usableFromInline package func forEachChild(_ body: (PathKey?, Document.Node) -> Void) {
    for element in elements { body(nil, element) }
    for (key, value) in pairs {
      let isEscaped = key.tape[key.content].flags.contains(.isEscaped)
      let isString = key.kind == .string && !isEscaped
      body(PathKey(name: isEscaped ? nil : key.token, isString: isString), value)
    }
  }
}
