import Decant
import DecantEditing

/// The merge of two edits by the identities of the nodes, in one reading of what the texts show.
struct IdentityMerge {
  enum Verdict { case clean, conflict, arguable }

  private let base: EditedDocument
  private let ours: EditedDocument
  private let theirs: EditedDocument
  private(set) var merged: [Int: EditedDocument.Node] = [:]
  private var children: [Int: [Int]] = [:]
  private(set) var verdict = Verdict.clean
  /// Why it is not clean.
  private(set) var reasons: [String] = []

  init(base: EditedDocument, ours: EditedDocument, theirs: EditedDocument) {
    self.base = base
    self.ours = ours
    self.theirs = Self.unifyingAdditions(of: ours, in: theirs, base)
    for id in Set(self.ours.nodes.keys).union(self.theirs.nodes.keys).sorted() { merge(id) }
    for id in base.nodes.keys.sorted() where merged[id] == nil { judgeRemoval(of: id) }
    for (id, node) in merged.sorted(by: { $0.key < $1.key }) {
      guard let parent = node.parent else { continue }
      children[parent, default: []].append(id)
      if merged[parent].map({ if case .scalar = $0.content { true } else { false } }) ?? true {
        add(.conflict, "\(id) has no parent")
      }
    }
    for (parent, children) in children {
      let keys = children.compactMap { merged[$0]?.key }
      if Set(keys).count < keys.count { add(.conflict, "a key twice in \(parent)") }
      let added = children.filter { base.nodes[$0] == nil && self.ours.nodes[$0] == nil }
        .map { self.theirs.value(of: $0) }
      let isTwice = children.contains { id in
        guard case nil = base.nodes[id], case nil = self.theirs.nodes[id] else { return false }
        return merged[id]?.key == nil && added.contains(self.ours.value(of: id))
      }
      if isTwice { add(.arguable, "both added an element to \(parent)") }
    }
    if hasCycle { add(.conflict, "a cycle") }
  }

  private mutating func add(_ verdict: Verdict, _ reason: String) {
    reasons.append("\(verdict): \(reason)")
    if self.verdict != .conflict { self.verdict = verdict }
  }

  /// Gives the same identity to what both sides added: under the same key, or as elements after the same one that look the same.
  private static func unifyingAdditions(
    of ours: EditedDocument, in theirs: EditedDocument, _ base: EditedDocument
  ) -> EditedDocument {
    let shared = theirs.nodes.keys.filter { base.nodes[$0] == nil && ours.nodes[$0] != nil }
    var theirs = theirs.renaming(
      Dictionary(uniqueKeysWithValues: shared.map { ($0, $0 + 700_000) }))
    var queue = [EditedDocument.root]
    while let id = queue.popLast() {
      for (place, child) in ours.children(of: id).enumerated() {
        if theirs.nodes[child] == nil, base.nodes[child] == nil {
          let before = place > 0 ? ours.children(of: id)[place - 1] : nil
          let rest = theirs.children(of: id)
          let twin = rest.indices.first { index in
            let other = rest[index]
            guard ours.nodes[other] == nil, base.nodes[other] == nil else { return false }
            if ours.isMapping(id) { return theirs.nodes[other]?.key == ours.nodes[child]?.key }
            return (index > 0 ? rest[index - 1] : nil) == before
              && VisibleIdentities.areSame(ours.value(of: child), theirs.value(of: other))
          }
          if let twin { theirs = theirs.renaming([rest[twin]: child]) }
        }
        if theirs.nodes[child] != nil { queue.append(child) }
      }
    }
    return theirs
  }

  // MARK: Nodes

  private mutating func judgeRemoval(of id: Int) {
    guard let old = base.nodes[id] else { return }
    for (side, name) in [(ours, "ours"), (theirs, "theirs")] {
      guard let new = side.nodes[id] else { continue }
      if new.shape != old.shape || new.parent != old.parent || new.key != old.key {
        add(.conflict, "\(id) is removed, and changed by \(name)")
      }
      for (comment, other) in zip(old.comments, new.comments) where comment != other {
        add(
          other == nil ? .arguable : .conflict, "\(id) is removed, its comment changed by \(name)")
      }
      guard let parent = old.parent, new.parent == parent else { continue }
      switch base.isMoved(id, in: side, parent) {
      case .no: break
      case .unclear: add(.arguable, "\(id) is removed, and moved by \(name)")
      case .yes: add(.conflict, "\(id) is removed, and moved by \(name)")
      }
    }
  }

