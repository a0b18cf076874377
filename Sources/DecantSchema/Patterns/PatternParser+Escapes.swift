internal import DecantCore

/// What follows a backslash in a pattern of ECMA-262: a class, a property, a character; references back are refused, because
/// matching takes linear time.
extension PatternParser {
  private static let digits = ScalarSet.Item.range(0x30...0x39)
  private static let wordItems: [ScalarSet.Item] = [
    digits, .range(0x41...0x5A), .range(0x5F...0x5F), .range(0x61...0x7A),
  ]
  /// The long s and the sign of the Kelvin, which are `s` and `k` where case is ignored.
  private static let otherCases: [ScalarSet.Item] = [
    .range(0x17F...0x17F), .range(0x212A...0x212A),
  ]
  static let word = ScalarSet(wordItems)

  /// What an escape means: one scalar, or a class.
  private enum Meaning {
    case scalar(UInt32)
    case items([ScalarSet.Item])
    case complement([ScalarSet.Item])
  }

  // MARK: Outside of classes

  mutating func escape() throws(PatternProblem) -> (PatternNode, isRepeatable: Bool) {
    if skip("b") { return (.wordBoundary(isNegated: false), false) }
    if skip("B") { return (.wordBoundary(isNegated: true), false) }
    let isStart = skip("A")
    if isStart || skip("z") {
      isExtended = true
      return (isStart ? .start : .end, false)
    }
    if let scalar = next, "1"..."9" ~= scalar || scalar == "k" { throw .backReference }
    switch try meaning() {
    case .scalar(let value): return (set([.range(value...value)]), true)
    case .items(let items): return (set(items), true)
    case .complement(let items): return (set(items, isNegated: true), true)
    }
  }

  private mutating func meaning() throws(PatternProblem) -> Meaning {
    guard let scalar = take() else { throw .syntax("it ends in a backslash") }
    switch scalar {
    case "d": return .items([Self.digits])
    case "D": return .complement([Self.digits])
    case "w": return .items(Self.wordItems)
    case "W": return .complement(Self.wordItems + (ignoresCase ? Self.otherCases : []))
    case "s": return .items([.property(.space, isNegated: false)])
    case "S": return .items([.property(.space, isNegated: true)])
    case "p", "P": return .items([.property(try property(), isNegated: scalar == "P")])
    case "t": return .scalar(0x09)
    case "n": return .scalar(0x0A)
    case "v": return .scalar(0x0B)
    case "f": return .scalar(0x0C)
    case "r": return .scalar(0x0D)
    case "0":
      if let next, "0"..."9" ~= next { throw .syntax("an octal escape is not allowed") }
      return .scalar(0)
    case "c":
      guard let letter = take(), "a"..."z" ~= letter || "A"..."Z" ~= letter else {
        throw .syntax("'\\c' needs a letter")
      }
      return .scalar(letter.value & 0x1F)
    case "x": return .scalar(try hexadecimal(2, after: "\\x"))
    case "u": return .scalar(try unicode())
    default:
      guard scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9" ~= scalar) else {
        throw .syntax("unknown escape '\\\(scalar.visible)'")
      }
      return .scalar(scalar.value)
    }
  }

  private mutating func hexadecimal(
    _ count: Int, after name: String
  ) throws(PatternProblem) -> UInt32 {
    let digits = text[position...].prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit) else {
      throw .syntax("'\(name)' needs \(count) hexadecimal digits")
    }
    position += count
    return digits.reduce(0) { $0 * 16 + Self.value(of: $1) }
  }

  private static func value(of digit: Unicode.Scalar) -> UInt32 {
    digit.value <= 0x39 ? digit.value - 0x30 : (digit.value | 0x20) - 0x57
  }

  private mutating func unicode() throws(PatternProblem) -> UInt32 {
    if skip("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = next, digit.properties.isASCIIHexDigit {
        value = min(value * 16 + Self.value(of: digit), 0x11_0000)
        position += 1
        count += 1
      }
      guard count > 0, value < 0x11_0000, skip("}") else {
        throw .syntax("'\\u{' needs a code point and '}'")
      }
      return value
    }
    let unit = try hexadecimal(4, after: "\\u")
    guard 0xD800...0xDBFF ~= unit else { return unit }
    // Two escapes of a surrogate pair are one scalar.
    let start = position
    if skip("\\u"), let low = try? hexadecimal(4, after: "\\u"), 0xDC00...0xDFFF ~= low {
      return 0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    position = start
    return unit
  }

  private mutating func property() throws(PatternProblem) -> ScalarProperty {
    guard skip("{") else { throw .syntax("'\\p' needs a property in braces") }
    var name = ""
    while let scalar = take() {
      if scalar == "}" {
        guard let property = ScalarProperty(name) else { throw .unknownProperty(name) }
        return property
      }
      name.unicodeScalars.append(scalar)
    }
    throw .syntax("'\\p{' is never closed")
  }

  // MARK: Classes

  mutating func characterClass() throws(PatternProblem) -> PatternNode {
    let isNegated = skip("^")
    var items: [ScalarSet.Item] = []
    while let scalar = take() {
      if scalar == "]" { return set(items, isNegated: isNegated) }
      let first = try member(scalar)
      guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
        items += Self.items(of: first)
        continue
      }
      position += 1
      guard let other = take() else { break }
      let last = try member(other)
      guard case .scalar(let lower) = first, case .scalar(let upper) = last else {
        // A class beside a hyphen is not the end of a range; the hyphen means itself.
        items += Self.items(of: first) + [.range(0x2D...0x2D)] + Self.items(of: last)
        continue
      }
      guard lower <= upper else { throw .syntax("a range is in the wrong order") }
      items.append(.range(lower...upper))
    }
    throw .syntax("'[' is never closed")
  }

  private mutating func member(_ scalar: Unicode.Scalar) throws(PatternProblem) -> Meaning {
    guard scalar == "\\" else { return .scalar(scalar.value) }
    return skip("b") ? .scalar(0x08) : try meaning()
  }

  private static func items(of meaning: Meaning) -> [ScalarSet.Item] {
    switch meaning {
    case .scalar(let value): [.range(value...value)]
    case .items(let items): items
    case .complement(let items): complement(of: items)
    }
  }

  /// Precondition: the items are ranges, sorted and apart.
  private static func complement(of items: [ScalarSet.Item]) -> [ScalarSet.Item] {
    var result: [ScalarSet.Item] = []
    var start: UInt32 = 0
    for case .range(let range) in items {
      if start < range.lowerBound { result.append(.range(start...range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    return result + [.range(start...0x10_FFFF)]
  }
}
