/// A syntax whose results can be verified without reading all of them.
protocol OutlinedSyntax: EditingSyntax {
  /// Returns what an ``EditOutline`` leaves out of a document, in ascending order; `changes` are those of its nodes.
  func omissions(of document: EditedDocument, around changes: [Range<Int>]) -> [EditOmission]
}

/// A part of a document that no edit can affect: it begins and ends where events of siblings begin.
struct EditOmission {
  let bytes: Range<Int>
  /// The nodes in these bytes, if they are in memory.
  var nodes = 0..<0
}
