internal import DecantCore

/// The values of an edit at their places.
extension EditedDocument {
  /// Returns a change whose value is the reading that fits its place.
  func choosing(_ readings: ValueReadings, for change: NodeChange) throws(DecantError) -> NodeChange
  {
    switch change {
    case .replace(let place, _):
      .replace(place, try readings.document(inPlaceOf: kind(of: place.node)))
    case .insert(let collection, let index, let key, _):
      .insert(
        collection, index: index, key: key,
        try readings.document(
          inPlaceOf: key == nil && holdsOnlyText(collection.node) ? .string : nil))
    case .remove, .rename, .removeAnchor: change
    }
  }

  /// Returns the change of type that a replacement is; nil for other changes.
  func typeChange(by change: NodeChange) -> TypeChange? {
    guard case .replace(let place, var new) = change else { return nil }
    let old = node(place.node)
    if let adapted = try? rules?.replacement(of: old, by: new) { new = adapted }
    return TypeChange(from: old, to: new.root, at: path(of: place))
  }

  /// The kind of a node; an alias has that of the node it refers to, and the notation of a number or of data has none.
  func kind(of node: Int) -> Event.Kind? {
    let node = self.node(node)
    return node.kind == .string && rules?.isText(node) == false ? nil : node.kind
  }

  private func node(_ node: Int) -> Document.Node {
    let content = tape.content(of: node)
    let target = tape[content].kind == .alias ? anchor(of: content) : nil
    return Document.Node(tape: tape, index: target ?? node)
  }

  /// Whether a node is a sequence that has elements, all of them strings.
  private func holdsOnlyText(_ sequence: Int) -> Bool {
    guard !isMapping(sequence) else { return false }
    let end = tape.end(of: sequence) - 1
    guard nodes.isWhole else { return nodes.marks[end].endsText }
    let children = children(of: sequence)
    return !children.isEmpty
      && children.allSatisfy {
        kind(of: $0.value) == .string && nodes.gap(before: $0.value)?.holdsOnlyText ?? true
      }
  }

  private func path(of place: NodePlace) -> DocumentPath {
    DocumentPath(
      place.ancestors.map { ancestor in
        let child = children(of: ancestor.node)[ancestor.child]
        guard let key = child.key else { return .index(child.ordinal ?? ancestor.child) }
        return .key(Document.Node(tape: tape, index: key).token?.string ?? "")
      })
  }
}
