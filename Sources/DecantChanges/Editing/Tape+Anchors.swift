internal import DecantCore

/// Anchors of a document that is written as a whole.
extension Tape {
  /// Returns the tape with the nodes of `old` whose anchors an edit removed, each where the first alias refers to it.
  func restoringAnchors(of old: Tape) throws(DecantError) -> Tape {
    var tape = self
    while true {
      let lost = tape.lostNodes(of: old)
      guard !lost.isEmpty else { return tape }
      tape = try tape.replacing(lost)
    }
  }

  private func lostNodes(of old: Tape) -> [(alias: Int, node: Document)] {
    let known = Set(entries.indices.filter { self[$0].kind == .anchor }.map { name(at: $0) })
    var aliases: [KeyText: Int] = [:]
    for index in entries.indices where self[index].kind == .alias {
      let name = name(at: index)
      if !known.contains(name), aliases[name] == nil { aliases[name] = index }
    }
    guard !aliases.isEmpty else { return [] }
    var edits: [(alias: Int, node: Document)] = []
    var end = 0
    // A node inside of another one comes back with it.
    for anchor in old.entries.indices where old[anchor].kind == .anchor && anchor >= end {
      guard let alias = aliases[old.name(at: anchor)],
        let node = try? Document(copying: Document.Node(tape: old, index: anchor))
      else { continue }
      end = old.end(of: anchor)
      edits.append((alias, node))
    }
    return edits
  }

  private func replacing(
    _ aliases: [(alias: Int, node: Document)]
  ) throws(DecantError) -> Tape {
    var result = Tape()
    var place = 0
    for (alias, node) in aliases.sorted(by: { $0.alias < $1.alias }) {
      try result.append(place..<alias, of: self)
      try result.append(0..<node.tape.count, of: node.tape)
      place = alias + 1
    }
    try result.append(place..<count, of: self)
    return result
  }

  /// Returns the tape with a prefix before the names of its anchors, so that they differ from those of a document.
  func prefixingAnchors(_ prefix: String) throws(DecantError) -> Tape {
    guard entries.contains(where: { $0.kind == .anchor }) else { return self }
    var batch = EventBatch()
    try replay(0..<count, into: &batch)
    var result = Tape()
    for index in 0..<batch.count {
      var event = batch[index]
      if event.kind == .anchor || event.kind == .alias {
        let flags = event.flags.subtracting(.inScratch)
        batch.append(event.kind, text: prefix + batch.string(of: event), flags: flags)
        event = batch[batch.count - 1]
      }
      try result.append(event, of: batch)
    }
    return result
  }
}
