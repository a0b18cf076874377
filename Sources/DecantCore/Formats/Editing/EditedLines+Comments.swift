/// Which comments belong to which node: those directly above it, and those beside it.
///
///     # the file's, because a blank line follows
///
///     # above a
///     a: 1  # beside a
extension EditedLines {
  /// The first byte after a byte-order mark.
  package var fileStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the beginning of the comments directly above an item or before it on its line; `item` if there are none.
  ///
  /// `floor` is the end of what precedes them. Comments in a column after `column` belong to that, too.
  package func leadingStart(of item: Int, after floor: Int, column: Int = .max) -> Int {
    var run: [Range<Int>] = []
    var start = item
    for comment in comments(in: floor..<max(floor, item)).reversed() {
      guard lineEndCount(comment.upperBound..<start) < 2 else { break }
      if beginsLine(comment.lowerBound), self.column(of: comment.lowerBound) > column { break }
      start = comment.lowerBound
      run.insert(comment, at: 0)
    }
    guard floor <= fileStart else { return start }
    let count = HeadComments.count(ofFileIn: run.map { Array(bytes[$0]) })
    return count < run.count ? run[count].lowerBound : item
  }

  /// Returns the end of the comments that follow on the line, each on one line; `end` if there are none.
  package func besideEnd(of end: Int) -> Int {
    var place = end
    while true {
      let text = blankEnd(after: place)
      guard let next = commentEnd(text), !hasLineEnd(text..<next) else { return place }
      place = next
    }
  }

  /// Returns the edits that remove comments, with the lines that have nothing else; the file's own stay.
  package func removal(ofCommentsAt places: [Int]) -> [ByteEdit] {
    let head = comments(in: fileStart..<token(from: fileStart, before: bytes.count))
    let ownCount = HeadComments.count(ofFileIn: head.map { Array(bytes[$0]) })
    let own = Set(head.prefix(ownCount).map(\.lowerBound))
    var edits: [ByteEdit] = []
    var rest = places.filter { !own.contains($0) }.sorted()[...]
    // No blank lines come first in a file that had none.
    var removedHeadEnd = fileStart
    while let first = rest.popFirst(), let firstEnd = commentEnd(first) {
      // Comments with nothing but blanks between them go together.
      var end = firstEnd
      while let next = rest.first, next == blankEnd(after: end), let nextEnd = commentEnd(next) {
        rest.removeFirst()
        end = nextEnd
      }
      let text = blankEnd(after: end)
      let isEndOfLine = text == bytes.count || Self.isLineEnd(bytes[text])
      guard isEndOfLine else {
        let endsItem = bytes[text] == UInt8(ascii: ",") || bytes[text] == UInt8(ascii: ";")
        edits.append(ByteEdit((endsItem ? blankStart(before: first) : first)..<text))
        continue
      }
      guard beginsLine(first) else {
        edits.append(ByteEdit(blankStart(before: first)..<text))
        continue
      }
      let start = lineStart(first)
      var next = afterLineEnd(text) ?? text
      if start == removedHeadEnd {
        next = blankLinesEnd(from: next)
        removedHeadEnd = next
      }
      edits.append(ByteEdit(start..<next))
    }
    return edits
  }

  /// Returns the edits that move the comment on the line of an opening bracket beside the value that replaces the collection.
  ///
  /// It is about the key, and not about a child. `end` is the end of the collection.
  package func movingOpeningComment(after bracket: Int, before end: Int) -> [ByteEdit] {
    let stop = besideEnd(of: bracket)
    guard stop > bracket, stop < end, rest(from: bracket) != nil else { return [] }
    let comment = [0x20] + bytes[blankEnd(after: bracket)..<stop]
    let next = token(from: end, before: bytes.count)
    let isSeparated =
      next < bytes.count && [UInt8(ascii: ","), UInt8(ascii: ";")].contains(bytes[next])
    let place = isSeparated ? next + 1 : end
    if comments.areLines {
      guard let rest = rest(from: place) else { return [] }
      let lineEnd = blankStart(before: rest.end)
      return [ByteEdit(lineEnd..<lineEnd, comment)]
    }
    guard rest(from: place) != nil, besideEnd(of: place) == place else {
      return [ByteEdit(end..<end, comments(in: bracket..<stop).flatMap { [0x20] + inLine($0) })]
    }
    return [ByteEdit(place..<place, comment)]
  }

