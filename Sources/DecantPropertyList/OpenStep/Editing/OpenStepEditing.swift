internal import DecantCore

struct OpenStepEditing: BracketedSyntax {
  let layout: OpenStepLayout

  var writer: Format { .openStepPropertyList }
  var comments: EditedLines.Comments { .slashes }
  var keyGap: [UInt8] { Array(" = ".utf8) }
  var usualIndentation: Indentation { .spaces(4) }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool, in document: EditedDocument) -> ItemList.Separator {
    if isMapping { return .after(UInt8(ascii: ";")) }
    return project(in: document) == nil
      ? .between(UInt8(ascii: ",")) : .after(UInt8(ascii: ","))
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

// MARK: - Xcode projects

extension OpenStepEditing {
  /// The whole project is needed to find the sections and the names of objects.
  func canOutline(_ text: EditedBytes) -> Bool { !XcodeProject.hasMark(text) }

  func place(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)? {
    guard let project = project(in: document), mapping == project.objects else { return nil }
    return project.place(ofNew: key, value, in: document)
  }

  func completesChanges(of document: EditedDocument) -> Bool {
    // Where a comment is missing, another tool has written the file.
    project(in: document)?.missingComments(in: document).isEmpty ?? false
  }

  func completion(of document: EditedDocument) -> [ByteEdit] {
    project(in: document)?.missingComments(in: document) ?? []
  }

  func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard let project = project(in: document), collection.node == project.objects else {
      return try usualInsertion(of: new, in: collection, of: document)
    }
    return try project.insertion(of: new, in: document)
  }

  func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard let project = project(in: document), collection.node == project.objects else {
      return try usualRemoval(of: indices, in: collection, of: document)
    }
    return project.removal(of: indices, in: document)
  }

  func valueText(
    _ value: Document, _ placement: ItemList.Placement, _ layout: BracketedLayout,
    in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    guard project(in: document) != nil else {
      return try usualText(of: value, placement, layout, in: document)
    }
    return switch placement {
    case .inline: try XcodeProject.text(of: value, isOnOneLine: true, indent: [], in: document)
    case .lines(let indent):
      try XcodeProject.text(of: value, isOnOneLine: false, indent: indent, in: document)
    }
  }

  private func project(in document: EditedDocument) -> XcodeProject? {
    guard layout == .braces, XcodeProject.hasMark(document.bytes) else { return nil }
    let projects: [XcodeProject]? = try? document.parsed.form {
      () throws(DecantError) -> [XcodeProject] in XcodeProject(document).map { [$0] } ?? []
    }
    return projects?.first
  }
}
