internal import DecantConversion
internal import DecantCore
internal import DecantEditing

/// The operations of edits.
///
/// A path with wildcards leads to any number of nodes; what lacks the rest of it is skipped. Of nodes inside of each other
/// the outermost counts.
extension Draft {
  typealias ValueForSlot = (ValueSlot) throws(DecantError) -> Document

  /// Replaces the values at a path, or adds its last key; returns the changes of type.
  func set(_ path: PathPattern, _ value: ValueForSlot) throws(DecantError) -> [TypeChange] {
    let path = path.resolved(in: root)
    guard let (outer, step) = path.parent else { return try enter(value, inPlaceOf: root) }
    guard case .name(let key) = step, outer.steps.last != .anyDepth else {
      return try enter(value, inPlaceOf: outermost(try nodes(at: path)))
    }
    guard let names = path.names else {
      var changes: [TypeChange] = []
      var isFound = false
      for parent in try nodes(at: outer) {
        let parent = try followedIfPossible(parent)
        if let child = try child(of: parent, named: key) {
          changes += try enter(value, inPlaceOf: child)
        } else if parent.isMapping {
          try copies.count(textOf: key.utf8.count)
          try addKey(key, value, to: parent)
          additions += 1
        } else {
          continue
        }
        isFound = true
      }
      guard isFound else { throw DecantError(.nothingAtPointer(path.text)) }
      return changes
    }
    let pointer = DocumentPointer(names)
    let (found, rest) = try deepest(of: pointer)
    guard !rest.isEmpty else { return try enter(value, inPlaceOf: found) }
    try add(rest, value, to: found, at: pointer)
    additions += 1
    if rest.count > 1 { noteMappings(of: path) }
    if names.count == 1 { noteElsewhere(key) }
    return []
  }

  /// Replaces the values at a path; returns the changes of type.
  func replace(_ path: PathPattern, _ value: ValueForSlot) throws(DecantError) -> [TypeChange] {
    try enter(value, inPlaceOf: outermost(try nodes(at: path)))
  }

  private func addKey(
    _ key: KeyText, _ value: ValueForSlot, to parent: DraftNode
  ) throws(DecantError) {
    let slot = ValueSlot(draft: self, collection: parent)
    try insert(try value(slot), forKey: key, in: parent)
  }

  private func enter(
    _ value: ValueForSlot, inPlaceOf nodes: [DraftNode]
  ) throws(DecantError) -> [TypeChange] {
    var changes: [TypeChange] = []
    for node in nodes { changes += try enter(value, inPlaceOf: node) }
    return changes
  }

  private func enter(
    _ value: ValueForSlot, inPlaceOf node: DraftNode
  ) throws(DecantError) -> [TypeChange] {
    let new = try value(ValueSlot(draft: self, node: node))
    let (tape, index) = node.tapeNode
    let old = tape.followedNode(index)
    let adapted = try? rules?.replacement(of: old, by: new)
    let change = TypeChange(from: old, to: (adapted ?? new).root, at: path(to: node))
    try replace(node, by: new)
    return change.map { [$0] } ?? []
  }

  // MARK: Missing parents

  /// Returns the deepest node on a literal path that exists, and the rest of the path.
  private func deepest(
    of pointer: DocumentPointer
  ) throws(DecantError) -> (DraftNode, rest: ArraySlice<KeyText>) {
    var node = root
    var rest = pointer.tokens[...]
    while let token = rest.first, let next = try child(of: node, named: token) {
      node = next
      rest.removeFirst()
    }
    // An alias itself can be replaced; a key is added to what it refers to.
    return (rest.isEmpty ? node : try followedIfPossible(node), rest)
  }

  /// Adds a value with the mappings that lead to it; `-` begins a sequence.
  private func add(
    _ tokens: ArraySlice<KeyText>, _ value: ValueForSlot, to node: DraftNode,
    at pointer: DocumentPointer
  ) throws(DecantError) {
    guard let first = tokens.first else { return }
    let isNewElement = first == "-" && node.kind == .beginSequence
    // An index is not meant as the name of a new key.
    guard node.isMapping || isNewElement,
      tokens.dropFirst().allSatisfy({ DocumentPointer.index($0) == nil })
    else { throw missing(pointer, from: node, first) }
    var new = try value(ValueSlot(draft: self, collection: tokens.count == 1 ? node : nil))
    for token in tokens.dropFirst().reversed() {
      new = try Document(loneChild: new, forKey: token == "-" ? nil : token.string)
    }
    try insert(new, forKey: isNewElement ? nil : first, in: node)
  }

  // MARK: Inserting

