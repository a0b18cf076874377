internal import DecantCore

/// The changes that lead from one value to another, made in a document that has more than both.
///
///     document   { "port": 80, "theme": "dark" }        `theme` is unknown to the program
///     old, new   { "port": 80 }, { "port": 443 }        so the document becomes { "port": 443, "theme": "dark" }
///
/// The document itself is never compared with the new value: only what differs between the old one and the new one changes.
extension Draft {
  /// What a change gets from elsewhere.
  struct ChangeSources {
    /// Returns a value of the format for a new one.
    let held: (NewValue) throws(DecantError) -> Document
    /// Returns a copy of a node with its comments.
    let copy: (DraftNode) throws(DecantError) -> Document
  }

  private typealias OpenChange = (node: DraftNode, old: Value, new: NewValue)

  /// Changes the document as the old value became the new one.
  func change(
    from old: Value, to new: NewValue, _ sources: ChangeSources
  ) throws(DecantError) {
    var open: [OpenChange] = [(root, old, new)]
    while let (node, old, new) = open.popLast() {
      guard old != new.value else { continue }
      switch (old, new.value) {
      case (.mapping(let old), .mapping(let value)) where node.isMapping:
        try change(node, from: old, to: value, of: new, sources, &open)
      case (.sequence(let old), .sequence(let value)) where node.opened()?.count == old.count:
        try change(node, from: old, to: value, of: new, sources, &open)
      default:
        if value(of: node) != new.value {
          try replace(node, by: try sources.held(new))
        }
      }
    }
  }

  // MARK: Mappings

  private func change(
    _ node: DraftNode, from old: Mapping, to new: Mapping, of outer: NewValue,
    _ sources: ChangeSources,
    _ open: inout [OpenChange]
  ) throws(DecantError) {
    let places = outer.pairPlaces
    let node = try followedIfPossible(node)
    guard let collection = node.opened() else { return }
    let names = KeyTwins(of: collection, knowing: [old, new])
    var removed: [DraftNode] = []
    for key in old.keys where new[forKey: key] == nil {
      guard let token = key.token, let place = names.place(of: token) else { continue }
      removed.append(collection.node(at: place, in: node))
    }
    var last: Int?
    for (key, value) in new {
      guard let token = key.token else {
        throw DecantError(.notRepresentable(.collectionKey, target: "a change of a value"))
      }
      let new = NewValue(value, at: places[token], in: outer.tape)
      guard let place = names.place(of: token) else {
        let isUnchanged = old[forKey: key].map { $0 == value } ?? false
        // A key that the document lacks has its default value.
        if isUnchanged { continue }
        let end = collection.children.count
        try insert(try sources.held(new), forKey: token, at: end, in: node, order: .after(last))
        last = end
        continue
      }
      last = place
      let child = collection.node(at: place, in: node)
      if let before = old[forKey: key] {
        open.append((child, before, new))
      } else if self.value(of: child) != value {
        try replace(child, by: try sources.held(new))
      }
    }
    try remove(removed.sorted { $0.position < $1.position })
  }

  // MARK: Sequences

  private func change(
    _ node: DraftNode, from old: [Value], to values: [Value], of outer: NewValue,
    _ sources: ChangeSources,
    _ open: inout [OpenChange]
  ) throws(DecantError) {
    let places = outer.elementPlaces
    let new = values.indices.map { index in
      NewValue(
        values[index], at: places.indices.contains(index) ? places[index] : nil, in: outer.tape)
    }
    let node = try followedIfPossible(node)
    guard let collection = node.opened() else { return }
    let pairs = try ElementPairs(of: old, and: values)
    let kept = Set(pairs.inOrder.map(\.old))
    let nodes = old.indices.map { collection.node(at: $0, in: node) }
    var moved: [Int: Document] = [:]
    for pair in pairs.all where !kept.contains(pair.old) {
      moved[pair.new] = try sources.copy(nodes[pair.old])
    }
    try remove(nodes.indices.filter { !kept.contains($0) }.map { nodes[$0] })
    for place in new.indices {
      guard let partner = pairs.oldPlaces[place] else {
        try insert(try sources.held(new[place]), forKey: nil, at: place, in: node)
        continue
      }
      if let copy = moved[place] { try insert(copy, forKey: nil, at: place, in: node) }
      guard old[partner] != values[place] else { continue }
      open.append((collection.node(at: place, in: node), old[partner], new[place]))
    }
  }
}

