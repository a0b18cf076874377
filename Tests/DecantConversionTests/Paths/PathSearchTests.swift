import DecantTestSupport
import Testing

import Decant
import DecantCore
@testable import DecantConversion

@Suite struct PathSearchTests {
  private func places(_ path: String, _ source: String) throws -> [String] {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    let document = try Document(parsing: source, as: .yaml, options: options)
    return try PathPattern(path, bare: .accepted).matches(in: document.root).map {
      PathPattern.spelling(of: $0.tokens) + "=" + (try $0.node.value.description)
    }
  }

  static let people = """
    {"people": [{"name": "Ada", "age": 36, "on": true}, {"name": "Bob", "age": 30.5},
    {"name": "Cy", "age": "40", "on": null, "tags": ["a", "b"]}], "v": {"x": 1.10, "y": "1.10", "z": 1.1}}
    """

  static let searches: [(path: String, source: String, places: [String])] = [
    ("", "1", ["=1"]), ("/a", "{a: 1}", ["/a=1"]), ("/a", "[1]", []), ("/a/b", "{a: 1}", []),
    ("/0", "[1]", ["/0=1"]), ("/0", "{0: 1}", ["/0=1"]), ("/00", "[1]", []), ("/-", "[1]", []),
    ("/-1", "[1, 2]", ["/1=2"]), ("/-2", "[1, 2]", ["/0=1"]), ("/-3", "[1, 2]", []),
    ("/-1", "[]", []),
    ("/-1", "{-1: 3}", ["/-1=3"]), ("/-0", "[1]", []), ("/-01", "[1]", []),
    ("/*", "{a: 1, b: [2]}", ["/a=1", "/b=[2]"]), ("/*", "[1, 2]", ["/0=1", "/1=2"]),
    ("/*", "{a: 1, '*': 2}", ["/~*=2"]), (".*", "{a: 1, '*': 2}", ["/a=1", "/~*=2"]),
    ("/~*", "{a: 1, '*': 2}", ["/~*=2"]), ("/~*", "{a: 1}", []),
    ("/~*~*", "{'**': 1}", ["/~*~*=1"]),
    ("/[a]", "{'[a]': 1, b: {a: 2}}", ["/~[a]=1"]), ("/[a]", "{b: {a: 2}}", ["/b={\"a\":2}"]),
    ("/~[a]", "{b: {a: 2}}", []), (".[]", "{'[]': 1, b: 2}", ["/~[]=1", "/b=2"]),
    ("/**", "{a: [1]}", ["={\"a\":[1]}", "/a=[1]", "/a/0=1"]),
    ("/**/a", "{a: {a: 1}, b: [{a: 2}]}", ["/a={\"a\":1}", "/a/a=1", "/b/0/a=2"]),
    ("/**/a/**", "{a: {a: 1}}", ["/a={\"a\":1}", "/a/a=1"]),
    ("/**/**/1", "[[1, 2], 3]", ["/0/1=2", "/1=3"]),
    ("/b/**/c", "{a: {c: 1}, b: {c: 2}}", ["/b/c=2"]),
    ("/**/*/**", "[[1]]", ["/0=[1]", "/0/0=1"]),
    (".a.b", "{a.b: 1, a: {b: 2}}", ["/a/b=2"]), (".a.b", "{a.b: 1}", ["/a.b=1"]),
    ("a.b.c", "{a.b: {c: 1}}", ["/a.b/c=1"]), (".a.b.c", "{a: {b.c: 1}}", ["/a/b.c=1"]),
    (".a.b.c", "{a.b: {c: 1}, a.b.c: 2}", []), (".a.b", "{a: {c: 1}, a.b: 2}", ["/a.b=2"]),
    (".*.a.b", "[{a.b: 1}, {a.b: 2}]", ["/0/a.b=1", "/1/a.b=2"]),
    (".*.a.b", "[{a.b: 1}, {a: {b: 2}}]", ["/1/a/b=2"]), ("/a/b", "{a.b: 1}", []),
    (".a['b']", "{a.b: 1}", []), (".a[0]", "{a.0: 1}", []), (".a.0", "{a.0: 1}", ["/a.0=1"]),
    ("/a", "{a: 1, a: 2}", ["/a=1"]), ("/**/a", "{a: 1, a: 2}", ["/a=1"]),
    ("/1", "{1: a, '1': b}", ["/1=\"b\""]), ("/**/1", "{1: a, '1': b}", ["/1=\"b\""]),
    ("/null", "{null: 1}", ["/null=1"]), ("/*", "{[x]: 1, a: 2}", ["/a=2"]),
    ("/e\u{301}", "{é: 1, e\u{301}: 2}", ["/e\u{301}=2"]),
    ("/**/é", "{é: 1, e\u{301}: 2}", ["/é=1"]),
    ("/people/[name=Ada]/age", people, ["/people/0/age=36"]),
    ("/people/[age>30]/name", people, ["/people/0/name=\"Ada\"", "/people/1/name=\"Bob\""]),
    ("/people/[age>=36]/name", people, ["/people/0/name=\"Ada\""]),
    ("/people/[age<36]/name", people, ["/people/1/name=\"Bob\""]),
    ("/people/[age<=30.50]/name", people, ["/people/1/name=\"Bob\""]),
    ("/people/[name>=Bob]/name", people, ["/people/1/name=\"Bob\"", "/people/2/name=\"Cy\""]),
    ("/people/[name<Bob]/name", people, ["/people/0/name=\"Ada\""]),
    ("/people/[on]/name", people, ["/people/0/name=\"Ada\""]),
    ("/people/[!on]/name", people, ["/people/1/name=\"Bob\"", "/people/2/name=\"Cy\""]),
    ("/people/[on=null]/name", people, ["/people/2/name=\"Cy\""]),
    ("/people/[on=true, age=36.0]/name", people, ["/people/0/name=\"Ada\""]),
    ("/people/[on!=true]/name", people, ["/people/1/name=\"Bob\"", "/people/2/name=\"Cy\""]),
    ("/people/[tags/1=b]/name", people, ["/people/2/name=\"Cy\""]),
    ("/people/[tags/-1=b]/name", people, ["/people/2/name=\"Cy\""]),
    ("/people/[tags/*=b]/name", people, ["/people/2/name=\"Cy\""]),
    (
      "/people/[tags/*!=b]/name", people, ["/people/0/name=\"Ada\"", "/people/1/name=\"Bob\""]
    ),
    ("/people/[tags/*]/age", people, ["/people/2/age=\"40\""]),
    (
      "/people/[name^=A | name$=y]/name", people,
      ["/people/0/name=\"Ada\"", "/people/2/name=\"Cy\""]
    ),
    ("/people/[name^=A | age<31, on]/name", people, ["/people/0/name=\"Ada\""]),
    (".people[1:].name", people, ["/people/1/name=\"Bob\"", "/people/2/name=\"Cy\""]),
    (".people[-1:].name", people, ["/people/2/name=\"Cy\""]), (".v[0:1]", people, []),
    (
      "/[r.s>=400]", "[{r: {s: 500}}, {r.s: 404}, {r.s: 1, r: {s: 500}}]",
      [
        "/0={\"r\":{\"s\":500}}", "/1={\"r.s\":404}",
      ]
    ),
    ("/['r.s'>=400]", "[{r: {s: 500}}, {r.s: 404}]", ["/1={\"r.s\":404}"]),
    ("/[!r.s]", "[{r: {s: 500}}, {r.t: 1}]", ["/1={\"r.t\":1}"]),
    ("/people/*/tags/[=b]", people, ["/people/2/tags/1=\"b\""]),
    ("/people/*/tags/[!=b]", people, ["/people/2/tags/0=\"a\""]),
    ("/v/[=1.10]", people, ["/v/x=1.10", "/v/y=\"1.10\"", "/v/z=1.1"]),
    ("/v/[='1.10']", people, ["/v/y=\"1.10\""]), ("/v/[=1.1]", people, ["/v/x=1.10", "/v/z=1.1"]),
    ("/v/[>1]", people, ["/v/x=1.10", "/v/z=1.1"]),
    ("/**/[=b]", people, ["/people/2/tags/1=\"b\""]),
    ("/[=0.1]", "[0.1, 0.1000000000000000055511151231257827, 1e-1]", ["/0=0.1", "/2=1e-1"]),
    ("/[>1e400]", "[2e400, .inf, .nan, -.inf, 3]", ["/0=2e400", "/1=inf"]),
    ("/[=true]", "[true, 'true', 1]", ["/0=true", "/1=\"true\""]),
    ("/[='true']", "[true, 'true', 1]", ["/1=\"true\""]),
    (
      "/[=2024-01-01T00:00:00Z]", "[!!timestamp 2024-01-01T00:00:00Z]",
      ["/0=2024-01-01T00:00:00Z"]
    ),
    ("people[name=Cy].tags[-1]", people, ["/people/2/tags/1=\"b\""]),
    ("$..tags[*]", people, ["/people/2/tags/0=\"a\"", "/people/2/tags/1=\"b\""]),
  ]

