internal import DecantCore

/// What an error says of an offset: the path to it, the element that is open there, and what was found where a tag was expected.
extension XMLReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].isMapping ? .mapping : .sequence(frames[depth].index)
    }
  }

  var openElement: XMLElement? {
    guard frames.isEmpty else { return frames[frames.count - 1].isMapping ? .dict : .array }
    return hasPropertyList ? .plist : nil
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at position: Int) -> DecantError {
    DecantError(problem, offset: origin + position, path: path)
  }

  @inline(never)
  func strayText(_ bytes: RawSpan, at p: Int, _ state: State) -> DecantError {
    let byte = bytes.byte(at: p)
    if byte >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    let found = Self.found(bytes, at: p)
    return failure(.xml(state == .epilogue ? .trailing(found) : .strayText(found)), at: p)
  }

  @inline(never)
  func refuse<T>(_ bytes: RawSpan, at p: Int, _ input: XMLInput) throws(DecantError) -> T? {
    if bytes.byte(at: p) >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
      if p + 4 > input.end, !input.isComplete { return nil }
      throw failure(.invalidEncoding(.utf8), at: p)
    }
    throw failure(.xml(.malformedTag(Self.found(bytes, at: p))), at: p)
  }

  private var openElementStart: Int? {
    frames.isEmpty ? propertyListStart : frames[frames.count - 1].offset
  }

  func keepOpenings(in window: inout Window) {
    let outer = propertyListStart.map { [$0] } ?? []
    window.keepOpenings(outer.count + frames.count) {
      $0 < outer.count ? outer[$0] : frames[$0 - outer.count].offset
    }
  }

  /// Returns an error about a missing end tag instead, if that is the likely cause.
  @inline(never)
  func explained(
    _ error: DecantError, tokenAt token: Int, in window: borrowing Window
  ) -> DecantError {
    guard let offset = error.offset else { return error }
    let element: String
    var closing: DecantError.Closing?
    switch error.problem.specific(DecantError.XMLProblem.self) {
    case .unclosed(let name, _):
      element = name
    case .mismatchedEnd(let found, let name?):
      element = name
      closing = DecantError.Closing(
        text: found.endTag, line: window.location(at: offset - origin).line)
    case .elementInside(let name):
      // The tag of a property-list element means that an end tag is missing; any other `<` is text.
      guard let found = elementBeginning(at: offset - origin, in: window) else { return error }
      element = name
      closing = DecantError.Closing(
        text: found.tag, line: window.location(at: offset - origin).line)
    case .unknownElement where frames.isEmpty && !hasPropertyList:
      guard window.withBytes({ $0.beginsHTML(at: token) }) else { return error }
      return failure(.html(insteadOf: "a property list"), at: token)
    default:
      return error
    }
    let isCollection = element == openElement?.rawValue
    let start = isCollection ? openElementStart ?? offset : origin + token
    return failure(.xml(.unclosed(element, before: closing)), at: start - origin)
  }

  private func elementBeginning(at p: Int, in window: borrowing Window) -> String? {
    window.withBytes { bytes in
      var end = p + 1
      while end < bytes.byteCount, Self.isNameByte(bytes.byte(at: end)) { end += 1 }
      return XMLElement(bytes.extracting(p + 1..<max(end, p + 1)))?.rawValue
    }
  }

  func unexpectedEnd(_ state: State, at p: Int) -> DecantError {
    if let openElement { return failure(.xml(.unclosed(openElement.rawValue, before: nil)), at: p) }
    return failure(.emptyInput, at: p)
  }

  static func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    .scalar(UTF8Scanning.scalar(bytes, at: p))
  }
}
