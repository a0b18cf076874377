import Decant
import DecantCore

/// A known difference between decant's parser of YAML and libyaml, with the rule of YAML 1.2.2 behind it.
public struct YAMLParserDifference: Sendable {
  public let rule: String
  public let example: String
  private let applies: @Sendable (ParserComparison.Pair) -> Bool

  public func explains(_ pair: ParserComparison.Pair) -> Bool { applies(pair) }

  /// A difference in what decant accepts, and libyaml refuses with `message`.
  private static func only(
    _ rule: String, _ example: String, refusedWith message: String, in features: String...
  ) -> Self {
    Self(rule: rule, example: example) { pair in
      guard pair.own.error == nil, case .other(let words)? = pair.libyaml.error?.yaml else {
        return false
      }
      return words.hasPrefix("libyaml: " + message)
        && (features.isEmpty || features.contains { pair.text.contains(text: $0) })
    }
  }

  /// A difference in what libyaml accepts, and decant refuses.
  private static func refused(
    _ rule: String, _ example: String,
    if applies: @escaping @Sendable (DecantError.YAMLProblem) -> Bool
  ) -> Self {
    Self(rule: rule, example: example) { pair in
      pair.libyaml.error == nil && pair.own.error?.yaml.map(applies) ?? false
    }
  }

  /// A difference in what both accept.
  private static func read(
    _ rule: String, _ example: String, in hasFeature: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(rule: rule, example: example) { pair in
      pair.own.error == nil && pair.libyaml.error == nil && hasFeature(pair.text)
    }
  }

  /// A difference of any kind in texts with a feature.
  private static func either(
    _ rule: String, _ example: String, in hasFeature: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(rule: rule, example: example) { hasFeature($0.text) }
  }

  private static func hasSignInBrackets(_ text: String) -> Bool {
    text.contains { $0 == "[" || $0 == "{" } && text.contains { $0 == "?" || $0 == ":" }
  }

  /// Whether the name of an anchor or alias has a character that is not a letter, a digit, a dash or an underscore.
  private static func hasUnusualName(_ text: String) -> Bool {
    text.utf8.indices.contains { index in
      guard text.utf8[index] == UInt8(ascii: "&") || text.utf8[index] == UInt8(ascii: "*") else {
        return false
      }
      let rest = text.utf8[index...].dropFirst().drop {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
      return rest.first.map { $0 > 0x20 } ?? false
    }
  }

  /// Whether the last line consists of spaces, and a block scalar may keep its end.
  private static func keepsSpacesAtEnd(_ text: String) -> Bool {
    let others = text.utf8.reversed().drop { $0 == 0x20 }
    return text.utf8.last == 0x20 && (others.first == 0x0A || others.first == 0x0D)
      && text.contains(text: "+")
  }

  public static let known: [Self] = [
    only(
      "63, 66, 75 to 79: tabs separate, and may be on blank lines", "\t[a]\n",
      refusedWith: "found character that cannot start any token", in: "\t"),
    only(
      "63, 66: a tab after spaces", "a: >\n \tb\n",
      refusedWith: "found a tab character where an indentation space is expected", in: "\t"),
    only(
      "69: a tab on a blank line", "a: b\n\t\nc: d\n",
      refusedWith: "found a tab character that violates indentation", in: "\t"),
    only(
      "192: a key may be omitted", ": a\n", refusedWith: "did not find expected key", in: ":"),
    only(
      "207, 210, 211: bare documents, and text in the first column", "a\n...\nb\n",
      refusedWith: "did not find expected <document start>", in: "...", "|", ">", "\u{FEFF}"),
    only(
      "207: text in the first column", ">\n| a\n",
      refusedWith: "did not find expected comment or line break while scanning a block scalar"),
    only(
      "211: `...` may come first", "...\na\n",
      refusedWith: "did not find expected node content while parsing a block node", in: "...", ":"),
    only(
      "83: reserved directives", "%A b\n--- c\n", refusedWith: "found unknown directive name"),
    only(
      "83: the name of a reserved directive", "%A-] b\n--- c\n",
      refusedWith: "found unexpected non-alphabetical character", in: "%"),
    only(
      "83: the name of a reserved directive", "%] b\n--- c\n",
      refusedWith: "could not find expected directive name", in: "%"),
    only(
      "6.8.1: later versions", "%YAML 1.3\n--- a\n",
      refusedWith: "found incompatible YAML document"),
    only(
      "99: the tag `!` before a bracket", "[!a]\n",
      refusedWith: "did not find expected whitespace or line break while scanning a tag"),
    only(
      "escapes of surrogates, as in JSON", #"- "\ud83e\udd23""# + "\n",
      refusedWith: "found invalid Unicode character escape code"),
    only(
      "2: more characters in quotes", "\"\u{7F}\u{FFFE}\"\n",
      refusedWith: "control characters are not allowed"),
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
    refused("126: `-` before a flow indicator", "[-]\n") {
      if case .reservedIndicator = $0 { true } else { false }
    },
    refused("185: block text is indented more than its key", "a:\n|\n b\n") {
      if case .misindented = $0 { true } else { false }
    },
    refused("99: `!` in a tag", "!!a!b c\n") { $0 == .malformedTag },
    refused("202: a byte-order mark inside of a document", "a:\n\u{FEFF}  b: c\n") {
      $0 == .misplacedByteOrderMark || $0 == .missingDocumentMarker
    },
    refused("86: a directive and a comment", "%YAML 1.1#\n---\na\n") {
      $0 == .malformedDirective || $0 == .repeatedDirective
    },
    refused("82: a version without superfluous zeros", "%YAML 1.01\n---\na\n") {
      $0 == .unknownVersion
    },
    read(
      "76: spaces at the end of the input are a line", "- |+\n   ", in: keepsSpacesAtEnd),
    either("5.4: U+0085, U+2028 and U+2029 do not break lines", "\"b\u{85}c\"\n") { text in
      ["\u{85}", "\u{2028}", "\u{2029}"].contains { text.contains(text: $0) }
    },
    either(
      "126, 130, 142 to 149: text, keys and their absence in brackets", "[?x]\n",
      in: hasSignInBrackets),
    either("102: names have any characters", "&a:b\n", in: hasUnusualName),
    either("40, 95: `#` in tags", "%TAG !e! tag:e#f\n---\n!e!g h\n") {
      $0.contains(text: "!") && $0.contains(text: "#")
    },
  ]
}

extension DecantError {
  fileprivate var yaml: YAMLProblem? { problem.specific(YAMLProblem.self) }
}

extension String {
  fileprivate func contains(text: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
