internal import DecantCore

/// Directives before a document, which must then begin with a marker.
///
///     %YAML 1.2
///     %TAG !e! tag:example.org,2026:
///     --- !e!name
extension YAMLScanner {
  struct Directives {
    var version = 0..<0
    var handles: [(handle: Range<Int>, prefix: Range<Int>)] = []
    var names: Set<[UInt8]> = []
  }

  @inline(never)
  mutating func directives(_ bytes: RawSpan) throws(YAMLPause) {
    let start = position
    do throws(YAMLPause) {
      try directives(bytes, from: start)
    } catch {
      position = start
      throw error
    }
  }

  private mutating func directives(_ bytes: RawSpan, from start: Int) throws(YAMLPause) {
    var found = Directives()
    var next = start
    while next == position, bytes.byte(at: next) == UInt8(ascii: "%") {
      position = try directive(bytes, at: next, &found)
      next = try skipLines(bytes)
    }
    guard next == position, isMarker(bytes, at: next), bytes.byte(at: next) == UInt8(ascii: "-")
    else {
      // A line that begins with another word may be text.
      let isDirective = !found.version.isEmpty || !found.handles.isEmpty
      throw isDirective
        ? failure(.missingMarkerAfterDirective, at: next) : failure(.malformedDirective, at: start)
    }
    try beginDocument(bytes, at: start, marker: next, found)
  }

  /// Returns the start of the next line.
  private mutating func directive(
    _ bytes: RawSpan, at start: Int, _ found: inout Directives
  ) throws(YAMLPause) -> Int {
    let name = try word(bytes, from: start + 1)
    let next: Int
    switch String(utf8: bytes.extracting(name)) {
    case "YAML":
      let number = try word(bytes, after: name)
      guard isVersion(bytes, number) else {
        throw failure(isNumber(bytes, number) ? .unknownVersion : .malformedDirective, at: start)
      }
      guard found.version.isEmpty else { throw failure(.repeatedDirective, at: start) }
      found.version = number
      next = number.upperBound
    case "TAG":
      let handle = try word(bytes, after: name)
      let prefix = try word(bytes, after: handle)
      guard isHandle(bytes, handle), isPrefix(bytes, prefix) else {
        throw failure(.malformedDirective, at: start)
      }
      guard found.names.insert([UInt8](bytes.extracting(handle))).inserted else {
        throw failure(.repeatedDirective, at: start)
      }
      found.handles.append((handle, prefix))
      next = prefix.upperBound
    case "":
      throw failure(.malformedDirective, at: start)
    default:
      // Reserved for later versions (rule 83).
      return try endOfComment(bytes, from: name.lowerBound)
    }
    do throws(YAMLPause) {
      return try endOfLine(bytes, from: next)
    } catch {
      throw error == .refused ? failure(.malformedDirective, at: start) : error
    }
  }

  private mutating func word(
    _ bytes: RawSpan, after last: Range<Int>
  ) throws(YAMLPause) -> Range<Int> {
    try word(bytes, from: Self.endOfBlanks(bytes, from: last.upperBound))
  }

  private mutating func word(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> Range<Int> {
    var p = start
    while bytes.byte(at: p) > 0x20 { p += 1 }
    guard shows(1, at: p) else { throw .windowEmpty }
    return start..<min(p, end)
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

  mutating func isHandle(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
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
    return range.allSatisfy { offset in
      let byte = bytes.byte(at: offset)
      guard byte == UInt8(ascii: "%") else { return Self.mayBeInURI(byte) }
      return Self.isEscapeInURI(bytes, at: offset)
    }
  }
}
