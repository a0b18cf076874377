/// Coding paths, which are computed only on request.
extension OpenTape {
  var path: [any CodingKey] { path(of: count) }

  func path(of index: Int) -> [any CodingKey] {
    var steps: [any CodingKey] = []
    var tape = self
    var node = index
    while true {
      tape.appendSteps(to: node, &steps)
      guard let place = tape.place else { return steps.reversed() }
      (tape, node) = place
    }
  }

  private func appendSteps(to index: Int, _ steps: inout [any CodingKey]) {
    var node = index
    var around = innermost
    while around >= index { around = entries[around].link }
    while around >= 0 {
      steps.append(
        entries[around].kind == .beginSequence
          ? EventKey(index: elementCount(from: around, to: node))
          : EventKey(stringValue: text(at: node - 1)))
      node = around
      around = entries[around].link
    }
  }

  func elementCount(from start: Int, to end: Int) -> Int {
    var elements = 0
    var element = start + 1
    while element < end {
      element = self.end(of: element)
      elements += 1
    }
    return elements
  }
}
