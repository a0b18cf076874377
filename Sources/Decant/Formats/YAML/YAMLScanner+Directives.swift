extension YAMLScanner {
  struct Directives {
    var version = 0..<0
    var handles: [(handle: Range<Int>, prefix: Range<Int>)] = []
  }

  private enum Line {
    case done(Int)
    case more, malformed, repeated, giveUp
  }

  @inline(never)
  mutating func directives(_ bytes: RawSpan) -> Outcome {
    let start = position
    var found = Directives()
    var place = start
    while bytes.byte(at: place) == UInt8(ascii: "%") {
      switch directive(bytes, at: place, &found) {
      case .done(let next): position = next
      case .more: return stop(.more, at: start)
      case .giveUp: return stop(.giveUp, at: start)
      case .malformed: return stop(refuse(.malformedDirective, at: place), at: start)
      case .repeated: return stop(refuse(.repeatedDirective, at: place), at: start)
      }
      guard let next = skipLines(bytes) else { return stop(failedSkip, at: start) }
      guard showsFour(at: next) else { return stop(.more, at: start) }
      guard next == position else { return stop(.giveUp, at: start) }
      place = next
    }
    position = start
    guard isMarker(bytes, at: place), bytes.byte(at: place) == UInt8(ascii: "-") else {
      return .giveUp
    }
    return beginDocument(bytes, at: start, marker: place, found)
  }

  private mutating func stop(_ outcome: Outcome, at start: Int) -> Outcome {
    position = start
    return outcome
  }

  private mutating func directive(
    _ bytes: RawSpan, at start: Int, _ found: inout Directives
  ) -> Line {
    guard let name = word(bytes, after: start) else { return .more }
    let namesVersion = String(utf8: bytes.extracting(name)) == "YAML"
    guard namesVersion || !followsLibYAML else { return .giveUp }
    let next: Int
    if namesVersion {
      guard let number = word(bytes, after: name.upperBound) else { return .more }
      guard isVersion(bytes, number) else {
        // libyaml reads a comment from `#` on.
        let hasSign = number.contains { bytes.byte(at: $0) == UInt8(ascii: "#") }
        return hasSign ? .malformed : .giveUp
      }
      guard found.version.isEmpty else { return .repeated }
      found.version = number
      next = number.upperBound
    } else if String(utf8: bytes.extracting(name)) == "TAG" {
      guard let handle = word(bytes, after: name.upperBound),
        let prefix = word(bytes, after: handle.upperBound)
      else { return .more }
      guard isHandle(bytes, handle), isPrefix(bytes, prefix) else { return .malformed }
      let isKnown = found.handles.contains {
        bytes.extracting($0.handle).isEqual(to: bytes.extracting(handle))
      }
      guard !isKnown else { return .repeated }
      found.handles.append((handle, prefix))
      next = prefix.upperBound
    } else {
      // Reserved for later versions (rule 83).
      guard !name.isEmpty else { return .malformed }
      let line = endOfComment(bytes, from: name.lowerBound)
      return line > 0 ? .done(line) : line == 0 ? .more : .giveUp
    }
    guard let line = endOfLine(bytes, from: next) else { return .malformed }
    return line > 0 ? .done(line) : .more
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

  /// Accepts any minor version: those after 1.2 are read as 1.2 (YAML 1.2.2, 6.8.1), by libyaml too.
  private mutating func isVersion(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let minor = range.dropFirst(2)
    // libyaml accepts nine digits.
    return 1...9 ~= minor.count && bytes.byte(at: range.lowerBound) == UInt8(ascii: "1")
      && bytes.byte(at: range.lowerBound + 1) == UInt8(ascii: ".")
      && bytes.byte(at: minor.lowerBound) != UInt8(ascii: "0")
      && minor.allSatisfy { DecimalLexeme.isDigit(bytes.byte(at: $0)) }
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
  mutating func emitHandles(_ bytes: RawSpan, _ directives: Directives) {
    for (handle, prefix) in directives.handles {
      steps.append(YAMLStep(.tagHandle, at: 0, text: handle.lowerBound..<prefix.upperBound))
      restart.note(bytes.extracting(handle), bytes.extracting(prefix))
    }
  }
}
