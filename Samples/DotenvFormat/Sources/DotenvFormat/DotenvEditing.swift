import DecantCore
import DecantEditing

/// The rules for edits of `.env` files in place: comments, blank lines and other pairs stay.
///
///     # where to listen                    a comment, which goes with its pair
///     export HOST=example.org # for now
///            └───┘└─────────┘              the name and the value, which edits spell
struct DotenvEditing: LineListSyntax {
  var writer: Format { .dotenv }

  var requiresMapping: Bool { true }

  func text(ofKey key: String) throws(DecantError) -> String {
    guard DotenvName.isName(key) else {
      throw DecantError(.specific(DotenvProblem.unwritableName(key)))
    }
    return key
  }

  func text(of value: Document.Node) -> String { DotenvWriter.quoted(value.text ?? "") }
}