  /// Inserts an element or a new key.
  ///
  /// If it is to be added unless it is found, a sequence that has an equal element stays.
  func insert(
    _ path: PathPattern, _ value: ValueForSlot, unlessFound: Bool = false
  ) throws(DecantError) {
    let path = path.resolved(in: root)
    guard let (outer, step) = path.parent else {
      _ = try enter(value, inPlaceOf: root)
      return
    }
    guard case .name(let name) = step else {
      for node in try nodes(at: path).reversed() {
        guard let parent = node.parent, case .open(let collection) = parent.content,
          !collection.isMapping, let index = collection.index(of: node)
        else { throw problem(.notAnElement, at: pointer(to: node), node) }
        let new = try value(ValueSlot(draft: self, collection: parent))
        try insert(new, forKey: nil, at: index, in: parent)
      }
      return
    }
    guard let names = path.names else {
      let parents = try nodes(at: outer).filter {
        $0.isCollection && !(name == "-" && $0.isMapping)
      }
      guard !parents.isEmpty else { throw DecantError(.nothingAtPointer(path.text)) }
      for parent in parents {
        try insert(
          value, at: pointer(to: parent).appending(name), in: parent, unlessFound: unlessFound)
      }
      return
    }
    let pointer = DocumentPointer(names)
    let (parent, rest) = try deepest(of: pointer.parent)
    guard rest.isEmpty else {
      noteMappings(of: path)
      return try add(rest + [name], value, to: parent, at: pointer)
    }
    try insert(
      value, at: pointer, in: try followedIfPossible(parent), unlessFound: unlessFound)
  }

  private func insert(
    _ value: ValueForSlot, at pointer: DocumentPointer, in parent: DraftNode,
    unlessFound: Bool = false
  ) throws(DecantError) {
    guard let name = pointer.tokens.last, let collection = parent.opened() else {
      throw problem(.notACollection, at: pointer.parent, parent)
    }
    if collection.isMapping {
      guard name != "-" else { throw problem(.notASequence, at: pointer.parent, parent) }
      guard collection.index(of: name) == nil else {
        throw problem(.keyExists(name.string), at: pointer, parent)
      }
      return try addKey(name, value, to: parent)
    }
    var index = collection.children.count
    if let before = collection.index(named: name) {
      index = before
    } else if PathPattern.distanceFromEnd(name) == nil || collection.count > 0 {
      do throws(DecantError) {
        index = collection.index(
          ofNewElement: try pointer.index(name, in: collection.count, allowsEnd: true))
      } catch {
        var error = error
        error.offset = offset(of: parent)
        throw error
      }
    }
    let new = try value(ValueSlot(draft: self, collection: parent))
    if unlessFound, try has(new, in: collection, of: parent) { return }
    try insert(new, forKey: nil, at: index, in: parent)
  }

  private func has(
    _ element: Document, in collection: DraftCollection, of node: DraftNode
  ) throws(DecantError) -> Bool {
    let wanted = try element.withoutTrivia.withDecimalNumbers.value
    for index in collection.children.indices where !collection.children[index].isRemoved {
      let child = try followedIfPossible(collection.node(at: index, in: node))
      if try document(of: child, isStripped: true).value == wanted { return true }
    }
    return false
  }

  /// Adds an element to the end of the sequences at a path; makes a sequence that is missing.
  func append(
    _ path: PathPattern, _ value: ValueForSlot, unlessFound: Bool
  ) throws(DecantError) {
    let found = path.resolved(in: root)
    try insert(
      PathPattern(steps: found.steps + [.name("-")], text: path.text), value,
      unlessFound: unlessFound)
  }

  /// Whether a path leads to a node.
  func leads(_ path: PathPattern) -> Bool { (try? nodes(at: path))?.isEmpty == false }

  /// Performs the operation `add` of RFC 6902, which makes no parents.
  func add(_ value: Document, at pointer: DocumentPointer) throws(DecantError) {
    guard let name = pointer.tokens.last else { return try replace(root, by: value) }
    let parent = try followedIfPossible(node(at: pointer.parent))
    let new: ValueForSlot = { _ throws(DecantError) in value }
    if !parent.isMapping {
      try insert(new, at: pointer, in: parent)
    } else if let child = try child(of: parent, named: name) {
      try replace(child, by: value)
    } else {
      try addKey(name, new, to: parent)
    }
  }

  // MARK: Removing and renaming

  func delete(_ path: PathPattern) throws(DecantError) {
    let nodes = outermost(try nodes(at: path))
    guard !nodes.contains(where: { $0 === root }) else {
      throw DecantError(.removedRoot, at: DocumentPointer(tokens: []))
    }
    try remove(nodes)
  }

