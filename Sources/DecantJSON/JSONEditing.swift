internal import DecantCore
internal import DecantEditing

/// The syntax of JSON, JSON5 and sequences of JSON values, for edits in place.
struct JSONEditing: ListPrinter {
  var isLines = false

  var writer: Format { .json }
  var comments: CommentStyle { .slashes }
  var keySign: [UInt8] { Array(": ".utf8) }
  var usualIndentation: Indentation { .spaces(2) }
  var prefersLines: Bool { !isLines }

  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    node.map { [.integer, .real].contains(document.kind(of: $0)) } == true ? text : nil
  }

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let quote = old?.first
    let isName = quote.map { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") } ?? false
    if isName, key.isJSON5Name { return Array(key.utf8) }
    return try text(of: try Document(.string(key)).root).quoted(like: quote)
  }

  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try text(of: scalar).quoted(like: slot.like?.first)
  }

  private func text(of scalar: Document.Node) throws(DecantError) -> [UInt8] {
    try scalar.written(by: JSONWriter(JSONWritingOptions()))
  }
}

extension [UInt8] {
  /// A string of JSON in single quotes if `quote` is one and nothing in the string is spelled differently in them.
  fileprivate func quoted(like quote: UInt8?) -> [UInt8] {
    let content = dropFirst().dropLast()
    guard quote == UInt8(ascii: "'"), first == UInt8(ascii: "\""),
      !content.contains(UInt8(ascii: "\\")), !content.contains(UInt8(ascii: "'"))
    else { return self }
    return [UInt8(ascii: "'")] + content + [UInt8(ascii: "'")]
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
