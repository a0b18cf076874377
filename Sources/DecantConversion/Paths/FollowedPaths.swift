package import DecantCore

/// Some paths, as a follower takes them: the steps of all, each with the state of the child to which it leads.
package struct FollowedPaths: Sendable {
  package struct Step: Sendable {
    /// The key through which the step leads; nil for each.
    var name: [UInt8]?
    /// Whether it leads through elements only.
    var isOfElements = false
    /// The elements through which it may lead, and whether that is only the last one.
    var elements = 0..<Int.max
    var isLast = false
    /// The state of the child.
    package var next = 0
    /// The states that a node has besides this one.
    package var others: [Int] = []
    /// The kind of collections of which only the end decides where the step leads.
    package var gathered: Event.Kind?
    /// Whether all that is in the node at the end of a path is needed; nil for steps.
    var isWhole: Bool?

    /// Creates a step through a key or an element, or through each child.
    package init(_ name: KeyText? = nil, next: Int = 0) {
      self.next = next
      guard let name else { return }
      self.name = Array(name.utf8)
      elements = DocumentPointer.index(name).map { $0..<max($0, $0 &+ 1) } ?? 0..<0
    }

    /// Returns the end of a path.
    package static func end(isWhole: Bool = true) -> Step {
      var end = Step()
      end.elements = 0..<0
      end.isWhole = isWhole
      return end
    }

    func leads(through key: RawSpan) -> Bool {
      isWhole == nil && !isOfElements && name?.withBytes { $0.isEqual(to: key) } ?? true
    }
  }

  private(set) var steps: [Step] = []
  private var start: [Int] = []
  private let hasOthers: Bool
  /// The list of each state alone: most nodes have one, and no list is made for each node.
  private let alone: [[Int]]

  /// Creates paths of the steps of each.
  package init(_ paths: [[Step]]) {
    for path in paths {
      let first = steps.count
      start.append(first)
      for var step in path {
        step.next += first
        for index in step.others.indices { step.others[index] += first }
        steps.append(step)
      }
    }
    hasOthers = steps.contains { !$0.others.isEmpty }
    alone = steps.indices.map { [$0] }
  }

  /// The states of the root.
  package var statesOfRoot: [Int] { closed(start) }

  /// Returns the states of the value of a key, from those of its mapping.
  package func states(from states: [Int], through key: RawSpan) -> [Int] {
    children(of: states) { $0.leads(through: key) }
  }

  package func states(from states: [Int], through key: KeyText) -> [Int] {
    key.string.withBytes { self.states(from: states, through: $0) }
  }

  /// Returns the states of an element, from those of its sequence.
  package func states(from states: [Int], throughElement number: Int) -> [Int] {
    children(of: states) { $0.elements.contains(number) }
  }

  @inline(__always)
  private func children(of states: [Int], where leads: (Step) -> Bool) -> [Int] {
    if states.count == 1, !hasOthers {
      let step = steps[states[0]]
      return leads(step) ? alone[step.next] : []
    }
    var next: [Int] = []
    for state in states where leads(steps[state]) { next.append(steps[state].next) }
    return closed(next)
  }

  /// Whether a path ends at a node with some states.
  package func isEnd(_ states: [Int]) -> Bool { states.contains { steps[$0].isWhole != nil } }

  private func closed(_ states: [Int]) -> [Int] {
    guard hasOthers else { return states }
    var closed: [Int] = []
    for state in states {
      for state in [state] + steps[state].others where !closed.contains(state) {
        closed.append(state)
      }
    }
    return closed
  }
}

extension PathPattern {
  /// The steps as a follower takes them, the end, and the steps through keys with dots.
  package var followed: [FollowedPaths.Step] {
    var followed: [FollowedPaths.Step] = []
    for step in steps {
      var next = FollowedPaths.Step(next: followed.count + 1)
      switch step {
      case .name(let name):
        next = FollowedPaths.Step(name, next: followed.count + 1)
        if Self.distanceFromEnd(name) != nil { next.gathered = .beginSequence }
      case .any(let key), .matching(_, let key): if key != nil { next.gathered = .beginMapping }
      case .anyDepth:
        next.others = [next.next]
        next.next -= 1
      case .slice(let start, let end):
        next.isOfElements = true
        if start < 0 || end ?? 0 < 0 {
          next.gathered = .beginSequence
        } else {
          next.elements = PathPattern.Step.elements(from: start, to: end, of: 0)
        }
      }
      followed.append(next)
    }
    followed.append(.end())
    for join in joins {
      let first = join.steps.lowerBound
      for number in max(first - 1, 0)...first where number == first || steps[number] == .anyDepth {
        followed[number].others.append(followed.count)
      }
      followed.append(FollowedPaths.Step(join.key, next: join.steps.upperBound))
    }
    return followed
  }
}
