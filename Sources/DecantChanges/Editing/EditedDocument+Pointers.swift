internal import DecantCore

enum PointerTokens {
  /// According to RFC 6901.
  case exact
  /// With `-1` for the last element and `*` for every child, unless there is such a key.
  case patterns
}

extension EditedDocument {
  func place(at pointer: DocumentPointer) throws(DecantError) -> NodePlace {
    var place = NodePlace.root
    for token in pointer.tokens {
      guard
        let next = try children(
          of: place, matching: token,
          token == "-1" ? .patterns : .exact
        ).first
      else {
        throw missing(pointer, from: place, token)
      }
      place = next
    }
    return place
  }

  /// Returns all places of a pointer; throws if there are none, unless it contains `*`.
  func places(
    at pointer: DocumentPointer, _ tokens: PointerTokens
  ) throws(DecantError) -> [NodePlace] {
    var places = [NodePlace.root]
    for token in pointer.tokens {
      var next: [NodePlace] = []
      for place in places {
        let found = try children(of: place, matching: token, tokens)
        if found.isEmpty, token != "*" || tokens == .exact {
          throw missing(pointer, from: place, token)
        }
        next += found
      }
      places = next
    }
    return places
  }

  func children(
    of place: NodePlace, matching token: KeyText, _ tokens: PointerTokens
  ) throws(DecantError) -> [NodePlace] {
    let place = try followed(place)
    guard isCollection(place.node) else { return [] }
    let children = children(of: place.node)
    func child(_ number: Int) -> NodePlace {
      NodePlace(
        node: children[number].value,
        ancestors: place.ancestors + [(node: place.node, child: number)])
    }
    if isMapping(place.node) {
      let names = children.map { $0.key.flatMap { name(ofKeyAt: $0) } }
      if let found = names.firstIndex(where: { $0?.isText == true && $0?.name == token })
        ?? names.firstIndex(where: { $0?.name == token })
      {
        return [child(found)]
      }
    } else if let number = DocumentPointer.index(token) {
      return children.firstIndex { $0.ordinal == number }.map { [child($0)] } ?? []
    }
    switch (token, tokens) {
    case ("*", .patterns): return children.indices.map(child)
    case ("-1", .patterns) where !isMapping(place.node):
      return children.isEmpty ? [] : [child(children.count - 1)]
    default: return []
    }
  }

  func name(ofKeyAt node: Int) -> (name: KeyText, isText: Bool)? {
    let content = tape.content(of: node)
    let isAlias = tape[content].kind == .alias
    let node = isAlias ? anchor(of: content) ?? node : node
    let key = Document.Node(tape: tape, index: node)
    return key.token.map { ($0, key.kind == .string) }
  }

  /// Returns the place of the node that an alias refers to, in a format in which edits of it have that meaning.
  func followed(_ place: NodePlace) throws(DecantError) -> NodePlace {
    let content = tape.content(of: place.node)
    guard tape[content].kind == .alias else { return place }
    guard rules != nil || followsAliases, let anchor = anchor(of: content) else {
      throw throughAlias(content)
    }
    return NodePlace(node: anchor, ancestors: place.ancestors)
  }

  /// Without rules for it, an alias is an error only where a path leads through it.
  func followedIfPossible(_ place: NodePlace) throws(DecantError) -> NodePlace {
    rules == nil && !followsAliases ? place : try followed(place)
  }

  private func throughAlias(_ alias: Int) -> DecantError {
    DecantError(
      .throughAlias(tape.string(at: alias)), offset: offset(at: anchor(of: alias) ?? alias))
  }

  func anchor(of alias: Int) -> Int? {
    let name = tape.name(at: alias)
    return (0..<alias).last { tape[$0].kind == .anchor && tape.name(at: $0) == name }
  }

  func missing(
    _ pointer: DocumentPointer, from place: NodePlace, _ token: KeyText
  ) -> DecantError {
    var error = pointer.missing
    if isCollection(place.node), !isMapping(place.node) {
      do throws(DecantError) {
        _ = try pointer.index(token, in: childCount(of: place.node))
      } catch let problem {
        error = problem
      }
    }
    error.offset = offset(at: place.node)
    return error
  }

  func problem(
    _ problem: ChangeProblem, at pointer: DocumentPointer, _ node: Int
  ) -> DecantError {
    var error = DecantError(problem, at: pointer)
    error.offset = offset(at: node)
    return error
  }
}
