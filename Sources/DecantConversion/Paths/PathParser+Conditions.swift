/// Conditions in brackets.
///
///     predicate = "[" either ("," either)* "]"
///     either    = condition (" | " condition)*
///     condition = "!"? key | key? ("=" | "!=" | "<" | "<=" | ">" | ">=" | "^=" | "$=") value
///     key       = name ("/" name)*, each with the escapes of a pointer or in quotes; `*` is each child
///     value     = text in quotes | anything up to "," or "]", but for balanced brackets in it
///
/// In a value, `|` is a character unless a comparison or a condition with `!` follows.
extension PathParser {
  /// Parses the conditions in brackets, which begin here.
  mutating func conditions() throws(DecantError) -> [PathCondition] {
    let open = index
    index += 1
    var conditions: [PathCondition] = []
    while true {
      var either = [try condition(in: open)]
      while skipToAlternative() { either.append(try condition(in: open)) }
      conditions.append(
        either.count == 1 ? either[0] : PathCondition(path: [], test: .either(either)))
      skipSpaces()
      switch next {
      case nil: throw failure(.unclosed("["), at: open)
      case UInt8(ascii: "]"):
        index += 1
        return conditions
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "&"), UInt8(ascii: "|"): throw failure(.foreign(.logic), at: index)
      default: throw unexpected("',' or ']'")
      }
    }
  }

  /// Skips ` | ` if another condition follows.
  private mutating func skipToAlternative() -> Bool {
    var rest = self
    rest.skipSpaces()
    guard rest.index > index, rest.skip(UInt8(ascii: "|")), rest.next == UInt8(ascii: " ") else {
      return false
    }
    self = rest
    return true
  }

  /// Whether ` | ` and a condition that no value looks like are here.
  private var isBeforeAlternative: Bool {
    var rest = self
    guard next == UInt8(ascii: " "), rest.skipToAlternative(),
      let condition = try? rest.condition(in: index)
    else { return false }
    if case .isTrue = condition.test { return false }
    return !condition.path.isEmpty
  }

  private mutating func condition(in open: Int) throws(DecantError) -> PathCondition {
    skipSpaces()
    let start = index
    if next == UInt8(ascii: "?") { throw failure(.foreign(.filter), at: index) }
    let isNegated = next == UInt8(ascii: "!") && following != UInt8(ascii: "=")
    if isNegated { index += 1 }
    let key = try key()
    skipSpaces()
    if !isNegated, let comparison = try comparison() {
      return PathCondition(
        path: key, test: .compares(comparison, to: try operand(in: open)))
    }
    if next == nil { throw failure(.unclosed("["), at: open) }
    guard !key.isEmpty else { throw failure(.emptyCondition, at: start) }
    if !isNegated, key.count == 1, case .key(let name) = key[0] {
      try checkIsNotAnIndex(name, at: start)
    }
    return PathCondition(path: key, test: isNegated ? .isFalse : .isTrue)
  }

  /// Throws for `[0]`, which is hardly meant as the element 0 of each child, and for `[0:6:2]`.
  private func checkIsNotAnIndex(_ key: KeyText, at start: Int) throws(DecantError) {
    let signs: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: ":")]
    guard
      key.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || signs.contains($0) })
    else { return }
    if key.utf8.contains(UInt8(ascii: ":")) { throw failure(.foreign(.slice), at: start) }
    throw failure(.notACondition(suggestion: "/\(key)"), at: start)
  }

  private mutating func key() throws(DecantError) -> [PathCondition.Step] {
    skipSpaces()
    _ = skip(UInt8(ascii: "/"))
    var key: [PathCondition.Step] = []
    while true {
      if isAtQuote {
        key.append(.key(KeyText(try quoted())))
      } else {
        let start = index
        while let byte = next, !Self.endsKey(byte), !isAtEndComparison, !isBeforeBar {
          try refuseLogic()
          index += 1
        }
        var end = index
        if next != UInt8(ascii: "/") {
          while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        }
        if start == end, key.isEmpty, next != UInt8(ascii: "/") { return [] }
        key.append(try step(start..<end))
      }
      guard skip(UInt8(ascii: "/")) else { return key }
    }
  }

  private func step(_ range: Range<Int>) throws(DecantError) -> PathCondition.Step {
    if bytes[range] == [UInt8(ascii: "*")] { return .each }
    let name = try name(range)
    let names = name.string.split(separator: ".", omittingEmptySubsequences: false)
      .map { KeyText(String($0)) }
    return names.count == 1 || names.contains("") ? .key(name) : .dotted(name, names)
  }

  /// Whether `^=` or `$=` is here.
  private var isAtEndComparison: Bool {
    (next == UInt8(ascii: "^") || next == UInt8(ascii: "$")) && following == UInt8(ascii: "=")
  }

  private var isBeforeBar: Bool {
    next == UInt8(ascii: " ") && bytes[index...].starts(with: " | ".utf8)
  }

  private static func endsKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"),
      UInt8(ascii: "("):
      true
    default: false
    }
  }

  private mutating func comparison() throws(DecantError) -> PathCondition.Comparison? {
    switch (next, following) {
    case (UInt8(ascii: "("), _):
      throw failure(.foreign(.function), at: index)
    case (UInt8(ascii: "="), UInt8(ascii: "~")), (UInt8(ascii: "!"), UInt8(ascii: "~")):
      throw failure(.foreign(.regularExpression), at: index)
    case (UInt8(ascii: "^"), UInt8(ascii: "=")): return advance(2, .prefix)
    case (UInt8(ascii: "$"), UInt8(ascii: "=")): return advance(2, .suffix)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): return advance(2, .equal)
    case (UInt8(ascii: "="), _): return advance(1, .equal)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): return advance(2, .notEqual)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): return advance(2, .lessOrEqual)
    case (UInt8(ascii: "<"), _): return advance(1, .less)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): return advance(2, .greaterOrEqual)
    case (UInt8(ascii: ">"), _): return advance(1, .greater)
    default: return nil
    }
  }

  private mutating func advance(
    _ count: Int, _ comparison: PathCondition.Comparison
  ) -> PathCondition.Comparison {
    index += count
    return comparison
  }

  private func refuseLogic() throws(DecantError) {
    guard next == following, next == UInt8(ascii: "&") || next == UInt8(ascii: "|") else { return }
    throw failure(.foreign(.logic), at: index)
  }

  private mutating func operand(in open: Int) throws(DecantError) -> PathCondition.Operand {
    skipSpaces()
    if isAtQuote { return PathCondition.Operand(try quoted(), isText: true) }
    let start = index
    var depth = 0
    while let byte = next {
      if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { break }
      if depth == 0, byte == UInt8(ascii: " "), isBeforeAlternative { break }
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      try refuseLogic()
      index += 1
    }
    guard next != nil else { throw failure(.unclosed("["), at: open) }
    var end = index
    while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return PathCondition.Operand(String(decoding: bytes[start..<end], as: UTF8.self))
  }
}
