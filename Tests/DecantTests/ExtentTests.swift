import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore

/// Where readers say that nodes begin and end.
///
/// The bytes of a node, read alone, are that node; between the nodes are only separators, spaces and comments.
@Suite struct ExtentTests {
  enum Notation: String, CaseIterable, CustomTestStringConvertible {
    case json, json5, xml, openStep, yaml, yamlText, toml

    var testDescription: String { rawValue }

    var format: Format {
      switch self {
      case .json: .json
      case .json5: .json5
      case .xml: .xmlPropertyList
      case .openStep: .openStepPropertyList
      case .yaml, .yamlText: .yaml
      case .toml: .toml
      }
    }

    func text(_ seed: UInt64) -> (text: String, comments: Int) {
      var layout = RandomLayout(seed: seed)
      var value = layout.value(onlyStrings: self == .openStep)
      if self == .toml, value.mapping == nil { value = .mapping(["k": value]) }
      let text =
        switch self {
        case .json: layout.json(value)
        case .json5: layout.json5(value)
        case .xml: layout.xml(value)
        case .openStep: layout.openStep(value)
        case .yaml: layout.yaml(value)
        case .yamlText: RandomYAML(seed: seed).text
        case .toml: layout.toml(value)
        }
      return (text, layout.comments)
    }

    /// The characters that may be outside of all nodes, and the words of which a document consists.
    var separators: (characters: String, words: [String]) {
      switch self {
      case .json: (",:", [])
      case .json5: (",:/*", [])
      case .openStep: (",;=/*", [])
      case .xml:
        ("", ["<?xml version=\"1.0\"?>", "<plist version=\"1.0\">", "</plist>", "<!--", "-->"])
      case .yaml, .yamlText: (",:-#", [])
      case .toml: (",=.#", [])
      }
    }

    /// Returns the text of a document that is the node with the given text.
    func document(of text: String, column: Int, isKey: Bool) -> String {
      switch self {
      case .json5: isKey ? "{\(text):0}" : text
      case .json, .openStep: text
      case .xml:
        "<plist>" + (isKey ? text.replacing("key>", with: "string>") : text) + "</plist>"
      case .yaml, .yamlText: String(repeating: " ", count: column) + text + "\n"
      case .toml: isKey ? "\(text) = 0" : "x = \(text)"
      }
    }
  }

  @Test(arguments: Notation.allCases, 0..<300 as Range<UInt64>)
  func nodeIsItsBytes(notation: Notation, seed: UInt64) throws {
    let (text, _) = notation.text(seed)
    let bytes = Array(text.utf8)
    let script = try ExtentScript(bytes, as: notation.format)
    try script.forEachNode { node in
      let first = script.items[node.content]
      // Tables in lines are not one piece.
      guard notation != .toml || first.kind.depthChange == 0 || first.extent.count == 1 else {
        return
      }
      // Tags that only repeat the type are not events.
      let end = script.extent(of: node).upperBound
      let range = script.items[node.items.lowerBound].start..<end
      let part = String(
        decoding: bytes[node.isKey ? script.extent(of: node) : range], as: UTF8.self)
      let lineStart = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let alone = notation.document(
        of: part, column: range.lowerBound - lineStart, isKey: node.isKey)
      let found = try ExtentScript(Array(alone.utf8), as: notation.format)
      let expected = script.content(of: node)
      guard !part.isEmpty else {
        let isAbsent = [.yaml, .yamlText].contains(notation) && expected == ["null "]
        return #expect(isAbsent, "\(expected) in \(text)")
      }
      let root = try #require(found.roots.first, "\(alone) in \(text)")
      let isInside = notation == .toml || notation == .json5 && node.isKey
      let content = found.content(of: isInside ? root.children[node.isKey ? 0 : 1] : root)
      #expect(content == expected, "\(part) in \(text)")
    }
  }