  @Test(arguments: searches)
  func findsPlaces(path: String, source: String, places: [String]) throws {
    #expect(try self.places(path, source) == places)
  }

  /// In all notations of YAML 1.2 and TOML, and in those that a tree may keep.
  @Test(arguments: [
    ("0x1F", "31"), ("0o17", "15"), ("+7", "7"), ("0400", "400"), (".5", "0.5"), ("5.", "5"),
    ("-.5e1", "-5"),
    ("1_000", "1000"), ("0b101", "5"), ("-0x10", "-16"),
  ]) func comparesNumbersOfAnyNotation(text: String, value: String) throws {
    let list = Tree(kind: .beginSequence, childText: text)
    #expect(try PathPattern("/[=\(value)]").matches(in: list).count == 1)
    #expect(try PathPattern("/[>\(value)]").matches(in: list).isEmpty)
    #expect(try PathPattern("/[<=\(value)]").matches(in: list).count == 1)
    for text in [".inf", ".nan", "nan", "-.inf", "0xFFFFFFFFFFFFFFFFFF"] {
      let list = Tree(kind: .beginSequence, childText: text)
      #expect(try PathPattern("/[=\(value)]").matches(in: list).isEmpty)
    }
  }

  /// A scalar, or a sequence of it.
  private struct Tree: PathTree {
    var kind: Event.Kind
    var comparedText: String?
    var childText: String?

