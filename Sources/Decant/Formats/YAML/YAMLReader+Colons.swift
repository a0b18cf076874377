extension YAMLReader {
  func offsetOfLast(_ window: borrowing Window) -> Int {
    offset(of: parser.earlier(by: 1).start, in: window)
  }

  /// Infers the cause from the previous events.
  ///
  ///     a: b: c          text with a colon in it
  ///     --- b: c         a mapping that must begin on a line of its own
  ///     a: b
  ///       c: d           a key in the column of continued text
  ///     a:b
  ///     c: d             text meant to be a key and its value
  ///     a
  ///     c: d             text meant to be a key
  func misplacedColon(
    _ mark: LibYAMLParser.Mark, at offset: Int, _ window: borrowing Window
  ) -> DecantError {
    let last = parser.earlier(by: 1)
    let lineBefore = parser.earlier(by: 2).start.line
    if last.kind == .scalar, last.start.line == mark.line, mark.index - last.start.index > 1024 {
      return failure(.yaml(.longKey), mark, at: offset)
    }
    guard last.kind == .scalar, last.style == .plain else {
      return failure(.yaml(.misplacedColon), mark, at: offset)
    }
    if last.start.line == mark.line {
      let isRoot = frames.isEmpty && lineBefore == mark.line && last.start.column > 3
      let problem: DecantError.YAMLProblem =
        isRoot && startOfDocument.line == mark.line && startOfDocument.column == 0
        ? .mappingAfterMarker : .misplacedColon
      return failure(.yaml(problem), mark, at: offset)
    }
    if lineBefore == last.start.line, !frames.isEmpty, frames[frames.count - 1].isMapping {
      return failure(.yaml(.colonInText(beganInLine: line(of: last.start))), mark, at: offset)
    }
    let start = offsetOfLast(window)
    guard
      let colon = window.tightColon(
        from: start - window.origin, to: offset - window.origin, in: schema)
    else {
      return failure(.yaml(.missingColon), last.start, at: start)
    }
    let place = LibYAMLParser.Mark(
      index: last.start.index + colon.scalars, line: last.start.line,
      column: last.start.column + colon.scalars)
    return failure(.yaml(.missingSpaceAfterColon), place, at: start + colon.bytes)
  }

  func trailing(_ place: YAMLPlace) -> DecantError.Problem {
    switch parser.earlier(by: 1).style {
    case .singleQuoted: .yaml(.trailingQuote("'", place.found))
    case .doubleQuoted: .yaml(.trailingQuote("\"", place.found))
    default: .yaml(.trailing(place.found))
    }
  }
}
