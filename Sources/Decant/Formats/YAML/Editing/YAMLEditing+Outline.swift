extension YAMLEditing: OutlinedSyntax {
  func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder {
    let rules = OutlineRules(shortest: shortestOmission) { bytes in
      Self.hasEqualBeginnings(bytes, in: text)
    }
    return OutlinedDocumentBuilder(by: rules, keeping: paths, ofDocument: number)
  }

  func omissions(of document: EditedDocument) -> [Range<Int>] {
    document.nodes.gaps.map(\.bytes)
  }

  func canLeaveOut(documents: Range<Int>, of text: EditedBytes) -> Bool {
    Self.hasEqualBeginnings(documents, in: text)
      && Self.isMarker(documents.lowerBound, in: text)
        == Self.isMarker(documents.upperBound, in: text)
  }

  /// Returns whether the lines at both ends begin equally, up to there.
  private static func hasEqualBeginnings(_ bytes: Range<Int>, in text: EditedBytes) -> Bool {
    let lines = EditedLines(bytes: text, comments: .hashes)
    return text[lines.lineStart(bytes.lowerBound)..<bytes.lowerBound]
      .elementsEqual(text[lines.lineStart(bytes.upperBound)..<bytes.upperBound])
  }

  private static func isMarker(_ place: Int, in text: EditedBytes) -> Bool {
    text[place...].starts(with: "---".utf8)
  }
}