    func child(_ token: KeyText) -> Tree? { nil }
    func makeChildren() -> AnyIterator<(key: PathKey?, node: Tree)> {
      let child = childText.map { (key: PathKey?.none, node: Tree(kind: .real, comparedText: $0)) }
      return AnyIterator(CollectionOfOne(child).compactMap { $0 }.makeIterator())
    }
  }

  // MARK: An independent model

  /// Returns all nodes with their tokens, in document order.
  private func all(
    _ node: Document.Node, _ tokens: [KeyText] = []
  ) -> [(tokens: [KeyText], node: Document.Node)] {
    var result = [(tokens, node)]
    for (index, element) in node.elements.enumerated() {
      result += all(element, tokens + [KeyText(String(index))])
    }
    for pair in node.pairs { result += all(pair.value, tokens + [KeyText(pair.key.text ?? "")]) }
    return result
  }

  /// Whether steps lead along tokens, by trying all ways; conditions test whether there is a key `a`.
  private func leads(
    _ steps: ArraySlice<PathPattern.Step>, along tokens: ArraySlice<KeyText>,
    from node: Document.Node
  ) -> Bool {
    guard let step = steps.first else { return tokens.isEmpty }
    if step == .anyDepth, leads(steps.dropFirst(), along: tokens, from: node) { return true }
    guard let token = tokens.first else { return false }
    let next = node.kind == .beginSequence ? node[Int(token.string) ?? 0] : node[token.string]
    guard let next else { return false }
    switch step {
    case .anyDepth: return leads(steps, along: tokens.dropFirst(), from: next)
    case .any: break
    case .slice(let start, let end):
      let elements = Array(node.elements)
      // As a list of Python is sliced.
      func bound(_ number: Int) -> Int {
        min(max(number < 0 ? elements.count + number : number, 0), elements.count)
      }
      let (first, last) = (bound(start), bound(end ?? .max))
      guard node.kind == .beginSequence, let index = Int(token.string), first <= index, index < last
      else { return false }
    case .name(let name):
      let isLast =
        node.kind == .beginSequence && name == "-1"
        && Int(token.string) == Array(node.elements).count - 1
      guard name == token || isLast else { return false }
    case .matching:
      guard let value = next["a"], value.kind != .null, value.kind != .false else { return false }
    }
    return leads(steps.dropFirst(), along: tokens.dropFirst(), from: next)
  }

