#if DEBUG
  extension Tape {
    /// Throws if what the head of the type says does not hold, for tests on random documents; release builds do without it.
    package func checkInvariants() throws(DecantError) {
      var open: [Int] = []
      for (index, entry) in entries.enumerated() {
        switch entry.depthChange {
        case 0:
          try require(
            entry.textRange.isEmpty || entry.textRange.upperBound <= text.count,
            "a text beyond the end", at: index)
        case 1:
          open.append(index)
        default:
          guard let begin = open.popLast() else {
            throw broken("an end without a beginning", index)
          }
          try require(
            begin + self[begin].link == index && self[begin].link == -entry.link
              && (self[begin].kind == .beginMapping) == (entry.kind == .endMapping),
            "a beginning and an end that do not lead to each other", at: index)
        }
      }
      var around = -1
      for begin in open {
        try require(
          self[begin].link == around, "an open collection without the outer one", at: begin)
        around = begin
      }
      try require(innermost == around, "another innermost collection", at: count - 1)
      if open.isEmpty, entries.contains(where: { !$0.isAnnotation }) { try checkGrammar() }
    }

    private func checkGrammar() throws(DecantError) {
      let end = endWithComments(of: 0)
      try require((end..<count).allSatisfy { self[$0].event.isTrivia }, "two nodes", at: count - 1)
      var batch = EventBatch()
      batch.rebase(to: origin)
      batch.append(.beginDocument)
      try replay(0..<count, into: &batch)
      batch.append(.endDocument)
      var checker = EventGrammarChecker(.content)
      try checker.check(batch)
      try checker.finish()
    }

    private func require(
      _ holds: Bool, _ problem: String, at index: Int
    ) throws(DecantError) {
      if !holds { throw broken(problem, index) }
    }

    private func broken(_ problem: String, _ index: Int) -> DecantError {
      DecantError(.malformedEvents("\(problem), at entry \(index)"))
    }
  }
#endif
