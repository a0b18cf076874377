internal import DecantCore
internal import DecantEditing

/// The syntax of XML property lists, for edits in place.
struct XMLEditing: ListPrinter {
  var writer: Format { .xmlPropertyList }
  var comments: CommentStyle { .markup }
  var keySign: [UInt8] { [] }
  var usualIndentation: Indentation { .tab }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool) -> ListSeparator { .none }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    let name = isMapping ? "dict" : "array"
    return (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  }

  func emptyText(isMapping: Bool, indent: [UInt8]?, in document: EditedDocument) -> [UInt8] {
    Array((isMapping ? "<dict/>" : "<array/>").utf8)
  }

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let text = try text(of: try Document(.string(key)).root, .compact)
    let content = text.dropFirst("<string>".utf8.count).dropLast("</string>".utf8.count)
    return Array("<key>".utf8) + Array(content).indented(by: [], lineEnd: document.lineEnd)
      + Array("</key>".utf8)
  }

  /// A line end inside of a string is a line feed, whatever its bytes, and what precedes the next line is content.
  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let hasLines = slot.indent != nil && (scalar.kind == .data || scalar.kind == .uid)
    let indent = hasLines ? slot.indent ?? [] : []
    let layout = document.parsed.form { self.layout(of: document, SourceLines(document.bytes)) }
    let depth = indent.count / max(1, layout.indentation.width)
    let text = try text(of: scalar, hasLines ? .tab : .compact, depth: depth)
    return text.indented(by: indent, lineEnd: document.lineEnd)
  }

  private func text(
    of scalar: Document.Node, _ indentation: Indentation, depth: Int = 0
  ) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    options.indentation = indentation
    var writer = XMLWriter(options)
    writer.outerDepth = depth
    return try scalar.written(by: writer)
  }
}
