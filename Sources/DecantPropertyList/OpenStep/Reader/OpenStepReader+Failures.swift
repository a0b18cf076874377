internal import DecantCore

/// The mistakes of a document, each with its offset and, where the bytes tell, what its author meant.
extension OpenStepReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].kind == .sequence ? .sequence(frames[depth].index) : .mapping
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
  func missingSemicolon() -> DecantError {
    var error = failure(.openStep(.missingSemicolon), at: valueEnd - origin)
    // The value may have left the window during long white space.
    if positionOfValueEnd?.offset == valueEnd { error.position = positionOfValueEnd }
    return error
  }

  @inline(never)
  func unexpected(_ bytes: RawSpan, at p: Int, _ state: State) -> DecantError {
    let byte = bytes.byte(at: p)
    guard byte < 0x80 || UTF8Scanning.length(bytes, at: p) > 0 else {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    return failure(problem(state, Self.found(bytes, at: p)), at: p)
  }

  /// Returns an error about an unclosed token instead, if that is the likely cause.
  @inline(never)
  func explained(
    _ error: DecantError, tokenAt token: Int, in window: borrowing Window
  ) -> DecantError {
    switch error.problem.specific(DecantError.OpenStepProblem.self) {
    case .missing(.valueOrParenthesis, .scalar("}")), .missing(.commaOrParenthesis, .scalar("}")):
      return unclosed(before: closing("}", at: token, in: window)) ?? error
    case .missing(.valueOrParenthesis, .scalar(";")), .missing(.commaOrParenthesis, .scalar(";")):
      return unclosed(before: closing(";", at: token, in: window)) ?? error
    case .missing(.keyOrBrace, .scalar(")")):
      return unclosed(before: closing(")", at: token, in: window)) ?? error
    case .missingSemicolon:
      guard endsLongString(at: token, in: window) else { return error }
      return failure(.unterminatedLine, at: lastString.lowerBound - origin)
    case .missing(_, .end):
      return unclosed(before: nil) ?? error
    case .notHexadecimal(.scalar(";")), .notHexadecimal(.scalar(",")),
      .notHexadecimal(.scalar(")")),
      .notHexadecimal(.scalar("}")):
      return failure(.openStep(.unclosedData), at: token)
    case .notHexadecimal where frames.isEmpty:
      guard window.withBytes({ $0.beginsHTML(at: token) }) else { return error }
      return failure(.html(insteadOf: "a property list"), at: token)
    default:
      return error
    }
  }

  /// Returns whether the quote before `p` probably opens a string, after an unclosed multiline one.
  private func endsLongString(at p: Int, in window: borrowing Window) -> Bool {
    guard lastString.upperBound == origin + p, valueEnd == origin + p, p < window.count else {
      return false
    }
    let start = lastString.lowerBound
    let position =
      window.droppedOpening(at: start)?.position
      ?? (start >= origin ? window.location(at: start - origin) : nil)
    return position.map { $0.line < window.location(at: p).line } ?? false
  }

  private func unclosed(before closing: DecantError.Closing?) -> DecantError? {
    guard !frames.isEmpty else { return nil }
    let frame = frames[frames.count - 1]
    guard frame.kind != .pairs else { return nil }
    return failure(
      .unclosedBracket(frame.kind == .mapping ? "{" : "(", before: closing),
      at: frame.offset - origin)
  }

  private func closing(
    _ sign: Character, at p: Int, in window: borrowing Window
  ) -> DecantError.Closing {
    DecantError.Closing(text: "'\(sign)'", line: window.location(at: p).line)
  }

  @inline(never)
  func unexpectedEnd(at p: Int) -> DecantError {
    failure(problem(state, .end), at: p)
  }

  private var closingBracket: UInt8? {
    switch frames.isEmpty ? .pairs : frames[frames.count - 1].kind {
    case .sequence: UInt8(ascii: ")")
    case .mapping: UInt8(ascii: "}")
    case .pairs: nil
    }
  }

  private func problem(_ state: State, _ found: DecantError.Found) -> DecantError.Problem {
    let sign: DecantError.OpenStepProblem.Sign =
      switch state {
      case .start, .value: .value
      case .valueOrEnd: .valueOrParenthesis
      case .comma: .commaOrParenthesis
      case .key: closingBracket == nil ? .key : .keyOrBrace
      case .keyEnd: .equalsSign
      case .root: .equalsSignOrEnd
      case .semicolon, .closeDocument, .end: .end
      }
    return .openStep(.missing(sign, found))
  }

  static func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    p < bytes.byteCount ? .scalar(UTF8Scanning.scalar(bytes, at: p)) : .end
  }
}
