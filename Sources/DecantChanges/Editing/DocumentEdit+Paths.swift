internal import DecantConversion
internal import DecantCore
internal import DecantEditing

extension DocumentEdit {
  /// The paths on which the edit needs nodes.
  fileprivate func neededPaths() throws(DecantError) -> [NeededPath] {
    switch self {
    case .set(let path, _), .insert(let path, _), .append(let path, _), .delete(let path),
      .comment(let path, _):
      [NeededPath(path)]
    case .rename(let path, let key):
      // Edits after it may lead into the node by its new name.
      [NeededPath(path, isWhole: true)]
        + ([path] + path.dotted).map { path in
          NeededPath(
            PathPattern(steps: path.steps.dropLast() + [.name(KeyText(key))], text: path.text))
        }
    case .move(let source, let target), .copy(let source, let target):
      [NeededPath(source, isWhole: true), NeededPath(target)]
    case .test(let path, _), .deleteComments(let path), .sort(let path, _):
      [NeededPath(path, isWhole: true)]
    case .merge(let patch, _):
      try patch.withoutTrivia.value.mergedPaths
    case .addMissing, .sync, .change: [NeededPath(DocumentPointer(tokens: []), isWhole: true)]
    case .patch(let patch):
      patch.operations.flatMap { operation in
        switch operation {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _):
          [NeededPath(pointer)]
        case .move(let source, let target), .copy(let source, let target):
          [NeededPath(source, isWhole: true), NeededPath(target)]
        case .test(let pointer, _): [NeededPath(pointer, isWhole: true)]
        }
      }
    }
  }

  /// Whether elements may have other numbers after the edit.
  fileprivate var movesElements: Bool {
    switch self {
    case .set, .rename, .test, .merge, .addMissing, .comment, .deleteComments: false
    case .insert, .append, .delete, .move, .copy, .sync, .change, .sort: true
    case .patch(let patch): patch.operations.count > 1
    }
  }
}

extension Value {
  /// The paths of a merge patch.
  fileprivate var mergedPaths: [NeededPath] {
    var paths: [NeededPath] = []
    var open = [(pointer: DocumentPointer(tokens: []), value: self)]
    while let (pointer, value) = open.popLast() {
      paths.append(NeededPath(pointer, isWhole: value.mapping == nil))
      for (key, value) in value.mapping ?? Mapping() {
        if let name = key.token { open.append((pointer.appending(name), value)) }
      }
    }
    return paths
  }
}

extension EditStep {
  fileprivate func neededPaths() throws(DecantError) -> [NeededPath] {
    switch action {
    case .only: [NeededPath(DocumentPointer(tokens: []), isWhole: true)]
    // What the sequence holds already is looked up.
    case .edit(.append(let path, _)) where source != nil: [NeededPath(path, isWhole: true)]
    case .edit(let edit): try edit.neededPaths()
    }
  }

  fileprivate var movesElements: Bool {
    if case .edit(let edit) = action { edit.movesElements } else { false }
  }
}

extension [EditStep] {
  /// The paths on which the edits, one after the other, need nodes of the document before the first.
  func neededPaths() throws(DecantError) -> [NeededPath] {
    var paths: [NeededPath] = []
    for edit in self { paths += try edit.neededPaths() }
    if contains(where: \.movesElements), paths.count > 1 {
      for index in paths.indices { paths[index].forgetNumbers() }
    }
    return paths
  }
}
