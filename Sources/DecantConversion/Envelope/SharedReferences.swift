internal import DecantCore

/// The shared values of a document, for its canonical form.
///
/// In version 1, the first place of a shared value defines it, `{"$shared": 1, "$value": …}`; others refer to it,
/// `{"$shared": 1, "$again": true}`. Version 2 has `InstanceMark`s. Which place is first depends on the order of keys, and readers
/// repeat the definition for each alias. The canonical form defines a value where it first occurs.
struct SharedReferences {
  struct Reference {
    let id: String
    /// The value, or the mapping of an instance with a mark.
    let value: Int
    var isMark = false
  }

  private var references: [Int: Reference] = [:]

  init() {}

  init(in document: Tape, hasMarks: Bool) {
    guard hasMarks else {
      self.init(in: document)
      return
    }
    self.init()
    let marks = document.entries.indices.compactMap { index in
      InstanceMark(at: index, in: document).map { (index, $0) }
    }
    let definitions = marks.filter { !$0.1.isReference }.map { ($0.1.id, $0.0) }
    let nodes = Dictionary(definitions) { first, _ in first }
    for (index, mark) in marks {
      guard let id = mark.id, let definition = nodes[id] else { continue }
      references[index] = Reference(id: "\(id)", value: definition, isMark: true)
    }
  }

  /// Finds shared values, except numbers without a definition or with contradictory ones; aliases must be expanded.
  init(in document: Tape) {
    var definitions: [String: [Int]] = [:]
    var nodes: [(mapping: Int, id: String)] = []
    for index in 0..<document.count where document[index].kind == .beginMapping {
      guard let node = document.sharedNode(at: index) else { continue }
      nodes.append((index, node.id))
      if let value = node.value { definitions[node.id, default: []].append(value) }
    }
    for node in nodes {
      guard let values = definitions[node.id] else { continue }
      references[node.mapping] = Reference(id: node.id, value: values[0])
    }
    let disputed = definitions.filter { _, values in
      values.dropFirst().contains { !document.isSame($0, values[0]) }
    }
    guard !disputed.isEmpty else { return }
    references = references.filter { disputed[$0.value.id] == nil }
  }

  subscript(node: Int) -> Reference? {
    references.isEmpty ? nil : references[node]
  }
}

extension Tape {
  /// Parses the mapping at `index` as a definition or reference; `value` is nil for a reference.
  func sharedNode(at index: Int) -> (id: String, value: Int?)? {
    guard count > index + 5 else { return nil }
    let first = index + 1
    let second = end(of: end(of: first))
    guard second < partner(of: index), end(of: end(of: second)) == partner(of: index) else {
      return nil
    }
    let keys = (key(at: first), key(at: second))
    let (id, other) = keys.0 == SharedKey.number ? (first, second) : (second, first)
    guard key(at: id) == SharedKey.number, self[id + 1].kind == .integer else { return nil }
    let number = text.withBytes { CanonicalNumber.text(of: $0.extracting(textRange(at: id + 1))) }
    switch key(at: other) {
    case SharedKey.value: return (number, other + 1)
    case SharedKey.again where self[other + 1].kind == .true: return (number, nil)
    default: return nil
    }
  }

  private func key(at index: Int) -> String? {
    // The length of `$shared`, the longest of the three keys.
    guard self[index].kind == .string, textRange(at: index).count <= 7 else { return nil }
    return string(at: index)
  }

  fileprivate func isSame(_ first: Int, _ second: Int) -> Bool {
    hasSameEvents(first, second)
      || CanonicalForm.text(of: first, in: self) == CanonicalForm.text(of: second, in: self)
  }
}
