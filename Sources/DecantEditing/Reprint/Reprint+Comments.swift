internal import DecantCore

/// Comments, new ones and those that go.
extension Reprint {
  /// Where the comments end that are about the file.
  var headEnd: Int {
    let start = document.offset(at: 0)
    let head = document.comments(in: 0..<start)
    let run = document.closingBracket(of: 0).isEmpty ? document.comments[...] : head
    let count = HeadComments.count(ofFileIn: run.map { source.bytes($0) })
    guard count > 0 else { return 0 }
    return run[run.startIndex + count - 1].upperBound
  }

  // MARK: Comments that go

  /// Copies up to an offset, without the comments if they go.
  mutating func emit(to end: Int, isStripped: Bool) {
    if isStripped { strip(to: end) } else { out.copy(to: end) }
  }

  /// Copies up to an offset without the comments on the way, and without the lines of these comments alone.
  mutating func strip(to end: Int) {
    for comment in document.comments(in: out.position..<max(out.position, end)) {
      guard comment.lowerBound >= out.position else { continue }
      let next = source.blankEnd(after: comment.upperBound, before: source.count)
      let start = max(out.position, source.blankStart(before: comment.lowerBound))
      if source.endsLine(next) {
        let beginsLine = start == out.position ? out.endsLine : source.isLineStart(start)
        out.copy(to: start)
        var next = next
        if beginsLine {
          next = source.afterLineEnd(at: next) ?? next
          // The file still begins without blank lines.
          if out.isEmpty { next = source.blankLinesEnd(from: next) }
        }
        out.skip(to: min(end, next))
      } else {
        let isBeforeSign = [UInt8(ascii: ","), UInt8(ascii: ";")].contains(source[next])
        out.copy(to: isBeforeSign ? start : comment.lowerBound)
        out.skip(to: min(end, next))
      }
    }
    out.copy(to: end)
  }

  // MARK: New comments

  /// Returns comments beside a value, each after a space; only the last one may end the line.
  func text(beside comments: [NodeComment], endsLine: Bool) -> [UInt8] {
    comments.indices.flatMap { index in
      lines(of: comments[index], endsLine: endsLine && index == comments.count - 1)
        .flatMap { [0x20] + $0 }
    }
  }

  /// Returns comments above a child with what is between children, or else each with a space after it.
  func text(above comments: [NodeComment], _ boundary: [UInt8]) -> [UInt8] {
    comments.flatMap { lines(of: $0, endsLine: !boundary.isEmpty) }
      .flatMap { $0 + (boundary.isEmpty ? [0x20] : boundary) }
  }

  private func lines(of comment: NodeComment, endsLine: Bool) -> [[UInt8]] {
    printer.comments.lines(of: comment, endsLine: endsLine).map {
      $0.indented(by: [], lineEnd: lineEnd)
    }
  }

  /// Whether a value needs a line of its own, because its comments end with theirs.
  func needsLines(_ value: CommentedNode) -> Bool {
    printer.comments.areLines && (value.hasComments || value.node.hasTrivia)
  }
}
