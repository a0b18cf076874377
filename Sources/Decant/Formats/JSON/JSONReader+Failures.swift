/// What to say when the input is not what it should be: cold, and out of the way.
extension JSONReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].isMapping ? .mapping : .sequence(frames[depth].index)
    }
  }

  /// An error at `position` of the window.
  @inline(never)
  func failure(_ problem: DecantError.Problem, at position: Int) -> DecantError {
    DecantError(problem, offset: origin + position, path: path)
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
    let closes =
      (byte == UInt8(ascii: "]") && state == .commaInMapping)
      || (byte == UInt8(ascii: "}") && state == .commaInSequence)
    if closes {
      let expected = UInt8(ascii: state == .commaInMapping ? "}" : "]")
      return failure(.mismatchedBracket(found: byte, expected: expected), at: p)
    }
    return failure(.unexpected(Self.found(bytes, at: p), expected: state.expectation), at: p)
  }

  /// Whether the number that ends before `p` is a zero, signed or not, and no more.
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
  /// What the grammar has next in this state.
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
