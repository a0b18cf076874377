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
      .insert(DocumentPointer(tokens: pointer.tokens + ["-"]), new),
    ]
  }

  private static func violation(
    of edit: DocumentEdit, in bytes: [UInt8], _ editor: DocumentEditor
  ) -> String? {
    var edited = editor
    do {
      try edited.apply(edit)
      return nil
    } catch {
      if edited.bytes != bytes { return "a failed edit changed bytes: \(error)" }
      return error.category == .defect ? "\(edit): \(error)" : nil
    }
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
