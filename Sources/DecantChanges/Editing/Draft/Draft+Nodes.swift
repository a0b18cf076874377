internal import DecantConversion
internal import DecantCore

/// The nodes of a draft to which paths lead.
extension Draft {
  /// Returns the node at a literal path, which may contain negative indices, from the end.
  func node(at pointer: DocumentPointer) throws(DecantError) -> DraftNode {
    var node = root
    for token in pointer.tokens {
      guard let next = try child(of: node, named: token) else {
        throw missing(pointer, from: node, token)
      }
      node = next
    }
    return node
  }

  /// Returns the nodes at a path in document order; throws if it leads nowhere.
  func nodes(at path: PathPattern) throws(DecantError) -> [DraftNode] {
    let path = path.resolved(in: root)
    if let names = path.names { return [try node(at: DocumentPointer(names))] }
    let matches = path.matches(in: root)
    guard !matches.isEmpty else { throw DecantError(.nothingAtPointer(path.text)) }
    return matches.map(\.node)
  }

  /// Returns the child with a name; throws if the node is an alias that paths may not lead through.
  func child(of node: DraftNode, named name: KeyText) throws(DecantError) -> DraftNode? {
    let node = try followed(node)
    guard let collection = node.opened() else { return nil }
    return collection.index(named: name).map { collection.node(at: $0, in: node) }
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
      steps(to: node).map { collection, index in
        collection.isMapping
          ? collection.name(at: index)?.name ?? "" : KeyText(String(collection.number(at: index)))
      })
  }

  /// The path to a node or a child that it gets, for messages; elements have the numbers that they have now.
  func path(to node: DraftNode, _ child: DocumentPath.Step? = nil) -> DocumentPath {
    let steps: [DocumentPath.Step] = steps(to: node).map { collection, index in
      collection.isMapping
        ? .key(collection.name(at: index)?.name.string ?? "")
        : .index(collection.number(at: index))
    }
    return DocumentPath(steps + (child.map { [$0] } ?? []))
  }

  private func steps(to node: DraftNode) -> [(DraftCollection, index: Int)] {
    var steps: [(DraftCollection, Int)] = []
    var node = node
    while let parent = node.parent, case .open(let collection) = parent.content {
      steps.append((collection, collection.index(of: node) ?? 0))
      node = parent
    }
    return steps.reversed()
  }
}

extension DraftCollection {
  /// Returns the slot of the child that a token of a path names: a key, or a number, which may be negative.
  func index(named name: KeyText) -> Int? {
    if isMapping { return index(of: name) }
    if let number = DocumentPointer.index(name) { return index(ofElement: number) }
    guard let distance = PathPattern.distanceFromEnd(name), distance <= count else { return nil }
    return index(ofElement: count - distance)
  }
}

extension DraftNode: PathTree {
  var comparedText: String? {
    if case .part = content { documentNode.comparedText } else { nil }
  }

  func child(_ token: KeyText) -> Self? {
    guard let collection = opened() else { return nil }
    let index =
      collection.isMapping
      ? collection.index(of: token)
      : DocumentPointer.index(token).flatMap { collection.index(ofElement: $0) }
    return index.flatMap { collection.node(at: $0, in: self) as? Self }
  }

  func makeChildren() -> AnyIterator<(key: PathKey?, node: DraftNode)> {
    guard let collection = opened() else { return AnyIterator { nil } }
    let children = collection.liveIndices.lazy.map { index in
      let name = collection.isMapping ? collection.name(at: index) : nil
      let key = PathKey(name: name?.name, isString: name?.isText ?? false)
      return (key: collection.isMapping ? key : nil, node: collection.node(at: index, in: self))
    }
    return AnyIterator(children.makeIterator())
  }
}
