internal import DecantCore

/// The syntax of TOML, for edits in place.
///
/// A new pair becomes the last line of its table, and a new table a section after those beside it, unless most tables at that
/// place, or beside it, have braces or keys with dots.
struct TOMLEditing: EditingSyntax {
  var writer: Format { .toml }
  var requiresMapping: Bool { true }
  /// A pair of the root precedes all tables.
  var ordersKeys: Bool { false }

  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    node.map { document.kind(of: $0) } == .string ? nil : "value = \(text)"
  }

  func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    var edit = TOMLEdit(try TOMLEditedText(document))
    return try edit.edits(for: change)
  }

  func ranges(
    ofChild index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    let text = try TOMLEditedText(document)
    return text.ranges(of: try text.node(document.children(of: collection.node)[index].value))
  }
}
