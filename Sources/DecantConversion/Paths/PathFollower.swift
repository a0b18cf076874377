package import DecantCore

/// A follower of paths through the events of documents.
///
/// Each node has states, the numbers of the steps that lead on from it, so each event is looked at once for all paths. The
/// state after the last step of a path is its end:
///
///     /a/b, /c     { "a": { "b": [1], "d": 2 }, "c": 3 }
///     states       {0,3}  {1}    {2}       {}      {4}         2 and 4 are ends
///     relation     above  above  at        beside  at          1 is inside
package final class PathFollower {
  package enum Relation {
    /// A path leads through the node, or the event is a key, an annotation or the end of such a node.
    case above
    /// A path ends at the node, or only all of the node decides where paths lead.
    case at
    /// The event is in a node at which a path ends.
    case inside
    /// No path leads to the node, or the event is in such a node.
    case beside
  }

  private struct Level {
    let isMapping: Bool
    var states: [Int]
    var isAtKey: Bool
    var isBetweenChildren = true
    /// The number of children so far.
    var number = 0
  }

  private let paths: FollowedPaths
  private let takesFirst: Bool
  // Without checks of exclusive access, which were a third of the instructions of `get`: its calls are not nested.

  /// The open collections on the paths.
  @safe @exclusivity(unchecked) private var levels: [Level] = []
  /// The number of open collections inside a node at a path or beside the paths.
  @safe @exclusivity(unchecked) private var depth = 0
  @safe @exclusivity(unchecked) private var isInWhole = false
  /// Whether the root has ended, or there is none.
  @safe @exclusivity(unchecked) package private(set) var isComplete = true
  /// The states of the current node: the root, an element or the value of the latest key.
  @safe @exclusivity(unchecked) package private(set) var states: [Int] = []
  /// Whether a path has the latest key by its name.
  @safe @exclusivity(unchecked) package private(set) var isNamed = false

  /// Creates a follower of paths; of equal keys, `takesFirst` follows the first string only.
  package init(_ paths: FollowedPaths, takesFirst: Bool = false) {
    self.paths = paths
    self.takesFirst = takesFirst
  }

  /// Begins a document, in which no path leads anywhere unless `isFollowed`.
  package func beginDocument(isFollowed: Bool = true) {
    levels.removeAll(keepingCapacity: true)
    depth = 0
    isComplete = false
    states = isFollowed ? paths.statesOfRoot : []
  }

  /// Ignores the rest of the document.
  package func endDocument() {
    depth = 0
    isComplete = true
  }

  /// Whether the next event is in a node at a path or beside the paths.
  package var isInside: Bool { depth > 0 }
  package var isBeside: Bool { depth > 0 && !isInWhole }
  package var isAtKey: Bool { levels.last?.isAtKey ?? false }
  /// Whether the latest key has no value yet, or the document no root.
  package var isBeforeValue: Bool { levels.last.map { $0.isMapping && !$0.isAtKey } ?? true }
  /// Whether the next node is an element of a sequence on the paths.
  package var isAtElement: Bool { depth == 0 && levels.last?.isMapping == false }
  /// Whether the innermost collection is on a path.
  package var isOnPath: Bool { levels.last?.states.isEmpty == false }

  /// Returns the path to the current node, to which the first of some names lead.
  package func path(along names: [KeyText]) -> DocumentPath {
    DocumentPath(
      zip(levels, names).map {
        $0.isMapping ? .key($1.string) : .index(DocumentPointer.index($1) ?? 0)
      })
  }

  /// Whether a path may lead through a child of the innermost collection from here on.
  package var leadsOn: Bool {
    guard let level = levels.last, !level.isMapping else { return true }
    return level.states.contains { paths.steps[$0].elements.upperBound > level.number }
  }

  /// Whether a path leads through the element that begins, wherever the sequence ends.
  package var leadsThroughElement: Bool {
    guard let level = levels.last, !level.isMapping else { return false }
    return level.states.contains {
      !paths.steps[$0].isLast && paths.steps[$0].elements.contains(level.number)
    }
  }

  /// Begins the next child of the innermost collection; returns false if it has begun.
  package func beginChild() -> Bool {
    guard let top = levels.indices.last, levels[top].isBetweenChildren else { return false }
    levels[top].isBetweenChildren = false
    states =
      levels[top].isMapping
      ? [] : paths.states(from: levels[top].states, throughElement: levels[top].number)
    return true
  }

  /// Follows the paths to an event inside of a document.
  package func advance(to event: Event, of batch: borrowing EventBatch) -> Relation {
    if depth > 0 {
      depth &+= event.depthChange
      if depth == 0 { endNode() }
      return isInWhole ? .inside : .beside
    }
    guard !isComplete else { return .beside }
    if event.depthChange < 0 {
      levels.removeLast()
      endNode()
      return .above
    }
    _ = beginChild()
    if !event.isAnnotation, !event.isTrivia {
      guard isAtKey else { return add(event.kind) }
      look(atKey: event, of: batch)
    }
    return states.isEmpty ? .beside : .above
  }

  /// Returns where the run of events ends that are in a node at a path or beside the paths; anchors and aliases are not in it.
  package func skip(_ start: Int, of batch: borrowing EventBatch) -> Int {
    guard depth > 0 else { return start }
    return batch.endOfRun(
      from: start, deeperThan: 0, &depth, without: Event.Kind.anchor.bit | Event.Kind.alias.bit)
  }

  private func look(atKey key: Event, of batch: borrowing EventBatch) {
    isNamed = false
    guard key.depthChange == 0 else {
      (depth, isInWhole) = (1, false)
      return
    }
    let level = levels[levels.count - 1].states
    batch.withNameInPaths(of: key) { name in
      states = paths.states(from: level, through: name)
      guard takesFirst, !states.isEmpty else { return }
      let rest = level.filter {
        paths.steps[$0].name == nil || !paths.steps[$0].leads(through: name)
      }
      isNamed = rest.count < level.count
      if key.kind == .string { levels[levels.count - 1].states = rest }
    }
    endNode()
  }

  private func add(_ kind: Event.Kind) -> Relation {
    let isAt = states.contains {
      paths.steps[$0].isWhole == true || paths.steps[$0].gathered == kind
    }
    let relation = isAt ? Relation.at : states.isEmpty ? .beside : .above
    if kind.depthChange == 0 {
      endNode()
    } else if relation == .above {
      let areSteps = states.allSatisfy { paths.steps[$0].isWhole == nil }
      enter(kind, areSteps ? states : states.filter { paths.steps[$0].isWhole == nil })
    } else {
      (depth, isInWhole) = (1, isAt)
    }
    return relation
  }

  /// Enters a collection beside the paths that has just begun.
  package func enter(_ kind: Event.Kind, _ states: [Int] = []) {
    depth = 0
    let isMapping = kind == .beginMapping
    levels.append(Level(isMapping: isMapping, states: states, isAtKey: isMapping))
  }

  /// Leaves the innermost collection, of which the rest is at a path; returns its states.
  package func leave() -> [Int] {
    (depth, isInWhole) = (1, true)
    return levels.removeLast().states
  }

  private func endNode() {
    guard let top = levels.indices.last else { return isComplete = true }
    if levels[top].isAtKey { return levels[top].isAtKey = false }
    levels[top].isAtKey = levels[top].isMapping
    levels[top].isBetweenChildren = true
    levels[top].number += 1
  }
}

extension EventBatch {
  /// Calls `body` with the text by which names in paths match a key; returns nil for collections, data and aliases.
  @discardableResult
  package func withNameInPaths<R>(of key: Event, _ body: (RawSpan) -> R) -> R? {
    if let word = key.kind.word { return word.withBytes(body) }
    switch key.kind {
    case .string, .integer, .real, .date, .localTime, .uid:
      guard !key.flags.contains(.isEscaped) else { return nil }
      return withText(of: key) { text in
        if let number = key.decimalText(text) { return number.withBytes(body) }
        return body(text)
      }
    default: return nil
    }
  }
}
