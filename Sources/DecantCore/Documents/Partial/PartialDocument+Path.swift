extension PartialDocument {
  package struct Path: Sendable {
    fileprivate let tokens: [Token]
    let isWhole: Bool

    package init(_ pointer: DocumentPointer, isWhole: Bool = false) {
      tokens = pointer.tokens.map { Token($0) }
      self.isWhole = isWhole
    }

    /// Creates a path that leads to all that `path` needs: whole values where a condition or any depth begins.
    package init(_ path: PathPattern) {
      var tokens: [Token] = []
      steps: for step in path.steps {
        switch step {
        case .name(let name): tokens.append(Token(name))
        case .any: tokens.append(Token("*"))
        case .matching:
          tokens.append(Token("*"))
          break steps
        case .anyDepth: break steps
        }
      }
      self.tokens = tokens
      isWhole = false
    }

    package var count: Int { tokens.count }
  }

  fileprivate struct Token: Sendable {
    let text: [UInt8]
    let index: Int?
    let isAny: Bool
    let isLast: Bool
    let countsFromEnd: Bool

    init(_ token: KeyText) {
      text = Array(token.utf8)
      index = DocumentPointer.index(token)
      isAny = token == "*"
      isLast = token == "-1"
      countsFromEnd = PathPattern.distanceFromEnd(token) != nil
    }
  }
}

extension PartialDocument.Path {
  /// Whether the path leads through a key; more keys may match than the pointer means.
  package func matches(_ key: RawSpan, at depth: Int) -> Bool {
    let token = tokens[depth]
    return token.isAny || token.text.withBytes { $0.isEqual(to: key) }
  }

  /// Whether the path leads through any key.
  func matchesAny(at depth: Int) -> Bool { tokens[depth].isAny }

  package func matches(element number: Int, at depth: Int) -> Bool {
    let token = tokens[depth]
    return token.index == number || token.isAny || token.countsFromEnd
  }

  /// The number of the last element that the path can lead through; -1 if that is none.
  package func lastElement(at depth: Int) -> Int {
    let token = tokens[depth]
    return token.isAny || token.countsFromEnd ? .max : token.index ?? -1
  }

  func matchesOnlyLast(at depth: Int) -> Bool { tokens[depth].isLast }
}
