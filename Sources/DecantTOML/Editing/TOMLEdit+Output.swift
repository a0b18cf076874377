internal import DecantCore
internal import DecantEditing

/// The byte edits that an edit needs.
extension TOMLEdit {
  var finished: [ByteEdit] {
    var edits = pieces
    var rest = ordered[...]
    if text.statements.isEmpty { return edits + fileEnd(rest) }
    for run in runs(of: removed.sorted()) {
      while let first = rest.first, first.statement < run.lowerBound {
        edits.append(edit(of: rest.removeFirst()))
      }
      let count = rest.prefix { $0.statement <= run.upperBound }.count
      edits.append(count > 0 ? replacement(of: run, by: rest.prefix(count)) : removal(of: run))
      rest.removeFirst(count)
    }
    edits += rest.map(edit)
    return edits.inOrder
  }

  /// The new lines in the order of the text: beside one statement, pairs precede sections, and a table those around it.
  private var ordered: [NewLines] {
    let order = added.indices.sorted { first, second in
      let (a, b) = (added[first], added[second])
      if a.statement != b.statement { return a.statement < b.statement }
      if a.isBefore != b.isBefore { return a.isBefore }
      if a.isPairs != b.isPairs { return a.isPairs }
      if a.depth != b.depth, !a.isBefore { return a.depth > b.depth }
      return first < second
    }
    return order.map { added[$0] }
  }

  /// Consecutive statements.
  private func runs(of statements: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in statements {
      if let last = runs.last, last.upperBound + 1 == index {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  private func joined(_ added: ArraySlice<NewLines>) -> [UInt8] {
    var result: [UInt8] = []
    for new in added {
      if !result.isEmpty {
        result += text.lineEnd + text.blankLines(new.isPairs ? 0 : new.blankLines)
      }
      result += new.text
    }
    return result
  }

  /// The edit that inserts lines beside a statement that stays.
  private func edit(of new: NewLines) -> ByteEdit {
    let statement = text.statements[new.statement]
    if new.isBefore {
      let start = text.leadingStart(of: new.statement)
      return ByteEdit(start..<start, new.text + text.lineEnd + text.blankLines(new.blankLines))
    }
    guard new.isPairs, !statement.isHeader else {
      let end = text.trailingEnd(of: new.statement).end
      // Comments below a header are not about its first pair.
      let blankLines =
        new.isPairs ? (end > text.lineEnd(of: new.statement) ? 1 : 0) : new.blankLines
      return ByteEdit(end..<end, text.lineEnd + text.blankLines(blankLines) + new.text)
    }
    let end = text.lineEnd(of: new.statement)
    return ByteEdit(end..<end, text.lineEnd + new.text)
  }

  private func removal(of run: ClosedRange<Int>) -> ByteEdit {
    let lines = text.lines
    let start = text.leadingStart(of: run.lowerBound)
    let end =
      text.statements[run.lowerBound].isHeader
      ? text.trailingEnd(of: run.upperBound).next : text.nextLine(after: run.upperBound)
    let before = lines.blankLinesStart(before: start)
    guard end < lines.count else {
      // A file that does not end with a line does not do so without its last lines either.
      let isOpen = lines.count > 0 && !SourceLines.isLineEnd(lines[lines.count - 1])
      return ByteEdit((isOpen ? lines.lineEndStart(before: before) : before)..<end)
    }
    // The blank lines on one side are enough.
    let isFirst = before == lines.fileStart
    return ByteEdit(start..<(before < start || isFirst ? lines.blankLinesEnd(from: end) : end))
  }

  private func replacement(of run: ClosedRange<Int>, by added: ArraySlice<NewLines>) -> ByteEdit {
    let hasHeader = run.contains { text.statements[$0].isHeader }
    let end =
      hasHeader ? text.trailingEnd(of: run.upperBound).end : text.lineEnd(of: run.upperBound)
    return ByteEdit(text.leadingStart(of: run.lowerBound)..<end, joined(added))
  }

  /// Inserts lines at the end of a document without statements, below the comments that are the file's.
  private func fileEnd(_ added: ArraySlice<NewLines>) -> [ByteEdit] {
    guard !added.isEmpty else { return [] }
    let (lines, end) = (text.lines, text.lines.count)
    let isLineStart = lines.lineStart(of: end) == end
    let comments = document.comments(in: lines.fileStart..<end)
    let isBelowComment =
      comments.last.map { lines.afterLineEnd(at: $0.upperBound) ?? end } == end
      && HeadComments.count(ofFileIn: comments.map(lines.bytes)) < comments.count
    return [
      ByteEdit(
        end..<end,
        (isLineStart ? [] : text.lineEnd) + (isBelowComment ? text.lineEnd : []) + joined(added)
          + text.lineEnd)
    ]
  }
}

extension [ByteEdit] {
  /// The edits in the order of their offsets, without those inside of others.
  fileprivate var inOrder: [ByteEdit] {
    let order = indices.sorted { first, second in
      let (a, b) = (self[first].range, self[second].range)
      return (a.lowerBound, a.upperBound, first) < (b.lowerBound, b.upperBound, second)
    }
    var result: [ByteEdit] = []
    for edit in order.map({ self[$0] }) {
      guard let last = result.last, edit.range.lowerBound < last.range.upperBound else {
        result.append(edit)
        continue
      }
      let isAround = edit.range.lowerBound == last.range.lowerBound
      if edit.bytes.isEmpty, last.bytes.isEmpty {
        let end = Swift.max(last.range.upperBound, edit.range.upperBound)
        result[result.count - 1].range = last.range.lowerBound..<end
      } else if isAround, edit.range.upperBound > last.range.upperBound {
        result[result.count - 1] = edit
      }
    }
    return result
  }
}

extension TOMLEditedText {
  /// The bytes of the lines of a node with the comments that are its own, in the order of the text.
  func ranges(of node: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var previous: Int?
    for index in statements(of: node) {
      let end = nodes[node].isInLines ? trailingEnd(of: index).next : nextLine(after: index)
      if let last = previous, last + 1 == index, let range = ranges.last {
        ranges[ranges.count - 1] = range.lowerBound..<end
      } else {
        ranges.append(leadingStart(of: index)..<end)
      }
      previous = index
    }
    return ranges
  }
}
