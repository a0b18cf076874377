import DecantTestSupport
import Testing

import Decant
@testable import DecantConversion

@Suite struct PathParserTests {
  typealias Step = PathPattern.Step

  private static func names(_ names: KeyText...) -> [Step] { names.map { .name($0) } }

  private static func condition(
    _ path: [KeyText], _ comparison: PathCondition.Comparison, _ text: String,
    isText: Bool = false
  ) -> PathCondition {
    PathCondition(
      path: path.map { .key($0) },
      test: .compares(comparison, to: PathCondition.Operand(text, isText: isText)))
  }

  static let pointers: [(String, [Step])] = [
    ("", []), ("/", names("")), ("//a/", names("", "a", "")),
    ("/a/0/-1/-", names("a", "0", "-1", "-")),
    ("/a.b/c d", names("a.b", "c d")), ("/~0~1", names("~/")), ("/~01", names("~1")),
    ("/~*", names("*")), ("/~*~*", names("**")), ("/~[a]", names("[a]")), ("/a[0]", names("a[0]")),
    ("/***/*a", names("***", "*a")), ("/e\u{301}", names("e\u{301}")),
    ("/\u{301}", names("\u{301}")),
    ("/*", [.any(orKey: "*")]), ("/a/*/b", [.name("a"), .any(orKey: "*"), .name("b")]),
    ("/**", [.anyDepth]), ("/**/a", [.anyDepth, .name("a")]),
    ("/**/**/a", [.anyDepth, .name("a")]),
    (
      "/l/[name=web]/image",
      [
        .name("l"), .matching([condition(["name"], .equal, "web")], orKey: "[name=web]"),
        .name("image"),
      ]
    ),
    (
      "/[kind=Deployment, metadata/name=web]",
      [
        .matching(
          [
            condition(["kind"], .equal, "Deployment"),
            condition(["metadata", "name"], .equal, "web"),
          ],
          orKey: nil)
      ]
    ),
    ("/[image=a/b]", [.matching([condition(["image"], .equal, "a/b")], orKey: nil)]),
    ("/[a~1b=1]", [.matching([condition(["a/b"], .equal, "1")], orKey: "[a/b=1]")]),
    ("/[age>30]", [.matching([condition(["age"], .greater, "30")], orKey: "[age>30]")]),
    (
      "/[age >= 30 ]",
      [.matching([condition(["age"], .greaterOrEqual, "30")], orKey: "[age >= 30 ]")]
    ),
    ("/[a<=b]", [.matching([condition(["a"], .lessOrEqual, "b")], orKey: "[a<=b]")]),
    ("/[a<b]", [.matching([condition(["a"], .less, "b")], orKey: "[a<b]")]),
    ("/[a!=b]", [.matching([condition(["a"], .notEqual, "b")], orKey: "[a!=b]")]),
    ("/[a==b]", [.matching([condition(["a"], .equal, "b")], orKey: "[a==b]")]),
    ("/[a=]", [.matching([condition(["a"], .equal, "")], orKey: "[a=]")]),
    ("/[=web]", [.matching([condition([], .equal, "web")], orKey: "[=web]")]),
    ("/[!=web]", [.matching([condition([], .notEqual, "web")], orKey: "[!=web]")]),
    ("/[on]", [.matching([PathCondition(path: [.key("on")], test: .isTrue)], orKey: "[on]")]),
    ("/[!on]", [.matching([PathCondition(path: [.key("on")], test: .isFalse)], orKey: "[!on]")]),
    ("/[a:b]", [.matching([PathCondition(path: [.key("a:b")], test: .isTrue)], orKey: "[a:b]")]),
    (
      #"/[n="a,]\"/"]/x"#,
      [.matching([condition(["n"], .equal, "a,]\"/", isText: true)], orKey: nil), .name("x")]
    ),
    (
      "/[n='a\"']", [.matching([condition(["n"], .equal, "a\"", isText: true)], orKey: "[n='a\"']")]
    ),
    ("/['a=b'=1]", [.matching([condition(["a=b"], .equal, "1")], orKey: "['a=b'=1]")]),
    ("/[a=b[0,1]]", [.matching([condition(["a"], .equal, "b[0,1]")], orKey: "[a=b[0,1]]")]),
    ("/[0:10]/a", [.slice(from: 0, to: 10), .name("a")]), ("/[-3:]", [.slice(from: -3, to: nil)]),
    (
      "/[tags/*=go]",
      [
        .matching(
          [
            PathCondition(
              path: [.key("tags"), .each],
              test: .compares(.equal, to: PathCondition.Operand("go")))
          ], orKey: nil)
      ]
    ),
    ("/[a/~*=1]", [.matching([condition(["a", "*"], .equal, "1")], orKey: nil)]),
    ("/[a^=b]", [.matching([condition(["a"], .prefix, "b")], orKey: "[a^=b]")]),
    ("/[a $= b]", [.matching([condition(["a"], .suffix, "b")], orKey: "[a $= b]")]),
    ("/[a=b | c]", [.matching([condition(["a"], .equal, "b | c")], orKey: "[a=b | c]")]),
    ("/[a=b|c=d]", [.matching([condition(["a"], .equal, "b|c=d")], orKey: "[a=b|c=d]")]),
    ("/[a=*]", [.matching([condition(["a"], .equal, "*")], orKey: "[a=*]")]),
    (
      "/[a=b | !c, d=1]",
      [
        .matching(
          [
            PathCondition(
              path: [],
              test: .either([
                condition(["a"], .equal, "b"), PathCondition(path: [.key("c")], test: .isFalse),
              ])), condition(["d"], .equal, "1"),
          ], orKey: "[a=b | !c, d=1]")
      ]
    ),
    ("/[n=it's]", [.matching([condition(["n"], .equal, "it's")], orKey: "[n=it's]")]),
  ]

