internal import DecantCore

extension YAMLEditing: OutlinedSyntax {
  func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder {
    let isMarker = { place in
      (place == 0 || EditedLines.isLineEnd(text[place - 1])) && place + 3 <= text.count
        && (place..<place + 3).allSatisfy { text[$0] == UInt8(ascii: "-") }
    }
    let rules = OutlineRules(
      shortest: shortestOmission, memoryLimit: memoryLimit, isMarker: isMarker
    ) { bytes in
      Self.lineBeginning(bytes.lowerBound, in: text)
        == Self.lineBeginning(bytes.upperBound, in: text)
    }
    return OutlinedDocumentBuilder(by: rules, keeping: paths, ofDocument: number)
  }

  func omissions(of document: EditedDocument) -> [Range<Int>] {
    document.nodes.gaps.map(\.bytes)
  }

  /// The line up to the document, and the marker, if there is one.
  func beginning(ofDocumentAt place: Int, in text: EditedBytes) -> [UInt8] {
    Self.lineBeginning(place, in: text)
      + text[place...].prefix(3).prefix { $0 == UInt8(ascii: "-") }
  }

  private static func lineBeginning(_ place: Int, in text: EditedBytes) -> [UInt8] {
    Array(text[EditedLines(bytes: text, comments: .hashes).lineStart(place)..<place])
  }
}