  /// Returns a comment that does not end its line.
  private func inLine(_ comment: Range<Int>) -> [UInt8] {
    let bytes = Array(bytes[comment])
    guard bytes.starts(with: "//".utf8) else { return bytes }
    let text = bytes.withBytes { CommentText($0.extracting(droppingFirst: 2)) }
    return Array("/*".utf8) + text.separating("*", "/") + Array(" */".utf8)
  }

  /// Returns the line after the comments and blank lines from `line` on that are in a column after `column`; blank lines at
  /// the end do not count.
  package func deepCommentsEnd(from line: Int, column: Int) -> Int {
    var found = line
    var place = line
    while place < bytes.count {
      let text = blankEnd(after: place)
      if let next = afterLineEnd(text) {
        place = next
        continue
      }
      guard let end = commentEnd(text), text - place > column else { break }
      place = afterLineEnd(end) ?? bytes.count
      found = place
    }
    return found
  }

  /// Returns the first line from `line` on that is not blank.
  package func blankLinesEnd(from line: Int) -> Int {
    var place = line
    while let next = afterLineEnd(blankEnd(after: place)) { place = next }
    return place
  }

  /// Returns the beginning of the line end before the line that begins at `line`.
  package func lineEndStart(before line: Int) -> Int {
    guard line > 0, Self.isLineEnd(bytes[line - 1]) else { return line }
    return bytes[line - 1] == 0x0A && line > 1 && bytes[line - 2] == 0x0D ? line - 2 : line - 1
  }

  package func column(of place: Int) -> Int { place - lineStart(place) }

  /// The comments in a range, after the last byte that is neither in a comment nor white space.
  private func comments(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let start = space(from: place, before: range.upperBound)
      if start >= range.upperBound { break }
      if let end = commentEnd(start) {
        result.append(start..<end)
        place = end
      } else {
        result.removeAll()
        place = start + 1
      }
    }
    return result
  }

  private func lineEndCount(_ range: Range<Int>) -> Int {
    var count = 0
    for place in range where Self.isLineEnd(bytes[place]) {
      let isSecond = bytes[place] == 0x0A && place > 0 && bytes[place - 1] == 0x0D
      if !isSecond { count += 1 }
    }
    return count
  }
}

extension EditedLines.Comments {
  /// Whether a comment always ends with its line.
  var areLines: Bool { self == .hashes || self == .tightHashes }

  /// Returns the lines of a comment with its marks; a comment that must not end its line is between marks.
  package func lines(of comment: NodeComment, endsLine: Bool = true) -> [[UInt8]] {
    let text = comment.text.withBytes { CommentText($0) }
    switch self {
    case .none: return []
    case .slashes:
      let isBlock = comment.isBlock || !endsLine || text.hasLineEnds
      guard isBlock else { return [Array("//".utf8) + text.bytes] }
      var words = text.separating("*", "/")
      if !comment.isBlock, words.last != 0x20 { words.append(0x20) }
      return [Array("/*".utf8) + words + Array("*/".utf8)]
    case .hashes, .tightHashes:
      return text.lines.map { line in
        let needsSpace = comment.isBlock && !line.isEmpty && line.first != 0x20
        var line = (needsSpace ? [0x20] : []) + line.map { $0 < 0x20 && $0 != 0x09 ? 0x20 : $0 }
        while comment.isBlock, line.last == 0x20 { line.removeLast() }
        return [UInt8(ascii: "#")] + line
      }
    case .markup:
      return [
        Array("<!--".utf8) + text.markup(isBlock: comment.isBlock) + Array("-->".utf8)
      ]
    }
  }
}
