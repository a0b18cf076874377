internal import DecantCore

extension EditedDocument {
  func setting(
    _ pointer: DocumentPointer, to value: Document, _ tokens: PointerTokens = .patterns
  ) throws(DecantError) -> [NodeChange] {
    guard let last = pointer.tokens.last else { return [.replace(.root, value)] }
    var changes: [NodeChange] = []
    for place in try places(at: pointer.parent, tokens) {
      let parent = try followedIfPossible(place)
      let found = try children(of: parent, matching: last, tokens)
      if found.isEmpty, last != "*" || tokens == .exact, isMapping(parent.node) {
        let end = children(of: parent.node).count
        changes.append(.insert(parent, index: end, key: last.string, value))
      } else if found.isEmpty, last != "*" {
        throw missing(pointer, from: parent, last)
      }
      for child in found { changes.append(.replace(child, value)) }
    }
    return changes
  }

  func inserting(
    _ value: Document, at pointer: DocumentPointer
  ) throws(DecantError) -> [NodeChange] {
    guard let token = pointer.tokens.last else { return [.replace(.root, value)] }
    let parent = try followedIfPossible(place(at: pointer.parent))
    guard isCollection(parent.node) else {
      throw problem(.notACollection, at: pointer.parent, parent.node)
    }
    let children = children(of: parent.node)
    if isMapping(parent.node) {
      guard try self.children(of: parent, matching: token, .exact).isEmpty else {
        throw problem(.keyExists(token.string), at: pointer, parent.node)
      }
      return [.insert(parent, index: children.count, key: token.string, value)]
    }
    guard token != "-1" || children.isEmpty else {
      return [.insert(parent, index: children.count - 1, key: nil, value)]
    }
    do throws(DecantError) {
      let number = try pointer.index(token, in: childCount(of: parent.node), allowsEnd: true)
      let index = children.firstIndex { $0.ordinal == number } ?? children.count
      return [.insert(parent, index: index, key: nil, value)]
    } catch {
      var error = error
      error.offset = offset(at: parent.node)
      throw error
    }
  }

  /// Performs the operation `add` of RFC 6902.
  func adding(
    _ value: Document, at pointer: DocumentPointer
  ) throws(DecantError) -> [NodeChange] {
    let isElement =
      try pointer.tokens.isEmpty
      ? false : !isMapping(followedIfPossible(place(at: pointer.parent)).node)
    return isElement
      ? try inserting(value, at: pointer) : try setting(pointer, to: value, .exact)
  }

  func deleting(
    _ pointer: DocumentPointer, _ tokens: PointerTokens = .patterns
  ) throws(DecantError) -> [NodeChange] {
    guard let last = pointer.tokens.last else { throw DecantError(.removedRoot, at: pointer) }
    guard last != "*" || tokens == .exact else { return try deletingChildren(of: pointer.parent) }
    var changes: [NodeChange] = []
    for place in try places(at: pointer.parent, tokens) {
      let parent = try followedIfPossible(place)
      let found = try children(of: parent, matching: last, tokens)
      guard let child = found.first?.ancestors.last?.child else {
        throw missing(pointer, from: parent, last)
      }
      changes.append(.remove(parent, index: child))
    }
    return changes
  }

  private func deletingChildren(
    of pointer: DocumentPointer
  ) throws(DecantError) -> [NodeChange] {
    var changes: [NodeChange] = []
    for place in try places(at: pointer, .patterns) {
      let parent = try followedIfPossible(place)
      guard isCollection(parent.node) else {
        throw problem(.notACollection, at: pointer, parent.node)
      }
      guard !children(of: parent.node).isEmpty else { continue }
      let empty: Value = isMapping(parent.node) ? .mapping([:]) : .sequence([])
      changes.append(.replace(parent, try Document(empty)))
    }
    return changes
  }

  func renaming(
    _ pointer: DocumentPointer, to key: KeyText
  ) throws(DecantError) -> [NodeChange] {
    let place = try place(at: pointer)
    guard let parent = place.parent, let child = place.ancestors.last?.child,
      isMapping(parent.node)
    else { throw problem(.noKey, at: pointer, place.node) }
    let old = try children(of: parent, matching: key, .exact)
    guard old.isEmpty else {
      guard old.contains(where: { $0.node == place.node }) else {
        throw problem(.keyExists(key.string), at: pointer, place.node)
      }
      return []
    }
    return [.rename(parent, index: child, key.string)]
  }

  /// Precondition: the node at `pointer` is in memory with its contents.
  func copy(at pointer: DocumentPointer) throws(DecantError) -> Document {
    let node = try place(at: pointer).node
    let range = node..<tape.end(of: node)
    guard let anchor = range.first(where: { tape[$0].kind == .anchor }) else {
      return try Document(copying: Document.Node(tape: tape, index: node))
    }
    throw DecantError(
      .specific(LayoutProblem(what: "a value with an anchor")), offset: offset(at: anchor))
  }

  /// Precondition: the node at `pointer` is in memory with its contents.
  func test(_ pointer: DocumentPointer, _ readings: ValueReadings) throws(DecantError) {
    let place = try followedIfPossible(place(at: pointer))
    let node = Document.Node(tape: tape, index: place.node)
    let expected = try readings.document(inPlaceOf: kind(of: place.node)).withDecimalNumbers.value
    let replacing =
      try rules?.replacement(of: node, by: try Document(expected)).value ?? expected
    let found = try Document(copying: node).value
    guard found == replacing else {
      throw problem(
        .testFailed(expected: "\(replacing)", found: "\(found)"), at: pointer, place.node)
    }
  }

  /// Returns the changes by one key of a merge patch, without keys inside it; `held` converts values to the format.
  func merging(
    _ pair: MergePatch.Pair, _ held: (MergePatch.Pair) throws(DecantError) -> Document
  ) throws(DecantError) -> [NodeChange] {
    let pointer = pair.pointer
    if let key = pointer.tokens.last {
      // A value that was replaced or inserted whole needs no changes inside.
      guard let parent = try? place(at: pointer.parent), isMapping(parent.node) else { return [] }
      let exists = try !children(of: parent, matching: key, .exact).isEmpty
      if pair.change.isNull { return exists ? try deleting(pointer, .exact) : [] }
      guard exists else {
        let new = try held(pair)
        guard pair.mayBeAdded else { throw MergePatch.keyProblem(of: pair) }
        return try setting(pointer, to: new, .exact)
      }
    }
    let place = try place(at: pointer)
    if pair.change.mapping != nil, isMapping(place.node) { return [] }
    let old = Document.Node(tape: tape, index: place.node)
    // An equal value keeps its spelling.
    if let value = try? old.value, value == pair.merged { return [] }
    return try setting(pointer, to: try held(pair), .exact)
  }
}