  @Test(arguments: Notation.allCases, 0..<300 as Range<UInt64>)
  func onlySeparatorsAreBetween(notation: Notation, seed: UInt64) throws {
    let (text, comments) = notation.text(seed)
    let bytes = Array(text.utf8)
    let script = try ExtentScript(bytes, as: notation.format)
    var isInside = [Bool](repeating: false, count: bytes.count)
    for item in script.nodes {
      let isEnd = item.kind.depthChange < 0
      #expect(isEnd || item.start <= item.extent.lowerBound, "\(item) in \(text)")
      // A key of a table in lines is in the header that begins it.
      let isInHeader = notation == .toml && (item.isKey || item.kind == .beginMapping)
      for place in item.extent {
        #expect(!isInside[place] || isInHeader, "\(item) in \(text)")
        isInside[place] = true
      }
    }
    var rest = String(
      decoding: bytes.indices.map { isInside[$0] ? 0x20 : bytes[$0] }, as: UTF8.self)
    for number in 0..<comments { rest = rest.replacing("c\(number + 1) {[\"']},", with: "") }
    let (characters, words) = notation.separators
    for word in words { rest = rest.replacing(word, with: "") }
    if notation == .yamlText {
      rest = rest.replacing("!!str", with: "").replacing("!!int", with: "")
    }
    if notation == .toml {
      // A key that names a table again is not an event.
      rest = rest.split(separator: "\n").map { $0.split(separator: "=").last ?? "" }.joined()
    }
    #expect(rest.allSatisfy { $0.isWhitespace || characters.contains($0) }, "\(rest) in \(text)")
    script.forEachNode { node in
      let outer = script.extent(of: node)
      for child in node.children where notation != .toml || !child.isKey {
        let inner = script.extent(of: child)
        #expect(outer.lowerBound <= inner.lowerBound || notation == .toml, "\(text)")
        #expect(inner.upperBound <= outer.upperBound, "\(text)")
      }
    }
  }

