internal import DecantConversion
internal import DecantCore

/// The places of a draft to which paths lead.
extension Draft {
  /// Returns the place of a literal path, in which also negative indices count.
  func place(at pointer: DocumentPointer) throws(DecantError) -> DraftNode {
    var node = root
    for token in pointer.tokens {
      guard let next = try child(of: node, named: token) else {
        throw missing(pointer, from: node, token)
      }
      node = next
    }
    return node
  }

  /// Returns the places of a path in document order; throws if it leads nowhere.
  func places(of path: PathPattern) throws(DecantError) -> [DraftNode] {
    let path = path.resolved(in: root)
    if let names = path.names { return [try place(at: DocumentPointer(names))] }
    let matches = path.matches(in: root)
    guard !matches.isEmpty else { throw DecantError(.nothingAtPointer(path.text)) }
    return matches.map(\.node)
  }

  /// Returns the child with a name; throws if the node is an alias that paths may not lead through.
  func child(of node: DraftNode, named name: KeyText) throws(DecantError) -> DraftNode? {
    let node = try followed(node)
    guard let collection = node.opened() else { return nil }
    return collection.place(named: name).map { collection.node(at: $0, in: node) }
  }

  func missing(
    _ pointer: DocumentPointer, from node: DraftNode, _ token: KeyText
  ) -> DecantError {
    var error = pointer.missing
    if let collection = node.opened(), !collection.isMapping {
      do throws(DecantError) {
        _ = try pointer.index(token, in: collection.count)
      } catch let problem {
        error = problem
      }
    }
    error.offset = offset(of: node)
    return error
  }

  func problem(
    _ problem: ChangeProblem, at pointer: DocumentPointer, _ node: DraftNode
  ) -> DecantError {
    var error = DecantError(problem, at: pointer)
    error.offset = offset(of: node)
    return error
  }

  /// Returns the literal path to a node.
  func pointer(to node: DraftNode) -> DocumentPointer {
    DocumentPointer(
      steps(to: node).map { collection, place in
        collection.isMapping
          ? collection.name(at: place)?.name ?? "" : KeyText(String(collection.number(at: place)))
      })
  }

  /// The path to a node, with the numbers that elements have now.
  func path(to node: DraftNode) -> DocumentPath {
    DocumentPath(
      steps(to: node).map { collection, place in
        collection.isMapping
          ? .key(collection.name(at: place)?.name.string ?? "")
          : .index(collection.number(at: place))
      })
  }

  private func steps(to node: DraftNode) -> [(DraftCollection, place: Int)] {
    var steps: [(DraftCollection, Int)] = []
    var node = node
    while let parent = node.parent, case .open(let collection) = parent.content {
      steps.append((collection, collection.place(of: node) ?? 0))
      node = parent
    }
    return steps.reversed()
  }
}

extension DraftCollection {
  /// Returns the place of the child that a name in a path means: of a key, or of an index, which may be negative.
  func place(named name: KeyText) -> Int? {
    if isMapping { return place(of: name) }
    if let number = DocumentPointer.index(name) { return place(ofElement: number) }
    guard let distance = PathPattern.distanceFromEnd(name), distance <= count else { return nil }
    return place(ofElement: count - distance)
  }
}

extension DraftNode: PathTree {
  var comparedText: String? {
    if case .part = content { documentNode.comparedText } else { nil }
  }

  func child(_ token: KeyText) -> Self? {
    guard let collection = opened() else { return nil }
    let place =
      collection.isMapping
      ? collection.place(of: token)
      : DocumentPointer.index(token).flatMap { collection.place(ofElement: $0) }
    return place.flatMap { collection.node(at: $0, in: self) as? Self }
  }

  func makeChildren() -> AnyIterator<(key: PathKey?, node: DraftNode)> {
    guard let collection = opened() else { return AnyIterator { nil } }
    let children = collection.liveIndices.lazy.map { place in
      let name = collection.isMapping ? collection.name(at: place) : nil
      let key = PathKey(name: name?.name, isString: name?.isText ?? false)
      return (key: collection.isMapping ? key : nil, node: collection.node(at: place, in: self))
    }
    return AnyIterator(children.makeIterator())
  }
}
