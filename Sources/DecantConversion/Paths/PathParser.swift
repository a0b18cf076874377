/// A parser of paths that were typed.
///
///     path      = "" | ("/" token)* | ("." | "$") dotted | dotted, where it is accepted
///     token     = "*" | "**" | predicate | slice | name with ~0 ~1 ~* ~[
///     slice     = "[" number? ":" number? "]"
///     dotted    = see `PathParser+Dotted`
///     predicate = see `PathParser+Conditions`
///
/// A bracket at the beginning of a token is matched before the next slash is looked for. A loop, so that any length is parsed.
struct PathParser {
  let text: String
  let bytes: [UInt8]
  var index = 0
  /// The numbers of the steps that are names without quotes, between dots.
  var plainNames: Set<Int> = []

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func path(_ bare: PathPattern.BarePaths) throws(DecantError) -> [PathPattern.Step] {
    switch next {
    case nil: return []
    case UInt8(ascii: "/"): return try pointer()
    case UInt8(ascii: "."), UInt8(ascii: "$"): return try dotted()
    default: break
    }
    if bytes.starts(with: "#/".utf8) {
      throw failure(.notAPath(suggestion: String(text.dropFirst())), at: 0)
    }
    let isDotted = bytes.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
    if isDotted, !bytes.contains(UInt8(ascii: "/")) {
      if bare == .accepted { return try dotted() }
      throw failure(.notAPath(suggestion: "." + text), at: 0)
    }
    if isDotted, bare == .accepted, bytes.contains(UInt8(ascii: "[")) { return try dotted() }
    throw failure(.notAPath(suggestion: "/" + text), at: 0)
  }

  private mutating func pointer() throws(DecantError) -> [PathPattern.Step] {
    var steps: [PathPattern.Step] = []
    while next != nil {
      // At a slash.
      index += 1
      let start = index
      if let slice = slice() {
        guard next == nil || next == UInt8(ascii: "/") else {
          throw unexpected("'/' after a slice")
        }
        steps.append(slice)
        continue
      }
      if next == UInt8(ascii: "[") {
        let conditions = try conditions()
        guard next == nil || next == UInt8(ascii: "/") else {
          throw unexpected("'/' after a condition")
        }
        let typed = bytes[start..<index]
        let key = typed.contains(UInt8(ascii: "/")) ? nil : try? name(start..<index)
        steps.append(.matching(conditions, orKey: key))
        continue
      }
      skip { $0 != UInt8(ascii: "/") }
      switch String(decoding: bytes[start..<index], as: UTF8.self) {
      case "*": steps.append(.any(orKey: "*"))
      case "**": steps.append(.anyDepth)
      default: steps.append(.name(try name(start..<index)))
      }
    }
    return steps
  }

  /// Returns the slice that begins here; nil for something else.
  mutating func slice() -> PathPattern.Step? {
    var rest = self
    guard rest.skip(UInt8(ascii: "[")), case let start = rest.number(),
      rest.skip(UInt8(ascii: ":")), case let end = rest.number(), rest.skip(UInt8(ascii: "]")),
      start != nil || end != nil
    else { return nil }
    self = rest
    return .slice(from: start ?? 0, to: end)
  }

  private mutating func number() -> Int? {
    let start = index
    skip { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") }
    return Int(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Returns the name in a range, in which a tilde escapes.
  func name(_ range: Range<Int>) throws(DecantError) -> KeyText {
    var name: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      offset += 1
      guard byte == UInt8(ascii: "~") else {
        name.append(byte)
        continue
      }
      switch offset < range.upperBound ? bytes[offset] : 0 {
      case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
      case UInt8(ascii: "*"): name.append(UInt8(ascii: "*"))
      case UInt8(ascii: "["): name.append(UInt8(ascii: "["))
      default:
        let rest = String(decoding: bytes[offset..<range.upperBound], as: UTF8.self)
        let escaped = rest.unicodeScalars.first.map(String.init) ?? ""
        throw failure(.invalidEscape("~" + escaped), at: offset - 1)
      }
      offset += 1
    }
    return KeyText(String(decoding: name, as: UTF8.self))
  }
}

// MARK: - Parts

extension PathParser {
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  var following: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let next, isSkipped(next) { index += 1 }
  }

  mutating func skipSpaces() { skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  var isAtQuote: Bool { next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") }

  /// Parses a text in quotes of either kind, with the escapes of JSON.
  ///
  /// Precondition: it begins here.
  mutating func quoted() throws(DecantError) -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    var result = ""
    while let byte = next {
      if byte == quote {
        index += 1
        return result
      }
      if byte == UInt8(ascii: "\\") {
        result.unicodeScalars.append(try escape())
      } else {
        let run = index
        skip { $0 != quote && $0 != UInt8(ascii: "\\") }
        result += String(decoding: bytes[run..<index], as: UTF8.self)
      }
    }
    throw failure(.unclosed(Unicode.Scalar(quote)), at: start)
  }

  private mutating func escape() throws(DecantError) -> Unicode.Scalar {
    let start = index
    index += 2
    switch index <= bytes.count ? bytes[index - 1] : 0 {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "'"): return "'"
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = codeUnit() else { break }
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xDC00, next == UInt8(ascii: "\\"), following == UInt8(ascii: "u") else {
        break
      }
      index += 2
      guard let second = codeUnit(), 0xDC00...0xDFFF ~= second else { break }
      let high = (UInt32(first) - 0xD800) << 10
      if let scalar = Unicode.Scalar(0x10000 + high + UInt32(second) - 0xDC00) { return scalar }
    default: break
    }
    let rest = String(decoding: bytes[start...], as: UTF8.self).unicodeScalars
    let length = rest.dropFirst().first == "u" ? 6 : 2
    throw failure(.invalidEscape(String(String.UnicodeScalarView(rest.prefix(length)))), at: start)
  }

  private mutating func codeUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    // `UInt16` also accepts a sign.
    guard digits.first != UInt8(ascii: "+"),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    index += 4
    return value
  }
}

// MARK: - Mistakes

extension PathParser {
  func failure(_ problem: PathProblem, at offset: Int) -> DecantError {
    var error = DecantError(.specific(problem), offset: offset)
    let before = String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars.count
    error.position = DecantError.Position(offset: offset, line: 1, column: before + 1)
    error.excerpt = DecantError.Excerpt(text: text, caret: before)
    return error
  }

  func unexpected(_ expected: String) -> DecantError {
    let rest = String(decoding: bytes[index...], as: UTF8.self).unicodeScalars
    return failure(
      .unexpected(rest.first.map { .scalar($0) } ?? .end, expected: expected), at: index)
  }
}
