/// A path of which the nodes are needed before the document is known: it may lead to more than the path means.
package struct NeededPath: Sendable {
  private enum Token: Sendable {
    case any
    case last(KeyText)
    case named(KeyText, index: Int?)
  }

  private var tokens: [Token] = []
  /// Whether also all that is in the node is needed.
  package let isWhole: Bool

  package init(_ path: PathPattern, isWhole: Bool = false) {
    var isWhole = isWhole
    steps: for step in path.steps {
      switch step {
      case .name(let name):
        switch PathPattern.distanceFromEnd(name) {
        case nil: tokens.append(.named(name, index: DocumentPointer.index(name)))
        case 1: tokens.append(.last(name))
        default: tokens.append(.any)
        }
      case .any: tokens.append(.any)
      case .matching:
        // What is in a child decides whether the path leads through it.
        tokens.append(.any)
        isWhole = true
        break steps
      case .anyDepth:
        isWhole = true
        break steps
      }
    }
    self.isWhole = isWhole
  }

  package init(_ pointer: DocumentPointer, isWhole: Bool = false) {
    self.init(PathPattern(pointer), isWhole: isWhole)
  }

  /// The number of steps before the node.
  package var count: Int { tokens.count }

  /// Makes the path lead through all elements where it leads through one, because an edit before it moves them.
  package mutating func forgetNumbers() {
    for index in tokens.indices {
      switch tokens[index] {
      case .last, .named(_, index: .some): tokens[index] = .any
      case .any, .named: break
      }
    }
  }

  /// Whether the path leads through a key.
  package func matches(_ key: RawSpan, at depth: Int) -> Bool {
    switch tokens[depth] {
    case .any: true
    case .last(let name), .named(let name, _): name.string.withBytes { $0.isEqual(to: key) }
    }
  }

  /// Whether the path may lead through an element.
  package func matches(element number: Int, at depth: Int) -> Bool {
    switch tokens[depth] {
    case .any, .last: true
    case .named(_, let index): index == number
    }
  }

  /// Whether the path leads through the last element and no other.
  package func matchesOnlyLast(at depth: Int) -> Bool {
    if case .last = tokens[depth] { true } else { false }
  }

  /// The number of the last element that the path can lead through; -1 if that is none.
  package func lastElement(at depth: Int) -> Int {
    switch tokens[depth] {
    case .any, .last: .max
    case .named(_, let index): index ?? -1
    }
  }
}
