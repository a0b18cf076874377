import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// A shell that evaluates variables gets their values, and does nothing else: who writes a document runs no command.
@Suite struct VariablesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// What ends a quote, a comment or a line for some reader, with accents and joiners that make one character of two.
  private static let pieces = [
    "'", "\"", "\\", "$", "`", ";", "#", " ", "\n", "\r", "\r\n", "\t", "$(touch x)", "; touch x;",
    "touch x", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{2028}", "\u{85}", "é", "!", "~", "{a,b}", "*",
    "\n# ", "=", "&", "|", "\u{7F}", "\u{1}",
  ]

  private func texts(_ count: Int, without barred: String = "", seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let pieces = Self.pieces.filter {
      !$0.unicodeScalars.contains { barred.unicodeScalars.contains($0) }
    }
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      .joined()
    }
  }

  /// Returns JSON5 with the texts as values, and as comments with a given line end in them.
  private func document(_ texts: [String], _ comments: [String]) throws -> String {
    let encoder = JSONEncoder()
    let entries = try zip(texts, comments).enumerated().map { index, pair in
      let (text, comment) = pair
      let value = String(decoding: try encoder.encode(text), as: UTF8.self)
      return "/* \(comment) */ \"V\(index)\": \(value), /* \(comment) */"
    }
    return "{" + entries.joined(separator: "\n") + "}"
  }

  @Test(arguments: [("sh", ""), ("env", "\r")])
  func aShellGetsTheValues(format: String, barred: String) throws {
    let count = Thoroughness.isFull ? 2000 : 200
    let texts = texts(count, without: barred, seed: 31)
    try scratch.write(try document(texts, self.texts(count, seed: 32)), to: "in.json5")
    try scratch.write(
      """
      decant -q -t \(format) in.json5 >variables || exit 1
      . ./variables
      i=0
      while [ $i -lt \(count) ]; do eval "printf '%s\\\\0' \\"\\$V$i\\""; i=$((i + 1)); done >values
      """, to: "read.sh")
    let run = try scratch.shell("sh read.sh")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    let values = try scratch.read("values").unicodeScalars.split(
      separator: "\0", omittingEmptySubsequences: false)
    #expect(values.dropLast().map { Array(String($0).utf8) } == texts.map { Array($0.utf8) })
    #expect(try !scratch.names.contains("x"))
  }

  /// Readers of `.env` end a line at a CR, too: each line is a variable of the document, or a comment.
  @Test func eachLineIsAVariableOrAComment() throws {
    let texts = texts(200, without: "\n", seed: 33)
    try scratch.write(try document(texts, self.texts(200, seed: 34)), to: "in.json5")
    let run = try scratch.shell("decant -q -t env in.json5")
    let lines = run.output.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
    let first = lines.map { $0.unicodeScalars.first }
    #expect(first.allSatisfy { $0 == "#" || $0 == "V" })
    #expect(first.count { $0 == "V" } == texts.count)
  }
}
