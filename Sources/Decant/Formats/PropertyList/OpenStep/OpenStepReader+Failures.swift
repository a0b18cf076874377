/// What to say when the input is not what it should be: cold, and out of the way.
extension OpenStepReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].kind == .sequence ? .sequence(frames[depth].index) : .mapping
    }
  }

  /// An error at `position` of the window.
  @inline(never)
  func failure(_ problem: DecantError.Problem, at position: Int) -> DecantError {
    DecantError(problem, offset: origin + position, path: path)
  }

  /// A pair that lacks its semicolon, which belongs where the value ends.
  @inline(never)
  func missingSemicolon() -> DecantError {
    var error = failure(.openStep(.missingSemicolon), at: valueEnd - origin)
    // Where white space was long, the end of the value is no longer in view.
    if placeOfValueEnd?.offset == valueEnd { error.position = placeOfValueEnd }
    return error
  }

  @inline(never)
  func unexpected(_ bytes: RawSpan, at p: Int, _ state: State) -> DecantError {
    let byte = bytes.byte(at: p)
    guard byte < 0x80 || UTF8Scanning.length(bytes, at: p) > 0 else {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    let closes =
      (byte == UInt8(ascii: "}") && (state == .comma || state == .valueOrEnd))
      || (byte == UInt8(ascii: ")") && state == .key)
    if closes, let expected = closingBracket {
      return failure(.mismatchedBracket(found: byte, expected: expected), at: p)
    }
    return failure(problem(state, Self.found(bytes, at: p)), at: p)
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

  /// What is wrong if `found` is what comes in a state.
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
