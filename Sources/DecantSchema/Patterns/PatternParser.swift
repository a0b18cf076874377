internal import DecantCore

/// A parser of regular expressions of ECMA-262 with the flag `u`.
///
/// Like other programs, it also accepts a brace or bracket that means itself, an escaped punctuation mark, and the syntax of
/// other languages: `(?i)`, `(?P<name>…)`, `\A` and `\z`.
struct PatternParser {
  static let maximumDepth = 200
  /// A count above this is refused before it is multiplied.
  private static let maximumCount = 1_000_000

  var text: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  /// The look-arounds; those inside of others come first.
  private(set) var looks: [(node: PatternNode, isAhead: Bool)] = []
  private(set) var sets: [ScalarSet] = []
  /// Whether the letters that follow match in both cases.
  private(set) var ignoresCase = false
  /// Whether it has a syntax that ECMA-262 does not have.
  var isExtended = false

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  mutating func parse() throws(PatternProblem) -> PatternNode {
    let node = try alternatives()
    guard position == text.count else { throw .syntax("')' without '('") }
    return node
  }

  // MARK: The text

  var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  mutating func skip(_ word: String) -> Bool {
    let scalars = Array(word.unicodeScalars)
    guard text[position...].starts(with: scalars) else { return false }
    position += scalars.count
    return true
  }

  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    position += 1
    return scalar
  }

  mutating func set(_ items: [ScalarSet.Item], isNegated: Bool = false) -> PatternNode {
    sets.append(ScalarSet(items, isNegated: isNegated, ignoringCase: ignoresCase))
    return .set(sets.count - 1)
  }

  // MARK: Expressions

  private mutating func alternatives() throws(PatternProblem) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw .tooDeep(limit: Self.maximumDepth) }
    var parts = [try sequence()]
    while skip("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let (atom, isRepeatable) = try atom()
      parts.append(try quantified(atom, isRepeatable))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func atom() throws(PatternProblem) -> (PatternNode, isRepeatable: Bool) {
    guard let scalar = take() else { return (.empty, false) }
    switch scalar {
    case "^": return (.start, false)
    case "$": return (.end, false)
    case ".": return (set(Self.lineEnds, isNegated: true), true)
    case "(": return try group()
    case "[": return (try characterClass(), true)
    case "*", "+", "?": throw .syntax("'\(scalar)' has nothing to repeat")
    case "{":
      position -= 1
      if try count() != nil { throw .syntax("'{' has nothing to repeat") }
      position += 1
      return (set([.range(scalar.value...scalar.value)]), true)
    case "\\": return try escape()
    default: return (set([.range(scalar.value...scalar.value)]), true)
    }
  }

  private static let lineEnds: [ScalarSet.Item] = [
    .range(0x0A...0x0A), .range(0x0D...0x0D), .range(0x2028...0x2029),
  ]

  private mutating func quantified(
    _ node: PatternNode, _ isRepeatable: Bool
  ) throws(PatternProblem) -> PatternNode {
    let range: (least: Int, most: Int?)
    switch next {
    case "*": range = (0, nil)
    case "+": range = (1, nil)
    case "?": range = (0, 1)
    case "{":
      guard let counted = try count() else { return node }
      range = counted
      position -= 1
    default: return node
    }
    guard isRepeatable else { throw .syntax("an assertion cannot be repeated") }
    position += 1
    _ = skip("?")
    return .repeated(node, range.least, range.most)
  }

  /// Parses a count in braces; nil if the brace means itself.
  private mutating func count() throws(PatternProblem) -> (least: Int, most: Int?)? {
    let start = position
    position += 1
    let least = decimal()
    var most = least
    if skip(",") {
      most = next == "}" ? nil : decimal()
      if most == nil, next != "}" {
        position = start
        return nil
      }
    }
    guard let least, skip("}") else {
      position = start
      return nil
    }
    if let most, most < least { throw .syntax("the counts in braces are in the wrong order") }
    return (least, most)
  }

  private mutating func decimal() -> Int? {
    var value: Int?
    while let scalar = next, "0"..."9" ~= scalar {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), Self.maximumCount)
      position += 1
    }
    return value
  }

  // MARK: Groups

  private mutating func group() throws(PatternProblem) -> (PatternNode, isRepeatable: Bool) {
    if skip("?i)") {
      // It is in force until the group that it is in ends.
      (ignoresCase, isExtended) = (true, true)
      return (.empty, false)
    }
    let outer = ignoresCase
    defer { ignoresCase = outer }
    if skip("?=") { return (try look(isAhead: true, isNegated: false), false) }
    if skip("?!") { return (try look(isAhead: true, isNegated: true), false) }
    if skip("?<=") { return (try look(isAhead: false, isNegated: false), false) }
    if skip("?<!") { return (try look(isAhead: false, isNegated: true), false) }
    let isPython = text[position...].starts(with: "?P".unicodeScalars)
    isExtended = isExtended || isPython
    if skip("?P=") { throw .backReference }
    if skip(isPython ? "?P<" : "?<") {
      while let scalar = take(), scalar != ">" {
        guard scalar == "_" || scalar == "$" || scalar.properties.isXIDContinue else {
          throw .syntax("a group has an invalid name")
        }
      }
    } else if skip("?i:") {
      ignoresCase = true
    } else if skip("?:") {
    } else if next == "?" {
      throw .inlineFlags
    }
    return (try closed(), true)
  }

  private mutating func closed() throws(PatternProblem) -> PatternNode {
    let node = try alternatives()
    guard skip(")") else { throw .syntax("'(' is never closed") }
    return node
  }

  private mutating func look(
    isAhead: Bool, isNegated: Bool
  ) throws(PatternProblem) -> PatternNode {
    let node = try closed()
    looks.append((node, isAhead))
    return .look(looks.count - 1, isNegated: isNegated)
  }
}
