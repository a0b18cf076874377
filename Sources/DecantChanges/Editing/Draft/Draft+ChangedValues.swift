internal import DecantCore

/// The changes from one value to another, made in a document that has more than both.
///
///     document   { "port": 80, "theme": "dark" }        `theme` is unknown to the program
///     old, new   { "port": 80 }, { "port": 443 }        so the document becomes { "port": 443, "theme": "dark" }
///
/// The document itself is never compared with the new value: only what differs between the old one and the new one changes.
extension Draft {
  private typealias OpenChange = (node: DraftNode, old: Value, new: NewValue)

  /// Changes the document as the old value became the new one.
  func change(from old: Value, to new: NewValue, _ roundTripped: RoundTrip) throws(DecantError) {
    var open: [OpenChange] = [(root, old, new)]
    while let (node, old, new) = open.popLast() {
      guard old != new.value else { continue }
      switch (old, new.value) {
      case (.mapping(let old), .mapping(let value)) where node.isMapping:
        try change(
          node, from: old, to: value, new.pairs(of: "a change of a value"), roundTripped, &open)
      case (.sequence(let old), .sequence) where node.opened()?.count == old.count:
        try change(node, from: old, to: new.elements, roundTripped, &open)
      default:
        if value(of: node) != new.value {
          try replace(node, by: try roundTripped(new) { path(to: node) })
        }
      }
    }
  }

  // MARK: Mappings

  private func change(
    _ node: DraftNode, from old: Mapping, to new: Mapping,
    _ pairs: [(key: Value, name: KeyText, value: NewValue)], _ roundTripped: RoundTrip,
    _ open: inout [OpenChange]
  ) throws(DecantError) {
    let node = try followedIfPossible(node)
    guard let collection = node.opened() else { return }
    let names = KeyTwins(of: collection, knowing: [old, new])
    var removed: [DraftNode] = []
    for key in old.keys where new[forKey: key] == nil {
      guard let token = key.token, let index = names.index(of: token) else { continue }
      removed.append(collection.node(at: index, in: node))
    }
    var last: Int?
    for (key, name, new) in pairs {
      guard let index = names.index(of: name) else {
        // A key that the document lacks has its default value.
        if old[forKey: key] == new.value { continue }
        let value = try roundTripped(new) { path(to: node, .key(name.string)) }
        try insert(value, forKey: name, in: node, order: .after(last))
        last = collection.children.count - 1
        continue
      }
      last = index
      let child = collection.node(at: index, in: node)
      if let before = old[forKey: key] {
        open.append((child, before, new))
      } else if value(of: child) != new.value {
        try replace(child, by: try roundTripped(new) { path(to: child) })
      }
    }
    try remove(removed.sorted { $0.original ?? .max < $1.original ?? .max })
  }

  // MARK: Sequences

  private func change(
    _ node: DraftNode, from old: [Value], to new: [NewValue], _ roundTripped: RoundTrip,
    _ open: inout [OpenChange]
  ) throws(DecantError) {
    let node = try followedIfPossible(node)
    guard let collection = node.opened() else { return }
    let pairs = try ElementPairs(of: old, and: new.map(\.value))
    let kept = Set(pairs.inOrder.map(\.old))
    let nodes = old.indices.map { collection.node(at: $0, in: node) }
    var moved: [Int: Document] = [:]
    for pair in pairs.all where !kept.contains(pair.old) {
      moved[pair.new] = try copy(of: nodes[pair.old])
    }
    try remove(nodes.indices.filter { !kept.contains($0) }.map { nodes[$0] })
    for index in new.indices {
      guard let partner = pairs.oldIndices[index] else {
        let value = try roundTripped(new[index]) { path(to: node, .index(index)) }
        try insert(value, forKey: nil, at: index, in: node)
        continue
      }
      if let copy = moved[index] { try insert(copy, forKey: nil, at: index, in: node) }
      guard old[partner] != new[index].value else { continue }
      open.append((collection.node(at: index, in: node), old[partner], new[index]))
    }
  }
}

extension Value {
  /// The value without the keys that another one lacks: what a program that knows only those would read.
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
    for index in collection.liveIndices {
      guard let (name, isText) = collection.name(at: index), isText, !known.contains(name) else {
        continue
      }
      let words = Self.words(of: name)
      if twins[words] != nil { ambiguous.insert(words) }
      twins[words] = index
    }
    for words in ambiguous { twins[words] = nil }
  }

  func index(of key: KeyText) -> Int? {
    collection.index(of: key) ?? twins[Self.words(of: key)]
  }

  private static func words(of key: KeyText) -> KeyText {
    KeyText(
      String(
        decoding: key.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
          .map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self))
  }
}