  private mutating func merge(_ id: Int) {
    let old = base.nodes[id]
    guard let left = ours.nodes[id], let right = theirs.nodes[id] else {
      if old == nil { merged[id] = ours.nodes[id] ?? theirs.nodes[id] }
      return
    }
    var node = left
    if left.shape == old?.shape || left.shape == right.shape {
      node.content = right.content
    } else if right.shape != old?.shape {
      if let text = mergedText(old, left, right) {
        node.content = .scalar(text)
      } else {
        add(.conflict, "\(id) has two values")
      }
    }
    for slot in 0...1 {
      let comments = [old?.comments[slot], left.comments[slot], right.comments[slot]]
      guard comments[1] != comments[2] else { continue }
      if comments[1] == comments[0] {
        node.comments[slot] = comments[2]
      } else if comments[2] != comments[0] {
        let isArguable = old == nil && (comments[1] == nil || comments[2] == nil)
        node.comments[slot] = comments[1] ?? comments[2]
        add(isArguable ? .arguable : .conflict, "\(id) has two comments")
      }
    }
    if let old {
      let places = [old, left, right].map { [$0.parent.map(String.init), $0.key] }
      if places[1] == places[0] { (node.parent, node.key) = (right.parent, right.key) }
      if places[1] != places[0], places[2] != places[0], places[1] != places[2] {
        add(.conflict, "\(id) has two places")
      }
      if let parent = old.parent, left.parent == parent, right.parent == parent {
        judgeMoves(of: id, parent)
      }
    }
    // Nothing shows what they had in common.
    let isNew = old == nil || old?.shape != left.shape && left.shape == right.shape
    if isNew, ours.value(of: id) != theirs.value(of: id) { add(.arguable, "both added \(id)") }
    merged[id] = node
  }

  private mutating func judgeMoves(of id: Int, _ list: Int) {
    guard base.isSequence(list), isReordered(list, ours), isReordered(list, theirs) else { return }
    let moves = [ours, theirs].map { base.isMoved(id, in: $0, list) }
    let known = Set(base.common(list, with: ours)).intersection(base.common(list, with: theirs))
    func before(_ side: EditedDocument) -> [Int] {
      side.children(of: list).prefix { $0 != id }.filter(known.contains).sorted()
    }
    guard before(ours) != before(theirs) else { return }
    if moves == [.yes, .yes] {
      add(.conflict, "\(id) is moved twice")
    } else {
      add(.arguable, "both move elements of \(list)")
    }
  }

  private func isReordered(_ list: Int, _ side: EditedDocument) -> Bool {
    base.common(list, with: side) != side.common(list, with: base)
  }

