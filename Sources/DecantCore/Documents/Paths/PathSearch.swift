/// A search for all nodes to which a path leads.
///
/// Each node that a step reaches has the numbers of the steps that lead on from it, its states:
///
///     /**/b        { "a": { "b": 1 }, "b": 2 }
///     states       {0,1}    {0,1} {0,1,2}  {0,1,2}        2 is the number of steps: a match
///
/// So each node is visited once, in document order, whatever the number of ways that lead to it; the time is linear in the
/// nodes that are visited times the steps. The nodes to visit are on a stack of its own, so any depth is possible.
@usableFromInline struct PathSearch<Tree: PathTree> {
  @usableFromInline let steps: [PathPattern.Step]
  @usableFromInline var places: [PathPlace] = []
  @usableFromInline var found: [(node: Tree, place: Int)] = []
  @usableFromInline var pending: [(node: Tree, states: [Int], place: Int)] = []
  /// The states of the next child, and when each was added last.
  @usableFromInline var next: [Int] = []
  @usableFromInline var additions: [Int]
  @usableFromInline var turn = 0

  @inlinable init(_ steps: [PathPattern.Step]) {
    self.steps = steps
    additions = [Int](repeating: 0, count: steps.count + 1)
  }

  @inlinable mutating func run(from root: Tree, _ states: [Int]) -> PathMatches<Tree> {
    beginNext()
    for state in states { addNext(state) }
    pending.append((root, next, -1))
    while let (node, states, place) = pending.popLast() {
      if states.contains(steps.count) { found.append((node, place)) }
      guard node.kind == .beginMapping || node.kind == .beginSequence else { continue }
      let leading = states.filter { $0 < steps.count }
      switch leading.count {
      case 0: break
      case 1: visit(node, leading[0], place)
      default: visitAll(node, leading, place)
      }
    }
    return PathMatches(places: places, found: found)
  }

  /// Visits the only child that a name means without a look at the others.
  @inlinable mutating func visit(_ node: Tree, _ state: Int, _ place: Int) {
    guard case .name(let name) = steps[state], PathPattern.distanceFromEnd(name) == nil else {
      return visitAll(node, [state], place)
    }
    guard let child = node.child(name) else { return }
    beginNext()
    addNext(state + 1)
    places.append(PathPlace(parent: place, key: name))
    pending.append((child, next, places.count - 1))
  }

  @inlinable mutating func visitAll(_ node: Tree, _ states: [Int], _ place: Int) {
    let children = node.children
    let isMapping = node.kind == .beginMapping
    let targets = states.map { target(of: $0, among: children, isMapping) }
    let start = pending.count
    var latest: [Int] = []
    for (number, child) in children.enumerated() {
      if isMapping, child.key?.name == nil { continue }
      beginNext()
      for (state, target) in zip(states, targets) {
        if let target, target != number { continue }
        switch steps[state] {
        case .anyDepth: addNext(state)
        case .matching(let conditions, _) where target == nil:
          if conditions.allSatisfy({ $0.holds(for: child.node) }) { addNext(state + 1) }
        default: addNext(state + 1)
        }
      }
      guard !next.isEmpty else { continue }
      // Most siblings have the same states, which then share memory.
      if next != latest { latest = next.map { $0 } }
      places.append(
        PathPlace(parent: place, key: isMapping ? child.key?.name : nil, index: number))
      pending.append((child.node, latest, places.count - 1))
    }
    pending[start...].reverse()
  }

  /// Returns the number of the only child to which a state can lead; nil for any, and -1 for a missing one.
  @inlinable func target(
    of state: Int, among children: [(key: PathKey?, node: Tree)], _ isMapping: Bool
  ) -> Int? {
    switch steps[state] {
    case .anyDepth: return nil
    case .any(let key), .matching(_, let key):
      guard isMapping, let key else { return nil }
      return number(of: key, among: children)
    case .name(let name):
      if isMapping { return number(of: name, among: children) ?? -1 }
      if let index = DocumentPointer.index(name) { return index }
      return PathPattern.distanceFromEnd(name).map { children.count - $0 } ?? -1
    }
  }

  @inlinable func number(
    of name: KeyText, among children: [(key: PathKey?, node: Tree)]
  ) -> Int? {
    var other: Int?
    for (number, child) in children.enumerated() where child.key?.name == name {
      if child.key?.isString == true { return number }
      other = other ?? number
    }
    return other
  }

  @inlinable mutating func beginNext() {
    next.removeAll(keepingCapacity: true)
    turn += 1
  }

  /// Adds a state; a step of any depth also leads to the node itself.
  @inlinable mutating func addNext(_ state: Int) {
    guard additions[state] != turn else { return }
    additions[state] = turn
    next.append(state)
    if state < steps.count, steps[state] == .anyDepth { addNext(state + 1) }
  }
}

/// A node on the way to a match: the node around it, and its key or else its index.
@usableFromInline struct PathPlace {
  @usableFromInline let parent: Int
  @usableFromInline let key: KeyText?
  @usableFromInline let index: Int

  @inlinable init(parent: Int, key: KeyText?, index: Int = 0) {
    self.parent = parent
    self.key = key
    self.index = index
  }
}

/// The nodes to which a path leads, in document order, each once.
///
/// Their ways share memory: a token is stored once for all matches below it.
@usableFromInline package struct PathMatches<Tree: PathTree>: RandomAccessCollection {
  @usableFromInline let places: [PathPlace]
  @usableFromInline let found: [(node: Tree, place: Int)]

  @inlinable init(places: [PathPlace], found: [(node: Tree, place: Int)]) {
    self.places = places
    self.found = found
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { found.count }

  @inlinable package subscript(index: Int) -> Match {
    Match(node: found[index].node, place: found[index].place, places: places)
  }

  @usableFromInline package struct Match {
    @usableFromInline package let node: Tree
    @usableFromInline let place: Int
    @usableFromInline let places: [PathPlace]

    @inlinable init(node: Tree, place: Int, places: [PathPlace]) {
      self.node = node
      self.place = place
      self.places = places
    }

    /// The literal tokens of the path to the node, without wildcards and negative indices.
    @inlinable package var tokens: [KeyText] {
      var tokens: [KeyText] = []
      var place = place
      while place >= 0 {
        tokens.append(places[place].key ?? KeyText(String(places[place].index)))
        place = places[place].parent
      }
      tokens.reverse()
      return tokens
    }
  }
}

extension PathPattern {
  /// Returns the nodes in `root` to which the path leads.
  @inlinable package func matches<Tree: PathTree>(in root: Tree) -> PathMatches<Tree> {
    var search = PathSearch<Tree>(resolved(in: root).steps)
    return search.run(from: root, [0])
  }

  /// Returns the nodes in `node` to which the steps with the numbers `states` and those after them lead.
  @inlinable package func matches<Tree: PathTree>(
    in node: Tree, from states: [Int]
  ) -> PathMatches<Tree> {
    var search = PathSearch<Tree>(steps)
    return search.run(from: node, states)
  }
}
