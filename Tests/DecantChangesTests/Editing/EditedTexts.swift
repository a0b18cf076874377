import Decant

/// Returns the text after edits as on the command line: `set /a 1`, `delete /a`.
///
/// The last operand may contain spaces.
func edited(
  _ source: String, as format: Format, _ operations: String..., document: Int? = nil
) throws -> String {
  var editor = try DocumentEditor(Array(source.utf8), as: format)
  for operation in operations {
    try editor.apply(try DocumentEdit(operation), toDocument: document)
  }
  return String(decoding: editor.bytes, as: UTF8.self)
}

extension DocumentEdit {
  init(_ words: String) throws {
    let parts = words.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(
      String.init)
    let pointer = DocumentPointer(parts[1] == "root" ? "" : parts[1]) ?? DocumentPointer(tokens: [])
    func value() throws -> Document { try Document(parsing: parts[2], as: .yaml) }
    switch parts[0] {
    case "set": self = .set(pointer, try value())
    case "insert": self = .insert(pointer, try value())
    case "test": self = .test(pointer, try value())
    case "delete": self = .delete(pointer)
    case "rename": self = .rename(pointer, to: parts[2])
    case "move": self = .move(pointer, to: DocumentPointer(parts[2]) ?? pointer)
    case "copy": self = .copy(pointer, to: DocumentPointer(parts[2]) ?? pointer)
    case "merge": self = .merge(try Document(parsing: words.dropFirst(6).description, as: .yaml))
    case "patch":
      self = .patch(try JSONPatch(Value(parsing: words.dropFirst(6).description, as: .yaml)))
    default: fatalError("unknown operation \(words)")
    }
  }
}