  private func randomDocument(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch depth == 0 ? 0 : Int.random(in: 0...4, using: &random) {
    case 0: return ["1", "null", "false", "\"x\""].randomElement(using: &random) ?? "1"
    case 1, 2:
      let count = Int.random(in: 0...3, using: &random)
      let elements = (0..<count).map { _ in randomDocument(depth - 1, &random) }
      return "[" + elements.joined(separator: ",") + "]"
    default:
      let keys = ["a", "b", "0", "-1", "é", "e\u{301}"].shuffled(using: &random).prefix(3)
      let pairs = keys.map { "\"\($0)\":" + randomDocument(depth - 1, &random) }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }

  @Test func agreesWithAnIndependentModel() throws {
    var random = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<3000 {
      let source = randomDocument(5, &random)
      let steps = (0..<Int.random(in: 0...5, using: &random)).map { _ -> String in
        let steps = [
          "/**", "/**", "/*", "/a", "/b", "/0", "/-1", "/[a]", "/é", "/[1:]", "/[-2:]", "/[:2]",
          "/[-2:-1]", "/[2:1]",
        ]
        return steps.randomElement(using: &random) ?? "/a"
      }
      let path = try PathPattern(steps.joined())
      let root = try Document(parsing: source, as: .json).root
      let expected = all(root).filter { leads(path.steps[...], along: $0.tokens[...], from: root) }
      let matches = path.matches(in: root)
      #expect(matches.map(\.tokens) == expected.map(\.tokens), "\(path.text) in \(source)")
      #expect(matches.map(\.node.content) == expected.map(\.node.content))
      found += matches.count
      for match in matches {
        let captures = try #require(path.captures(in: match.tokens))
        #expect(try PathPattern(PathPattern.spelling(of: match.tokens)).names == match.tokens)
        if !path.steps.contains(.name("-1")) {
          #expect(path.filled(with: captures) == match.tokens)
        }
      }
    }
    #expect(found > 3000)
  }

  // MARK: Size

  /// A sequence in a sequence, and so on.
  private struct DeepTree: PathTree {
    let levels: Int

    var kind: Event.Kind { levels > 0 ? .beginSequence : .null }
    var comparedText: String? { nil }
    func child(_ token: KeyText) -> DeepTree? {
      token == "0" && levels > 0 ? DeepTree(levels: levels - 1) : nil
    }
    func makeChildren() -> AnyIterator<(key: PathKey?, node: DeepTree)> {
      AnyIterator([(key: nil, node: DeepTree(levels: levels - 1))].makeIterator())
    }
  }

  @Test func searchesDeepDocuments() throws {
    let tree = DeepTree(levels: 100_000)
    #expect(try PathPattern("/**").matches(in: tree).count == 100_001)
    let bottom = try PathPattern("/**/[=null]").matches(in: tree)
    #expect(bottom.count == 1)
    #expect(bottom.first?.tokens.count == 100_000)
    let path = try PathPattern(String(repeating: "/0", count: 100_000))
    #expect(path.matches(in: tree).first?.node.kind == .null)
  }

  /// A sequence of mappings, which counts how often their keys are asked for.
  private final class WideTree: PathTree {
    let count: Int
    let counter: WideTree?
    var visits = 0

    init(count: Int, counter: WideTree? = nil) {
      self.count = count
      self.counter = counter
    }

    var kind: Event.Kind { counter == nil ? .beginSequence : .beginMapping }
    var comparedText: String? { nil }
    func child(_ token: KeyText) -> WideTree? { nil }
    func makeChildren() -> AnyIterator<(key: PathKey?, node: WideTree)> {
      (counter ?? self).visits += 1
      return AnyIterator(
        (0..<count).lazy.map { _ in (key: nil, node: WideTree(count: 0, counter: self)) }
          .makeIterator())
    }
  }

  @Test func visitsEachNodeOfWideDocumentsOnce() throws {
    let tree = WideTree(count: 100_000)
    #expect(try PathPattern("/**/**/a/**/b").matches(in: tree).isEmpty)
    #expect(tree.visits == 100_001)
  }

  /// A search takes memory for what is open, not for what it has visited, and pauses after any number of visits.
  @Test(arguments: [1, 3, 1000]) func pausesAtAnyNode(visits: Int) throws {
    let elements = (0..<200).map { "{\"k\": [\($0), {\"k\": 1}]}" }.joined(separator: ",")
    let root = try Document(parsing: "[\(elements)]", as: .json).root
    let path = try PathPattern("/**/k")
    var search = PathSearch(path.steps, from: root)
    var (found, rounds, rest) = ([Int](), 0, 0)
    while rest == 0 {
      rest = visits
      while let node = search.next(within: &rest) { found.append(node.index) }
      rounds += 1
      #expect(search.open.count <= 5 && search.links.isEmpty)
    }
    #expect(found == path.matches(in: root).map(\.node.index) && found.count == 400)
    #expect(rounds >= 1000 / visits)
  }

  // MARK: Many conditions

  /// Many conditions, whose keys are looked up together, hold as each of them does.
  @Test func manyConditionsHoldAsEachOfThem() throws {
    var random = SeededGenerator(seed: 6)
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    var results: Set<Bool> = []
    for round in 0..<400 {
      let keys = ["a", "b", "1", "'1'", "null", "'null'", "é", "'-1'", "k"]
      let pairs = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        "\(keys.randomElement(using: &random)!): " + ["1", "{a: 1}", "[1, 2]"].randomElement(
          using: &random)!
      }
      let source =
        round % 5 == 0 ? "[1, {a: 1}]" : "{[c]: 1, " + pairs.joined(separator: ", ") + "}"
      let root = try Document(parsing: source, as: .yaml, options: options).root
      let tests = ["a", "!b", "1=1", "null", "!k", "k/a=1", "a/-1=2", "é!=3", "-1", "a/a", "b/0"]
      let chosen = tests.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      guard let conditions = try? PathParser.conditions(of: chosen), !chosen.isEmpty else {
        continue
      }
      let many = Array(repeating: conditions, count: 40).flatMap { $0 }
      let expected = conditions.allSatisfy { [$0].hold(for: root) }
      #expect(many.hold(for: root) == expected, "\(chosen) for \(source)")
      results.insert(expected)
    }
    #expect(results == [true, false])
  }
}

extension PathParser {
  fileprivate static func conditions(of texts: [String]) throws -> [PathCondition] {
    guard
      case .matching(let conditions)? = try? DocumentSelection("[\(texts.joined(separator: ", "))]")
    else { return [] }
    return conditions
  }
}
