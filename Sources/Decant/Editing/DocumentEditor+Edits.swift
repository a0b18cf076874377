extension DocumentEditor {
  /// Applies an edit to the documents in `selection`.
  mutating func make(_ edit: DocumentEdit, in selection: Range<Int>) throws(DecantError) {
    switch edit {
    case .set(let pointer, let value):
      try set(pointer, try held(value), in: selection)
    case .insert(let pointer, let value):
      try insert(pointer, try held(value), in: selection)
    case .delete(let pointer):
      try delete(pointer, in: selection)
    case .rename(let pointer, let key):
      try rename(pointer, to: key, in: selection)
    case .move(let source, let target):
      for index in selection { try move(source, to: target, in: index) }
    case .copy(let source, let target):
      for index in selection {
        let place = try place(at: source, in: index)
        try insert(target, try copy(of: place.node, in: index), in: index..<index + 1)
      }
    case .test(let pointer, let value):
      for index in selection { try test(pointer, value, in: index) }
    case .merge(let patch):
      let value = try patch.value
      for index in selection { try merge(value, at: DocumentPointer(tokens: []), in: index) }
    case .patch(let patch):
      for index in selection {
        for operation in patch.operations { try make(operation, in: index) }
      }
    }
  }

  private mutating func make(
    _ operation: JSONPatch.Operation, in index: Int
  ) throws(DecantError) {
    switch operation {
    case .add(let pointer, let value):
      try add(try held(try Document(value)), at: pointer, in: index)
    case .replace(let pointer, let value):
      let place = try place(at: pointer, in: index)
      try make([(index, .replace(place, try held(try Document(value))))])
    case .remove(let pointer):
      try delete(pointer, in: index..<index + 1, .exact)
    case .move(let source, let target):
      let value = try removed(source, movedTo: target, in: index)
      if let value { try add(value, at: target, in: index) }
    case .copy(let source, let target):
      let place = try place(at: source, in: index)
      try add(try copy(of: place.node, in: index), at: target, in: index)
    case .test(let pointer, let value):
      try test(pointer, try Document(value), in: index)
    }
  }

  /// Performs the operation `add` of RFC 6902.
  private mutating func add(
    _ value: Document, at pointer: DocumentPointer, in index: Int
  ) throws(DecantError) {
    let isElement =
      try pointer.tokens.isEmpty
      ? false : !edited(index).isMapping(place(at: pointer.parent, in: index).node)
    if isElement {
      try insert(pointer, value, in: index..<index + 1)
    } else {
      try set(pointer, value, in: index..<index + 1, .exact)
    }
  }

  private mutating func make(
    in selection: Range<Int>,
    _ find: (DocumentEditor, Int) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) {
    var changes: [(document: Int, change: NodeChange)] = []
    for index in selection { changes += try find(self, index).map { (index, $0) } }
    try make(changes)
  }

  // MARK: Set and insert

  private mutating func set(
    _ pointer: DocumentPointer, _ value: Document, in selection: Range<Int>,
    _ tokens: PointerTokens = .patterns
  ) throws(DecantError) {
    try make(in: selection) { (editor, index) throws(DecantError) in
      guard let last = pointer.tokens.last else { return [.replace(.root, value)] }
      var changes: [NodeChange] = []
      for parent in try editor.places(at: pointer.parent, in: index, tokens) {
        let document = editor.edited(index)
        let children = try editor.children(
          of: parent, matching: last, for: pointer, in: index, tokens)
        if children.isEmpty, last != "*" || tokens == .exact, document.isMapping(parent.node) {
          let end = document.children(of: parent.node).count
          changes.append(.insert(parent, index: end, key: last, value))
        } else if children.isEmpty, last != "*" {
          throw editor.missing(pointer, from: parent, last, in: index)
        }
        for child in children { changes.append(.replace(child, value)) }
      }
      return changes
    }
  }

  private mutating func insert(
    _ pointer: DocumentPointer, _ value: Document, in selection: Range<Int>
  ) throws(DecantError) {
    try make(in: selection) { (editor, index) throws(DecantError) in
      guard let token = pointer.tokens.last else { return [.replace(.root, value)] }
      let parent = try editor.place(at: pointer.parent, in: index)
      let document = editor.edited(index)
      guard document.isCollection(parent.node) else {
        throw editor.problem(.notACollection, at: pointer.parent, parent.node, in: index)
      }
      let count = document.children(of: parent.node).count
      if document.isMapping(parent.node) {
        let old = try editor.children(
          of: parent, matching: token, for: pointer, in: index, .exact)
        guard old.isEmpty else {
          throw editor.problem(.keyExists(token), at: pointer, parent.node, in: index)
        }
        return [.insert(parent, index: count, key: token, value)]
      }
      let place =
        token == "-1" && count > 0
        ? count - 1 : try editor.index(token, of: pointer, in: parent, count, index)
      return [.insert(parent, index: place, key: nil, value)]
    }
  }

  private func index(
    _ token: String, of pointer: DocumentPointer, in parent: NodePlace, _ count: Int, _ index: Int
  ) throws(DecantError) -> Int {
    do throws(DecantError) {
      return try pointer.index(token, in: count, allowsEnd: true)
    } catch {
      var error = error
      error.offset = documents[index].tape.offset(at: parent.node)
      throw error
    }
  }

  // MARK: Delete, rename, move, copy

  private mutating func delete(
    _ pointer: DocumentPointer, in selection: Range<Int>, _ tokens: PointerTokens = .patterns
  ) throws(DecantError) {
    guard let last = pointer.tokens.last else { throw DecantError(.removedRoot, at: pointer) }
    guard last != "*" || tokens == .exact else {
      return try deleteChildren(of: pointer.parent, in: selection)
    }
    try make(in: selection) { (editor, index) throws(DecantError) in
      var changes: [NodeChange] = []
      for parent in try editor.places(at: pointer.parent, in: index, tokens) {
        let found = try editor.children(of: parent, matching: last, for: pointer, in: index, tokens)
        guard let child = found.first?.ancestors.last?.child else {
          throw editor.missing(pointer, from: parent, last, in: index)
        }
        changes.append(.remove(parent, index: child))
      }
      return changes
    }
  }

  private mutating func deleteChildren(
    of pointer: DocumentPointer, in selection: Range<Int>
  ) throws(DecantError) {
    try make(in: selection) { (editor, index) throws(DecantError) in
      let document = editor.edited(index)
      var changes: [NodeChange] = []
      for parent in try editor.places(at: pointer, in: index, .patterns) {
        guard document.isCollection(parent.node) else {
          throw editor.problem(.notACollection, at: pointer, parent.node, in: index)
        }
        guard !document.children(of: parent.node).isEmpty else { continue }
        let empty: Value = document.isMapping(parent.node) ? .mapping([:]) : .sequence([])
        changes.append(.replace(parent, try Document(empty)))
      }
      return changes
    }
  }

  private mutating func rename(
    _ pointer: DocumentPointer, to key: String, in selection: Range<Int>
  ) throws(DecantError) {
    try make(in: selection) { (editor, index) throws(DecantError) in
      let place = try editor.place(at: pointer, in: index)
      guard let parent = place.parent, let child = place.ancestors.last?.child,
        editor.edited(index).isMapping(parent.node)
      else { throw editor.problem(.noKey, at: pointer, place.node, in: index) }
      let old = try editor.children(of: parent, matching: key, for: pointer, in: index, .exact)
      guard old.isEmpty else {
        guard old.contains(where: { $0.node == place.node }) else {
          throw editor.problem(.keyExists(key), at: pointer, place.node, in: index)
        }
        return []
      }
      return [.rename(parent, index: child, key)]
    }
  }

  private mutating func move(
    _ source: DocumentPointer, to target: DocumentPointer, in index: Int
  ) throws(DecantError) {
    let value = try removed(source, movedTo: target, in: index)
    if let value { try insert(target, value, in: index..<index + 1) }
  }

  /// Removes and returns a value that moves to `target`, or returns nil if it is there already.
  private mutating func removed(
    _ source: DocumentPointer, movedTo target: DocumentPointer, in index: Int
  ) throws(DecantError) -> Document? {
    let place = try place(at: source, in: index)
    guard !target.isInside(source) else {
      throw problem(.intoItself, at: target, place.node, in: index)
    }
    guard source != target else { return nil }
    let value = try copy(of: place.node, in: index)
    guard let parent = place.parent, let child = place.ancestors.last?.child else {
      throw DecantError(.removedRoot, at: source)
    }
    try make([(index, .remove(parent, index: child))])
    return value
  }

  private func copy(of node: Int, in index: Int) throws(DecantError) -> Document {
    let tape = documents[index].tape
    let range = node..<tape.end(of: node)
    guard let anchor = range.first(where: { tape[$0].kind == .anchor }) else {
      return try Document(copying: Document.Node(tape: tape, index: node))
    }
    throw DecantError(
      .specific(LayoutProblem(what: "a value with an anchor")), offset: tape.offset(at: anchor))
  }

  // MARK: Test and merge

  private func test(
    _ pointer: DocumentPointer, _ value: Document, in index: Int
  ) throws(DecantError) {
    let place = try place(at: pointer, in: index)
    let found = try Document(copying: Document.Node(tape: documents[index].tape, index: place.node))
      .value
    let expected = try held(value).value
    guard found == expected else {
      throw problem(
        .testFailed(expected: "\(expected)", found: "\(found)"), at: pointer, place.node, in: index)
    }
  }

  private mutating func merge(
    _ patch: Value, at pointer: DocumentPointer, in index: Int
  ) throws(DecantError) {
    let place = try place(at: pointer, in: index)
    guard case .mapping(let changes) = patch, edited(index).isMapping(place.node) else {
      var new = Value.null
      new.merge(patch)
      let old = Document.Node(tape: documents[index].tape, index: place.node)
      // An equal value keeps its spelling.
      if let value = try? old.value, value == new { return }
      return try set(pointer, try held(try Document(new)), in: index..<index + 1, .exact)
    }
    for (key, change) in changes {
      guard let key = key.token else {
        throw DecantError(.notRepresentable(.collectionKey, target: "a merge patch"))
      }
      let child = pointer.appending(key)
      let parent = try self.place(at: pointer, in: index)
      let exists = try !children(of: parent, matching: key, for: child, in: index, .exact).isEmpty
      if change.isNull {
        if exists { try delete(child, in: index..<index + 1, .exact) }
      } else if exists {
        try merge(change, at: child, in: index)
      } else {
        var new = Value.null
        new.merge(change)
        try set(child, try held(try Document(new)), in: index..<index + 1, .exact)
      }
    }
  }
}
