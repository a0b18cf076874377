internal import DecantCore

/// The changes of the text that make a document what its draft is.
///
/// They are made in rounds, of which most edits need only one: what is replaced, renamed, removed and inserted.
/// So each kind of change finds a text in which everything that it does not change has its place, and none has to know what
/// another one does to the lines around it.
extension Draft {
  enum Round: CaseIterable {
    /// Removals of comments that the document has.
    case oldComments
    case replacements, renames, removals, insertions
    /// Removals of children that new ones were to look like.
    case models
    case comments
    /// What the tool that owns the document adds.
    case completion
  }

  /// Returns the edits of a round; the document has the children that the rounds before it have left.
  ///
  /// The bytes of nodes that go, or get another value, are added to `leaving`.
  func edits(
    in round: Round, of document: EditedDocument, by syntax: any EditingSyntax,
    leaving: inout [Range<Int>]
  ) throws(DecantError) -> [ByteEdit] {
    if round == .oldComments {
      return try syntax.removal(ofCommentsAt: Array(oldComments), in: document)
    }
    if round == .completion { return try syntax.completion(of: document) }
    // At one place, what is inserted into a collection comes before what is inserted after it.
    var all: [[ByteEdit]] = []
    var open = [(node: root, place: NodePlace.root)]
    while let (node, place) = open.popLast() {
      var edits: [ByteEdit] = []
      defer { if !edits.isEmpty { all.append(edits) } }
      if round == .replacements {
        if node.losesAnchor { edits += try syntax.anchorRemoval(of: place, in: document) }
        if node.isReplaced {
          leaving.append(document.range(of: place.node))
          edits += try syntax.replacement(of: place, by: self.document(of: node), in: document)
        }
      }
      guard case .open(let collection) = node.content, !node.isReplaced || round == .comments else {
        continue
      }
      guard document.isCollection(place.node) else { throw DecantError(.unverified) }
      let children = document.children(of: place.node)
      // A round before this one did not do what it should.
      guard children.count == collection.count(in: round) else { throw DecantError(.unverified) }
      let order =
        syntax.ordersKeys || round == .replacements
        ? nil : try collection.order(in: round, of: place.node, in: document)
      edits += try self.edits(
        in: round, of: collection, at: place, of: document, order, by: syntax, leaving: &leaving)
      for (index, node) in collection.indices(in: round) {
        let index = order?[index] ?? index
        open.append(
          (
            node,
            NodePlace(
              node: children[index].value, ancestors: place.ancestors + [(place.node, index)])
          ))
      }
    }
    return all.reversed().flatMap(\.self)
  }

  func needs(_ round: Round) -> Bool {
    if round == .comments { return hasComments }
    if round == .oldComments { return !oldComments.isEmpty }
    if round == .completion { return isChanged && syntax?.completesChanges(of: document) == true }
    var open = [root]
    while let node = open.popLast() {
      if round == .replacements, node.losesAnchor || node.isReplaced { return true }
      guard !node.isReplaced, case .open(let collection) = node.content else { continue }
      let isNeeded =
        switch round {
        case .oldComments, .replacements: false
        case .renames: collection.hasRenames
        case .removals: !collection.removedNumbers.isEmpty
        case .insertions: collection.hasInsertions
        case .models: collection.model != nil
        case .comments, .completion: false
        }
      if isNeeded { return true }
      open += collection.children.compactMap { $0.isNew || $0.isRemoved ? nil : $0.node }
    }
    return false
  }

