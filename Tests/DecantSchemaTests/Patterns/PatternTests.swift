import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantSchema

@Suite struct PatternTests {
  private static func matches(_ pattern: String, _ text: String) throws -> Bool {
    var matcher = PatternMatcher()
    var budget = 100_000_000
    let compiled = try Pattern(pattern)
    let isMatch: Bool? = text.withBytes { matcher.matches(compiled, $0, &budget) }
    #expect(isMatch != nil, "the budget is spent")
    // An automaton is made by the first text, and serves the next.
    let matchers = PatternMatchers()
    for _ in 0..<2 {
      let isFound: Bool? = text.withBytes {
        matchers.matches(0, of: [compiled], $0, &budget)
      }
      #expect(isFound == isMatch)
    }
    return isMatch ?? false
  }

  @Test(arguments: [
    ("", "", true), ("", "x", true), ("a", "xay", true), ("^a", "xay", false), ("a$", "xa", true),
    ("^$", "", true), ("^$", "\n", false), ("a|b", "xb", true), ("^(a|b)$", "c", false),
    ("^ab?c*d+$", "add", true), ("^ab?c*d+$", "abcc", false), ("^a{2}$", "aa", true),
    ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true), ("^a{1,2}$", "aaa", false),
    ("^a{0}$", "a", false), ("^(a*)*$", "aab", false), ("^(a?){3}$", "aa", true),
    ("^a+?$", "aaa", true), ("^(?:ab)+$", "abab", true), ("^(?<name>ab)+$", "aba", false),
    ("{", "a{", true), ("a{,2}", "a{,2}", true), ("]", "]", true), ("a|", "", true),
  ])
  func findsRegularExpressions(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, text) == isMatch)
  }

  @Test(arguments: [
    ("^[a-c]$", "b", true), ("^[^a-c]$", "b", false), ("^[^a-c]$", "é", true), ("^[]$", "", false),
    ("[]", "a", false), ("^[^]$", "\n", true), ("^[a-]$", "-", true), ("^[\\d-x]$", "-", true),
    ("^[\\]]$", "]", true), ("^[\\b]$", "\u{8}", true), ("^[\\W]$", "é", true),
    ("^[\\W]$", "_", false), ("^[^\\W]$", "_", true), ("^[\\D5]$", "5", true),
    ("^[\\D5]$", "6", false), ("^[\\s]$", "\u{2003}", true), ("^[\\S]$", "\u{2003}", false),
    ("^[\\p{Lu}\\d]$", "É", true), ("^[^\\p{L}]$", "É", false), ("^[\\P{L}]$", "É", false),
    ("^[😀-😂]$", "😁", true), ("^.$", "😁", true), ("^.$", "\u{2028}", false), ("^.$", "\n", false),
  ])
  func findsClasses(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, text) == isMatch)
  }

  @Test(arguments: [
    ("^\\d$", "٣", false), ("^\\w$", "é", false), ("^\\s$", "\u{FEFF}", true),
    ("^\\s$", "\u{85}", false), ("^\\x41\\u0042\\u{43}$", "ABC", true),
    ("^\\ud83d\\ude00$", "😀", true), ("^\\cA\\ca$", "\u{1}\u{1}", true), ("^\\0$", "\0", true),
    ("^\\t\\n\\v\\f\\r$", "\t\n\u{B}\u{C}\r", true), ("^\\/\\-\\@$", "/-@", true),
    ("^\\p{Letter}$", "π", true), ("^\\p{gc=Nd}$", "٣", true), ("^\\p{digit}$", "٣", true),
    ("^\\p{Alphabetic}$", "ª", true), ("^\\P{ASCII}$", "a", false), ("^\\p{Sc}$", "€", true),
    ("^\\p{Any}$", "\n", true), ("^\\p{LC}$", "ǅ", true), ("^\\p{LC}$", "ª", false),
  ])
  func findsEscapes(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, text) == isMatch)
  }

  @Test(arguments: [
    ("\\bfoo\\b", "a foo b", true), ("\\bfoo\\b", "afoo", false), ("\\Boo\\b", "foo", true),
    ("^(?!x-)", "x-a", false), ("^(?!x-)", "y-a", true), ("a(?=b)", "ab", true),
    ("a(?=b)", "ac", false), ("(?<=a)b", "ab", true), ("(?<!a)b", "ab", false),
    ("^(?=.*[A-Z])(?=.*\\d).{4,}$", "aB3d", true), ("^(?=.*[A-Z])(?=.*\\d).{4,}$", "ab3d", false),
    ("a(?!.*a)", "aXa", true), ("^(?:(?!ab).)*$", "xaxb", true), ("^(?:(?!ab).)*$", "xab", false),
    ("(?=a(?=b(?!c)))", "abc", false), ("(?=a(?=b(?!c)))", "abd", true), ("(?=$)", "ab", true),
    ("b(?<=^ab)", "ab", true), ("b(?<=^ab)", "xab", false), ("(?<=(?=ab)a)b", "ab", true),
  ])
  func findsAssertions(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, text) == isMatch)
  }

  @Test(arguments: [
    ("(", PatternProblem.syntax("'(' is never closed")), (")", .syntax("')' without '('")),
    ("[a", .syntax("'[' is never closed")), ("*", .syntax("'*' has nothing to repeat")),
    ("a**", .syntax("'*' has nothing to repeat")), ("{2}", .syntax("'{' has nothing to repeat")),
    ("^*", .syntax("an assertion cannot be repeated")), ("\\", .syntax("it ends in a backslash")),
    ("a{2,1}", .syntax("the counts in braces are in the wrong order")),
    ("[b-a]", .syntax("a range is in the wrong order")), ("\\a", .syntax("unknown escape '\\a'")),
    ("\\Z", .syntax("unknown escape '\\Z'")), ("\\xg", .syntax("'\\x' needs 2 hexadecimal digits")),
    ("\\u{110000}", .syntax("'\\u{' needs a code point and '}'")),
    ("\\c1", .syntax("'\\c' needs a letter")),
    ("(a)\\1", .backReference), ("(?<n>a)\\k<n>", .backReference), ("(?s)a", .inlineFlags),
    ("(?-i:a)", .inlineFlags), ("(?P<n>a)(?P=n)", .backReference), ("(?>a)", .inlineFlags),
    ("\\p{Script=Greek}", .unknownProperty("Script=Greek")), ("\\p{Lx}", .unknownProperty("Lx")),
    ("a{500001}", .tooLarge(limit: 500_000)), ("((a{100}){100}){100}", .tooLarge(limit: 500_000)),
    ("((.{0,65536}){0,65536}){0,65536}", .tooLarge(limit: 500_000)),
    ("((((){65536}){65536}){65536}){65536}", .tooLarge(limit: 500_000)),
    ("(?=a{300000})(?=a{300000})", .tooLarge(limit: 500_000)),
    ("(?i)*", .syntax("an assertion cannot be repeated")),
    ("[\\A]", .syntax("unknown escape '\\A'")),
    ("(a{1000000}){1000000}{1000000}", .syntax("'{' has nothing to repeat")),
  ])
  func refusesWhatIsNotSimulated(_ pattern: String, _ problem: PatternProblem) {
    #expect(throws: problem) { try Pattern(pattern) }
  }

  /// The notation of other languages, in which many schemas are written.
  @Test(arguments: [
    ("(?i)^abc$", "aBC", true), ("^(?i)abc$", "ABc", true), ("a(?i)b", "AB", false),
    ("a(?i)b|c", "aB", true), ("a(?i)b|c", "C", true), ("(a(?i)b)c", "aBc", true),
    ("(a(?i)b)c", "aBC", false), ("(?i:a)b", "Ab", true), ("(?i:a)b", "AB", false),
    ("^(?i:[^a])$", "A", false), ("(?i)(?=B)b", "b", true), ("^(?P<year>\\d{4})$", "2026", true),
    ("^(?<year>\\d{4})$", "202", false), ("\\Aab\\z", "ab", true), ("\\Ab", "ab", false),
    ("a\\z", "a\n", false), ("a|\\Ab", "xb", false), ("(?i)\\u0041", "a", true),
    ("(?i)^[\\x61-\\x63]+$", "aBc", true), ("(?i)^\\p{Lu}$", "é", true),
  ])
  func findsNotationsOfOtherLanguages(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try Self.matches(pattern, text) == isMatch)
  }

  /// How often a part can be there follows from the length of the text.
  @Test(
    arguments: [
      (".", 0, 65_536), ("[a-c]", 65_536, 65_536), (".", 1_000, 1_001), ("(?:ab?)", 65_535, nil),
      ("(?:a[^b])", 30_000, 65_536), ("(?i:A)", 20_000, nil), (".", 400_000, 400_000),
    ] as [(String, Int, Int?)])
  func countsToLargeNumbers(_ part: String, _ least: Int, _ most: Int?) throws {
    let pattern = "^\(part){\(least),\(most.map(String.init) ?? "")}$"
    let length = part.hasPrefix("(?:a[") ? 2 : 1
    for count in [0, 1, least - 1, least, least + 1, most ?? 0, (most ?? 0) + 1] where count >= 0 {
      guard count <= 66_000 else { continue }
      let isMatch = count >= least && count <= most ?? .max
      let text = String(repeating: "a", count: count * length)
      #expect(try Self.matches(pattern, text) == isMatch, "\(pattern): \(count)")
    }
  }

  /// Large counters take steps, but neither time nor memory beyond the budget.
  @Test(arguments: [
    "(a?){65536}b", "(.{1,3}){0,60000}x", "(a{0,600}){0,400}b", "(?<=(a*){65536})b",
    "(a|ab){60000}c",
  ])
  func stopsInLargeCounters(_ pattern: String) throws {
    var matcher = PatternMatcher()
    var budget = 3_000_000
    let compiled = try Pattern(pattern)
    #expect(compiled.size <= 500_002)
    let isMatch = String(repeating: "a", count: 2_000).withBytes {
      matcher.matches(compiled, $0, &budget)
    }
    #expect(isMatch == nil && budget > -1_000_000)
  }

  @Test func limitsGroups() {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: PatternProblem.tooDeep(limit: 200)) { try Pattern(deep) }
  }

  /// Patterns that take exponential time in engines that try one way after the other.
  @Test(arguments: [
    "^(a+)+$", "^(a|aa)+$", "(a*)*b", "^(a|a)*$", "(.*)(.*)(.*)(.*)x", "^(?=(a+)+$)",
    "(?<=^(a|a)+)c",
  ])
  func takesStepsInProportionToTheText(_ pattern: String) throws {
    var matcher = PatternMatcher()
    let compiled = try Pattern(pattern)
    func steps(_ count: Int) -> Int {
      var budget = Int.max
      _ = (String(repeating: "a", count: count) + "!").withBytes {
        matcher.matches(compiled, $0, &budget)
      }
      return .max - budget
    }
    #expect(steps(2_000) < 3 * steps(1_000))
  }

  @Test func stopsAtTheBudget() throws {
    var matcher = PatternMatcher()
    var budget = 1_000
    let compiled = try Pattern("(.*)(.*)(.*)x")
    let isMatch = String(repeating: "a", count: 10_000).withBytes {
      matcher.matches(compiled, $0, &budget)
    }
    #expect(isMatch == nil)
  }

  // MARK: Random patterns

  private struct RandomPattern {
    var generator: SeededGenerator
    /// Whether it is for Node.js, which knows Unicode, but not the notations of other languages.
    var isUnicode = false
    var ignoresCase = false
    private var names = 0

    init(seed: UInt64, isUnicode: Bool = false) {
      generator = SeededGenerator(seed: seed)
      self.isUnicode = isUnicode
      ignoresCase = seed % 4 == 0
    }

    mutating func pick(_ choices: [String]) -> String {
      choices.randomElement(using: &generator) ?? ""
    }

    mutating func text() -> String {
      // Python's \B does not match in an empty text.
      (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        isUnicode && Bool.random(using: &generator)
          ? pick(["é", "É", "ſ", "K", "ß", "ẞ", "σ", "ς", "Σ", "ǅ", "😀", "表", "\u{2003}"])
          : pick(["a", "a", "A", "b", "b", "B", "c", "_", " ", "-", "1", "é", "s", "k"])
      }.joined()
    }

    mutating func pattern() -> String { (ignoresCase ? "(?i)" : "") + pattern(0) }

    mutating func pattern(_ depth: Int) -> String {
      let count = Int.random(in: 1...3, using: &generator)
      let parts = (0..<count).map { _ in part(depth) }
      return parts.joined(separator: pick(["", "", "|"]))
    }

    private mutating func part(_ depth: Int) -> String {
      switch Int.random(in: 0...(depth < 3 ? 9 : 4), using: &generator) {
      case 0...2: return atom() + pick(["", "", "*", "+", "?", "{2}", "{1,2}", "*?"])
      case 3: return atom()
      case 4:
        // With the flags `iu`, a word of ECMA-262 also contains `ſ`.
        let boundaries = isUnicode && ignoresCase ? [] : ["\\b", "\\B"]
        let anchors = isUnicode ? ["^", "$"] : ["^", "\\A", "$(?!\\n)", "\\z"]
        return pick(boundaries + anchors + ["(?<=a)", "(?<!b)", "(?<=ab|bb)"])
      case 5, 6: return "(\(pattern(depth + 1)))" + pick(["", "*", "+", "?", "{2}", "{0,2}"])
      case 7:
        names += 1
        let opening = pick(isUnicode ? ["?:", "?<n\(names)>"] : ["?:", "?i:", "?P<n\(names)>"])
        return "(\(opening)\(pattern(depth + 1)))" + pick(["", "+", "?"])
      case 8: return "(?=\(pattern(depth + 1)))"
      default: return "(?!\(pattern(depth + 1)))"
      }
    }

    private mutating func atom() -> String {
      if isUnicode, Bool.random(using: &generator) {
        return pick([
          "É", "ſ", "\\u212a", "ß", "σ", "ǆ", "[é-ü]", "[^é]", "[a-ſ]", "[^k]", "[\\W]", "[^\\W]",
          "\\p{Lu}", "\\P{Lu}", "[^\\p{Ll}]", "[^\\P{L}1]", "\\s", "\\S", "\\u{1F600}", "[\\D]",
        ])
      }
      return pick([
        "a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\W", "\\d", "[a-c1]", "[^\\w]", "é", "A",
      ])
    }
  }

  private struct Job {
    let pattern: String
    let text: String
    let isMatch: Bool
  }

  private static func jobs(isUnicode: Bool) throws -> [Job] {
    var jobs: [Job] = []
    for seed in 0..<UInt64(Thoroughness.isFull ? 20_000 : 3_000) {
      var random = RandomPattern(seed: seed, isUnicode: isUnicode)
      let pattern = random.pattern()
      for _ in 0..<5 {
        let text = random.text()
        jobs.append(Job(pattern: pattern, text: text, isMatch: try matches(pattern, text)))
      }
    }
    return jobs
  }

  private static func compare(
    _ jobs: [Job], with oracle: Oracle, _ fields: (Job) -> String
  ) throws {
    let input = jobs.map {
      "[\(fields($0).replacing("\\", with: "\\\\")), \"\($0.text)\"]\n"
    }.joined()
    let answer = try #require(try oracle.run(Array(input.utf8)))
      .filter { $0 != UInt8(ascii: "\n") }
    try #require(answer.count == jobs.count)
    #expect(answer.count { $0 == UInt8(ascii: "?") } < 100)
    for (job, verdict) in zip(jobs, answer) where verdict != UInt8(ascii: "?") {
      #expect(
        job.isMatch == (verdict == UInt8(ascii: "1")), "\(job.pattern) in '\(job.text)'")
    }
    let share = Double(jobs.count(where: \.isMatch)) / Double(jobs.count)
    #expect(0.2...0.8 ~= share)
  }

  @Test(.enabled(if: Oracle.pythonPatterns.isInstalled)) func agreesWithPython() throws {
    // Before Python 3.14, the end is `\Z`.
    try Self.compare(try Self.jobs(isUnicode: false), with: .pythonPatterns) {
      "\"\($0.pattern.replacing("\\z", with: "\\Z"))\""
    }
  }

  @Test(.enabled(if: Oracle.ecmaScriptPatterns.isInstalled)) func agreesWithNode() throws {
    try Self.compare(try Self.jobs(isUnicode: true), with: .ecmaScriptPatterns) {
      $0.pattern.hasPrefix("(?i)")
        ? "\"\($0.pattern.dropFirst(4))\", \"iu\"" : "\"\($0.pattern)\", \"u\""
    }
  }

  @Test(.enabled(if: Oracle.ecmaScriptLetters.isInstalled)) func lettersAreThoseOfNode() throws {
    let answer = try #require(try Oracle.ecmaScriptLetters.run([]))
    var expected: [UInt32: Set<UInt32>] = [:]
    for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      expected[numbers[0]] = Set(numbers)
    }
    #expect(expected.count > 2_500)
    let found = LetterCase.groups.mapValues { Set($0) }
    for (letter, group) in expected where found[letter] != group {
      Issue.record("\(String(letter, radix: 16)): \(group) is \(found[letter] ?? [])")
    }
    #expect(found.count == expected.count)
  }
}
