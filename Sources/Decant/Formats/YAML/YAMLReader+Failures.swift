extension YAMLReader {
  var path: DocumentPath {
    var steps: [DocumentPath.Step] = []
    var mappings = 0
    for depth in 0..<frames.count {
      if frames[depth].isMapping {
        if let key = keys.lastKey(ofMappingAt: mappings) { steps.append(.key(Self.shownKey(key))) }
        mappings += 1
      } else if frames[depth].count > 0 {
        steps.append(.index(frames[depth].count - 1))
      }
    }
    return DocumentPath(steps)
  }

  /// Precondition: the current event begins at `offset` of the input.
  @inline(never)
  func failure(_ problem: DecantError.Problem, at offset: Int) -> DecantError {
    // In the fast lane, the caller computes the position from the window.
    guard lane == .libyaml else { return DecantError(problem, offset: offset, path: path) }
    return failure(problem, parser.start, at: offset)
  }

  /// Uses the line of the mark: libyaml's line breaks are those of YAML.
  func failure(
    _ problem: DecantError.Problem, _ mark: LibYAMLParser.Mark, at offset: Int
  ) -> DecantError {
    var error = DecantError(problem, offset: offset, path: path)
    // At the end of the input, libyaml counts one line too many if the last line has no line end.
    if offset < feed.end {
      error.position = DecantError.Position(
        offset: offset, line: line(of: mark), column: mark.column + 1)
    }
    return error
  }

  func line(of mark: LibYAMLParser.Mark) -> Int { feed.linesBefore + mark.line + 1 }

  /// Returns the line of the bracket; in a preamble, each collection has its own line.
  private func lineOfFlow(_ mark: LibYAMLParser.Mark) -> Int {
    guard mark.index < 0 else { return line(of: mark) }
    return scanner.restart.line(ofFrame: scanner.restart.frameCount + mark.line)
  }

  @inline(never)
  mutating func parserFailure(_ window: borrowing Window) -> DecantError {
    if var failure = parser.failure {
      failure.path = path
      return failure
    }
    let error = parser.error
    if let failure = hiddenFailure(before: error, window) { return failure }
    var mark = error.mark
    let offset = self.offset(of: mark, in: window)
    let place = YAMLPlace(offset - window.origin, inColumn: mark.column, in: window)
    let problem: DecantError.Problem
    switch error.problem {
    case "found character that cannot start any token":
      if place.scalar == "\t" {
        problem = .yaml(.tabInIndentation)
      } else {
        problem = .yaml(place.scalar.map { .reservedIndicator($0) } ?? .other(error.problem))
      }
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      problem = .yaml(.tabInIndentation)
    case "mapping values are not allowed in this context":
      return misplacedColon(mark, at: offset, window)
    case "mapping keys are not allowed in this context":
      problem = .yaml(.misplacedQuestionMark)
    case "could not find expected ':'":
      mark = error.contextMark
      let offset = self.offset(of: mark, in: window)
      let end = self.offset(of: error.mark, in: window) - window.origin
      guard let colon = window.tightColon(from: offset - window.origin, to: end, in: schema) else {
        return failure(.yaml(.missingColon), mark, at: offset)
      }
      mark = LibYAMLParser.Mark(
        index: mark.index + colon.scalars, line: mark.line, column: mark.column + colon.scalars)
      return failure(.yaml(.missingSpaceAfterColon), mark, at: offset + colon.bytes)
    case "found unexpected end of stream":
      mark = error.contextMark
      let offset = self.offset(of: mark, in: window)
      return failure(.unterminatedString, mark, at: offset)
    case "found unexpected document indicator":
      problem = .yaml(.documentMarkerInside)
    case "block sequence entries are not allowed in this context":
      problem = .yaml(.misplacedDash)
    case "did not find expected key" where place.isElement && place.beginsLine:
      problem = .yaml(.misplacedElement)
    case "did not find expected key":
      problem = place.beginsLine ? .yaml(.misindented(.mapping)) : trailing(place)
    case "did not find expected '-' indicator":
      problem = place.beginsLine ? .yaml(.misindented(.sequence)) : trailing(place)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let collection: DecantError.YAMLProblem.Collection =
        error.problem.hasSuffix("']'") ? .sequence : .mapping
      let line = lineOfFlow(error.contextMark)
      if place.isDocumentMarker {
        problem = .yaml(.documentMarkerInside)
      } else if place.scalar == ":", line == self.line(of: mark) {
        problem = .yaml(.misplacedColon)
      } else {
        problem = .yaml(.unclosed(collection, openedInLine: line, place.found))
      }
    case "did not find expected node content":
      let isInside = error.context == "while parsing a flow node" && place.isDocumentMarker
      problem = .yaml(isInside ? .documentMarkerInside : .missingValue(place.found))
    case "did not find expected <document start>":
      let isAfterDirective = window.hasDirective(
        from: offsetOfLast(window) - window.origin, to: offset - window.origin, in: schema)
      problem = .yaml(isAfterDirective ? .missingMarkerAfterDirective : .missingDocumentMarker)
    case "found unknown escape character":
      problem = .yaml(.unknownEscape(place.next))
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      problem = .yaml(.malformedEscape)
    case "did not find expected alphabetic or numeric character":
      mark = error.contextMark
      let sign: Unicode.Scalar = error.context == "while scanning an alias" ? "*" : "&"
      let offset = self.offset(of: mark, in: window)
      return failure(.yaml(.missingName(sign)), mark, at: offset)
    case "found undefined tag handle":
      problem = .yaml(.undefinedTagHandle)
    case "found incompatible YAML document":
      problem = .yaml(.unknownVersion)
    default:
      problem = .yaml(.other(in: error))
      if problem == .yaml(.malformedDirective), !error.context.isEmpty {
        mark = error.contextMark
        return failure(problem, mark, at: self.offset(of: mark, in: window))
      }
    }
    return failure(problem, mark, at: offset)
  }
}

extension DecantError.YAMLProblem {
  fileprivate static func other(in error: LibYAMLParser.ParserError) -> Self {
    let (problem, context) = (error.problem, error.context)
    switch context {
    case "while scanning a block scalar":
      return .malformedBlockHeader
    case "while scanning a tag", "while parsing a tag":
      return .malformedTag
    default:
      if context.contains("directive") || problem.contains("directive") {
        return .malformedDirective
      }
      return .other(context.isEmpty ? problem : problem + " " + context)
    }
  }
}
