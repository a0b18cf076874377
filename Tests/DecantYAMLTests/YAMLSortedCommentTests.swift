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
}
