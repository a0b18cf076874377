package import DecantCore

/// The syntax of a table: a line with the names of the columns, and a row for each document.
///
///     id,price          a new key of one row is a new column, and a cell in all rows
///     1,"2.50"
package protocol TableSyntax: EditingSyntax {
  /// Returns the syntax of tables that are read with `options`.
  func adapted(to options: ReadingOptions) -> any TableSyntax

  /// What an empty cell is: a string or null.
  var emptyCell: Event.Kind { get }

  /// Returns the columns of a table, of which `row` is the first row.
  func columns(before row: EditedDocument) throws(DecantError) -> [KeyText]

  /// Returns the edits that give a table other columns, of which `row` is the first row.
  func edits(
    forColumns columns: [KeyText], before row: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that give a row these columns, with a cell for each.
  func edits(
    for change: NodeChange?, of row: EditedDocument, columns: [KeyText]
  ) throws(DecantError) -> [ByteEdit]
}
