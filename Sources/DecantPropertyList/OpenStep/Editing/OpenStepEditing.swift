internal import DecantCore
internal import DecantEditing

/// The syntax of OpenStep property lists, strings tables and Xcode projects, for edits in place.
struct OpenStepEditing: ListPrinter {
  let layout: OpenStepLayout
  /// The project as it will be, if the document is one.
  private var project: XcodeProject?

  init(layout: OpenStepLayout) {
    self.layout = layout
  }

  var writer: Format { .openStepPropertyList }
  var comments: CommentStyle { .slashes }
  var keySign: [UInt8] { Array(" = ".utf8) }
  var usualIndentation: Indentation { .spaces(4) }
  var prefersLines: Bool { true }
  /// Empty input is an error unless the format is a strings table.
  var emptyFile: [UInt8]? { layout == .table ? nil : Array("{}".utf8) }

  func separator(isMapping: Bool) -> ListSeparator {
    if isMapping { return .after(UInt8(ascii: ";")) }
    return project == nil ? .between(UInt8(ascii: ",")) : .after(UInt8(ascii: ","))
  }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    isMapping
      ? ([UInt8(ascii: "{")], [UInt8(ascii: "}")]) : ([UInt8(ascii: "(")], [UInt8(ascii: ")")])
  }

  func emptyText(isMapping: Bool, indent: [UInt8]?, in document: EditedDocument) -> [UInt8] {
    let (open, close) = brackets(isMapping: isMapping)
    guard project != nil, let indent else { return open + close }
    return open + document.lineEnd + indent + close
  }

  /// Quotes that a text needs show nothing.
  func isModel(_ string: [UInt8]) -> Bool {
    guard let first = string.first, !OpenStepText.isOfWord(first) else { return true }
    let content = string.dropFirst().dropLast()
    return !content.isEmpty
      && content.allSatisfy { OpenStepText.isOfWord($0) && !"-/:".utf8.contains($0) }
  }

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try text(of: try Document(.string(key)).root, isQuoted: isQuoted(like: old))
  }

  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let note = project?.note(beside: scalar, forKey: slot.key) ?? []
    // Without quotes, a slash after the text, even of a comment, would become part of it.
    let isFollowed = note.isEmpty && slot.next.map(OpenStepText.isOfWord) ?? false
    return try text(of: scalar, isQuoted: isFollowed || isQuoted(like: slot.like)) + note
  }

  /// Xcode has no quotes that text does not need.
  private func isQuoted(like old: [UInt8]?) -> Bool {
    guard project == nil else { return false }
    guard let first = old?.first else { return layout == .table }
    return first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
  }

  private func text(of scalar: Document.Node, isQuoted: Bool) throws(DecantError) -> [UInt8] {
    let text = try scalar.written(by: OpenStepWriter(isProject: project != nil))
    guard isQuoted, text.allSatisfy(OpenStepText.isOfWord) else { return text }
    return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
  }
}

// MARK: - Xcode projects

extension OpenStepEditing {
  /// The whole project is needed to find the sections and the names of objects.
  func canThin(_ text: EditedBytes) -> Bool { !XcodeProject.hasSignature(text) }

  func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    guard let old = oldProject(in: document) else { return try reprint(change, of: document) }
    var printer = self
    printer.project = old.changed(to: try document.tape.document(of: 0, after: change))
    let edits = try printer.reprint(change, of: document)
    return printer.project?.addingNotes(to: edits, in: document) ?? edits
  }

  func slot(
    ofNewKey key: String, _ value: Document, in mapping: Int, of document: EditedDocument
  ) -> (index: Int, rank: String)? {
    guard let project = oldProject(in: document), mapping == project.objects else { return nil }
    return project.slot(ofNew: key, value, in: document)
  }

  func sections(of collection: Int, in document: EditedDocument) -> (any ListSections)? {
    project.flatMap { collection == $0.objects && !$0.sections.isEmpty ? $0 : nil }
  }

  func noteEnd(after value: Range<Int>, in document: EditedDocument) -> Int {
    project?.noteEnd(after: value, in: document) ?? value.upperBound
  }

  var hasNotes: Bool { project != nil }

  func node(_ value: Document) throws(DecantError) -> CommentedNode {
    try CommentedNode(project?.withoutNotes(value) ?? value)
  }

  private func oldProject(in document: EditedDocument) -> XcodeProject? {
    guard layout == .braces, XcodeProject.hasSignature(document.bytes) else { return nil }
    let projects: [XcodeProject]? = try? document.parsed.form {
      () throws(DecantError) -> [XcodeProject] in XcodeProject(document).map { [$0] } ?? []
    }
    return projects?.first
  }
}