  private func mergedText(
    _ old: EditedDocument.Node?, _ left: EditedDocument.Node, _ right: EditedDocument.Node
  ) -> Value? {
    let texts = [old, left, right].compactMap { node -> [Substring]? in
      guard case .scalar(.string(let text)) = node?.content, text.contains("\n") else { return nil }
      return text.split(separator: "\n")
    }
    guard texts.count == 3 else { return nil }
    return MergedLines.merge(texts[0], texts[1], texts[2]).map { lines in
      .string(lines.map { $0 + "\n" }.joined())
    }
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

  // MARK: The result

  /// Returns what is wrong with a result; `owners` are those of its comments, if there are some.
  func error(in result: Value, _ owners: [String: [[String]]]) -> String? {
    if verdict == .conflict { return "wrong: a conflict, \(reasons)" }
    if let error = error(in: result, at: EditedDocument.root) { return "wrong: " + error }
    var expected: Set<String> = []
    // The comment of a node that is not shown to be the same, which a side removed.
    let optional = base.commentLines.subtracting(
      ours.commentLines.intersection(theirs.commentLines))
    for (id, node) in merged {
      for line in node.commentLines {
        expected.insert(line)
        guard let found = owners[line] else {
          if optional.contains(line) { continue }
          return "lost: no comment \(line)"
        }
        let isOwned = found.contains { path in
          (node.key == nil || node.key == path.last)
            && Self.value(at: path, in: result).map { error(in: $0, at: id) == nil } ?? false
        }
        if !isOwned { return "owner: comment \(line) belongs to \(found)" }
      }
    }
    if let extra = owners.keys.first(where: { !expected.contains($0) }) {
      return "returned: comment \(extra)"
    }
    return nil
  }

  private static func value(at path: [String], in value: Value) -> Value? {
    var value: Value? = value
    for token in path { value = value?.mapping?[token] ?? Int(token).flatMap { value?[$0] } }
    return value
  }

  private func error(in result: Value, at id: Int) -> String? {
    let own = children[id] ?? []
    switch (merged[id]?.content, result) {
    case (.scalar(let value), _): return value == result ? nil : "\(result) is not \(value)"
    case (.mapping, .mapping(let mapping)):
      let keys = own.compactMap { merged[$0]?.key }
      guard Set(keys) == Set(mapping.keys.map { $0.string ?? "" }) else {
        return "\(result) has not the keys \(keys)"
      }
      for child in own {
        if let value = mapping[merged[child]?.key ?? ""], let error = error(in: value, at: child) {
          return error
        }
      }
      return nil
    case (.sequence, .sequence(let elements)):
      guard elements.count == own.count else {
        return "\(elements.count) elements instead of \(own.count) in \(result)"
      }
      var (rest, order): ([Int], [Int]) = (own, [])
      for element in elements {
        guard let index = rest.firstIndex(where: { error(in: element, at: $0) == nil }) else {
          return "\(element) is not expected"
        }
        let child = rest.remove(at: index)
        // The order of equal elements cannot be seen.
        if elements.count(where: { $0 == element }) == 1 { order.append(child) }
      }
      return orderError(order, in: id)
    default: return "\(result) is another collection"
    }
  }

  /// Two elements have the order of the side that changed it, where the order of both can be had.
  private func orderError(_ order: [Int], in list: Int) -> String? {
    let areReordered = [ours, theirs].map { isReordered(list, $0) }
    let lists = [base, ours, theirs].map { $0.children(of: list) }
    for (place, first) in order.enumerated() {
      for second in order[(place + 1)...] {
        let orders = lists.map { list -> Bool? in
          guard let place = list.firstIndex(of: first), let other = list.firstIndex(of: second)
          else { return nil }
          return place < other
        }
        let expected: Bool? =
          switch (orders[0], orders[1], orders[2]) {
          case (nil, let left?, nil): areReordered[1] ? nil : left
          case (nil, nil, let right?): areReordered[0] ? nil : right
          case (nil, let left?, let right?): left == right ? left : nil
          case (_, let left?, let right?) where left == right: left
          case (let old?, let left?, let right?) where areReordered != [true, true]:
            left == old ? right : left
          default: nil
          }
        if expected == false { return "another order in the list \(list)" }
      }
    }
    return nil
  }
}

/// The merge of texts by lines: what is changed by both, or touches, is a conflict if it is not the same.
enum MergedLines {
  private struct Hunk: Hashable {
    let start: Int
    var end: Int
    var lines: [Substring]
  }

  static func merge(_ base: [Substring], _ ours: [Substring], _ theirs: [Substring]) -> [Substring]?
  {
    let (left, right) = (hunks(base, ours), hunks(base, theirs))
    for first in left {
      for second in right
      where first != second && first.start <= second.end && second.start <= first.end {
        return nil
      }
    }
    var result: [Substring] = []
    var place = 0
    for hunk in Set(left + right).sorted(by: { $0.start < $1.start }) {
      result += base[place..<hunk.start] + hunk.lines
      place = hunk.end
    }
    return result + base[place...]
  }

  /// Whether all that one side changed was changed equally by the other one.
  static func isPart(_ base: [Substring], _ part: [Substring], of whole: [Substring]) -> Bool {
    Set(hunks(base, part)).isSubset(of: hunks(base, whole))
  }

  private static func hunks(_ base: [Substring], _ side: [Substring]) -> [Hunk] {
    let difference = side.difference(from: base)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .insert(let place, _, _): inserted.insert(place)
      case .remove(let place, _, _): removed.insert(place)
      }
    }
    var (old, new, hunks): (Int, Int, [Hunk]) = (0, 0, [])
    while old < base.count || new < side.count {
      let (isOld, isNew) = (removed.contains(old), inserted.contains(new))
      guard isOld || isNew else {
        (old, new) = (old + 1, new + 1)
        continue
      }
      if hunks.last?.end != old || hunks.isEmpty {
        hunks.append(Hunk(start: old, end: old, lines: []))
      }
      if isNew { hunks[hunks.count - 1].lines.append(side[new]) }
      if isOld { hunks[hunks.count - 1].end = old + 1 }
      if isNew { new += 1 }
      if isOld { old += 1 }
    }
    return hunks
  }
}
