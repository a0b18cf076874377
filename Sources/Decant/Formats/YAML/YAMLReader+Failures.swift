/// What to say when the input is not what it should be: cold, and out of the way.
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

  /// An error at the beginning of a step, which stands at `offset` of the input.
  @inline(never)
  func failure(
    _ problem: DecantError.Problem, _ step: LibYAMLParser.Step, at offset: Int
  ) -> DecantError {
    failure(problem, step.start, at: offset)
  }

  /// An error at a mark of libyaml's, whose lines end where YAML's do.
  private func failure(
    _ problem: DecantError.Problem, _ mark: LibYAMLParser.Mark, at offset: Int
  ) -> DecantError {
    var error = DecantError(problem, offset: offset, path: path)
    // At the end libyaml counts a line more, where the last one has no end.
    if offset < parser.feed.end {
      error.position = DecantError.Position(
        offset: offset, line: mark.line + 1, column: mark.column + 1)
    }
    return error
  }

  /// What libyaml gave up for, in decant's words.
  @inline(never)
  func parserFailure(_ window: borrowing Window) -> DecantError {
    if var failure = parser.failure {
      failure.path = path
      return failure
    }
    let complaint = parser.complaint
    var mark = complaint.mark
    let offset = parser.feed.offset(ofIndex: mark.index, in: window)
    let place = YAMLPlace(offset - window.origin, in: window)
    let problem: DecantError.Problem
    switch complaint.problem {
    case "found character that cannot start any token":
      if place.scalar == "\t" {
        problem = .yaml(.tabInIndentation)
      } else {
        problem = .yaml(place.scalar.map { .reservedIndicator($0) } ?? .other(complaint.problem))
      }
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      problem = .yaml(.tabInIndentation)
    case "mapping values are not allowed in this context":
      problem = .yaml(.misplacedColon)
    case "could not find expected ':'":
      mark = complaint.contextMark
      let offset = parser.feed.offset(ofIndex: mark.index, in: window)
      guard let colon = window.tightColon(from: offset - window.origin) else {
        return failure(.yaml(.missingColon), mark, at: offset)
      }
      // Between the beginning of the key and the colon, the line does not end.
      mark = LibYAMLParser.Mark(
        index: mark.index + colon.scalars, line: mark.line, column: mark.column + colon.scalars)
      return failure(.yaml(.missingSpaceAfterColon), mark, at: offset + colon.bytes)
    case "found unexpected end of stream":
      mark = complaint.contextMark
      let offset = parser.feed.offset(ofIndex: mark.index, in: window)
      return failure(.unterminatedString, mark, at: offset)
    case "found unexpected document indicator":
      problem = .yaml(.documentMarkerInside)
    case "block sequence entries are not allowed in this context":
      problem = .yaml(.misplacedDash)
    case "did not find expected key":
      problem = .yaml(place.beginsLine ? .misindented(.mapping) : .trailing(place.found))
    case "did not find expected '-' indicator":
      problem = .yaml(place.beginsLine ? .misindented(.sequence) : .trailing(place.found))
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let collection: DecantError.YAMLProblem.Collection =
        complaint.problem.hasSuffix("']'") ? .sequence : .mapping
      let line = complaint.contextMark.line + 1
      problem =
        place.isDocumentMarker
        ? .yaml(.documentMarkerInside)
        : .yaml(.unclosed(collection, openedInLine: line, place.found))
    case "did not find expected node content":
      let isInside = complaint.context == "while parsing a flow node" && place.isDocumentMarker
      problem = .yaml(isInside ? .documentMarkerInside : .missingValue(place.found))
    case "did not find expected <document start>":
      problem = .yaml(.missingDocumentMarker)
    default:
      if complaint.context.contains("directive") || complaint.problem.contains("directive") {
        mark = complaint.context.isEmpty ? mark : complaint.contextMark
        let offset = parser.feed.offset(ofIndex: mark.index, in: window)
        return failure(.yaml(.malformedDirective), mark, at: offset)
      } else {
        let words = complaint.context.isEmpty ? "" : " \(complaint.context)"
        problem = .yaml(.other(complaint.problem + words))
      }
    }
    return failure(problem, mark, at: offset)
  }
}

/// What stands at a place of a window that an error points at.
private struct YAMLPlace {
  /// The scalar there; nil at the end of the input.
  private(set) var scalar: Unicode.Scalar?
  /// Whether only blanks stand before it on its line.
  private(set) var beginsLine = false
  /// Whether `---` or `...` stands there, at the beginning of a line.
  private(set) var isDocumentMarker = false

  init(_ place: Int, in window: borrowing Window) {
    guard 0..<window.count ~= place else { return }
    window.withBytes { bytes in
      scalar = UTF8Scanning.scalar(bytes, at: place)
      var start = place
      while start > 0, bytes.byte(at: start - 1) == 0x20 { start -= 1 }
      beginsLine = start == 0 || bytes.byte(at: start - 1) == 0x0A
      let three = bytes.halfWord(at: place) & 0xFF_FFFF
      isDocumentMarker = beginsLine && start == place && (three == 0x2D2D2D || three == 0x2E2E2E)
    }
  }

  var found: DecantError.Found { scalar.map { .scalar($0) } ?? .end }
}

extension Window {
  /// How far behind `start`, on its line, a colon stands with something other than a space behind it.
  fileprivate func tightColon(from start: Int) -> (bytes: Int, scalars: Int)? {
    guard start >= 0 else { return nil }
    return withBytes { bytes in
      var p = start
      var scalars = 0
      while p < count, bytes.byte(at: p) != 0x0A, bytes.byte(at: p) != 0x0D {
        if bytes.byte(at: p) == UInt8(ascii: ":"), bytes.byte(at: p + 1) > 0x20 {
          return (p - start, scalars)
        }
        if bytes.byte(at: p) & 0xC0 != 0x80 { scalars += 1 }
        p += 1
      }
      return nil
    }
  }
}
