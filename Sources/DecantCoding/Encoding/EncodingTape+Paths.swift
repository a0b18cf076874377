internal import DecantCore

/// Coding paths, which are computed only on request.
extension EncodingTape {
  var path: [any CodingKey] { path(of: count) }

  func path(of index: Int) -> [any CodingKey] {
    var steps: [any CodingKey] = []
    var tape = self
    var node = index
    while true {
      tape.appendSteps(to: node, &steps)
      guard let slot = tape.slot else { return steps.reversed() }
      (tape, node) = slot
    }
  }

  private func appendSteps(to index: Int, _ steps: inout [any CodingKey]) {
    guard innermost >= 0 else { return steps += stepsInside(to: index).reversed() }
    var node = index
    var around = innermost
    while around >= index { around = entries[around].link }
    while around >= 0 {
      // A class precedes its value.
      while entries[node - 1].kind == .tag { node -= 1 }
      steps.append(
        entries[around].kind == .beginSequence
          ? EventKey(index: elementCount(from: around, to: node))
          : codingKey(at: node - 1, in: around))
      node = around
      around = entries[around].link
    }
  }

  /// Returns the steps from the root of a complete tape.
  private func stepsInside(to index: Int) -> [any CodingKey] {
    var steps: [any CodingKey] = []
    var node = 0
    while true {
      while node < index, entries[node].kind == .tag { node += 1 }
      guard node < index, entries[node].depthChange > 0 else { break }
      let isSequence = entries[node].kind == .beginSequence
      let runs = runs(in: node, of: isSequence ? 1 : 2)
      guard let (number, run) = runs.enumerated().first(where: { index < $0.element.upperBound })
      else { break }
      steps.append(
        isSequence ? EventKey(index: number) : codingKey(at: run.lowerBound, in: node))
      node = isSequence ? run.lowerBound : run.lowerBound + 1
    }
    return steps
  }

  /// Returns a key of a mapping: one of the type that encodes the mapping.
  private func codingKey(at key: Int, in mapping: Int) -> any CodingKey {
    if let key = originalKeys[key] { return key }
    let name = text(at: key)
    let containers = session.openContainers
    for index in 0..<containers.count {
      let container = containers[index]
      if container.tape == ObjectIdentifier(self), container.start == mapping,
        let key = container.type.init(stringValue: name)
      {
        return key
      }
    }
    return EventKey(stringValue: name)
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
