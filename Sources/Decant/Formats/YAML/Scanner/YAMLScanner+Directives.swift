extension YAMLScanner {
  struct Directives {
    var version = 0..<0
    var handles: [(handle: Range<Int>, prefix: Range<Int>)] = []
  }

  @inline(never)
  mutating func directives(_ bytes: RawSpan) -> Outcome {
    let start = position
    let outcome = directives(bytes, from: start)
    if case .done = outcome { return .done }
    return fail(outcome, at: start)
  }

  private mutating func directives(_ bytes: RawSpan, from start: Int) -> Outcome {
    var found = Directives()
    var place = start
    while bytes.byte(at: place) == UInt8(ascii: "%") {
      guard let next = directive(bytes, at: place, &found) else { return failure }
      position = next
      guard let text = skipLines(bytes) else { return failure }
      guard showsFour(at: text) else { return .more }
      guard text == position else { return missingMarker(found, from: start, at: text) }
      place = text
    }
    guard isMarker(bytes, at: place), bytes.byte(at: place) == UInt8(ascii: "-") else {
      return missingMarker(found, from: start, at: place)
    }
    return beginDocument(bytes, at: start, marker: place, found)
  }

  /// Refuses directives without `---` after them; a line that begins with another word may be text.
  private mutating func missingMarker(
    _ found: Directives, from start: Int, at p: Int
  ) -> Outcome {
    found.version.isEmpty && found.handles.isEmpty
      ? refuse(.malformedDirective, at: start) : refuse(.missingMarkerAfterDirective, at: p)
  }

  /// Returns the start of the next line; nil with `failure` set.
  private mutating func directive(
    _ bytes: RawSpan, at start: Int, _ found: inout Directives
  ) -> Int? {
    failure = .more
    guard let name = word(bytes, after: start) else { return nil }
    let next: Int
    switch String(utf8: bytes.extracting(name)) {
    case "YAML":
      guard let number = word(bytes, after: name.upperBound) else { return nil }
      guard isVersion(bytes, number) else {
        return refused(isNumber(bytes, number) ? .unknownVersion : .malformedDirective, at: start)
      }
      guard found.version.isEmpty else { return refused(.repeatedDirective, at: start) }
      found.version = number
      next = number.upperBound
    case "TAG":
      guard let handle = word(bytes, after: name.upperBound),
        let prefix = word(bytes, after: handle.upperBound)
      else { return nil }
      guard isHandle(bytes, handle), isPrefix(bytes, prefix) else {
        return refused(.malformedDirective, at: start)
      }
      let isKnown = found.handles.contains {
        bytes.extracting($0.handle).isEqual(to: bytes.extracting(handle))
      }
      guard !isKnown else { return refused(.repeatedDirective, at: start) }
      found.handles.append((handle, prefix))
      next = prefix.upperBound
    case "":
      return refused(.malformedDirective, at: start)
    default:
      // Reserved for later versions (rule 83).
      return endOfComment(bytes, from: name.lowerBound)
    }
    let place = endOfLine(bytes, from: next)
    if place == nil, case .refused = failure { return refused(.malformedDirective, at: start) }
    return place
  }

  private mutating func refused(_ problem: DecantError.YAMLProblem, at p: Int) -> Int? {
    failure = refuse(problem, at: p)
    return nil
  }

  private mutating func word(_ bytes: RawSpan, after place: Int) -> Range<Int>? {
    var start = place
    if bytes.byte(at: start) == UInt8(ascii: "%") {
      start += 1
    } else {
      while bytes.byte(at: start) == 0x20 || bytes.byte(at: start) == 0x09 { start += 1 }
    }
    var p = start
    while bytes.byte(at: p) > 0x20 { p += 1 }
    return p < end || isComplete ? start..<min(p, end) : nil
  }

  /// Accepts any minor version: those after 1.2 are read as 1.2 (YAML 1.2.2, 6.8.1).
  private mutating func isVersion(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    isNumber(bytes, range) && bytes.byte(at: range.lowerBound) == UInt8(ascii: "1")
      && bytes.byte(at: range.lowerBound + 2) != UInt8(ascii: "0")
  }

  /// Returns whether the range is a digit, a point and one to nine digits, as libyaml accepts.
  private mutating func isNumber(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    3...11 ~= range.count && bytes.byte(at: range.lowerBound + 1) == UInt8(ascii: ".")
      && range.allSatisfy {
        $0 == range.lowerBound + 1 || DecimalLexeme.isDigit(bytes.byte(at: $0))
      }
  }

  private mutating func isHandle(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let sign = UInt8(ascii: "!")
    guard !range.isEmpty, bytes.byte(at: range.lowerBound) == sign else { return false }
    guard range.count > 1 else { return true }
    guard bytes.byte(at: range.upperBound - 1) == sign else { return false }
    return (range.lowerBound + 1..<range.upperBound - 1).allSatisfy {
      switch bytes.byte(at: $0) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  /// Accepts the beginning of a URI (rules 93 to 95).
  private mutating func isPrefix(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    guard let first = range.first.map({ bytes.byte(at: $0) }) else { return false }
    switch first {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"): return false
    default: break
    }
    return range.allSatisfy { place in
      let byte = bytes.byte(at: place)
      guard byte == UInt8(ascii: "%") else { return Self.mayBeInURI(byte) }
      return (1...2).allSatisfy { HexDigit.value(bytes.byte(at: place + $0)) != nil }
    }
  }

  @inline(never)
  mutating func emitHandles(_ directives: Directives) {
    for (handle, prefix) in directives.handles {
      emit(.tagHandle, at: 0, text: handle.lowerBound..<prefix.upperBound)
    }
  }
}
