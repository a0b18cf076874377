internal import DecantCore

extension YAMLEdit {
  private func slot(of place: NodePlace) -> Int? {
    guard let parent = place.ancestors.last else { return nil }
    return indicatorEnd(of: parent.child, in: parent.node)
  }

  private func indicatorEnd(of index: Int, in collection: Int) -> Int? {
    let children = document.children(of: collection)
    if let key = children[index].key {
      return text.colonEnd(after: text.end(of: key, isInFlow: false))
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
    let end = text.end(of: children[index], in: collection, isInFlow: false)
    guard children[index].key == nil, text.isEmpty(children[index].value) else { return end }
    return max(end, dashEnd(index, children, in: collection))
  }

  private func dashEnd(
    _ index: Int, _ children: [EditedDocument.Child], in collection: Int
  ) -> Int {
    var place = text.contentStart(of: collection)
    let gap = children[...index].lastIndex { document.nodes.gap(before: $0.start) != nil }
    // Before a child after a gap, there is nothing but its dash and a space.
    if let gap { place = lines.blankStart(before: text.start(of: children[gap].value)) - 1 }
    for number in (gap ?? 0)...index {
      place = lines.token(from: place, before: document.bytes.count) + 1
      if number < index {
        place = max(place, text.end(of: children[number], in: collection, isInFlow: false))
      }
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
    let new = try CommentedNode(new).node
    let slot =
      prefix.isEmpty && start > text.start(of: place.node)
      ? text.properties(of: place.node)?.end ?? indicator : indicator
    let contentStart = isEmpty ? slot : max(start, slot)
    let end = max(slot, text.end(of: place.node, isInFlow: false))
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
    var end = endWithComments(of: 0, max(start, text.end(of: 0, isInFlow: false)), 0)
    if isInLines(0) {
      start = lines.leadingStart(of: start, after: lines.commentStart(before: start))
    }
    if start == end, text.properties(of: 0) == nil {
      start = markerEnd(before: start)
      end = start
    }
    var options = WritingOptions()
    options.indentation = .spaces(2)
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
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    let column = column(of: collection.node)
    let item = moved(try blockText(new, forKey: key), to: column)
    guard index < children.count else {
      let end = childEnd(children.count - 1, children, in: collection.node)
      guard let rest = linesEnd(from: end, column) else {
        throw problem("this collection", at: collection.node)
      }
      let insertion = ByteEdit(rest.end..<rest.end, lineEnd + item)
      return rest.end < document.bytes.count
        ? [insertion] : stripping(before: rest.end) + [insertion]
    }
    let start = childStart(index, children, in: collection.node)
    guard lines.beginsLine(start) else {
      let indent = [UInt8](repeating: 0x20, count: column)
      if new.hasTrivia {
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

  func blockRemoval(of index: Int, in collection: NodePlace) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    guard children.count > 1 else {
      let empty: Value = document.isMapping(collection.node) ? .mapping(Mapping()) : .sequence([])
      return try blockReplacement(of: collection, by: try Document(empty), .unchanged)
    }
    let start = childStart(index, children, in: collection.node)
    let end = childEnd(index, children, in: collection.node)
    let column = column(of: collection.node)
    guard let rest = linesEnd(from: end, column) else {
      throw problem("this collection", at: collection.node)
    }
    guard !lines.beginsLine(start) else {
      let first = lines.lineStart(
        leadingStart(of: index, start, children, in: collection.node))
      guard first > lines.fileStart || rest.next == document.bytes.count else {
        return [ByteEdit(first..<lines.blankLinesEnd(from: rest.next))]
      }
      return [lineRemoval(first, rest)]
    }
    let next = childStart(index + 1, children, in: collection.node)
    return lines.isSpace(end..<next)
      ? [ByteEdit(start..<next)] : [ByteEdit(lines.blankStart(before: start)..<rest.end)]
  }
}

extension Document.Node {
  var isFilledCollection: Bool {
    elements.contains { _ in true } || pairs.contains { _ in true }
  }
}