  private func edits(
    in round: Round, of collection: DraftCollection, at place: NodePlace,
    of document: EditedDocument, _ order: [Int]?, by syntax: any EditingSyntax,
    leaving: inout [Range<Int>]
  ) throws(DecantError) -> [ByteEdit] {
    switch round {
    case .oldComments, .replacements, .completion: return []
    case .renames:
      guard collection.hasRenames else { return [] }
      var edits: [ByteEdit] = []
      for child in collection.children where !child.isRemoved {
        guard let index = child.number, let key = child.newKey else { continue }
        edits += try syntax.renaming(
          of: order?[index] ?? index, to: key.string, in: place, of: document)
      }
      return edits
    case .removals:
      let model = collection.model
      let removed = collection.removedNumbers.filter { $0 != model }.map { order?[$0] ?? $0 }
        .sorted()
      return try removal(of: removed, in: place, of: document, by: syntax, leaving: &leaving)
    case .insertions:
      guard collection.hasInsertions else { return [] }
      var new: [NewChild] = []
      var index = collection.model == nil ? 0 : 1
      for child in collection.ordered {
        guard child.isNew, let node = child.node else {
          index += 1
          continue
        }
        new.append(
          NewChild(index: index, key: child.newKey?.string, value: try self.document(of: node)))
      }
      return new.isEmpty ? [] : try syntax.insertion(of: new, in: place, of: document)
    case .models:
      let removed = collection.model == nil ? [] : [order?[0] ?? 0]
      return try removal(of: removed, in: place, of: document, by: syntax, leaving: &leaving)
    case .comments:
      var edits: [ByteEdit] = []
      for (index, node) in collection.indices(in: round) {
        guard let lines = node.comment else { continue }
        edits += try syntax.commenting(
          order?[index] ?? index, by: lines, in: place, of: document)
      }
      return edits
    }
  }
}

extension Draft {
  private func removal(
    of indices: [Int], in place: NodePlace, of document: EditedDocument,
    by syntax: any EditingSyntax, leaving: inout [Range<Int>]
  ) throws(DecantError) -> [ByteEdit] {
    guard !indices.isEmpty else { return [] }
    let children = document.children(of: place.node)
    for index in indices {
      let (start, value) = (children[index].start, document.range(of: children[index].value))
      leaving.append(document.offset(at: start)..<max(document.offset(at: start), value.upperBound))
    }
    return try syntax.removal(of: indices, in: place, of: document)
  }
}

extension DraftCollection {
  /// The number of children that the text has in a round.
  fileprivate func count(in round: Draft.Round) -> Int {
    let models = model == nil ? 0 : 1
    return switch round {
    case .oldComments, .replacements, .renames, .removals:
      children.count { !$0.isNew && !$0.isRemoved } + removedNumbers.count
    case .insertions: children.count { !$0.isNew && !$0.isRemoved } + models
    case .models: liveCount + models
    case .comments, .completion: liveCount
    }
  }

  /// The nodes of the document that may have changes inside, with the index that each has in a round.
  fileprivate func indices(in round: Draft.Round) -> [(index: Int, node: DraftNode)] {
    var result: [(Int, DraftNode)] = []
    // With a model, nothing of the document stays.
    let model = model
    for (index, child) in children(in: round).enumerated()
    where !child.isRemoved && (!child.isNew || round == .comments)
      && (model == nil || child.number != model)
    {
      if let node = child.node { result.append((index, node)) }
    }
    return result
  }

  /// The children that the text has in a round, in the order of the draft.
  ///
  /// Those of a sequence that were removed are not known any more; their numbers are.
  private func children(in round: Draft.Round) -> [Child] {
    switch round {
    case .oldComments, .replacements, .renames, .removals:
      let own = children.filter { !$0.isNew }
      guard !isMapping, !removedNumbers.isEmpty else { return own }
      var all = own
      for number in removedNumbers.sorted() { all.insert(.removed(number), at: number) }
      return all
    case .insertions: return modelChild + children.filter { !$0.isNew && !$0.isRemoved }
    case .models: return modelChild + ordered
    case .comments, .completion: return ordered
    }
  }

  private var modelChild: [Child] {
    guard let model else { return [] }
    return [children.first { $0.number == model } ?? .removed(model)]
  }

  /// Returns, for each child of a mapping in a round, its index in a text that orders keys by itself; nil for a sequence.
  fileprivate func order(
    in round: Draft.Round, of node: Int, in document: EditedDocument
  ) throws(DecantError) -> [Int]? {
    guard isMapping else { return nil }
    let tape = DraftTape(document.tape)
    var indices: [KeyText: Int] = [:]
    for (index, child) in document.children(of: node).enumerated() {
      if let name = child.key.flatMap({ tape.name(ofKeyAt: $0)?.name }) { indices[name] = index }
    }
    var order: [Int] = []
    for child in children(in: round) {
      let old = child.key.flatMap { source.name(ofKeyAt: $0)?.name }
      // A child that goes keeps its key until then.
      let name = round == .renames || child.isRemoved ? old : child.newKey ?? old
      guard let name, let index = indices[name] else { throw DecantError(.unverified) }
      order.append(index)
    }
    return order
  }
}
