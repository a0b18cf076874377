import DecantTestSupport
import Testing
import Decant

/// With sorted keys, each comment of a random document is beside the key that it names.
@Suite struct YAMLSortedCommentTests {
  private struct Generator {
    var random: SeededGenerator
    var lines: [String] = []
    var count = 0

    mutating func mapping(indent: Int, depth: Int) {
      for _ in 0..<Int.random(in: 1...4, using: &random) { entry(indent: indent, depth: depth) }
    }

    private mutating func entry(indent: Int, depth: Int) {
      count += 1
      let key = "k\(Int.random(in: 0...9, using: &random))x\(count)"
      let margin = String(repeating: " ", count: indent)
      if Int.random(in: 0...4, using: &random) == 0 { lines.append("") }
      for _ in 0..<max(Int.random(in: -2...2, using: &random), 0) {
        lines.append("\(margin)# above \(key).")
      }
      let isNested = depth < 4 && Int.random(in: 0...2, using: &random) == 0
      let values = [
        " 1", " {}", " []", "", " 'it''s'", " \"\\u00e9\"", " |", " >-", "   [ a,  b ]", " >2-",
        " two\n\(margin)  lines",
      ]
      let value = isNested ? "" : values.randomElement(using: &random) ?? ""
      let isBlock = value.contains("|") || value.contains(">")
      let spaces = String(repeating: " ", count: Int.random(in: 1...3, using: &random))
      let hasComment = Int.random(in: 0...2, using: &random) == 0 && !value.contains("\n")
      lines.append("\(margin)\(key):\(value)" + (hasComment ? "\(spaces)# at \(key)." : ""))
      if isNested {
        let step = [2, 4].randomElement(using: &random) ?? 2
        if Bool.random(using: &random) { return mapping(indent: indent + step, depth: depth + 1) }
        // A sequence of mappings, in the column of the key or not.
        let column = indent + (Bool.random(using: &random) ? 0 : 2)
        for _ in 0..<2 {
          let first = lines.count
          entry(indent: column + 2, depth: 4)
          let dash = lines[first...].firstIndex { $0.contains(":") } ?? first
          lines[dash].replaceSubrange(
            lines[dash].index(
              lines[dash].startIndex, offsetBy: column)..<lines[dash].index(
                lines[dash].startIndex, offsetBy: column + 2), with: "- ")
          for line in first..<dash where lines[line].hasPrefix("  ") {
            lines[line].removeFirst(2)
          }
        }
      } else if isBlock {
        lines += ["\(margin)  of two", "\(margin)  lines"]
      } else if Int.random(in: 0...2, using: &random) == 0 {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let column = String(repeating: " ", count: Int.random(in: 1...5, using: &random))
          lines.append("\(margin)\(column)# below \(key).")
        }
      }
    }
  }

  @Test func keepsCommentsBesideTheirKeys() throws {
    for seed in 0..<1000 as Range<UInt64> {
      var generator = Generator(random: SeededGenerator(seed: seed))
      generator.mapping(indent: 0, depth: 0)
      let text = generator.lines.joined(separator: "\n") + "\n"
      #expect(try rewritten(text, from: .yaml) == text.drop { $0 == "\n" })
      let output = try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
      try #require(
        try Value(parsing: output, as: .yaml) == Value(parsing: text, as: .yaml), "\(text)")
      let lines = output.split(separator: "\n")
      for (index, line) in lines.enumerated() {
        guard let mark = line.firstIndex(of: "#") else { continue }
        let words = line[mark...].dropLast().split(separator: " ")
        let isKey = { (line: Substring) in line.contains(": ") || line.hasSuffix(":") }
        let beside: Substring? =
          switch words[1] {
          case "above": lines[index...].first { isKey($0) }
          case "below": lines[..<index].last { isKey($0) }
          default: line
          }
        #expect(beside?.contains("\(words[2]):") == true, "\(line) in\n\(text)--->\n\(output)")
      }
      #expect(output.count { $0 == "#" } == text.count { $0 == "#" }, "\(text)--->\n\(output)")
    }
  }

  /// Blank lines and the space inside brackets belong to a place, not to the key that happens to be there.
  @Test(arguments: [
    ("b: 1\n\na: 2\n\nc: 3\n", "a: 2\n\nb: 1\n\nc: 3\n"),
    (
      "# head\n\nz: 1\n\nservices:\n  web: 1\n\n  db: 2\n\na: 3\n",
      "# head\n\na: 3\n\nservices:\n  db: 2\n\n  web: 1\n\nz: 1\n"
    ),
    ("b: 1\n\n# about a\na: 2\n", "# about a\na: 2\n\nb: 1\n"),
    ("{ name: Ann, email: a@b.org }\n", "{ email: a@b.org, name: Ann }\n"),
    ("x: {b: 1,  a: 2}\n", "x: {a: 2,  b: 1}\n"),
    ("- { b: { d: 1, c: 2 }, a: 3 }\n", "- { a: 3, b: { c: 2, d: 1 } }\n"),
    ("{ &x b: 1, a: *x }\n", "{ a: *x, &x b: 1 }\n"),
  ])
  func whatIsBetweenEntriesStaysInItsPlace(text: String, sorted: String) throws {
    let isOrdered = text.contains("&")
    let output = try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
    if !isOrdered { #expect(output == sorted) }
    #expect(try rewritten(output, from: .yaml) { $0.keyOrder = .byBytes } == output)
    #expect(output.count { $0 == "\n" } == text.count { $0 == "\n" })
  }

  @Test func blankLinesOfRandomDocumentsStayInTheirPlaces() throws {
    for seed in 0..<300 as Range<UInt64> {
      var generator = Generator(random: SeededGenerator(seed: seed))
      generator.mapping(indent: 0, depth: 3)
      let text = try rewritten(generator.lines.joined(separator: "\n") + "\n", from: .yaml)
      let output = try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
      #expect(
        Self.blankLinesAboveTopKeys(of: output) == Self.blankLinesAboveTopKeys(of: text), "\(text)")
    }
  }

  /// Whether each top-level entry, with the comments above it, begins after a blank line.
  private static func blankLinesAboveTopKeys(of text: String) -> [Bool] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var result: [Bool] = []
    for (index, line) in lines.enumerated() where line.hasPrefix("k") {
      var first = index
      while first > 0, lines[first - 1].hasPrefix("# above") { first -= 1 }
      result.append(first > 0 && lines[first - 1].isEmpty)
    }
    return result
  }
}
