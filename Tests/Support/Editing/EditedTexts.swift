package import Testing

package import Decant

/// Returns the text after edits as on the command line: `set /a 1`, `delete /a`.
///
/// The last operand may contain spaces.
package func edited(
  _ source: String, as format: Format, _ operations: String..., document: Int? = nil
) throws -> String {
  try edited(source, as: format, operations, document: document)
}

package func edited(
  _ source: String, as format: Format, _ operations: [String], document: Int? = nil
) throws -> String {
  var editor = try DocumentEditor(Array(source.utf8), as: format)
  for operation in operations {
    try editor.apply(try DocumentEdit(operation), toDocument: document)
  }
  return String(decoding: editor.bytes, as: UTF8.self)
}

extension DocumentEdit {
  package init(_ words: String) throws {
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

/// Expects the lines that an edit adds to end like the others of the file, with line ends of Unix and of Windows.
package func expectLineEndsOfTheFile(
  _ old: String, as format: Format, _ operation: String, _ new: String,
  location: SourceLocation = #_sourceLocation
) throws {
  let windows = { (text: String) in text.replacing("\n", with: "\r\n") }
  let plain = try edited(old, as: format, operation)
  let result = try edited(windows(old), as: format, operation)
  #expect(result == windows(plain), sourceLocation: location)
  #expect(
    try Value(parsing: result, as: format) == Value(parsing: plain, as: format),
    sourceLocation: location)
  #expect(plain == new, sourceLocation: location)
}

/// Expects edits with comments to result in `new`, and no change by the comments a second time.
package func expectCommented(
  _ old: String, as format: Format, _ edits: [String], _ new: String,
  location: SourceLocation = #_sourceLocation
) throws {
  var editor = try DocumentEditor(Array(old.utf8), as: format)
  try editor.apply(try edits.map { try DocumentEdit($0) })
  #expect(String(decoding: editor.bytes, as: UTF8.self) == new, sourceLocation: location)
  let comments = try edits.filter { $0.hasPrefix("comment") }.map { try DocumentEdit($0) }
  try editor.apply(comments)
  #expect(
    String(decoding: editor.bytes, as: UTF8.self) == new, "a second time",
    sourceLocation: location)
}

/// Expects several edits in one call to result in `new`.
package func expectEditedAtOnce(
  _ old: String, as format: Format, _ edits: [String], _ new: String,
  location: SourceLocation = #_sourceLocation
) throws {
  var editor = try DocumentEditor(Array(old.utf8), as: format)
  try editor.apply(try edits.map { try DocumentEdit($0) })
  #expect(String(decoding: editor.bytes, as: UTF8.self) == new, sourceLocation: location)
}

/// Expects an edit of a node that has no place for a comment to be refused, without a change.
package func expectNoPlaceForAComment(
  _ bytes: [UInt8], as format: Format, _ edit: String,
  location: SourceLocation = #_sourceLocation
) throws {
  var editor = try DocumentEditor(bytes, as: format)
  let error = #expect(throws: DecantError.self, sourceLocation: location) {
    try editor.apply(try DocumentEdit(edit))
  }
  #expect(error?.category == .input, sourceLocation: location)
  #expect(editor.bytes == bytes, sourceLocation: location)
}

/// Returns a document after a merge of a YAML file with comments.
package func mergedWithComments(_ old: String, as format: Format) throws -> String {
  let patch = """
    # Copyright 2026
    # about q

    # q
    q: 1 # beside q
    # about r
    r: # r
      # s
      s: [2] # beside s
      # gone
      gone: null # gone
    # changed
    a: 5 # changed
    """
  var options = ReadingOptions()
  options.comments = true
  var editor = try DocumentEditor(Array(old.utf8), as: format)
  try editor.apply(.merge(try Document(parsing: patch, as: .yaml, options: options)))
  return String(decoding: editor.bytes, as: UTF8.self)
}
