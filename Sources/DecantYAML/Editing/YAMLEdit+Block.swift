internal import DecantCore

extension YAMLEdit {
  private func slot(of place: NodePlace) -> Int? {
    guard let parent = place.ancestors.last else { return nil }
    return indicatorEnd(of: parent.child, in: parent.node)
  }

  private func indicatorEnd(of index: Int, in collection: Int) -> Int? {
    let children = document.children(of: collection)
    if let key = children[index].key {
      return text.colonEnd(after: text.end(of: key))
    }
    let start = childStart(index, children, in: collection)
    return text.byte(start) == UInt8(ascii: "-") ? start + 1 : nil
  }

  private func childStart(
    _ index: Int, _ children: [EditedDocument.Child], in collection: Int
  ) -> Int {
    let previous =
      index == 0
      ? text.contentStart(of: collection) : childEnd(index - 1, children, in: collection)
    return lines.token(from: previous, before: document.bytes.count)
  }

  private func childEnd(
    _ index: Int, _ children: [EditedDocument.Child], in collection: Int
  ) -> Int {
    let end = text.end(of: children[index])
    guard children[index].key == nil, text.isEmpty(children[index].value) else { return end }
    return max(end, dashEnd(index, children, in: collection))
  }

  /// Returns the end of the dash before an empty element, of which nothing else shows the place.
  private func dashEnd(
    _ index: Int, _ children: [EditedDocument.Child], in collection: Int
  ) -> Int {
    var place = text.contentStart(of: collection)
    var number = index
    // The dash after an element that is not empty is the next token after that.
    while number > 0, text.isEmpty(children[number - 1].value) { number -= 1 }
    if number > 0 { place = text.end(of: children[number - 1]) }
    for number in number...index {
      place = lines.token(from: place, before: document.bytes.count) + 1
      if number < index { place = max(place, text.end(of: children[number])) }
    }
    return place
  }

  // MARK: Replacement

  func blockReplacement(
    of place: NodePlace, by new: Document, _ properties: Properties = .ofNewValue
  ) throws(DecantError) -> [ByteEdit] {
    guard let parent = place.ancestors.last else {
      return try rootReplacement(by: new, properties)
    }
    guard let indicator = slot(of: place) else {
      throw problem("this value", at: place.node)
    }
    let isMapping = document.isMapping(parent.node)
    let (start, prefix) = replacedStart(of: place.node, properties)
    let isEmpty = text.isEmpty(place.node)
    let new = quotingLines(try CommentedNode(new).node, before: end(of: place.node), parent.node)
    let slot =
      prefix.isEmpty && start > text.start(of: place.node)
      ? text.properties(of: place.node)?.end ?? indicator : indicator
    let contentStart = isEmpty ? slot : max(start, slot)
    let end = max(slot, text.end(of: place.node))
    // A collection never begins on the line of an anchor or a tag.
    let hasProperties = !prefix.isEmpty || start > text.start(of: place.node)
    var (first, more) = try tail(of: new, isMapping: isMapping || hasProperties)
    if let string = new.root.untaggedText, contentStart < end, !document.isCollection(place.node),
      let quoted = quoted(string, like: text.contentStart(of: place.node)..<end)
    {
      (first, more) = ([0x20] + quoted, [])
    }
    if !prefix.isEmpty { first = [0x20] + prefix.dropLast() + first }
    more = moved(more, to: column(of: parent.node))
    // Without its last child, a collection keeps the comments at its end.
    let outer = column(of: properties == .unchanged ? place.node : parent.node)
    guard lines.hasLineEnd(slot..<contentStart) else {
      let range = contentStart..<endWithComments(of: place.node, end, outer)
      return replacement(ofLine: range, after: slot, first, more, isEmpty: isEmpty)
    }
    var range = contentStart..<end
    if isInLines(place.node) {
      let line = min(lines.rest(from: slot)?.next ?? contentStart, contentStart)
      let first =
        properties == .unchanged ? lines.leadingStart(of: contentStart, after: line) : line
      range = first..<endWithComments(of: place.node, end, outer)
    }
    return replacement(ofLines: range, after: slot, first, more)
  }

