/// A search for all nodes to which a path leads.
///
/// Each node that a step reaches has the numbers of the steps that lead on from it, its states:
///
///     /**/b        { "a": { "b": 1 }, "b": 2 }
///     states       {0,1}    {0,1} {0,1,2}  {0,1,2}        2 is the number of steps: a match
///
/// So each node is visited once, in document order, whatever the number of ways that lead to it; the time is linear in the
/// nodes that are visited times the steps. The open collections are on a stack of its own, so any depth is possible, and
/// matches are found one by one.
@usableFromInline package struct PathSearch<Tree: PathTree> {
  @usableFromInline typealias Children = AnyIterator<(key: PathKey?, node: Tree)>

  @usableFromInline let steps: [PathPattern.Step]
  @usableFromInline let keepsLinks: Bool
  @usableFromInline var root: Tree?
  /// The open collections; `number` is that of the next child, and `targets` of those to which each state may lead.
  @usableFromInline
  var open: [(children: Children, number: Int, states: [Int], targets: [Range<Int>], link: Int)] =
    []
  @usableFromInline var links: [PathLink] = []
  /// The link of the latest match.
  @usableFromInline var link = -1
  /// The states of the next child, and when each was added last.
  @usableFromInline var next: [Int] = []
  @usableFromInline var additions: [Int]
  @usableFromInline var turn = 1

  @inlinable package init(
    _ steps: [PathPattern.Step], from root: Tree, _ states: [Int] = [0], keepsLinks: Bool = false
  ) {
    self.steps = steps
    self.root = root
    self.keepsLinks = keepsLinks
    additions = [Int](repeating: 0, count: steps.count + 1)
    for state in states { addNext(state) }
  }

  /// Returns the next match; nil after the last one, or once `visits`, which each visit of a node lowers, is 0.
  @inlinable package mutating func next(within visits: inout Int) -> Tree? {
    if let root = root.take(), let match = enter(root) { return match }
    while visits > 0, let top = open.indices.last {
      visits -= 1
      guard let (key, node) = open[top].children.next() else {
        open.removeLast()
        continue
      }
      let number = open[top].number
      open[top].number += 1
      if let key, key.name == nil { continue }
      beginNext()
      for (state, target) in zip(open[top].states, open[top].targets)
      where target.contains(number) {
        switch steps[state] {
        case .anyDepth: addNext(state)
        case .matching(let conditions, _) where target.upperBound == .max:
          if conditions.hold(for: node) { addNext(state + 1) }
        default: addNext(state + 1)
        }
      }
      guard node.isCollection || next.contains(steps.count) else { continue }
      link = add(PathLink(parent: open[top].link, key: key?.name, index: number))
      if let match = enter(node) { return match }
    }
    return nil
  }

  /// Opens a node, or the one to which names alone lead without a look at other children; returns it if it matches.
  @inlinable mutating func enter(_ start: Tree) -> Tree? {
    var node = start
    while next.count == 1, next[0] < steps.count, case .name(let name) = steps[next[0]],
      PathPattern.distanceFromEnd(name) == nil
    {
      guard let child = node.child(name) else { return nil }
      let state = next[0] + 1
      beginNext()
      addNext(state)
      link = add(PathLink(parent: link, key: name))
      node = child
    }
    let leading = node.isCollection ? next.filter { $0 < steps.count } : []
    if !leading.isEmpty {
      let targets = leading.map { target(of: $0, in: node) }
      open.append((node.makeChildren(), 0, leading, targets, link))
    }
    return next.contains(steps.count) ? node : nil
  }

  @inlinable mutating func add(_ link: PathLink) -> Int {
    if keepsLinks { links.append(link) }
    return links.count - 1
  }

  /// Returns the numbers of the children to which a state can lead.
  @inlinable func target(of state: Int, in node: Tree) -> Range<Int> {
    let isMapping = node.kind == .beginMapping
    var only: Int?
    switch steps[state] {
    case .anyDepth: break
    case .any(let key), .matching(_, let key):
      only = isMapping ? key.flatMap { number(of: $0, in: node) } : nil
    case .name(let name):
      only =
        (isMapping
          ? number(of: name, in: node)
          : DocumentPointer.index(name) ?? node.number(fromEnd: name)) ?? -1
    case .slice(let start, let end):
      let isCounted = start < 0 || end ?? 0 < 0
      return isMapping
        ? 0..<0
        : PathPattern.Step.elements(from: start, to: end, of: isCounted ? node.childCount : 0)
    }
    return only.map { $0..<$0 + 1 } ?? 0..<Int.max
  }

  @inlinable func number(of name: KeyText, in node: Tree) -> Int? {
    guard node.child(name) != nil else { return nil }
    var (number, other) = (0, Int?.none)
    for (key, _) in IteratorSequence(node.makeChildren()) {
      if let key, key.name == name {
        if key.isString { return number }
        other = other ?? number
      }
      number += 1
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
@usableFromInline struct PathLink {
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
  @usableFromInline let links: [PathLink]
  @usableFromInline let found: [(node: Tree, link: Int)]

  @inlinable init(links: [PathLink], found: [(node: Tree, link: Int)]) {
    self.links = links
    self.found = found
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { found.count }

  @inlinable package subscript(index: Int) -> Match {
    Match(node: found[index].node, link: found[index].link, links: links)
  }

  @usableFromInline package struct Match {
    @usableFromInline package let node: Tree
    @usableFromInline let link: Int
    @usableFromInline let links: [PathLink]

    @inlinable init(node: Tree, link: Int, links: [PathLink]) {
      self.node = node
      self.link = link
      self.links = links
    }

    /// The literal tokens of the path to the node, without wildcards and negative indices.
    @inlinable package var tokens: [KeyText] {
      var tokens: [KeyText] = []
      var link = link
      while link >= 0 {
        tokens.append(links[link].key ?? KeyText(String(links[link].index)))
        link = links[link].parent
      }
      tokens.reverse()
      return tokens
    }
  }
}

extension PathPattern {
  /// Returns the nodes in `root` to which the path leads.
  @inlinable package func matches<Tree: PathTree>(in root: Tree) -> PathMatches<Tree> {
    resolved(in: root).matches(in: root, from: [0])
  }

  /// Returns the nodes in `node` to which the steps with the numbers `states` and those after them lead.
  @inlinable package func matches<Tree: PathTree>(
    in node: Tree, from states: [Int]
  ) -> PathMatches<Tree> {
    var search = PathSearch(steps, from: node, states, keepsLinks: true)
    var (visits, found) = (Int.max, [(node: Tree, link: Int)]())
    while let node = search.next(within: &visits) { found.append((node, search.link)) }
    return PathMatches(links: search.links, found: found)
  }
}
