public import Decant

/// The invariants of edits, for any input.
public enum EditInvariants {
  /// Returns a description of a violated invariant.
  ///
  /// The first byte selects the edit and the node. An edit can be refused; an incorrect result is a
  /// defect, even if `DocumentEditor` detects it.
  public static func violation(of input: [UInt8], as format: Format) -> String? {
    guard let first = input.first, let new = try? Document("new") else { return nil }
    let bytes = Array(input.dropFirst())
    guard let editor = try? DocumentEditor(bytes, as: format),
      let document = try? Document(parsing: bytes, as: format)
    else { return nil }
    let pointers = pointers(in: document.root)
    let pointer = pointers[Int(first >> 2) % pointers.count]
    return violation(of: edits(at: pointer, new)[Int(first & 3)], in: bytes, editor)
  }

  /// Returns the first violation by an edit of one of the first 64 nodes.
  public static func violation(ofAnyEditOf bytes: [UInt8], as format: Format) -> String? {
    guard let new = try? Document("new"), let editor = try? DocumentEditor(bytes, as: format),
      let document = try? Document(parsing: bytes, as: format)
    else { return nil }
    for pointer in pointers(in: document.root) {
      for edit in edits(at: pointer, new) {
        if let violation = violation(of: edit, in: bytes, editor) { return violation }
      }
    }
    return nil
  }

  private static func edits(at pointer: DocumentPointer, _ new: Document) -> [DocumentEdit] {
    [
      .set(pointer, new), .delete(pointer), .rename(pointer, to: "new"),
      .insert(DocumentPointer(pointer.tokens + ["-"]), new),
    ]
  }

  private static func violation(
    of edit: DocumentEdit, in bytes: [UInt8], _ editor: DocumentEditor
  ) -> String? {
    var edited = editor
    do {
      try edited.apply(edit)
    } catch {
      if edited.bytes != bytes { return "a failed edit changed bytes: \(error)" }
      return error.category == .defect ? "\(edit): \(error)" : nil
    }
    // Where aliases refer to a value, an edit changes it in more than one place.
    guard !editor.format.abilities.contains(.anchors) else { return nil }
    guard let old = try? Value(parsing: bytes, as: editor.format),
      let expected = value(old, after: edit)
    else { return nil }
    do {
      let new = try Value(parsing: edited.bytes, as: editor.format)
      return new == expected ? nil : "\(edit): \(new) instead of \(expected)"
    } catch {
      return "\(edit): the result is invalid: \(error)"
    }
  }

  /// Returns nil if a patch of values means something else than the edit.
  private static func value(_ old: Value, after edit: DocumentEdit) -> Value? {
    var value = old
    do {
      switch edit {
      case .set(let path, .document(let new)):
        guard let pointer = pointer(path) else { return nil }
        try value.apply(JSONPatch([.replace(pointer, new.value)]))
      case .delete(let path):
        guard let pointer = pointer(path) else { return nil }
        try value.apply(JSONPatch([.remove(pointer)]))
      case .insert(let path, .document(let new)):
        guard let pointer = pointer(path) else { return nil }
        try value.apply(JSONPatch([.add(pointer, new.value)]))
      default: return nil
      }
      return value
    } catch {
      return nil
    }
  }

  private static func pointer(_ path: PathPattern) -> DocumentPointer? {
    path.names.flatMap { $0.contains("-1") ? nil : DocumentPointer($0) }
  }

  private static func pointers(in root: Document.Node) -> [DocumentPointer] {
    var pointers = [DocumentPointer(tokens: [])]
    var open: [(node: Document.Node, tokens: [String])] = [(root, [])]
    while let (node, tokens) = open.popLast(), pointers.count < 64 {
      pointers.append(DocumentPointer(tokens: tokens))
      for (index, element) in node.elements.enumerated().prefix(16) {
        open.append((element, tokens + [String(index)]))
      }
      for pair in node.pairs.prefix(16) {
        if let key = pair.key.text { open.append((pair.value, tokens + [key])) }
      }
    }
    return pointers
  }
}
