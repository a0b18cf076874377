/// What to say when the input is not what it should be: cold, and out of the way.
extension XMLReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      frames[depth].isMapping ? .mapping : .sequence(frames[depth].index)
    }
  }

  /// The innermost element that has not ended.
  var openElement: XMLElement? {
    guard frames.isEmpty else { return frames[frames.count - 1].isMapping ? .dict : .array }
    return hasPropertyList ? .plist : nil
  }

  /// An error at `position` of the window.
  @inline(never)
  func failure(_ problem: DecantError.Problem, at position: Int) -> DecantError {
    DecantError(problem, offset: origin + position, path: path)
  }

  /// Something stands at `p` where only tags may.
  @inline(never)
  func strayText(_ bytes: RawSpan, at p: Int, _ state: State) -> DecantError {
    let byte = bytes.byte(at: p)
    if byte >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    let found = Self.found(bytes, at: p)
    return failure(.xml(state == .epilogue ? .trailing(found) : .strayText(found)), at: p)
  }

  /// Refuses what stands at `p` and breaks the grammar of tags; nil if the window has only half of it.
  @inline(never)
  func refuse<T>(_ bytes: RawSpan, at p: Int, _ input: XMLInput) throws(DecantError) -> T? {
    if bytes.byte(at: p) >= 0x80, UTF8Scanning.length(bytes, at: p) == 0 {
      if p + 4 > input.end, !input.isComplete { return nil }
      throw failure(.invalidEncoding(.utf8), at: p)
    }
    throw failure(.xml(.malformedTag(Self.found(bytes, at: p))), at: p)
  }

  func unexpectedEnd(_ state: State, at p: Int) -> DecantError {
    if let openElement { return failure(.xml(.unclosed(openElement.rawValue)), at: p) }
    return failure(.emptyInput, at: p)
  }

  static func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    .scalar(UTF8Scanning.scalar(bytes, at: p))
  }
}
