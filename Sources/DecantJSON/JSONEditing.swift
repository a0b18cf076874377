internal import DecantCore

/// The syntax of JSON, JSON5 and sequences of JSON values, for edits in place.
struct JSONEditing: BracketedSyntax {
  var isLines = false

  var writer: Format { .json }
  var comments: EditedLines.Comments { .slashes }
  var keyGap: [UInt8] { Array(": ".utf8) }
  var usualIndentation: Indentation { .spaces(2) }
  var prefersLines: Bool { !isLines }

  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    node.map { [.integer, .real].contains(document.kind(of: $0)) } == true ? text : nil
  }

  func separator(isMapping: Bool, in document: EditedDocument) -> ItemList.Separator {
    .between(UInt8(ascii: ","))
  }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    isMapping
      ? ([UInt8(ascii: "{")], [UInt8(ascii: "}")]) : ([UInt8(ascii: "[")], [UInt8(ascii: "]")])
  }

  func keyText(
    _ key: String, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let text = try document.written(try Document(.string(key)), WritingOptions())
    guard let sibling, let first = document.bytes[sibling].first else { return text }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return text.quoted(like: first)
    default:
      return key.isJSON5Name ? Array(key.utf8) : text
    }
  }

  func respelled(
    _ text: [UInt8], inPlaceOf range: Range<Int>, in document: EditedDocument
  ) -> [UInt8] {
    text.first == UInt8(ascii: "\"") ? text.quoted(like: document.bytes[range.lowerBound]) : text
  }

  func valueText(
    _ value: Document, _ placement: ItemList.Placement, _ layout: BracketedLayout,
    in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    guard layout.isSpaced || placement != .inline else {
      return try usualText(of: value, .inline, layout, in: document)
    }
    if case .lines = placement, !isLines {
      return try usualText(of: value, placement, layout, in: document)
    }
    // A comment may need its line.
    guard !value.hasTrivia else {
      return try usualText(of: value, .inline, layout, in: document)
    }
    var options = WritingOptions()
    options.indentation = .spaces(1)
    return try document.written(value, options).joiningJSONLines
  }
}

extension [UInt8] {
  /// A string of JSON in single quotes if `quote` is one and nothing in the string is spelled differently in them.
  fileprivate func quoted(like quote: UInt8) -> [UInt8] {
    let content = dropFirst().dropLast()
    guard quote == UInt8(ascii: "'"), !content.contains(UInt8(ascii: "\\")),
      !content.contains(quote)
    else { return self }
    return [quote] + content + [quote]
  }

  /// Joins the lines of indented JSON, with spaces after commas but not inside brackets.
  fileprivate var joiningJSONLines: [UInt8] {
    var result: [UInt8] = []
    var isAtLineStart = false
    for byte in self {
      if isAtLineStart, byte == 0x20 || byte == 0x0D { continue }
      if byte == 0x0A || byte == 0x0D {
        if !isAtLineStart, result.last == UInt8(ascii: ",") { result.append(0x20) }
        isAtLineStart = true
        continue
      }
      isAtLineStart = false
      result.append(byte)
    }
    return result
  }
}

extension String {
  fileprivate var isJSON5Name: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        true
      default: false
      }
    }
  }
}
