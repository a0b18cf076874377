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
    let isPath = parts[0] != "merge" && parts[0] != "patch"
    let path = try isPath ? PathPattern(parts[1] == "root" ? "" : parts[1]) : PathPattern("")
    func value() throws -> Document { try Document(parsing: parts[2], as: .yaml) }
    switch parts[0] {
    case "set": self = .set(path, .document(try value()))
    case "comment": self = .comment(path, parts[2])
    case "append": self = .append(path, .document(try value()))
    case "insert": self = .insert(path, .document(try value()))
    case "test": self = .test(path, .document(try value()))
    case "delete": self = .delete(path)
    case "delete-comments": self = .deleteComments(path)
    case "rename": self = .rename(path, to: parts[2])
    case "move": self = .move(path, to: try PathPattern(parts[2]))
    case "copy": self = .copy(path, to: try PathPattern(parts[2]))
    case "merge": self = .merge(try Document(parsing: words.dropFirst(6).description, as: .yaml))
    case "patch":
      self = .patch(try JSONPatch(Value(parsing: words.dropFirst(6).description, as: .yaml)))
    default: fatalError("unknown operation \(words)")
    }
  }
}