/// A value that a document gets, and where it is in another one, from which it brings its comments.
struct NewValue {
  let value: Value
  let tape: Tape?
  private let place: CommentedPair?

  fileprivate init(_ value: Value, at place: CommentedPair?, in tape: Tape?) {
    self.value = value
    self.place = place
    self.tape = tape
  }

  /// Creates a value without comments.
  init(_ value: Value) {
    self.init(value, at: nil, in: nil)
  }

  /// Creates the value of a document.
  init(_ document: Document) throws(DecantError) {
    let tape = document.tape
    self.init(
      try document.withoutTrivia.value, at: tape.pair(at: 0, before: tape.count, isKeyed: false),
      in: document.hasTrivia ? tape : nil)
  }

  /// The value with its comments.
  var document: Document {
    get throws(DecantError) {
      guard let tape, let place else { return try Document(value) }
      return try tape.document(of: place)
    }
  }

  fileprivate var elementPlaces: [CommentedPair] {
    guard let tape, let place else { return [] }
    let begin = tape.content(of: place.value)
    return tape[begin].depthChange > 0 ? tape.pairs(of: begin) : []
  }

  fileprivate var pairPlaces: [KeyText: CommentedPair] {
    guard let tape else { return [:] }
    var places: [KeyText: CommentedPair] = [:]
    for pair in elementPlaces {
      if let name = Document.Node(tape: tape, index: pair.key).token { places[name] = pair }
    }
    return places
  }
}

extension DraftNode {
  /// The place of the node on its tape.
  fileprivate var position: Int { original ?? .max }
}

extension Value {
  /// The value as far as another one has its keys: what somebody who knows only that other value would read.
  func projected(onto other: Value) -> Value {
    switch (self, other) {
    case (.mapping(let own), .mapping(let known)):
      var result = Mapping()
      for (key, value) in own {
        if let other = known[forKey: key] { result[forKey: key] = value.projected(onto: other) }
      }
      return .mapping(result)
    case (.sequence(let own), .sequence(let known)):
      guard let first = known.first else { return self }
      let shape = known.dropFirst().reduce(first) { $0.joined(with: $1) }
      return .sequence(own.map { $0.projected(onto: shape) })
    default: return self
    }
  }

  /// A value with the keys of both.
  private func joined(with other: Value) -> Value {
    guard case .mapping(var result) = self, case .mapping(let more) = other else { return self }
    for (key, value) in more {
      result[forKey: key] = result[forKey: key].map { $0.joined(with: value) } ?? value
    }
    return .mapping(result)
  }
}

/// The keys of a collection, also by other spellings of their words.
///
///     max_size    is the key `maxSize` of a program, unless there is a key `maxSize`, or the program knows `max_size`, too
private struct KeyTwins {
  private let collection: DraftCollection
  private var twins: [KeyText: Int] = [:]

  init(of collection: DraftCollection, knowing values: [Mapping]) {
    self.collection = collection
    let known = Set(values.flatMap { $0.keys.compactMap(\.token) })
    var ambiguous: Set<KeyText> = []
    for place in collection.liveIndices {
      guard let (name, isText) = collection.name(at: place), isText, !known.contains(name) else {
        continue
      }
      let words = Self.words(of: name)
      if twins[words] != nil { ambiguous.insert(words) }
      twins[words] = place
    }
    for words in ambiguous { twins[words] = nil }
  }

  func place(of key: KeyText) -> Int? {
    collection.place(of: key) ?? twins[Self.words(of: key)]
  }

  private static func words(of key: KeyText) -> KeyText {
    KeyText(
      String(
        decoding: key.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
          .map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self))
  }
}