  func rename(_ path: PathPattern, to key: KeyText) throws(DecantError) {
    var isFound = false
    for node in try nodes(at: path) {
      guard let parent = node.parent, let collection = parent.opened(), collection.isMapping,
        let index = collection.index(of: node)
      else {
        if path.leadsToOnePlace { throw problem(.noKey, at: pointer(to: node), node) }
        continue
      }
      isFound = true
      if let old = collection.index(of: key) {
        guard old == index else {
          throw problem(.keyExists(key.string), at: pointer(to: node), node)
        }
        continue
      }
      try copies.count(textOf: key.utf8.count)
      try rename(at: index, to: key, in: parent)
    }
    guard isFound else { throw DecantError(.nothingAtPointer(path.text)) }
  }

  /// The nodes that are not inside of others.
  private func outermost(_ nodes: [DraftNode]) -> [DraftNode] {
    guard nodes.count > 1 else { return nodes }
    let all = Set(nodes.map { ObjectIdentifier($0) })
    return nodes.filter { node in
      var outer = node.parent
      while let next = outer {
        if all.contains(ObjectIdentifier(next)) { return false }
        outer = next.parent
      }
      return true
    }
  }

  // MARK: Moving and copying

  /// Moves or copies the values at a path; the wildcards of the target take what those of the path have matched.
  func transfer(
    from path: PathPattern, to target: PathPattern, isMove: Bool
  ) throws(DecantError) -> [Document] {
    let (path, target) = (path.resolved(in: root), target.resolved(in: root))
    if let names = path.names, let targets = target.names {
      return try transfer(
        from: DocumentPointer(names), to: DocumentPointer(targets), isMove: isMove)
    }
    let sources = outermost(try nodes(at: path)).map { pointer(to: $0) }
    var pairs: [(DocumentPointer, DocumentPointer)] = []
    for source in sources {
      guard let captures = path.captures(in: source.tokens),
        let tokens = target.filled(with: captures)
      else { throw DecantError(.unmatchedWildcards(target.text), at: source) }
      pairs.append((source, DocumentPointer(tokens)))
    }
    var values: [Document] = []
    // From the end, so that the numbers of elements before stay.
    for (source, target) in pairs.reversed() {
      values += try transfer(from: source, to: target, isMove: isMove)
    }
    return values
  }

  /// Moves or copies a value with its comments; `isPatch` gives it the meaning of RFC 6902, where an old value is replaced.
  func transfer(
    from pointer: DocumentPointer, to target: DocumentPointer, isMove: Bool,
    isPatch: Bool = false
  ) throws(DecantError) -> [Document] {
    let node = try node(at: pointer)
    if isMove {
      guard !target.isInside(pointer) else { throw problem(.intoItself, at: target, node) }
      guard pointer != target else { return [] }
    }
    let value = try copy(of: node)
    if !isMove { try copies.count(0..<value.tape.count, of: value.tape) }
    if isMove {
      guard node !== root else { throw DecantError(.removedRoot, at: pointer) }
      try remove([node])
    }
    guard isPatch else {
      try insert(PathPattern(target), { _ throws(DecantError) in value })
      return [value]
    }
    // The comments of a value that is replaced would be about the new one.
    if value.hasTrivia, let key = target.tokens.last,
      let parent = try? self.node(at: target.parent), parent.isMapping,
      let old = try child(of: parent, named: key)
    {
      try remove([old])
    }
    try add(value, at: target)
    return [value]
  }

  // MARK: Commenting

  /// Puts comments above the nodes at a path, or removes those that are there if the text is empty.
  func comment(_ path: PathPattern, _ text: String) throws(DecantError) {
    for node in try nodes(at: path) {
      guard node !== root else { throw DecantError(.commentOfRoot) }
      try copies.count(textOf: text.utf8.count)
      node.comment =
        text.isEmpty
        ? []
        : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
  }

  // MARK: Testing

  func test(_ path: PathPattern, _ value: ValueForSlot) throws(DecantError) {
    for node in try nodes(at: path) {
      let node = try followedIfPossible(node)
      let found = try document(of: node, isStripped: true)
      var expected = try value(ValueSlot(draft: self, node: node)).withDecimalNumbers
      if let rules { expected = try rules.replacement(of: found.root, by: expected) }
      let replacing = try expected.value
      let old = try found.value
      guard old == replacing else {
        throw problem(
          .testFailed(expected: "\(replacing)", found: "\(old)"), at: pointer(to: node), node)
      }
    }
  }
}