  private func end(of node: Int) -> Int { max(text.contentStart(of: node), text.end(of: node)) }

  /// Returns a value without block scalars if a comment below them would become a part of one.
  private func quotingLines(_ new: Document, before end: Int, _ collection: Int) -> Document {
    guard let rest = lines.rest(from: end),
      lines.deepCommentsEnd(from: rest.next, column: column(of: collection)) > rest.next
    else { return new }
    return new.quotingLines
  }

  /// Returns a value with double quotes around texts that begin or end with empty lines, which the text around them would
  /// change, and around those that end with a line, if the file does not.
  func quotingLineEnds(_ value: Document) -> Document {
    let bytes = document.bytes
    let endsLine = bytes.last.map { EditedLines.isLineEnd($0) } ?? true
    var tape = value.tape
    tape.quoteLines { text in
      text.first == 0x0A || text.last == 0x0A && !endsLine
        || text.count > 1 && text.suffix(2).allSatisfy { $0 == 0x0A }
    }
    return Document(tape)
  }

  private func isInLines(_ node: Int) -> Bool {
    document.isCollection(node) && !text.isInBrackets(node)
  }

  /// The end of a collection in lines with the comments of its last child and those in a column after `column`, which it
  /// loses with its children; otherwise `end`.
  private func endWithComments(of node: Int, _ end: Int, _ column: Int) -> Int {
    guard isInLines(node), let rest = lines.rest(from: end) else { return end }
    let next = lines.deepCommentsEnd(from: rest.next, column: column)
    guard next > rest.next else { return lines.besideEnd(of: end) }
    return lines.blankStart(before: lines.lineEndStart(before: next))
  }

  private func replacement(
    ofLine range: Range<Int>, after slot: Int, _ first: [UInt8], _ more: [UInt8], isEmpty: Bool
  ) -> [ByteEdit] {
    guard !more.isEmpty else {
      return isEmpty
        ? [ByteEdit(range, first)] : [ByteEdit(range, first.drop { $0 == 0x20 })]
    }
    let rest = lines.rest(from: range.upperBound)?.end ?? range.upperBound
    return [ByteEdit(slot..<range.upperBound, first), ByteEdit(rest..<rest, lineEnd + more)]
  }

  private func replacement(
    ofLines range: Range<Int>, after slot: Int, _ first: [UInt8], _ more: [UInt8]
  ) -> [ByteEdit] {
    let start = lines.lineStart(range.lowerBound)
    let insertion = first.isEmpty ? [] : [ByteEdit(slot..<slot, first)]
    guard more.isEmpty else { return insertion + [ByteEdit(start..<range.upperBound, more)] }
    return insertion + [
      lineRemoval(start, lines.rest(from: range.upperBound) ?? (range.upperBound, range.upperBound))
    ]
  }

  /// Removes also the line end before, at the end of an input without one, unless a block scalar may contain it.
  private func lineRemoval(_ start: Int, _ rest: (end: Int, next: Int)) -> ByteEdit {
    let bytes = document.bytes
    guard rest.next == bytes.count, rest.next > start, start > 0,
      !EditedLines.isLineEnd(bytes[bytes.count - 1]),
      text.blockScalar(before: start)?.endsLine != true
    else { return ByteEdit(start..<rest.next) }
    var before = start - 1
    if bytes[before] == 0x0A, before > 0, bytes[before - 1] == 0x0D { before -= 1 }
    return ByteEdit(before..<rest.next)
  }

