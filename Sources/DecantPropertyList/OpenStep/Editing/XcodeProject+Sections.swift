internal import DecantCore
internal import DecantEditing

/// New objects of an Xcode project, each in the section of its class, and there in the order of identifiers.
extension XcodeProject: ListSections {
  /// Returns the index of the child before which a new object goes; those of one class are together.
  func slot(
    ofNew key: String, _ value: Document, in document: EditedDocument
  ) -> (index: Int, rank: String)? {
    guard let new = Self.isa(of: value) else { return nil }
    let keys = document.children(of: objects).map { child in
      child.key.flatMap { Document.Node(tape: document.tape, index: $0).token } ?? ""
    }
    let classes = keys.map { isa(of: $0) ?? "" }
    let index: Int
    if let last = classes.lastIndex(of: new) {
      index =
        keys.indices.first { classes[$0] == new && KeyText(key) < keys[$0] } ?? last + 1
    } else {
      index = classes.firstIndex { new < $0 } ?? keys.count
    }
    return (index, "\(new.string) \(key)")
  }

  private static func isa(of object: Document) -> KeyText? {
    object.root.kind == .beginMapping
      ? object.root.pairs.first { $0.key.token == "isa" }?.value.token : nil
  }

  // MARK: Sections

  /// Classes whose objects Xcode writes on one line.
  private static let classesOnOneLine: Set<KeyText> = ["PBXBuildFile", "PBXFileReference"]

  func section(of new: Document) -> (name: String, isOnOneLine: Bool) {
    let name = Self.isa(of: new)?.string ?? ""
    return (name, Self.classesOnOneLine.contains(KeyText(name)))
  }

  func marks(of name: String) -> (begin: [UInt8], end: [UInt8]) {
    (Array("/* Begin \(name) section */".utf8), Array("/* End \(name) section */".utf8))
  }

  static func mark(in comment: [UInt8]) -> (name: String, isBegin: Bool)? {
    let words = String(decoding: comment, as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == "/*", words[3] == "section", words[4] == "*/",
      words[1] == "Begin" || words[1] == "End"
    else { return nil }
    return (String(words[2]), words[1] == "Begin")
  }

  static func beginsWithSection(_ objects: Int, in document: EditedDocument) -> Bool {
    guard let first = document.children(of: objects).first else { return false }
    let start = document.openingBracket(of: objects).upperBound
    return document.comments(in: start..<document.offset(at: first.start)).contains { comment in
      mark(in: document.bytes.copy(comment))?.isBegin == true
    }
  }

  /// Returns the sections of all objects; none if some are not in one.
  static func sections(of objects: Int, in document: EditedDocument) -> [ListSection] {
    guard let interior = document.interior(of: objects) else { return [] }
    let source = SourceLines(document.bytes)
    let children = document.children(of: objects)
    var sections: [ListSection] = []
    var open: (name: String, mark: Range<Int>, first: Int)?
    var start = interior.lowerBound
    for index in 0...children.count {
      let end =
        index < children.count ? document.offset(at: children[index].start) : interior.upperBound
      for comment in document.comments(in: start..<end) {
        guard let mark = mark(in: source.bytes(comment)) else { continue }
        guard source.beginsLine(comment.lowerBound),
          let next = source.afterLineEnd(
            at: source.blankEnd(after: comment.upperBound, before: interior.upperBound))
        else { return [] }
        if mark.isBegin {
          guard open == nil else { return [] }
          open = (mark.name, comment, index)
        } else {
          guard let begin = open, begin.name == mark.name, begin.first < index else { return [] }
          sections.append(
            ListSection(
              name: mark.name, children: begin.first..<index,
              lines: source.lineStart(of: begin.mark.lowerBound)..<next,
              interior: begin.mark.upperBound..<source.lineStart(of: comment.lowerBound)))
          open = nil
        }
      }
      guard index < children.count else { break }
      guard open != nil else { return [] }
      start = document.range(of: children[index].value).upperBound
    }
    return open == nil ? sections : []
  }
}
