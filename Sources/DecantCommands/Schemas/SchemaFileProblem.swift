internal import DecantCore
internal import DecantSchema

/// A problem with a file that a schema refers to.
enum SchemaFileProblem: SpecificProblem {
  /// A reference leads out of the folders of the schema; `folder` would allow it.
  case outside(String, folder: String?)
  /// The file at a path is not a document.
  case notADocument(String)

  var message: String {
    switch self {
    case .outside(let uri, _):
      "the reference '\(uri.visible(limit: 64))' leads out of the folder of the schema"
    case .notADocument: "a schema refers to this file, which is not a valid document"
    }
  }

  var hint: String? {
    switch self {
    case .outside(_, let folder?): "--schema-dir \(ShellWord(folder).text) allows it"
    case .outside: "only schemas in that folder, or in one of --schema-dir DIR, are read"
    case .notADocument(let path): "to see why, run: decant check \(ShellWord(path).text)"
    }
  }

  var isAboutValue: Bool {
    if case .outside = self { true } else { false }
  }
}
