internal import DecantCore

/// What is wrong with the catalog of a folder with schemas.
package enum SchemaCatalogProblem: SpecificProblem {
  /// A `catalog.json` is not a regular file, or is a link out of the folders with schemas.
  case isElsewhere
  /// A file `catalog.json` has no list of schemas.
  case hasNoList

  package var message: String {
    switch self {
    case .isElsewhere: "this catalog is ignored: it is not a regular file in a folder with schemas"
    case .hasNoList: "this catalog has no list 'schemas', so its file patterns are not used"
    }
  }
}