  private func rootReplacement(
    by new: Document, _ properties: Properties
  ) throws(DecantError) -> [ByteEdit] {
    var (start, prefix) = replacedStart(of: 0, properties)
    var end = endWithComments(of: 0, max(start, text.end(of: 0)), 0)
    if isInLines(0) {
      start = lines.leadingStart(of: start, after: lines.commentStart(before: start))
    }
    if start == end, text.properties(of: 0) == nil {
      start = markerEnd(before: start)
      end = start
    }
    var options = WritingOptions()
    options.indentation = .spaces(2)
    // What is beside the old value would become a part of a block scalar.
    let isAlone = end >= document.bytes.count || lines.afterLineEnd(end) != nil
    let isFollowed =
      lines.blankLinesEnd(from: lines.afterLineEnd(end) ?? end) < document.bytes.count
    let new = isAlone && !isFollowed ? quotingLineEnds(new) : new.quotingLines
    var value = prefix + (try document.written(new, options))
    if lines.beginsLine(start) {
      // The new lines are not indented.
      if new.root.isFilledCollection { start = max(lines.lineStart(start), lines.fileStart) }
    } else {
      let blank = lines.blankStart(before: start)
      if new.root.isFilledCollection {
        start = blank
        value = lineEnd + value
      } else if blank == start {
        value.insert(0x20, at: 0)
      }
    }
    return [ByteEdit(start..<end, value)]
  }

  private func markerEnd(before place: Int) -> Int {
    var line = lines.lineStart(place)
    while !document.bytes[line...].starts(with: "---".utf8) {
      guard line > 0 else { return place }
      line = lines.lineStart(line - 1)
    }
    return line + 3
  }

  // MARK: Insertion

  func blockInsertion(
    of new: [NewChild], in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for new in new.groupedByPlace { edits += try blockInsertion(ofGroup: new, in: collection) }
    return edits
  }

  private func blockInsertion(
    ofGroup new: [NewChild], in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    let index = new[0].index
    let children = document.children(of: collection.node)
    let column = column(of: collection.node)
    guard index < children.count else {
      let end = childEnd(children.count - 1, children, in: collection.node)
      guard let rest = linesEnd(from: end, column) else {
        throw problem("this collection", at: collection.node)
      }
      // Blanks at the end of the file would become a part of a block scalar.
      let isFollowed = rest.end < document.bytes.count && lines.afterLineEnd(rest.end) == nil
      let item = try blockItem(of: new, like: children, column, quotesLines: isFollowed)
      let insertion = ByteEdit(rest.end..<rest.end, lineEnd + item)
      return rest.end < document.bytes.count
        ? [insertion] : stripping(before: rest.end) + [insertion]
    }
    let item = try blockItem(of: new, like: children, column)
    let start = childStart(index, children, in: collection.node)
    guard lines.beginsLine(start) else {
      let indent = [UInt8](repeating: 0x20, count: column)
      if new.contains(where: \.value.hasTrivia) {
        // A comment on the line of the dash would be that of the collection.
        let range = lines.blankStart(before: start)..<start
        return [ByteEdit(range, lineEnd + item + lineEnd + indent)]
      }
      return [
        ByteEdit(
          start..<start, item.dropFirst(column) + lineEnd + indent)
      ]
    }
    let line = lines.lineStart(leadingStart(of: index, start, children, in: collection.node))
    return [ByteEdit(line..<line, item + lineEnd)]
  }

  /// Returns the lines of new children with one place.
  private func blockItem(
    of new: [NewChild], like children: [EditedDocument.Child], _ column: Int,
    quotesLines: Bool = false
  ) throws(DecantError) -> [UInt8] {
    let sibling = children[min(new[0].index, children.count - 1)].value
    var items: [[UInt8]] = []
    for child in new {
      let value = quotesLines ? child.value.quotingLines : child.value
      let isFlow =
        child.key == nil && text.isInBrackets(sibling) && !value.hasTrivia
        && value.root.kind == document.kind(of: sibling)
      let item = try isFlow ? flowElement(value) : blockText(value, forKey: child.key)
      items.append(moved(item, to: column))
    }
    return Array(items.joined(separator: lineEnd))
  }

  /// Returns an element in brackets, as those beside it are.
  private func flowElement(_ value: Document) throws(DecantError) -> [UInt8] {
    try [UInt8(ascii: "-"), 0x20] + flowText(value, indent: [])
  }

  /// Returns the beginning of the comments above a child, or of the child, which is at `start`.
  private func leadingStart(
    of index: Int, _ start: Int, _ children: [EditedDocument.Child], in collection: Int
  ) -> Int {
    let column = lines.column(of: start)
    var floor = lines.commentStart(before: start)
    if index > 0 {
      let end = childEnd(index - 1, children, in: collection)
      floor = max(floor, lines.rest(from: end)?.next ?? floor)
    }
    return lines.leadingStart(
      of: start, after: min(floor, start), column: index > 0 ? column : .max)
  }

