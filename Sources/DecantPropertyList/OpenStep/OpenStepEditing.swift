internal import DecantCore

struct OpenStepEditing: BracketedSyntax {
  let layout: OpenStepLayout

  var writer: Format { .openStepPropertyList }
  var comments: EditedLines.Comments { .slashes }
  var keyGap: [UInt8] { Array(" = ".utf8) }
  var usualIndentation: Indentation { .spaces(4) }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool) -> ItemList.Separator {
    isMapping ? .after(UInt8(ascii: ";")) : .between(UInt8(ascii: ","))
  }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    isMapping
      ? ([UInt8(ascii: "{")], [UInt8(ascii: "}")]) : ([UInt8(ascii: "(")], [UInt8(ascii: ")")])
  }

  func emptyCollection(at interior: Range<Int>, in document: EditedDocument) -> [UInt8]? {
    // Empty input is an error unless the format is a strings table.
    let hasBrackets =
      interior.lowerBound > 0 && Self.isOpening(document.bytes[interior.lowerBound - 1])
    return hasBrackets || layout == .table ? nil : Array("{}".utf8)
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(")
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  func keyText(
    _ key: String, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try scalarText(try Document(.string(key)), like: sibling, in: document)
  }

  private func scalarText(
    _ scalar: Document, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let text = try document.written(scalar, WritingOptions())
    guard let sibling, document.bytes[sibling].first == UInt8(ascii: "\""),
      let first = text.first, Self.isBare(first)
    else { return text }
    return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
  }

  func respelled(
    _ text: [UInt8], inPlaceOf range: Range<Int>, in document: EditedDocument
  ) -> [UInt8] {
    let bytes = document.bytes
    // Without quotes, a slash after the text, even of a comment, would become part of it.
    let needsQuotes = range.upperBound < bytes.count && Self.isBare(bytes[range.upperBound])
    guard needsQuotes || bytes[range].first == UInt8(ascii: "\""), text.allSatisfy(Self.isBare)
    else {
      return text
    }
    return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
  }
}
