/// A syntax whose results can be verified without reading all of them.
protocol OutlinedSyntax: EditingSyntax {
  /// Returns a builder of what an edit of the nodes on some paths needs, of all documents or of one, counted from 1.
  func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder

  /// Returns what an ``EditOutline`` leaves out of a document: parts that begin and end where events of siblings begin, in
  /// ascending order.
  func omissions(of document: EditedDocument) -> [Range<Int>]

  /// Returns whether the documents from the beginning of one to that of a later one can be left out.
  func canLeaveOut(documents: Range<Int>, of text: EditedBytes) -> Bool
}
