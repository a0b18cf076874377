import Decant

/// The merge of two edits by the identities of the nodes, which the program under test cannot see.
struct MergeModel {
  private let base: ModelDocument
  private let ours: ModelDocument
  private let theirs: ModelDocument
  private let merged: [Int: ModelDocument.Node]
  private let children: [Int: [Int]]

  init(base: ModelDocument, ours: ModelDocument, theirs: ModelDocument) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    merged = Self.merged(base, ours, theirs)
    var children: [Int: [Int]] = [:]
    for (id, node) in merged {
      if let parent = node.parent { children[parent, default: []].append(id) }
    }
    self.children = children
  }

  /// Whether the sides did something that cannot both be.
  var hasConflict: Bool {
    if base.nodes.keys.contains(where: isInConflict) { return true }
    // A new node, or one that was moved, needs its parent.
    if hasOrphans(ours, theirs) || hasOrphans(theirs, ours) { return true }
    let hasTwins = children.values.contains { children in
      let keys = children.compactMap { merged[$0]?.key }
      return Set(keys).count < keys.count
    }
    return hasTwins || hasCycle
  }

  private func isInConflict(_ id: Int) -> Bool {
    guard let old = base.nodes[id] else { return false }
    switch (ours.nodes[id], theirs.nodes[id]) {
    case (nil, nil): return false
    case (let left?, nil): return isChanged(left, id, in: ours)
    case (nil, let right?): return isChanged(right, id, in: theirs)
    case (let left?, let right?):
      if case .scalar(let value) = old.content, case .scalar(let first) = left.content,
        case .scalar(let second) = right.content, first != value, second != value, first != second
      {
        return true
      }
      let comments = [left.comment, right.comment]
      if !comments.contains(old.comment), comments[0] != comments[1] { return true }
      let places = [left, right].map { ($0.parent, $0.key) }
      let areMoved = places.map { $0 != (old.parent, old.key) }
      return areMoved == [true, true] && places[0] != places[1]
        || wasMoved(id, in: ours) && wasMoved(id, in: theirs)
          && order(of: id, in: ours) != order(of: id, in: theirs)
    }
  }

  private func isChanged(
    _ node: ModelDocument.Node, _ id: Int, in side: ModelDocument
  ) -> Bool {
    guard let old = base.nodes[id] else { return false }
    if case .scalar = node.content, node.content != old.content { return true }
    return node.parent != old.parent || node.key != old.key || node.comment != old.comment
      || wasMoved(id, in: side)
  }

  /// Whether an element has another order with one of its siblings.
  private func wasMoved(_ id: Int, in side: ModelDocument) -> Bool {
    side.moved.contains(id) && order(of: id, in: side) != order(of: id, in: base, among: side)
  }

  /// The siblings of the base before an element.
  private func order(
    of id: Int, in side: ModelDocument, among other: ModelDocument? = nil
  ) -> Set<Int> {
    guard let parent = base.nodes[id]?.parent else { return [] }
    let known = Set(base.children(of: parent)).intersection(
      (other ?? side).children(of: parent))
    return Set(side.children(of: parent).prefix { $0 != id }).intersection(known)
  }

  private func hasOrphans(_ side: ModelDocument, _ other: ModelDocument) -> Bool {
    side.nodes.contains { id, node in
      guard let parent = node.parent, base.nodes[parent] != nil, other.nodes[parent] == nil else {
        return false
      }
      return base.nodes[id] == nil || base.nodes[id]?.parent != parent
    }
  }

  // MARK: The result

  /// The comments of the merged document.
  var comments: Set<String> { Set(merged.values.compactMap(\.comment)) }

  /// The comments that neither side removed or changed, and those that one added.
  var commentsOfSides: Set<String> {
    let (old, first, second) = (base.comments, ours.comments, theirs.comments)
    return first.union(second).subtracting(old).union(first.intersection(second))
  }

  /// Whether the texts show what either side did.
  var isVisible: Bool {
    func text(_ side: ModelDocument) -> String { side.yaml }
    return text(ours) != text(theirs) && text(ours) != text(base) && text(theirs) != text(base)
  }

  private static func merged(
    _ base: ModelDocument, _ ours: ModelDocument, _ theirs: ModelDocument
  ) -> [Int: ModelDocument.Node] {
    var result: [Int: ModelDocument.Node] = [:]
    for id in Set(ours.nodes.keys).union(theirs.nodes.keys) {
      switch (base.nodes[id], ours.nodes[id], theirs.nodes[id]) {
      case (nil, let node?, _), (nil, nil, let node?): result[id] = node
      case (let old?, let left?, let right?):
        var node = left
        if (left.parent, left.key) == (old.parent, old.key) {
          (node.parent, node.key) = (right.parent, right.key)
        }
        if case .scalar = old.content, left.content == old.content { node.content = right.content }
        if left.comment == old.comment { node.comment = right.comment }
        result[id] = node
      default: break
      }
    }
    return result
  }

  private var hasCycle: Bool {
    merged.keys.contains { id in
      var (place, steps) = (merged[id]?.parent, 0)
      while let parent = place, steps <= merged.count {
        place = merged[parent]?.parent
        steps += 1
      }
      return steps > merged.count
    }
  }

  /// Returns what is wrong with the result of a merge without conflicts.
  func error(in result: Value) -> String? {
    error(in: result, at: ModelDocument.root)
  }

  private func error(in result: Value, at id: Int) -> String? {
    guard let node = merged[id] else { return "no node" }
    let own = children[id] ?? []
    switch (node.content, result) {
    case (.scalar(let value), _): return value == result ? nil : "\(result) is not \(value)"
    case (.mapping, .mapping(let mapping)):
      guard mapping.count == own.count else {
        return "\(result) has not the keys \(own.compactMap { merged[$0]?.key })"
      }
      for child in own {
        let key = merged[child]?.key ?? ""
        guard let value = mapping[key] else { return "no key \(key)" }
        if let error = error(in: value, at: child) { return error }
      }
      return nil
    case (.sequence, .sequence(let elements)):
      guard elements.count == own.count else { return "\(elements.count) elements in \(result)" }
      var rest = own
      var order: [Int] = []
      for element in elements {
        let index = rest.firstIndex { error(in: element, at: $0) == nil }
        guard let index else { return "\(element) is not expected" }
        let child = rest.remove(at: index)
        // The order of equal elements cannot be seen.
        if elements.count(where: { $0 == element }) == 1 { order.append(child) }
      }
      return orderError(order, in: id)
    default: return "\(result) is another collection"
    }
  }

  /// Whether no text shows where an element was: its value is another one, and its place too.
  private func isHidden(_ id: Int) -> Bool {
    guard let old = base.nodes[id], case .scalar = old.content else { return false }
    return [ours, theirs].contains { side in
      side.moved.contains(id) && side.nodes[id]?.content != old.content
    }
  }

  /// Two elements have the order of the side that changed it.
  private func orderError(_ order: [Int], in list: Int) -> String? {
    let lists = [base, ours, theirs].map { $0.children(of: list) }
    func isBefore(_ first: Int, _ second: Int, in list: [Int]) -> Bool? {
      guard let place = list.firstIndex(of: first), let other = list.firstIndex(of: second) else {
        return nil
      }
      return place < other
    }
    for (place, first) in order.enumerated() {
      for second in order[(place + 1)...] where !isHidden(first) && !isHidden(second) {
        let orders = lists.map { isBefore(first, second, in: $0) }
        let expected: Bool? =
          switch (orders[0], orders[1], orders[2]) {
          case (_, let left?, nil): left
          case (_, nil, let right?): right
          case (_, let left?, let right?) where left == right: left
          case (let old?, let left?, let right?): left == old ? right : left
          default: nil
          }
        if expected == false { return "another order in the list \(list)" }
      }
    }
    return nil
  }
}
