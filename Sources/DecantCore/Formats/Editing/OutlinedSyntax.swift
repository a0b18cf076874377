/// A syntax whose results can be verified without reading all of them.
package protocol OutlinedSyntax: EditingSyntax {
  /// Returns a builder of what an edit of the nodes on some paths needs, of all documents or of one, counted from 1.
  func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder

  /// Returns what an ``EditOutline`` leaves out of a document: parts that begin and end where events of siblings begin, in
  /// ascending order.
  func omissions(of document: EditedDocument) -> [Range<Int>]

  /// Returns how a document begins; from one document to another one that begins equally, all can be left out.
  func beginning(ofDocumentAt place: Int, in text: EditedBytes) -> [UInt8]
}
