/// A path of which the nodes are needed before the document is known: it may lead to more than the path means.
package struct NeededPath: Sendable {
  package private(set) var steps: [FollowedPaths.Step]

  /// Creates a path; `isWhole` if also all that is in the node is needed.
  package init(_ path: PathPattern, isWhole: Bool = false) {
    steps = path.followed
    steps[path.steps.count] = .end(isWhole: isWhole)
    for (number, step) in path.steps.enumerated() {
      steps[number].gathered = nil
      switch step {
      case .name(let name):
        guard let distance = PathPattern.distanceFromEnd(name) else { continue }
        steps[number].elements = 0..<Int.max
        steps[number].isLast = distance == 1
      case .any, .slice: break
      case .matching:
        // What is in a child decides whether the path leads through it.
        steps[number + 1] = .end()
        return
      case .anyDepth:
        steps[number] = .end()
        return
      }
    }
  }

  package init(_ pointer: DocumentPointer, isWhole: Bool = false) {
    self.init(PathPattern(pointer), isWhole: isWhole)
  }

  /// Makes the path lead through all elements where it leads through one, because an edit before it moves them.
  package mutating func forgetNumbers() {
    for index in steps.indices where !steps[index].elements.isEmpty {
      steps[index].elements = 0..<Int.max
      steps[index].isLast = false
    }
  }
}

extension FollowedPaths {
  package init(_ paths: [NeededPath]) { self.init(paths.map(\.steps)) }
}
