internal import DecantCore

/// Values that a document lacks.
extension Draft {
  /// Adds the keys of another document that this one does not have, each after the one before it there; may remove others.
  ///
  /// `held` converts a value, with the comments around it, to the format.
  func addMissing(
    _ defaults: Document, removingUnknown: Bool, _ held: (Document) throws(DecantError) -> Document
  ) throws(DecantError) {
    let tape = defaults.tape
    guard let whole = tape.pair(at: 0, before: tape.count, isKeyed: false) else { return }
    var open = [(node: root, mapping: tape.content(of: whole.value))]
    while let (place, mapping) = open.popLast() {
      let node = try followedIfPossible(place)
      guard tape[mapping].kind == .beginMapping, node.isMapping, let collection = node.opened()
      else { continue }
      var last: Int?
      var names: Set<KeyText> = []
      for pair in tape.pairs(of: mapping) as [CommentedPair] {
        guard let name = Document.Node(tape: tape, index: pair.key).token else {
          throw DecantError(
            .notRepresentable(.collectionKey, target: "a document of defaults"),
            offset: tape.offset(at: pair.key))
        }
        names.insert(name)
        if let found = collection.place(of: name) {
          last = found
          open.append((collection.node(at: found, in: node), tape.content(of: pair.value)))
        } else {
          let end = collection.children.count
          try insert(
            try held(try tape.document(of: pair)), forKey: name, at: end, in: node,
            order: .after(last))
          last = end
        }
      }
      let unknown = collection.liveIndices.filter { index in
        removingUnknown && collection.name(at: index).map { !names.contains($0.name) } ?? false
      }
      try remove(unknown.map { collection.node(at: $0, in: node) })
    }
  }
}

extension Tape {
  /// Returns the value of a pair with the comments above and beside the pair.
  func document(of pair: CommentedPair) throws(DecantError) -> Document {
    var result = Tape()
    try result.append(commentsAbove(pair), of: self)
    try result.append(pair.between.filter { self[$0].kind.isComment }, of: self)
    try result.append(pair.value..<pair.after.upperBound, of: self)
    return Document(result)
  }
}
