internal import DecantCore

/// The lines between statements: which comments belong to which statement.
extension TOMLEditedText {
  /// The beginning of the line after a statement.
  func lineEnd(of index: Int) -> (end: Int, next: Int) {
    let end = statements[index].end
    return lines.rest(from: end) ?? (end, end)
  }

  /// The beginning of the comments directly above a statement, or of its line.
  func leadingStart(of index: Int) -> Int {
    let floor = index == 0 ? lines.fileStart : lineEnd(of: index - 1).next
    let start = statements[index].start
    return lines.lineStart(lines.leadingStart(of: start, after: min(floor, start)))
  }

  /// The end of the comments directly below a statement, unless they are directly above the next one.
  func trailingEnd(of index: Int) -> (end: Int, next: Int) {
    let line = lineEnd(of: index)
    let isLast = index + 1 == statements.count
    let limit = isLast ? bytes.count : statements[index + 1].start
    var found = line
    while found.next < limit {
      let text = lines.blankEnd(after: found.next)
      guard text < limit, let end = lines.commentEnd(text) else { break }
      found = (end, lines.afterLineEnd(end) ?? bytes.count)
    }
    return !isLast && lines.blankEnd(after: found.next) == limit ? line : found
  }

  /// The end of the blank lines from `start` on.
  func blankLinesEnd(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let text = lines.blankEnd(after: place)
      guard let next = lines.afterLineEnd(text) else { return text == bytes.count ? text : place }
      place = next
    }
    return place
  }

  /// The beginning of the blank lines before the line at `start`.
  func blankLinesStart(before start: Int) -> Int {
    var place = start
    while place > 0 {
      var end = place - 1
      if bytes[end] == 0x0A, end > 0, bytes[end - 1] == 0x0D { end -= 1 }
      let text = lines.blankStart(before: end)
      guard EditedLines.isLineEnd(bytes[place - 1]),
        text == 0 || EditedLines.isLineEnd(bytes[text - 1])
      else { return place }
      place = text
    }
    return place
  }

  /// The number of blank lines before headers like those near a statement.
  func blankLineCount(near index: Int) -> Int {
    let section = statements.indices.contains(index) ? statements[index].section : -1
    let near = [section, section + 1, section + 2].first {
      headers.indices.contains($0) && headers[$0] > 0
    }
    guard let near else { return 1 }
    let start = leadingStart(of: headers[near])
    return min(bytes[blankLinesStart(before: start)..<start].count { $0 == 0x0A }, 2)
  }
}
