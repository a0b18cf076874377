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
    ("(a)\\1", .backReference), ("(?<n>a)\\k<n>", .backReference), ("(?i)a", .inlineFlags),
    ("\\p{Script=Greek}", .unknownProperty("Script=Greek")), ("\\p{Lx}", .unknownProperty("Lx")),
    ("a{20000}", .tooLarge(limit: 10_000)), ("((a{100}){100}){100}", .tooLarge(limit: 10_000)),
    ("(?=a{9999})(?=a{9999})", .tooLarge(limit: 10_000)),
    ("(a{1000000}){1000000}{1000000}", .syntax("'{' has nothing to repeat")),
  ])
  func refusesWhatIsNotSimulated(_ pattern: String, _ problem: PatternProblem) {
    #expect(throws: problem) { try Pattern(pattern) }
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

    mutating func pick(_ choices: [String]) -> String {
      choices.randomElement(using: &generator) ?? ""
    }

    mutating func text() -> String {
      // Python's \B does not match in an empty text.
      (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        pick(["a", "a", "b", "b", "c", "_", " ", "-", "1", "é"])
      }.joined()
    }

    mutating func pattern(_ depth: Int) -> String {
      let count = Int.random(in: 1...3, using: &generator)
      let parts = (0..<count).map { _ in part(depth) }
      return parts.joined(separator: pick(["", "", "|"]))
    }

    private mutating func part(_ depth: Int) -> String {
      switch Int.random(in: 0...(depth < 3 ? 9 : 4), using: &generator) {
      case 0...2: return atom() + pick(["", "", "*", "+", "?", "{2}", "{1,2}", "*?"])
      case 3: return atom()
      case 4: return pick(["^", "$(?!\\n)", "\\b", "\\B", "(?<=a)", "(?<!b)", "(?<=ab|bb)"])
      case 5, 6: return "(\(pattern(depth + 1)))" + pick(["", "*", "+", "?", "{2}", "{0,2}"])
      case 7: return "(?:\(pattern(depth + 1)))" + pick(["", "+", "?"])
      case 8: return "(?=\(pattern(depth + 1)))"
      default: return "(?!\(pattern(depth + 1)))"
      }
    }

    private mutating func atom() -> String {
      pick(["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\W", "\\d", "[a-c1]", "[^\\w]", "é"])
    }
  }

  @Test(.enabled(if: Oracle.pythonPatterns.isInstalled)) func agreesWithPython() throws {
    var jobs: [(pattern: String, text: String)] = []
    var verdicts: [Bool] = []
    for seed in 0..<UInt64(Thoroughness.isFull ? 8_000 : 3_000) {
      var random = RandomPattern(generator: SeededGenerator(seed: seed))
      let pattern = random.pattern(0)
      for _ in 0..<5 {
        let text = random.text()
        jobs.append((pattern, text))
        verdicts.append(try Self.matches(pattern, text))
      }
    }
    let input = jobs.map {
      let pattern = $0.pattern.replacing("\\", with: "\\\\")
      return "[\"\(pattern)\", \"\($0.text)\"]\n"
    }.joined()
    let answer = try #require(try Oracle.pythonPatterns.run(Array(input.utf8)))
      .filter { $0 != UInt8(ascii: "\n") }
    try #require(answer.count == jobs.count)
    #expect(answer.count { $0 == UInt8(ascii: "?") } < 100)
    for (index, job) in jobs.enumerated() where answer[index] != UInt8(ascii: "?") {
      #expect(
        verdicts[index] == (answer[index] == UInt8(ascii: "1")), "\(job.pattern) in '\(job.text)'")
    }
  }
}
