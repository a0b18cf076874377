internal import DecantCore

/// A reason why a document is not checked by a schema.
enum SchemaSearchProblem: SpecificProblem {
  /// The schema is not at hand; `place` is where it may be put, in a folder with schemas unless there are none.
  case absent(String, place: String, hasFolders: Bool)
  /// A document or catalog names a file that is not below its folder; `folder` would allow it.
  case outside(String, folder: String?)
  /// A schema is required, but neither the document nor a catalog names one.
  case noSchema

  var message: String {
    switch self {
    case .absent(let name, let place, hasFolders: true):
      "the schema '\(name.visible(limit: 240))' is not at hand; it can be put at \(place.visible(limit: 240))"
    case .absent(let name, let place, hasFolders: false):
      "the schema '\(name.visible(limit: 240))' is not at hand; it can be put as "
        + "\(place.visible(limit: 64)) into a folder that --schema-dir or DECANT_SCHEMAS names"
    case .outside(let name, let folder):
      "the schema '\(name.visible(limit: 240))' is not below the folder of the document or catalog"
        + (folder.map { "; --schema-dir \(ShellWord($0).text) allows it" } ?? "")
    case .noSchema: "neither the document nor a catalog names a schema"
    }
  }

  var hint: String? {
    self == .noSchema
      ? "--schema FILE names one, and --schema-dir DIR a folder with a catalog.json" : nil
  }
}
