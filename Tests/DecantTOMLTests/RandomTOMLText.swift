import DecantTestSupport
import Decant

/// Valid TOML line by line: tables in any order and in parts, keys with dots, arrays of tables, comments, odd spaces, and
/// line ends of one kind or of both.
struct RandomTOMLText {
  private var random: SeededGenerator
  private let lineEnds: [String]
  /// Whether tables in braces may have several lines, as in TOML 1.1.
  private let allowsLinesInBraces: Bool
  private let isOdd: Bool
  private var comments = 0

  init(seed: UInt64, allowsLinesInBraces: Bool) {
    random = SeededGenerator(seed: seed)
    self.allowsLinesInBraces = allowsLinesInBraces
    lineEnds = [["\n"], ["\r\n"], ["\n", "\r\n"]].randomElement(using: &random) ?? ["\n"]
    isOdd = Bool.random(using: &random)
  }

  private mutating func one(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      let longer = text + line()
      if (try? Value(parsing: longer, as: .toml)) != nil { text = longer }
    }
    if chance(20), text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private mutating func line() -> String {
    let indent = space(5)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return indent + lineEnd()
    case 1: return indent + comment() + lineEnd()
    case 2, 3: return indent + "[" + space(10) + key(1...3) + space(10) + "]" + end()
    case 4: return indent + "[[" + space(10) + key(1...2) + space(10) + "]]" + end()
    default: return indent + key(1...3) + sign() + value(2, hasLines: true) + end()
    }
  }

  private mutating func lineEnd() -> String { one(lineEnds) }

  private mutating func comment() -> String {
    comments += 1
    return "#" + one([" c", "c", "", " \u{e9}\t"]) + "\(comments)." + one(["", " "])
  }

  private mutating func end() -> String {
    (chance(25) ? one(["", " ", "  ", "\t"]) + comment() : space(3)) + lineEnd()
  }

  private mutating func space(_ percent: Int) -> String {
    isOdd && chance(percent * 3) ? one([" ", "  ", "\t", "      "]) : ""
  }

  private mutating func sign() -> String {
    isOdd && chance(30) ? one(["=", " =", "= ", "   = ", " =\t", "\t= "]) : " = "
  }

  private mutating func key(_ count: ClosedRange<Int>) -> String {
    (0..<(chance(50) ? 1 : Int.random(in: count, using: &random))).map { _ in
      one(["a", "b", "c", "d", "e1", "f-g", "\"h i\"", "'j'", "\"\\u006b\"", "\"a\""])
    }.joined(separator: "." + space(5))
  }

  private mutating func value(_ depth: Int, hasLines: Bool) -> String {
    guard depth > 0, chance(45) else { return scalar() }
    let isArray = chance(60)
    let hasLines = hasLines && (isArray || allowsLinesInBraces)
    var text = isArray ? "[" : "{"
    var isFirst = true
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if !isFirst { text += gap(hasLines, usual: "") + "," }
      text += gap(hasLines, usual: isArray && isFirst ? "" : " ")
      if !isArray { text += key(1...2) + sign() }
      text += value(depth - 1, hasLines: hasLines)
      isFirst = false
    }
    if !isFirst, isArray || allowsLinesInBraces, chance(30) {
      text += gap(hasLines, usual: "") + ","
    }
    return text + gap(hasLines, usual: isArray || isFirst ? "" : " ") + (isArray ? "]" : "}")
  }

  private mutating func gap(_ hasLines: Bool, usual: String) -> String {
    guard isOdd, chance(40) else { return usual }
    var text = space(20)
    while hasLines, chance(50) { text += (chance(40) ? comment() : "") + lineEnd() + space(20) }
    return text
  }

  private mutating func scalar() -> String {
    let lineEnd = lineEnd()
    return one([
      "1", "-2", "+3", "0x1F", "1_000", "1.50", "6e-1", "+0.0", "inf", "-nan", "true", "false",
      "1979-05-27 07:32:00-07:00", "1979-05-27T07:32:00Z", "1979-05-27", "07:32:00.10", "\"\"",
      "\"t\"", "\"\\u00e9\\t\"", "'\\d'", "'''x\\'''", "\"\"\"\(lineEnd)y \\\(lineEnd)  z\"\"\"",
      "'''\(lineEnd)\\w\(lineEnd)'''", "\"#\"", "\"[\"",
    ])
  }
}
