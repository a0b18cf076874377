internal import DecantCore

/// Anchors of a document that is written as a whole.
extension Tape {
  /// Returns the tape with the nodes of `old` whose anchors an edit removed, each where the first alias refers to it.
  func restoringAnchors(of old: Tape) throws(DecantError) -> Tape {
    var tape = self
    while true {
      let lost = tape.lostNodes(of: old)
      guard !lost.isEmpty else { return tape }
      tape = try tape.replacing { lost[$0]?.tape }
    }
  }

  /// Returns the nodes by the aliases that refer to them.
  private func lostNodes(of old: Tape) -> [Int: Document] {
    let known = Set(entries.indices.filter { self[$0].kind == .anchor }.map { name(at: $0) })
    var aliases: [KeyText: Int] = [:]
    for index in entries.indices where self[index].kind == .alias {
      let name = name(at: index)
      if !known.contains(name), aliases[name] == nil { aliases[name] = index }
    }
    guard !aliases.isEmpty else { return [:] }
    var nodes: [Int: Document] = [:]
    var end = 0
    // A node inside of another one comes back with it.
    for anchor in old.entries.indices where old[anchor].kind == .anchor && anchor >= end {
      guard let alias = aliases[old.name(at: anchor)],
        let node = try? Document(copying: Document.Node(tape: old, index: anchor))
      else { continue }
      end = old.end(of: anchor)
      nodes[alias] = node
    }
    return nodes
  }

  /// Returns the tape with a prefix before the names of its anchors, so that they differ from those of a document.
  func prefixingAnchors(_ prefix: String) throws(DecantError) -> Tape {
    try replacing { (index) throws(DecantError) in
      guard self[index].kind == .anchor || self[index].kind == .alias else { return nil }
      return try entry(at: index, withText: prefix + string(at: index))
    }
  }
}

extension Document {
  /// The document with numbers in the syntax of JSON, as the editor reads those of a file.
  var withDecimalNumbers: Document {
    get throws(DecantError) {
      let new = try tape.replacing { (index) throws(DecantError) in
        let decimal = tape.text.withBytes { text in
          tape[index].event.decimalText(text.extracting(tape.textRange(at: index)))
        }
        guard let decimal else { return nil }
        let text = String(decoding: decimal, as: UTF8.self)
        return try tape.entry(at: index, withText: text, .plainASCII)
      }
      return Document(new)
    }
  }
}

extension Tape {
  /// Returns the tape with other nodes instead of entries, where `replacement` is not nil.
  fileprivate func replacing(
    _ replacement: (Int) throws(DecantError) -> Tape?
  ) throws(DecantError) -> Tape {
    var result = Tape()
    var next = 0
    for index in entries.indices {
      guard let new = try replacement(index) else { continue }
      try result.append(next..<index, of: self)
      try result.append(0..<new.count, of: new)
      next = index + 1
    }
    guard next > 0 else { return self }
    try result.append(next..<count, of: self)
    return result
  }

  /// Returns an entry with another text.
  fileprivate func entry(
    at index: Int, withText text: String, _ flags: Event.Flags = []
  ) throws(DecantError) -> Tape {
    let entry = self[index]
    var batch = EventBatch()
    batch.append(entry.kind, text: text, flags: entry.flags.union(flags), style: entry.style)
    var result = Tape()
    try result.append(0..<1, of: batch)
    return result
  }
}
