internal import DecantCore

/// The mistakes of a document, each with its offset and, where the bytes tell, what its author meant.
extension JSONReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].isMapping ? .mapping : .sequence(frames[depth].index)
    }
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at position: Int) -> DecantError {
    DecantError(problem, offset: origin + position, path: path)
  }

  @inline(never)
  func failure(_ flaw: TokenFlaw) -> DecantError {
    var failure = failure(flaw.problem, at: flaw.offset - origin)
    failure.position = flaw.position
    return failure
  }

  @inline(never)
  func unexpected(_ bytes: RawSpan, at p: Int, _ state: State) -> DecantError {
    let byte = bytes.byte(at: p)
    if byte >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    if byte | 0x20 == UInt8(ascii: "x"), Self.isLoneZero(bytes, before: p) {
      return failure(.invalidNumber(.hexadecimal), at: p)
    }
    return failure(.unexpected(Self.found(bytes, at: p), expected: state.expectation), at: p)
  }

  /// Returns a more specific error if there is one, such as for an unclosed bracket.
  @inline(never)
  func explained(
    _ error: DecantError, tokenAt token: Int, in window: borrowing Window
  ) -> DecantError {
    switch error.problem {
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      return failure(.unterminatedLine, at: token)
    case .unexpected(.scalar("<"), expected: .value) where frames.isEmpty,
      .unexpected(.scalar("<"), expected: .recordSeparator):
      guard window.withBytes({ $0.beginsHTML(at: token) }) else { return error }
      return failure(.html(insteadOf: "JSON"), at: token)
    case .unexpectedEnd:
      return unclosed(before: nil) ?? error
    case .unexpected(.scalar("]"), expected: .commaOrEndOfMapping):
      return unclosed(before: closing("]", at: token, in: window)) ?? error
    case .unexpected(.scalar("}"), expected: .commaOrEndOfSequence):
      return unclosed(before: closing("}", at: token, in: window)) ?? error
    case .unexpected(.scalar("{"), let expected), .unexpected(.scalar("["), let expected):
      guard framing == .lines else { return error }
      return endOfLine(before: token, expected, in: window) ?? error
    default:
      return error
    }
  }

  private func unclosed(before closing: DecantError.Closing?) -> DecantError? {
    guard !frames.isEmpty else { return nil }
    let frame = frames[frames.count - 1]
    return failure(
      .unclosedBracket(frame.isMapping ? "{" : "[", before: closing), at: frame.offset - origin)
  }

  private func closing(
    _ bracket: Character, at p: Int, in window: borrowing Window
  ) -> DecantError.Closing {
    DecantError.Closing(text: "'\(bracket)'", line: window.location(at: p).line)
  }

  private func endOfLine(
    before next: Int, _ expected: DecantError.Expectation, in window: borrowing Window
  ) -> DecantError? {
    guard !frames.isEmpty, let end = tokenEnd(in: window, before: next) else { return nil }
    let isFirstInLine =
      next > 0 ? window[next - 1] == 0x0A : window.dropped.tail.last == 0x0A
    return isFirstInLine ? failure(.unexpectedEndOfLine(expected: expected), at: end - origin) : nil
  }

  private func tokenEnd(in window: borrowing Window, before p: Int) -> Int? {
    let end = window.withBytes { bytes in
      var end = p
      while end > 0, bytes.byte(at: end - 1) <= 0x20 { end -= 1 }
      return end
    }
    return end > 0 ? window.origin + end : recordTokenEnd
  }

  /// Precondition: the caller then refills the window.
  mutating func keepOffsets(in window: inout Window, before p: Int) {
    guard framing == .lines, !frames.isEmpty else {
      window.keepOpenings(frames.count) { frames[$0].offset }
      return
    }
    recordTokenEnd = tokenEnd(in: window, before: p)
    window.keepOpenings(frames.count + 1) {
      $0 < frames.count ? frames[$0].offset : recordTokenEnd ?? frames[frames.count - 1].offset
    }
  }

  private static func isLoneZero(_ bytes: RawSpan, before p: Int) -> Bool {
    guard p > 0, bytes.byte(at: p - 1) == UInt8(ascii: "0") else { return false }
    guard p > 1 else { return true }
    switch bytes.byte(at: p - 2) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"):
      return false
    default:
      return true
    }
  }

  @inline(never)
  func trailingContent(_ bytes: RawSpan, at p: Int) -> DecantError {
    guard bytes.byte(at: p) < 0x80 || UTF8Scanning.length(bytes, at: p) > 0 else {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    return failure(.trailingContent(Self.found(bytes, at: p)), at: p)
  }

  @inline(never)
  func unexpectedEnd(_ state: State, at p: Int) -> DecantError {
    failure(.unexpectedEnd(expected: state.expectation), at: p)
  }

  static func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    .scalar(UTF8Scanning.scalar(bytes, at: p))
  }
}

extension JSONReader.State {
  var expectation: DecantError.Expectation {
    switch self {
    case .value, .betweenDocuments: .value
    case .valueOrEnd: .valueOrEndOfSequence
    case .key: .key
    case .keyOrEnd: .keyOrEndOfMapping
    case .colon: .colon
    case .commaInSequence: .commaOrEndOfSequence
    case .commaInMapping: .commaOrEndOfMapping
    case .closeDocument: .endOfDocument
    }
  }
}