  /// A comment has its marks and its text, and with all comments only signs are left between nodes.
  @Test(arguments: Notation.allCases, 0..<300 as Range<UInt64>)
  func onlySignsAreBetweenCommentsAndNodes(notation: Notation, seed: UInt64) throws {
    let (text, count) = notation.text(seed)
    let bytes = Array(text.utf8)
    let script = try ExtentScript(bytes, as: notation.format) { $0.comments = true }
    let plain = try ExtentScript(bytes, as: notation.format)
    #expect(script.nodes.map(\.extent) == plain.nodes.map(\.extent), "\(text)")
    var rest = bytes
    for item in script.nodes { for place in item.extent { rest[place] = 0x20 } }
    for comment in script.comments {
      let found = String(decoding: bytes[comment], as: UTF8.self)
      let marks = [("#", ""), ("//", ""), ("/*", "*/"), ("<!--", "-->")]
      let isWhole = marks.contains { begin, end in
        found.hasPrefix(begin) && found.hasSuffix(end) && !found.contains("\n")
      }
      #expect(isWhole, "\(found) in \(text)")
      if notation != .yamlText {
        #expect(found.contains(/^\W+c\d+ \{\["'\]\},\W*$/), "\(found) in \(text)")
      }
      for place in comment {
        #expect(rest[place] == bytes[place], "\(found) in \(text)")
        rest[place] = 0x20
      }
    }
    // Comments around the only value of a text may be no events.
    guard notation != .yamlText else { return }
    let left = String(decoding: rest, as: UTF8.self)
    #expect(
      script.comments.count == count && !left.contains(/#|\/[\/*]|<!--/), "\(left) of \(text)")
  }

  @Test(arguments: Notation.allCases, 0..<40 as Range<UInt64>)
  func extentsDoNotDependOnPieces(notation: Notation, seed: UInt64) throws {
    let bytes = Array(notation.text(seed).text.utf8)
    let whole = try ExtentScript(bytes, as: notation.format)
    for feeding in Transcript.Feeding.all {
      let pieces = try ExtentScript(bytes, as: notation.format, feeding: feeding)
      #expect(pieces == whole, "\(String(decoding: bytes, as: UTF8.self)) with \(feeding)")
      let full = try ExtentScript(bytes, as: notation.format, feeding: feeding) {
        $0.comments = true
        $0.needs.insert(.collectionStyles)
      }
      // A document may begin with a comment.
      #expect(full.nodes.map(\.extent) == whole.nodes.map(\.extent), "\(feeding)")
      let comments = try ExtentScript(bytes, as: notation.format) { $0.comments = true }.comments
      #expect(full.comments == comments, "\(feeding)")
    }
  }

  /// The text of each node, without its anchor and tag.
  @Test(arguments: [
    ("a: &x !t b", Format.yaml, "[a: &x !t b] [a] [b]"),
    (
      "a: |\n  x\n\nb: >+\n  y\n\n\nc:", .yaml,
      "[a: |⏎  x⏎⏎b: >+⏎  y⏎⏎⏎c:] [a] [|⏎  x] [b] [>+⏎  y⏎⏎] [c] []"
    ),
    ("a: |\nb: |+\n\nc: >-\n\n", .yaml, "[a: |⏎b: |+⏎⏎c: >-] [a] [|] [b] [|+⏎] [c] [>-]"),
    ("a: | # c\n  x\n# d\n", .yaml, "[a: | # c⏎  x] [a] [| # c⏎  x]"),
    ("? a\n# c\n? b\n: c\n", .yaml, "[? a⏎# c⏎? b⏎: c] [a] [] [b] [c]"),
    (
      "a:\n  - b\n  -\n\n# c\nd: e # f\n", .yaml,
      "[a:⏎  - b⏎  -⏎⏎# c⏎d: e] [a] [- b⏎  -] [b] [] [d] [e]"
    ),
    ("[a: b, {c, d: }]", .yaml, "[[a: b, {c, d: }]] [a: b] [a] [b] [{c, d: }] [c] [] [d] []"),
    (
      "a:  one\n  two  # c\nb: 'x\n  y' \n", .yaml,
      "[a:  one⏎  two  # c⏎b: 'x⏎  y'] [a] [one⏎  two] [b] ['x⏎  y']"
    ),
    ("a: &x\n  b: *x\n", .yaml, "[a: &x⏎  b: *x] [a] [b: *x] [b] [*x]"),
    ("%TAG ! !e\n---\n!x [!!str 1] # c\n...\n", .yaml, "[[!!str 1]] [1]"),
    (
      "a . 'b' = [1, {\"\\u0041\" = 2}] # c\n", .toml,
      "[a . 'b' = [1, {\"\\u0041\" = 2}]] [a] [a . 'b' = [1, {\"\\u0041\" = 2}]] ['b'] [[1, {\"\\u0041\" = 2}]] [1] [{\"\\u0041\" = 2}] [\"\\u0041\"] [2]"
    ),
    (
      "[[t]]\n[x]\n[[t]]\n[t.u]\na=1\n", .toml,
      "[[[t]]⏎[x]⏎[[t]]⏎[t.u]⏎a=1] [t] [[[t]]⏎[x]⏎[[t]]⏎[t.u]⏎a=1] [[[t]]] [[[t]]⏎[t.u]⏎a=1] [u] [[t.u]⏎a=1] [a] [1] [x] [[x]]"
    ),
    ("\"a\" = b; c;", .strings, "[\"a\" = b; c;] [\"a\"] [b] [c] []"),
    (" word ", .openStepPropertyList, "[word]"),
    (
      "{ a = <0a 0b>; u = { CF$UID = 5; }; }", .openStepPropertyList,
      "[{ a = <0a 0b>; u = { CF$UID = 5; }; }] [a] [<0a 0b>] [u] [{ CF$UID = 5; }]"
    ),
    (
      "<plist><dict><key>a</key><dict/><key>b</key><true></true></dict></plist>", .xmlPropertyList,
      "[<dict><key>a</key><dict/><key>b</key><true></true></dict>] [<key>a</key>] [<dict/>] [<key>b</key>] [<true></true>]"
    ),
    (
      "{a: 0x1F, /*c*/ 'b': [+1.,],}", .json5,
      "[{a: 0x1F, /*c*/ 'b': [+1.,],}] [a] [0x1F] ['b'] [[+1.,]] [+1.]"
    ),
  ])
  func nodesAreTheseTexts(_ source: String, _ format: Format, _ expected: String) throws {
    let bytes = Array(source.utf8)
    let script = try ExtentScript(bytes, as: format)
    var found: [String] = []
    script.forEachNode { node in
      let text = String(decoding: bytes[script.extent(of: node)], as: UTF8.self)
      found.append("[" + text.replacing("\n", with: "⏎") + "]")
    }
    #expect(found.joined(separator: " ") == expected)
  }
}
