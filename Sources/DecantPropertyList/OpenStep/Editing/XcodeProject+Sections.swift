internal import DecantCore

/// New objects of an Xcode project, each in the section of its class, and there in the order of identifiers.
extension XcodeProject {
  /// Returns the index of the child before which a new object goes; those of one class are together.
  func place(
    ofNew key: String, _ value: Document, in document: EditedDocument
  ) -> (index: Int, rank: String)? {
    guard let new = Self.isa(of: value) else { return nil }
    let children = document.children(of: objects)
    let classes = children.map { isa(of: $0.value) ?? "" }
    let index: Int
    if let last = classes.lastIndex(of: new) {
      let section = classes.indices.filter { classes[$0] == new }
      let next = section.first { child in
        children[child].key.flatMap(text).map { KeyText(key) < $0 } ?? false
      }
      index = next ?? last + 1
    } else {
      index = classes.firstIndex { new < $0 } ?? children.count
    }
    return (index, "\(new.string) \(key)")
  }

  private static func isa(of object: Document) -> KeyText? {
    object.root.kind == .beginMapping
      ? object.root.pairs.first { $0.key.token == "isa" }?.value.token : nil
  }

  /// Classes whose objects Xcode writes on one line.
  private static let classesOnOneLine: Set<KeyText> = ["PBXBuildFile", "PBXFileReference"]

  // MARK: Text

  /// Returns the text of a value as Xcode writes it.
  static func text(
    of value: Document, isOnOneLine: Bool, indent: [UInt8], in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    var batch = EventBatch()
    batch.append(.comment, text: XcodeProjectWriter.mark)
    try value.tape.replay(0..<value.tape.count, into: &batch)
    var tape = Tape()
    for index in 0..<batch.count {
      var event = batch[index]
      if isOnOneLine, event.kind.depthChange > 0 { event.style = .flow }
      try tape.append(event, of: batch)
    }
    let text = try document.written(Document(tape), indent: indent)
    let mark = text.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Array(text[mark...].drop { EditedLines.isBlank($0) })
  }

  private func lines(of new: NewChild, in document: EditedDocument) throws(DecantError) -> [UInt8] {
    let indent: [UInt8] = [0x09, 0x09]
    let new = (
      key: new.key ?? "", value: try CommentedNode(new.value).node, isa: Self.isa(of: new.value)
    )
    let key = try document.written(try Document(.string(new.key)))
    let value = try Self.text(
      of: new.value, isOnOneLine: new.isa.map(Self.classesOnOneLine.contains) ?? false,
      indent: indent, in: document)
    return indent + key + Array(" = ".utf8) + value + Array(";".utf8) + document.lineEnd
  }

  // MARK: Sections

  /// Returns the edits that insert objects, with the marks of new sections.
  func insertion(
    of new: [NewChild], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let lines = EditedLines(bytes: document.bytes, comments: .slashes)
    let children = document.children(of: objects)
    let end = document.closingBracket(of: objects).lowerBound
    var edits: [ByteEdit] = []
    for group in new.groupedByPlace {
      let index = group[0].index
      let previous = index > 0 ? children[index - 1] : nil
      let following = index < children.count ? children[index] : nil
      var rest = group[...]
      while let first = rest.first {
        let isa = Self.isa(of: first.value)
        let run = rest.prefix { Self.isa(of: $0.value) == isa }
        rest = rest.dropFirst(run.count)
        var text: [UInt8] = []
        for child in run { text += try self.lines(of: child, in: document) }
        let place: Int
        if let previous, self.isa(of: previous.value) == isa {
          place = line(after: previous, of: document, lines)
        } else if let following, self.isa(of: following.value) == isa {
          place = lines.lineStart(document.offset(at: following.start))
        } else {
          let name = isa?.string ?? ""
          let (begin, close) = ("/* Begin \(name) section */", "/* End \(name) section */")
          text = Array(begin.utf8) + document.lineEnd + text + Array(close.utf8) + document.lineEnd
          if let following {
            let line = lines.lineStart(document.offset(at: following.start))
            place = lines.commentStart(before: line)
            text += document.lineEnd
          } else {
            place = lines.lineStart(end)
            text = document.lineEnd + text
          }
        }
        edits.append(ByteEdit(place..<place, text))
      }
    }
    return edits
  }

  /// Returns the edits that remove objects, and the marks of sections that have none any more.
  func removal(of indices: [Int], in document: EditedDocument) -> [ByteEdit] {
    let lines = EditedLines(bytes: document.bytes, comments: .slashes)
    let children = document.children(of: objects)
    let end = document.closingBracket(of: objects).lowerBound
    let removed = Set(indices)
    func isa(at index: Int) -> KeyText? { self.isa(of: children[index].value) }
    var edits: [ByteEdit] = []
    var rest = indices[...]
    while let first = rest.first {
      var section = first..<first + 1
      while section.lowerBound > 0, isa(at: section.lowerBound - 1) == isa(at: first) {
        section = section.lowerBound - 1..<section.upperBound
      }
      while section.upperBound < children.count, isa(at: section.upperBound) == isa(at: first) {
        section = section.lowerBound..<section.upperBound + 1
      }
      let all = section.filter(removed.contains)
      rest = rest.drop { section.contains($0) }
      var ranges = all.map { index in
        lines.lineStart(
          document.offset(at: children[index].start))..<line(
            after: children[index], of: document, lines)
      }
      if all.count == section.count, let first = ranges.first, let last = ranges.last {
        let mark = lines.rest(from: lines.blankEnd(after: last.upperBound))?.next ?? end
        let next = min(lines.blankLinesEnd(from: mark), lines.lineStart(end))
        var start = lines.commentStart(before: first.lowerBound)
        // The blank line above the last section goes with it.
        if next == lines.lineStart(end), section.lowerBound > 0 {
          start = lines.lineStart(lines.lineEndStart(before: start))
        }
        ranges = [start..<max(next, last.upperBound)]
      }
      edits += ranges.map { ByteEdit($0) }
    }
    return edits
  }

  /// The line after an object.
  private func line(
    after child: EditedDocument.Child, of document: EditedDocument, _ lines: EditedLines
  ) -> Int {
    let end = document.closingBracket(of: objects).lowerBound
    let mark = lines.token(from: document.range(of: child.value).upperBound, before: end)
    return lines.rest(from: min(mark + 1, end))?.next ?? end
  }

  // MARK: Comments

  /// Returns the edits that put the comment of each identifier beside it where there is none.
  func missingComments(in document: EditedDocument) -> [ByteEdit] {
    commentedIdentifiers.compactMap { node, comment in
      let end = document.range(of: node).upperBound
      guard !document.bytes[end...].starts(with: " /*".utf8) else { return nil }
      var text = Array(" /* ".utf8)
      for byte in comment.utf8 {
        // Nothing in it ends the comment.
        if byte == UInt8(ascii: "/"), text.last == UInt8(ascii: "*") { text.append(0x20) }
        text.append(byte)
      }
      return ByteEdit(end..<end, text + Array(" */".utf8))
    }
  }
}
