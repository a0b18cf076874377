import DecantTestSupport
import Foundation
import Testing
import Decant

/// JSON whose collections are on one line if they fit into a number of columns.
@Suite struct JSONWidthTests {
  /// A model: a tree that is laid out from the outside, by rendering each part on one line first.
  private indirect enum Tree {
    case scalar(String)
    case sequence([Tree])
    case mapping([(key: String, value: Tree)])

    var flat: String {
      switch self {
      case .scalar(let text): return text
      case .sequence(let items): return "[" + items.map(\.flat).joined(separator: ", ") + "]"
      case .mapping(let pairs):
        let parts = pairs.map { "\($0.key): \($0.value.flat)" }
        return parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
      }
    }

    func laidOut(_ width: Int, indent: Int, depth: Int = 0, key: String = "") -> String {
      let room = width - depth * indent - key.unicodeScalars.count - (depth > 0 ? 1 : 0)
      let flat = flat
      var lines: [String] = []
      let margin = String(repeating: " ", count: (depth + 1) * indent)
      switch self {
      case .scalar: return flat
      case .sequence(let items):
        guard flat.unicodeScalars.count > room, !items.isEmpty else { return flat }
        lines = items.map { margin + $0.laidOut(width, indent: indent, depth: depth + 1) }
      case .mapping(let pairs):
        guard flat.unicodeScalars.count > room, !pairs.isEmpty else { return flat }
        lines = pairs.map { pair in
          let key = pair.key + ": "
          return margin + key
            + pair.value.laidOut(width, indent: indent, depth: depth + 1, key: key)
        }
      }
      let brackets = if case .sequence = self { ("[", "]") } else { ("{", "}") }
      let end = String(repeating: " ", count: depth * indent)
      return brackets.0 + "\n" + lines.joined(separator: ",\n") + "\n" + end + brackets.1
    }
  }

  private struct Generator {
    var random: SeededGenerator

    mutating func tree(depth: Int) -> Tree {
      let count = Int.random(in: 0...5, using: &random)
      switch Int.random(in: 0...(depth > 5 ? 1 : 4), using: &random) {
      case 0, 1:
        let scalars = [
          "1", "-12.50", "true", "null", "\"\"", #""a\"b""#, #""\\""#, #""tab\t""#, #""\u0001""#,
          "\"é\"", "\"😀 text\"", "\"a longer text of words\"", "123456789012345678901234567890",
        ]
        return .scalar(scalars.randomElement(using: &random) ?? "1")
      case 2, 3: return .sequence((0..<count).map { _ in tree(depth: depth + 1) })
      default:
        return .mapping((0..<count).map { ("\"k\($0)é\"", tree(depth: depth + 1)) })
      }
    }
  }

  @Test(arguments: [1, 7, 20, 40, 80, 200])
  func isLaidOutAsTheModel(width: Int) throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = Generator(random: SeededGenerator(seed: seed))
      let tree = Tree.sequence([generator.tree(depth: 0), generator.tree(depth: 0)])
      for (format, indent) in [(Format.json, 2), (.json, 8), (.json5, 4)] {
        let written = try converted(
          tree.flat, from: .json,
          by: .test(format) {
            $0.writing.width = width
            $0.writing.indentation = .spaces(indent)
          })
        #expect(written == tree.laidOut(width, indent: indent) + "\n")
      }
    }
  }

  @Test(arguments: [
    ("[1, 2]", 6, "[1, 2]"), ("[1, 2]", 5, "[\n  1,\n  2\n]"), ("[[1, 2]]", 8, "[[1, 2]]"),
    ("[[1, 2]]", 7, "[\n  [\n    1,\n    2\n  ]\n]"),
    ("[[1, 2], 3]", 9, "[\n  [1, 2],\n  3\n]"), ("{\"a\": []}", 5, "{\n  \"a\": []\n}"),
    ("{\"a\": 1}", 10, "{ \"a\": 1 }"), ("\"a long text\"", 1, "\"a long text\""),
  ])
  func fitsExactly(text: String, width: Int, written: String) throws {
    let output = try converted(text, from: .json, by: .test(.json) { $0.writing.width = width })
    #expect(output == written + "\n")
  }

  @Test func aCommentNeedsLines() throws {
    let output = try converted(
      "{a: [1, // one\n 2], b: [3, 4]}", from: .json5,
      by: .test(.json5) { $0.writing.width = 80 })
    #expect(output.contains("\"b\": [3, 4]"))
    #expect(output.contains("1, // one\n"))
    #expect(
      try Value(parsing: output, as: .json5) == Value(parsing: "{a: [1, 2], b: [3, 4]}", as: .json5)
    )
  }

  /// A collection is held only as far as it may fit.
  @Test func aLongDocumentIsTheSameInBatchesOfAnySize() throws {
    let list =
      "[" + (0..<20_000).map { "{\"n\": \($0), \"list\": [1, 2]}" }.joined(separator: ", ") + "]"
    let output = try converted(list, from: .json, by: .test(.json) { $0.writing.width = 60 })
    let lines = (0..<20_000).map { "  { \"n\": \($0), \"list\": [1, 2] }" }.joined(separator: ",\n")
    #expect(output == "[\n" + lines + "\n]\n")
  }
}