  @Test(arguments: pointers) func readsPointers(text: String, steps: [Step]) throws {
    let path = try PathPattern(text)
    #expect(path.steps == steps)
    #expect(path.text == text)
  }

  static let dotted: [(String, [Step])] = [
    (".", []), ("$", []), (".a", names("a")), (".a.b[0]", names("a", "b", "0")),
    (".a[-1]", names("a", "-1")), (".a.[0]", names("a", "0")), (".[0]", names("0")),
    (#".["key with dots.x"]"#, names("key with dots.x")), (#"."a b".c"#, names("a b", "c")),
    (#".["a\n\u00e9\ud83d\ude00\\\""]"#, names("a\né😀\\\"")), ("$['a'][\"b\"]", names("a", "b")),
    (".[]", [.any(orKey: nil)]), (".a[]", [.name("a"), .any(orKey: nil)]),
    (".a[].b", [.name("a"), .any(orKey: nil), .name("b")]),
    (".a.*", [.name("a"), .any(orKey: nil)]),
    ("$.a[*].b", [.name("a"), .any(orKey: nil), .name("b")]),
    ("$..image", [.anyDepth, .name("image")]),
    (".a[:2].b", [.name("a"), .slice(from: 0, to: 2), .name("b")]),
    (".[-3:-1]", [.slice(from: -3, to: -1)]),
    ("..", [.anyDepth]), ("$..*", [.anyDepth, .any(orKey: nil)]),
    ("..[0]", [.anyDepth, .name("0")]),
    ("$.a..b", [.name("a"), .anyDepth, .name("b")]), (".foo-bar.@x", names("foo-bar", "@x")),
    (".['*'].[\"[x\"]", names("*", "[x")), ("$[ 0 ]", names("0")),
    (
      ".l[name=web].x",
      [.name("l"), .matching([condition(["name"], .equal, "web")], orKey: nil), .name("x")]
    ),
    (
      ".l[!on]",
      [.name("l"), .matching([PathCondition(path: [.key("on")], test: .isFalse)], orKey: nil)]
    ),
    (".l['a'=1]", [.name("l"), .matching([condition(["a"], .equal, "1")], orKey: nil)]),
    (".é.e\u{301}", names("é", "e\u{301}")),
  ]

  @Test(arguments: dotted) func readsWhatOtherToolsRead(text: String, steps: [Step]) throws {
    #expect(try PathPattern(text).steps == steps)
  }

  static let bare: [(String, [Step])] = [
    ("a.b[0].c", names("a", "b", "0", "c")), ("a[0]", names("a", "0")), ("[0].a", names("0", "a")),
    ("a[path=x/y]", [.name("a"), .matching([condition(["path"], .equal, "x/y")], orKey: nil)]),
  ]

  @Test(arguments: bare) func readsBarePathsWhereTheyAreAccepted(
    text: String, steps: [Step]
  ) throws {
    #expect(try PathPattern(text, bare: .accepted).steps == steps)
    #expect(throws: DecantError.self) { try PathPattern(text) }
  }

  /// `‸` is before the character at fault.
  static let mistakes: [(String, PathProblem)] = [
    ("‸version", .notAPath(suggestion: "/version")),
    ("‸users/0", .notAPath(suggestion: "/users/0")),
    ("‸a.b", .notAPath(suggestion: ".a.b")), ("‸a.b/c", .notAPath(suggestion: "/a.b/c")),
    ("‸#/a/b", .notAPath(suggestion: "/a/b")),
    ("/a‸~", .invalidEscape("~")), ("/a‸~2", .invalidEscape("~2")), ("/é‸~é", .invalidEscape("~é")),
    ("/a/‸[b", .unclosed("[")), ("/‸[a=b[0]", .unclosed("[")), ("/[a=‸\"b]", .unclosed("\"")),
    ("/[a=‸'b]/c", .unclosed("'")), (".a‸[", .unclosed("[")), (".a‸[0", .unclosed("[")),
    ("/[a=\"‸\\q\"]", .invalidEscape("\\q")), (".[\"‸\\ud800\"]", .invalidEscape("\\ud800")),
    (".[\"‸\\u+123\"]", .invalidEscape("\\u+123")), (".[\"‸\\", .invalidEscape("\\")),
    (".a.‸", .missingName), (".a..‸]", .missingName),
    ("/[‸]", .emptyCondition), ("/[a=1,‸]", .emptyCondition), ("/[‸!]", .emptyCondition),
    ("/[a]‸b", .unexpected(.scalar("b"), expected: "'/' after a condition")),
    ("/[a‸[0]=1]", .unexpected(.scalar("["), expected: "',' or ']'")),
    (".a‸/b", .unexpected(.scalar("/"), expected: "'.', '[' or the end of the path")),
    ("$‸a", .unexpected(.scalar("a"), expected: "'.', '[' or the end of the path")),
    ("/a/[‸0]", .notACondition(suggestion: "/0")), ("/a/[‸-1]", .notACondition(suggestion: "/-1")),
    (".a‸[b]", .notACondition(suggestion: "[\"b\"]")),
    (".a[1‸:2:3]", .foreign(.slice)), (".a[‸:]", .foreign(.slice)),
    ("/a/[‸1:2:3]", .foreign(.slice)),
    ("$.a[‸?(@.b==1)]", .foreign(.filter)), ("/[‸?a]", .foreign(.filter)),
    (".a ‸| .b", .foreign(.pipe)), (".a‸|length", .foreign(.pipe)),
    (".‸keys()", .foreign(.function)), ("/[contains‸(a)]", .foreign(.function)),
    (".a[‸(@.length-1)]", .foreign(.function)),
    (".a[0‸,1]", .foreign(.union)), (".a‸,.b", .foreign(.union)), ("$['a'‸,'b']", .foreign(.union)),
    (".a‸?", .foreign(.optional)), ("/[a‸=~b]", .foreign(.regularExpression)),
    ("/[a=1 ‸&& b=2]", .foreign(.logic)), ("/[a ‸|| b]", .foreign(.logic)),
    (".a ‸= 1", .foreign(.assignment)),
  ]

  @Test(arguments: mistakes) func pointsAtMistakes(marked: String, problem: PathProblem) throws {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    let text = parts.joined()
    let error = #expect(throws: DecantError.self) {
      try PathPattern(text, bare: .refused)
    }
    #expect(error?.problem.specific(PathProblem.self) == problem)
    guard parts.count == 2 else { return }
    #expect(error?.offset == parts[0].utf8.count)
    #expect(error?.position?.column == parts[0].unicodeScalars.count + 1)
  }

  /// Every prefix of every path is a path or an error.
  @Test func survivesTruncation() {
    for (text, _) in Self.pointers + Self.dotted + Self.bare {
      let scalars = text.unicodeScalars
      for count in 0..<scalars.count {
        for bare in [PathPattern.BarePaths.accepted, .refused] {
          _ = try? PathPattern(String(String.UnicodeScalarView(scalars.prefix(count))), bare: bare)
        }
      }
    }
  }

  @Test func survivesRandomText() {
    var random = SeededGenerator(seed: 17)
    let alphabet = Array("/.$[]()*~'\"\\=!<>,|?:-0a é&u".unicodeScalars)
    for _ in 0..<20_000 {
      var text = "/"
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
      }
      _ = try? PathPattern(text)
      _ = try? PathPattern("." + text.dropFirst(), bare: .accepted)
    }
  }

  @Test func readsLongPaths() throws {
    let text = String(repeating: "/a", count: 100_000)
    #expect(try PathPattern(text).steps.count == 100_000)
    #expect(throws: DecantError.self) {
      try PathPattern("/[a=" + String(repeating: "[", count: 100_000))
    }
  }
}
