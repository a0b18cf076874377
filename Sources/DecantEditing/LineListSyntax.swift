public import DecantCore

/// The rules for edits of a format whose documents are lists of pairs or of elements, each on lines of its own.
///
///     # a comment goes with the pair below it
///     export PORT=8080 # what is around a name and its value stays
///
/// The format spells keys and values; its reader marks where these and the comments are, see
/// `EventBatch.markLast(to:)`. A comment begins with `#` and ends with its line.
public protocol LineListSyntax: EditingSyntax {
  /// What is between a new key and its value, if the siblings do not show it.
  var keySign: String { get }

  /// Returns the text of a new key.
  func text(ofKey key: String) throws(DecantError) -> String

  /// Returns the text of a new value.
  func text(of value: Document.Node) throws(DecantError) -> String
}

extension LineListSyntax {
  /// `=`.
  public var keySign: String { "=" }

  /// The key.
  public func text(ofKey key: String) throws(DecantError) -> String { key }

  /// Returns the edits of the text that carry out a change, in ascending order.
  public func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard case .replaced(let new) = change.content else {
      return try LineListPrinter(syntax: self).reprint(change, of: document)
    }
    let text = try document.written(new)
    let start = SourceLines(document.bytes).fileStart
    return [ByteEdit(start..<document.bytes.count, text + (text.isEmpty ? [] : document.lineEnd))]
  }

  /// Returns the bytes of a child with the comments that go with it.
  public func ranges(
    ofChild index: Int, in collection: TapePath, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    try LineListPrinter(syntax: self).ranges(ofChild: index, in: collection, of: document)
  }
}

private struct LineListPrinter: ListPrinter {
  let syntax: any LineListSyntax

  var writer: Format { syntax.writer }
  var comments: CommentStyle { .hashes }
  var keySign: [UInt8] { Array(syntax.keySign.utf8) }
  var usualIndentation: Indentation { .spaces(0) }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool) -> ListSeparator { .none }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) { ([], []) }

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] { Array(try syntax.text(ofKey: key).utf8) }

  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] { Array(try syntax.text(of: scalar).utf8) }
}
