internal import DecantCore

/// The collections of a large document that are open, from the outermost, while their children are checked and forgotten.
///
///     {"items": [ {…}, {…},          open: the object, and the array in it
///
/// What depends on all children, such as `required`, is checked when the collection ends. Where a keyword needs the children
/// themselves then, as `uniqueItems` and `oneOf` do, the collection cannot be open, but must be held.
struct OpenCollections: Sendable {
  struct Collection: Sendable {
    /// Its entry on the tape of what is at hand.
    var node: Int
    let offset: Int
    /// An error at its beginning, located while its line was at hand.
    var located: DecantError?
    /// How many children are forgotten.
    var forgotten = 0
    /// The known names among the keys of these.
    var names: Set<Int32> = []
    /// Whether it is checked for the first time.
    var isNew = true
    /// Whether its end is not at hand.
    var isOpen = true
  }

  private(set) var collections: [Collection] = []
  private var nodes: [Int] = []
  /// The end of their entries on the tape; no node from there on is open.
  private(set) var end = 0

  init() {}

  init(_ collections: [Collection]) {
    self.collections = collections
    nodes = collections.map(\.node)
    end = collections.last.map { $0.node + 1 } ?? 0
  }

  var isEmpty: Bool { collections.isEmpty }

  subscript(node: Int) -> Collection? { index(of: node).map { collections[$0] } }

  func forgottenChildren(of node: Int) -> Int {
    node < end ? index(of: node).map { collections[$0].forgotten } ?? 0 : 0
  }

  private func index(of node: Int) -> Int? { nodes.firstIndex(of: node) }

  /// Whether what is found at a node, or at its key, was found before; what is found at its end is not.
  func isKnown(_ node: Int, _ isAtEnd: Bool) -> Bool {
    if let collection = self[node] { return !collection.isNew && !isAtEnd }
    return self[node + 1].map { !$0.isNew } ?? false
  }

  // MARK: Parts

  /// Returns the collections for the next part, at the end of which `open` are open.
  func continued(by open: ArraySlice<Int>, on tape: Tape) -> OpenCollections {
    var next = ended().collections
    for node in open {
      if let known = next.firstIndex(where: { $0.node == node }) {
        next[known].isOpen = true
      } else {
        next.append(Collection(node: node, offset: tape.offset(at: node)))
      }
    }
    return OpenCollections(next)
  }

  /// Returns the collections for the last part.
  func ended() -> OpenCollections {
    OpenCollections(
      collections.map { collection in
        var collection = collection
        collection.isOpen = false
        return collection
      })
  }

  /// Returns those that stay open after a part, whose whole children are forgotten.
  func forgettingChildren(in part: NumberedDocument) -> OpenCollections {
    var next = collections.filter(\.isOpen)
    var entry = 0
    for index in next.indices {
      let node = next[index].node
      let hasOpenChild = index + 1 < next.count
      next[index].forgotten += part.count(of: node) - (hasOpenChild ? 1 : 0)
      for child in part.values(of: node) where part.numbers[child] >= 0 {
        next[index].names.insert(part.numbers[child])
      }
      next[index].isNew = false
      entry += node > 0 && part.tape[node - 1].isKey ? 1 : 0
      next[index].node = entry
      entry += 1
    }
    return OpenCollections(next)
  }

  /// Locates the collections that are new.
  mutating func locate(_ located: (DecantError) -> DecantError) {
    for index in collections.indices where collections[index].located == nil {
      collections[index].located = located(
        DecantError(.emptyInput, offset: collections[index].offset))
    }
  }
}

/// How a keyword is checked at an open collection.
extension CompiledSchema.Operation {
  enum Need {
    /// Nothing of the children.
    case node
    /// One child after the other.
    case eachChild
    /// The number or names of all children.
    case end
    /// The children themselves.
    case allChildren
  }

  var need: Need {
    switch self {
    case .type, .multipleOf, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .minLength,
      .maxLength, .pattern, .format, .content:
      .node
    case .members, .propertyNames, .items, .reference, .dynamicReference, .allOf: .eachChild
    case .minItems, .maxItems, .minProperties, .maxProperties, .required, .dependentRequired: .end
    case .constant, .enumeration, .uniqueItems, .dependentSchemas, .contains, .anyOf, .oneOf, .not,
      .condition, .unevaluatedItems, .unevaluatedProperties:
      .allChildren
    }
  }
}
