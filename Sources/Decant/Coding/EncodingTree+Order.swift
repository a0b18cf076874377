/// The order of dictionaries and sets, which is that of their hashes in memory and differs from process to process.
///
/// Keys that are names are put in the order of their bytes; the elements of a set, and the pairs of a dictionary
/// with other keys, in the order of their canonical forms. That is done when the whole value has been encoded:
/// until then the nodes of a dictionary are models for the next one, which has its keys in the same order.
extension EncodingTree {
  /// A dictionary or a set that is not in order.
  struct Unordered {
    let node: Int
    /// How many nodes of a sequence belong together: a key and its value, or one element.
    let groupSize: Int
  }

  /// Notes that a dictionary or a set has been encoded at `node`.
  func noteUnordered(_ node: Int, _ traits: EncodedTypes.Traits) {
    guard self[node].isCollection, self[node].count > 1 else { return }
    unordered.append(
      Unordered(node: node, groupSize: traits.contains(.isDictionary) ? 2 : 1))
  }

  /// Puts the dictionaries and sets in order; those inside others come first, as the forms of these depend on them.
  func putInOrder() {
    for place in unordered {
      switch self[place.node].kind {
      case .beginMapping: sortKeys(of: place.node)
      case .beginSequence: sortElements(of: place.node, groupedBy: place.groupSize)
      default: continue
      }
    }
    unordered.removeAll()
  }

  private func sortKeys(of mapping: Int) {
    var children = children(of: mapping)
    text.withBytes { text in
      children.sort {
        text.extracting(self[$0].keyRange).precedes(text.extracting(self[$1].keyRange))
      }
    }
    link(children, in: mapping)
  }

  private func sortElements(of sequence: Int, groupedBy size: Int) {
    let children = children(of: sequence)
    let groups = stride(from: 0, to: children.count, by: size).map { start in
      let group = Array(children[start..<min(start + size, children.count)])
      return (forms: group.map(canonicalForm(of:)), nodes: group)
    }
    let sorted = groups.sorted { first, second in
      let difference = zip(first.forms, second.forms).first { $0 != $1 }
      return difference.map { $0.lexicographicallyPrecedes($1) } ?? false
    }
    link(sorted.flatMap(\.nodes), in: sequence)
  }

  private func children(of collection: Int) -> [Int] {
    var children: [Int] = []
    var child = self[collection].count > 0 ? self[collection].first : -1
    while child >= 0 {
      children.append(Int(child))
      child = self[Int(child)].next
    }
    return children
  }

  private func link(_ children: [Int], in collection: Int) {
    guard let first = children.first, let last = children.last else { return }
    for (child, next) in zip(children, children.dropFirst()) {
      nodes[child].next = Int32(truncatingIfNeeded: next)
    }
    nodes[last].next = -1
    nodes[collection].first = Int32(truncatingIfNeeded: first)
    nodes[collection].last = Int32(truncatingIfNeeded: last)
  }

  /// The canonical form of a node; empty where it has none, which is an error when the tree is written.
  private func canonicalForm(of node: Int) -> [UInt8] {
    do throws(DecantError) {
      var events = TreeEvents(self, from: node)
      var batch = EventBatch()
      var tape = Tape()
      while try events.fill(&batch) {
        try tape.append(nodesOf: batch)
        batch.removeAll()
      }
      return try tape.canonicalForm()
    } catch {
      return []
    }
  }
}

extension RawSpan {
  /// Whether the bytes come before others, which are not the same.
  fileprivate func precedes(_ other: RawSpan) -> Bool {
    for index in 0..<min(byteCount, other.byteCount) {
      let (byte, otherByte) = (byte(at: index), other.byte(at: index))
      if byte != otherByte { return byte < otherByte }
    }
    return byteCount < other.byteCount
  }
}
