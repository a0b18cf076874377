import Decant
import DecantTestSupport

/// A document of arrays, whose changes are those that a draft has to make.
indirect enum DraftTree {
  struct Pair {
    var key: String
    var value: DraftTree

    /// Whether the key has the same bytes as another.
    func isNamed(_ other: String) -> Bool { key.isSpelled(other) }
  }

  case scalar(String)
  case list([DraftTree])
  case pairs([Pair])

  struct Refusal: Error {}

  var script: String {
    switch self {
    case .scalar(let text): text
    case .list(let elements): (["["] + elements.map(\.script) + ["]"]).joined(separator: " ")
    case .pairs(let pairs):
      (["{"] + pairs.flatMap { [$0.key, $0.value.script] } + ["}"]).joined(separator: " ")
    }
  }

  var value: Value {
    switch self {
    case .scalar(let text): return .string(text)
    case .list(let elements): return .sequence(elements.map(\.value))
    case .pairs(let pairs):
      var mapping = Mapping()
      for pair in pairs { mapping[pair.key] = pair.value.value }
      return .mapping(mapping)
    }
  }

  /// The paths of the tree and of all trees inside it.
  var paths: [[String]] {
    switch self {
    case .scalar: [[]]
    case .list(let elements):
      [[]] + elements.enumerated().flatMap { place, tree in tree.paths.map { ["\(place)"] + $0 } }
    case .pairs(let pairs):
      [[]] + pairs.flatMap { pair in pair.value.paths.map { [pair.key] + $0 } }
    }
  }

  // MARK: Looking

  subscript(path: [String]) -> DraftTree? {
    guard let first = path.first else { return self }
    let rest = Array(path.dropFirst())
    switch self {
    case .scalar: return nil
    case .list(let elements):
      guard let place = Int(first), elements.indices.contains(place) else { return nil }
      return elements[place][rest]
    case .pairs(let pairs): return pairs.first { $0.isNamed(first) }?.value[rest]
    }
  }

  // MARK: Changing

  /// Changes the tree at a path.
  mutating func change(at path: [String], _ body: (inout DraftTree) throws -> Void) throws {
    guard let first = path.first else { return try body(&self) }
    let rest = Array(path.dropFirst())
    switch self {
    case .scalar: throw Refusal()
    case .list(var elements):
      guard let place = Int(first), elements.indices.contains(place) else { throw Refusal() }
      try elements[place].change(at: rest, body)
      self = .list(elements)
    case .pairs(var pairs):
      guard let place = pairs.firstIndex(where: { $0.isNamed(first) }) else { throw Refusal() }
      try pairs[place].value.change(at: rest, body)
      self = .pairs(pairs)
    }
  }

  /// Replaces the tree at a path, or adds the last key.
  mutating func set(_ path: [String], _ new: DraftTree) throws {
    if self[path] != nil { return try change(at: path) { $0 = new } }
    guard let last = path.last else { throw Refusal() }
    try change(at: Array(path.dropLast())) { tree in
      guard case .pairs(let pairs) = tree else { throw Refusal() }
      tree = .pairs(pairs + [Pair(key: last, value: new)])
    }
  }

  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  mutating func insert(_ path: [String], _ new: DraftTree) throws {
    guard let last = path.last else { return self = new }
    try change(at: Array(path.dropLast())) { tree in
      switch tree {
      case .scalar: throw Refusal()
      case .list(var elements):
        guard let place = last == "-" ? elements.count : Int(last), place <= elements.count
        else { throw Refusal() }
        elements.insert(new, at: place)
        tree = .list(elements)
      case .pairs(let pairs):
        if last == "-" || pairs.contains(where: { $0.isNamed(last) }) { throw Refusal() }
        tree = .pairs(pairs + [Pair(key: last, value: new)])
      }
    }
  }

  /// Removes the tree at a path, and returns it.
  @discardableResult
  mutating func remove(_ path: [String]) throws -> DraftTree {
    guard let last = path.last, let old = self[path] else { throw Refusal() }
    try change(at: Array(path.dropLast())) { tree in
      switch tree {
      case .scalar: throw Refusal()
      case .list(var elements):
        elements.remove(at: Int(last) ?? 0)
        tree = .list(elements)
      case .pairs(let pairs): tree = .pairs(pairs.filter { !$0.isNamed(last) })
      }
    }
    return old
  }

  mutating func rename(_ path: [String], to key: String) throws {
    guard let last = path.last, self[path] != nil else { throw Refusal() }
    try change(at: Array(path.dropLast())) { tree in
      guard case .pairs(var pairs) = tree,
        let place = pairs.firstIndex(where: { $0.isNamed(last) }),
        pairs.firstIndex(where: { $0.isNamed(key) }) ?? place == place
      else { throw Refusal() }
      pairs[place].key = key
      tree = .pairs(pairs)
    }
  }

  mutating func transfer(_ source: [String], to target: [String], isMove: Bool) throws {
    guard let value = self[source] else { throw Refusal() }
    if isMove {
      guard !(target.count > source.count && target.starts(with: source)) else { throw Refusal() }
      guard source != target else { return }
      try remove(source)
    }
    try insert(target, value)
  }
}

// MARK: - Random trees

extension DraftTree {
  /// The keys, few of which are in order, so that new ones are not sorted.
  static let keys = ["z", "b", "y", "a", "é", "e\u{301}", "K", "k", "0", "q", "c", "x"]

  static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> DraftTree {
    let count = Int.random(in: 0..<6, using: &generator)
    switch Int.random(in: 0..<(depth > 2 ? 2 : 5), using: &generator) {
    case 2...3 where depth > 0: fallthrough
    case 4 where depth > 0:
      return .list((0..<count).map { _ in random(&generator, depth: depth + 1) })
    case 0...1 where depth > 0:
      return .scalar("s\(Int.random(in: 0..<100, using: &generator))")
    default:
      var keys = Array(keys.shuffled(using: &generator).prefix(count))
      if keys == keys.sorted() { keys.reverse() }
      return .pairs(keys.map { Pair(key: $0, value: random(&generator, depth: depth + 1)) })
    }
  }
}

extension String {
  /// Whether the text has the same bytes as another.
  func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
