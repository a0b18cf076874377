import Decant

/// A known difference between decant's parser of YAML and libyaml, with the rule of YAML 1.2.2 behind it.
public struct YAMLParserDifference: Sendable {
  public let rule: String
  public let example: String
  /// The beginning of libyaml's message; nil if it accepts the text.
  private let message: String?
  /// A test of the text and of decant's problem.
  private let applies: @Sendable (String, DecantError.YAMLProblem?) -> Bool

  public func explains(_ pair: ParserComparison.Pair) -> Bool {
    let problem = pair.own.error?.problem.specific(DecantError.YAMLProblem.self)
    if let message {
      let error = pair.libyaml.error?.problem.specific(DecantError.YAMLProblem.self)
      guard pair.own.error == nil, case .other(let words)? = error,
        words.hasPrefix("libyaml: " + message)
      else { return false }
    } else if pair.libyaml.error != nil {
      return false
    }
    return applies(pair.text, problem)
  }

  /// A difference in what decant accepts, and libyaml refuses with `message`.
  private static func only(
    _ rule: String, _ example: String, refusedWith message: String,
    in pattern: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> Self {
    Self(rule: rule, example: example, message: message) { text, _ in pattern(text) }
  }

  /// A difference in what libyaml accepts, and decant refuses.
  private static func refused(
    _ rule: String, _ example: String,
    if applies: @escaping @Sendable (DecantError.YAMLProblem) -> Bool
  ) -> Self {
    Self(rule: rule, example: example, message: nil) { _, problem in
      problem.map(applies) ?? false
    }
  }

  /// A difference in what both accept.
  private static func read(
    _ rule: String, _ example: String, in pattern: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(rule: rule, example: example, message: nil) { text, problem in
      problem == nil && pattern(text)
    }
  }

  private static func has(_ texts: String...) -> @Sendable (String) -> Bool {
    { text in texts.contains { text.utf8.contains(sequence: $0.utf8) } }
  }

  public static let known: [Self] = [
    // What only decant accepts.
    only(
      "63, 66, 75 to 79: tabs separate, and may be on blank lines", "\t[a]\n",
      refusedWith: "found character that cannot start any token", in: has("\t")),
    only(
      "63, 66: a tab after spaces", "a: >\n \tb\n",
      refusedWith: "found a tab character where an indentation space is expected", in: has("\t")),
    only(
      "69: a tab on a blank line", "a: b\n\t\nc: d\n",
      refusedWith: "found a tab character that violates indentation", in: has("\t")),
    only(
      "192: a key may be omitted; 102: names have any characters", ": a\n",
      refusedWith: "did not find expected key", in: has(":", "&", "*")),
    only(
      "102: a colon belongs to a name", "- &a:b c\n- *a:b\n",
      refusedWith: "did not find expected '-' indicator", in: has("&", "*")),
    only(
      "207, 210, 211: bare documents, and text in the first column", "a\n...\nb\n",
      refusedWith: "did not find expected <document start>",
      in: has("...", "|", ">", "&", "*", "\u{FEFF}")),
    only(
      "211: `...` may come first", "...\na\n",
      refusedWith: "did not find expected node content while parsing a block node",
      in: has("...", "&", "*", ":")),
    only(
      "142 to 149: keys of several lines, and omitted ones", "{a\n: b}\n",
      refusedWith: "did not find expected ',' or '}'", in: has(":", "?")),
    only(
      "142 to 149: `?` in brackets", "[? a\n b : c, ? , ? d]\n",
      refusedWith: "did not find expected ',' or ']'", in: has(":", "?")),
    only(
      "126: `?` and `:` may begin text; 146: a key may be omitted", "[:x]\n",
      refusedWith: "did not find expected node content while parsing a flow node",
      in: has(":", "?", "&", "*")),
    only(
      "130: a flow indicator after a colon", "{a:, b: c}\n",
      refusedWith: "found unexpected ':' while scanning a plain scalar"),
    only(
      "83: reserved directives", "%A b\n--- c\n", refusedWith: "found unknown directive name",
      in: has("%")),
    only(
      "83: the name of a reserved directive", "%A-] b\n--- c\n",
      refusedWith: "found unexpected non-alphabetical character", in: has("%")),
    only(
      "83: the name of a reserved directive", "%] b\n--- c\n",
      refusedWith: "could not find expected directive name", in: has("%")),
    only(
      "6.8.1: later versions", "%YAML 1.3\n--- a\n", refusedWith: "found incompatible YAML document"
    ),
    only(
      "102: names have any characters", "&é a\n",
      refusedWith: "did not find expected alphabetic or numeric character"),
    only(
      "99: the tag `!` before a bracket; 40: `#` in a tag", "[!a]\n",
      refusedWith: "did not find expected whitespace or line break while scanning a tag"),
    only(
      "10.3.2 of JSON: escapes of surrogates", #"- "\ud83e\udd23""# + "\n",
      refusedWith: "found invalid Unicode character escape code"),
    only(
      "154: a key on one line", "['a]: ', \"b\r\\\"]: \"]: c\n",
      refusedWith: "mapping values are not allowed in this context", in: has(":")),
    only(
      "2: more characters in quotes", "\"\u{7F}\u{FFFE}\"\n",
      refusedWith: "control characters are not allowed"),
    // What only libyaml accepts.
    refused("66, 77: a comment follows white space", "[a]#b\n") {
      $0 == .missingSpaceBeforeComment
    },
    refused("211: `...` before directives", "a: b\n%YAML 1.2\n---\nc\n") {
      $0 == .directiveInDocument
    },
    refused("162: blank lines before text have no more spaces than it", "a: >\n \n  \n   \n # b\n")
    {
      $0 == .longBlankLine
    },
    refused("126: `-`, `?`, `:` before a flow indicator", "[-]\n") {
      if case .reservedIndicator = $0 { true } else { false }
    },
    refused("185: block text is indented more than its key", "a:\n|\n b\n") {
      if case .misindented = $0 { true } else { false }
    },
    refused("102: a colon belongs to a name", "- &a b\n- *a:\n") {
      switch $0 {
      case .undefinedAlias, .malformedName, .missingColon, .missingValue, .misplacedColon: true
      default: false
      }
    },
    refused("99: `!` in a tag", "!!a!b c\n") { $0 == .malformedTag },
    refused("202: a byte-order mark inside of a document", "a:\n\u{FEFF}  b: c\n") {
      $0 == .misplacedByteOrderMark
    },
    refused("86: a directive and a comment", "%YAML 1.1#\n---\na\n") {
      $0 == .malformedDirective || $0 == .repeatedDirective
    },
    // What both accept.
    read("126: `?` and `:` may begin text in brackets", "[?x]\n", in: has("?", ":")),
    read("102: names have any characters", "&a:b\n", in: has("&", "*")),
    read(
      "5.4: U+0085 does not break lines", "\"b\u{85}c\"\n",
      in: has("\u{85}", "\u{2028}", "\u{2029}")),
  ]
}

extension Sequence<UInt8> {
  fileprivate func contains(sequence: some Sequence<UInt8>) -> Bool {
    let (bytes, wanted) = (Array(self), Array(sequence))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