  /// Returns nil for a child that does not begin its line: its comment would be that of the collection.
  func blockCommenting(
    _ index: Int, by comments: [NodeComment], in collection: NodePlace
  ) -> ByteEdit? {
    let children = document.children(of: collection.node)
    let start = childStart(index, children, in: collection.node)
    guard lines.beginsLine(start) else { return nil }
    let first = leadingStart(of: index, start, children, in: collection.node)
    let ending = lineEnd + lines.indentation(at: start)
    let text = comments.flatMap { EditedLines.Comments.hashes.lines(of: $0) }
      .flatMap { $0 + ending }
    return ByteEdit(first..<start, text)
  }

  /// Returns the end of the lines of a child with the comments below it that are indented deeper.
  private func linesEnd(from end: Int, _ column: Int) -> (end: Int, next: Int)? {
    guard let rest = lines.rest(from: end) else { return nil }
    let next = lines.deepCommentsEnd(from: rest.next, column: column)
    return next > rest.next ? (lines.lineEndStart(before: next), next) : rest
  }

  /// Keeps a final block scalar unchanged when a line end is appended to it.
  private func stripping(before end: Int) -> [ByteEdit] {
    guard let scalar = text.blockScalar(before: end), !scalar.endsLine else { return [] }
    let header = document.bytes[(scalar.indicator + 1)...].prefix { $0 > 0x20 }
    if header.contains(UInt8(ascii: "-")) { return [] }
    let keep = header.firstIndex(of: UInt8(ascii: "+"))
    return [
      ByteEdit(
        keep.map { $0..<$0 + 1 } ?? header.startIndex..<header.startIndex, [UInt8(ascii: "-")])
    ]
  }

  // MARK: Removal

  func blockRemoval(
    of indices: [Int], in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    guard indices.count < children.count else {
      let empty: Value = document.isMapping(collection.node) ? .mapping(Mapping()) : .sequence([])
      return try blockReplacement(of: collection, by: try Document(empty), .unchanged)
    }
    var edits: [ByteEdit] = []
    var rest = indices[...]
    while let first = rest.first {
      var last = first
      rest.removeFirst()
      // The children after one that does not begin its line go with it.
      let start = childStart(first, children, in: collection.node)
      guard !lines.beginsLine(start) else {
        edits.append(try lineRemoval(of: first, start, children, in: collection.node))
        continue
      }
      while rest.first == last + 1 { last = rest.removeFirst() }
      let next = childStart(last + 1, children, in: collection.node)
      let end = childEnd(last, children, in: collection.node)
      if lines.isSpace(end..<next) {
        edits.append(ByteEdit(start..<next))
      } else if let rest = linesEnd(from: end, column(of: collection.node)) {
        edits.append(ByteEdit(lines.blankStart(before: start)..<rest.end))
      } else {
        throw problem("this collection", at: collection.node)
      }
    }
    return edits
  }

  private func lineRemoval(
    of index: Int, _ start: Int, _ children: [EditedDocument.Child], in collection: Int
  ) throws(DecantError) -> ByteEdit {
    let end = childEnd(index, children, in: collection)
    guard let rest = linesEnd(from: end, column(of: collection)) else {
      throw problem("this collection", at: collection)
    }
    let first = lines.lineStart(leadingStart(of: index, start, children, in: collection))
    guard first > lines.fileStart || rest.next == document.bytes.count else {
      return ByteEdit(first..<lines.blankLinesEnd(from: rest.next))
    }
    return lineRemoval(first, rest)
  }
}

extension Document {
  /// The document with double quotes around texts of several lines.
  fileprivate var quotingLines: Document {
    var tape = tape
    tape.quoteLines()
    return Document(tape)
  }
}

extension Document.Node {
  var isFilledCollection: Bool {
    elements.contains { _ in true } || pairs.contains { _ in true }
  }
}
