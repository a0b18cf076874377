import DecantTestSupport
import Testing
import Decant

/// From YAML to YAML with sorted keys, an alias stays if it still follows its anchor.
@Suite struct SortedAliasStageTests {
  static let examples: [(name: String, text: String, sorted: String)] = [
    ("in order", "b: &x 1\nd: *x\nc: *x\n", "b: &x 1\nc: *x\nd: *x\n"),
    ("out of order", "b: &x 1\na: *x\n", "a: 1\nb: 1\n"),
    ("one of two", "b: &x [1]\na: *x\nc: *x\n", "a: [1]\nb: &x [1]\nc: *x\n"),
    ("no alias", "b: &x 1\na: 2\n", "a: 2\nb: &x 1\n"),
    (
      "a merge key", "a: &img\n  k: 1\nb:\n  x: 2\n  <<: *img\n",
      "a: &img\n  k: 1\nb:\n  <<: *img\n  x: 2\n"
    ),
    (
      "a merge key with an alias out of order", "z: &img\n  k: 1\nb:\n  x: 2\n  <<: *img\n  a: 3\n",
      "b:\n  a: 3\n  k: 1\n  x: 2\nz:\n  k: 1\n"
    ),
    (
      "two merged mappings, one out of order",
      "a: &a {k: 1}\nz: &z {l: 2}\nb: {<<: [*a, *z], c: *a}\n",
      "a: &a {k: 1}\nb: {c: *a, k: 1, l: 2}\nz: {l: 2}\n"
    ),
    ("an anchor in a merged mapping", "b: {<<: {c: &x 1}, d: *x}\n", "b: {c: 1, d: 1}\n"),
    (
      "an alias in a merged mapping", "a: &x 1\nb: {<<: {e: *x}, d: *x}\n",
      "a: &x 1\nb: {d: *x, e: 1}\n"
    ),
    ("a name with two anchors", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "a: 1\nb: 1\nc: 2\nd: 2\n"),
    ("a key", "a: &x k\nb: {*x : 1}\n", "a: k\nb: {k: 1}\n"),
    (
      "an alias in an anchored node", "a: &x 1\nc: &y [*x]\nb: *y\nd: *y\n",
      "a: &x 1\nb: [1]\nc: &y [*x]\nd: *y\n"
    ),
    (
      "elements", "- {b: 1, a: 2}\n- &x {b: 1, a: 2}\n- *x\n- - {d: *x, c: &y 3}\n- *y\n",
      "- {a: 2, b: 1}\n- &x {a: 2, b: 1}\n- *x\n- - {c: &y 3, d: *x}\n- *y\n"
    ),
    ("documents", "b: &x 1\na: *x\n---\na: &x 1\nb: *x\n", "a: 1\nb: 1\n---\na: &x 1\nb: *x\n"),
  ]

  @Test(arguments: examples)
  func keepsAliasesThatFollowTheirAnchors(
    example: (name: String, text: String, sorted: String)
  ) throws {
    let output = try converted(
      example.text, from: .yaml, by: .test(.yaml) { $0.keyOrder = .byBytes })
    #expect(output == example.sorted)
  }

  /// The values are those that the same document has in JSON, which has no aliases.
  @Test func keepsTheValuesOfRandomDocuments() throws {
    func json(_ text: String) throws -> String {
      try converted(text, from: .yaml, by: .test(.jsonLines) { $0.keyOrder = .byBytes })
    }
    var (kept, count) = (0, 0)
    for seed in Thoroughness.cases(of: 0..<1000 as Range<UInt64>) {
      var generator = Generator(random: SeededGenerator(seed: seed))
      let text = generator.mapping(depth: 0) + "\n"
      let output = try converted(
        text, from: .yaml, by: .test(.yaml) { $0.keyOrder = .byBytes })
      #expect(try json(output) == json(text), "\(text)--->\n\(output)")
      count += 1
      if output.contains("*") { kept += 1 }
    }
    #expect(kept > count / 5)
  }

  private struct Generator {
    var random: SeededGenerator
    var names: [String] = []
    var mappings: [String] = []

    private mutating func oneIn(_ count: Int) -> Bool {
      Int.random(in: 0..<count, using: &random) == 0
    }

    mutating func mapping(depth: Int) -> String {
      var pairs: [String] = []
      if depth > 0, oneIn(3), let name = mappings.randomElement(using: &random) {
        let other = mappings.randomElement(using: &random) ?? name
        pairs.append("<<: " + (oneIn(2) ? "*\(name)" : "[*\(name), *\(other)]"))
      }
      for key in "abcdef".shuffled(using: &random).prefix(depth == 0 ? 6 : 3) {
        pairs.append("\(key): \(node(depth: depth + 1))")
      }
      return "{\(pairs.joined(separator: ", "))}"
    }

    private mutating func node(depth: Int) -> String {
      if oneIn(3), let name = names.randomElement(using: &random) { return "*\(name) " }
      let isMapping = depth < 4 && oneIn(2)
      let content =
        isMapping ? mapping(depth: depth) : oneIn(4) ? "[\(node(depth: depth + 1))]" : "\(depth)"
      guard oneIn(2) else { return content }
      let name = !content.contains("*") && oneIn(6) ? "x" : "n\(names.count)"
      names.append(name)
      if isMapping, name != "x" { mappings.append(name) }
      return "&\(name) \(content)"
    }
  }
}
