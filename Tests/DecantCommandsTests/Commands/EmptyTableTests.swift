import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// Tables without rows, which are their header, in each verb.
@Suite struct EmptyTableTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private static let pieces = ["a", "b", " ", ",", ";", "\t", "|", "\"", "é", "\n"]

  /// Random columns, and their header as other programs write it.
  private static func header(_ generator: inout SeededGenerator) -> (names: [String], text: String)
  {
    var names: [String] = []
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      let count = Int.random(in: 0...2, using: &generator)
      names.append(
        (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
          + "\(number)")
    }
    let cells = names.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
    return (names, cells.joined(separator: ",") + "\n")
  }

  @Test(.enabled(if: Oracle.pythonReadsHeaders.isInstalled))
  func everyVerbKeepsTheHeader() throws {
    var found: [UInt8] = []
    var expected: [[String]] = []
    for seed in 1...30 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (names, text) = Self.header(&generator)
      try scratch.write(text, to: "a.csv")
      #expect(decant("-i", "\(scratch.path)/a.csv").status == 0)
      let rewritten = try scratch.read("a.csv")
      for target in ["tsv", "csv"] {
        let source = target == "tsv" ? "csv" : "tsv"
        #expect(
          decant("migrate", "--replace", "-t", target, "\(scratch.path)/a.\(source)").status == 0)
        #expect(try scratch.names == ["a.\(target)"])
      }
      for result in try [
        rewritten, scratch.read("a.csv"), decant("-f", "csv", "-t", "csv", input: text).output,
      ] {
        found += try Value.string(result).encoded(by: Plan.compact(.jsonLines))
        expected.append(names)
      }
    }
    let lines = try #require(try Oracle.pythonReadsHeaders.run(found)).split(separator: 0x0A)
    #expect(lines.count == expected.count)
    for (line, names) in zip(lines, expected) {
      #expect(try Value(parsing: Array(line), as: .json) == .sequence(names.map { .string($0) }))
    }
  }

  @Test func comparesAndMergesHeaders() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let texts = (0..<3).map { _ in Self.header(&generator) }
      let sides = (0..<3).map { _ in texts.randomElement(using: &generator) ?? texts[0] }
      let files = ["base", "ours", "theirs"].map { "\(scratch.path)/\($0).csv" }
      for (file, side) in zip(["base", "ours", "theirs"], sides) {
        try scratch.write(side.text, to: "\(file).csv")
      }
      let (base, ours, theirs) = (sides[0].names, sides[1].names, sides[2].names)
      let difference = decant("diff", files[0], files[1])
      #expect(
        difference.status == (base == ours ? 0 : 1) && difference.output.isEmpty == (base == ours))
      let merged = decant(words: ["merge"] + files)
      if ours == base || theirs == base || ours == theirs {
        #expect(
          merged.status == 0 && merged.output == (ours == base ? sides[2] : sides[1]).text,
          "\(seed)")
      } else {
        #expect(merged.status == 1 && merged.output.contains("<<<<<<<"), "\(seed)")
      }
    }
  }
}

extension Oracle {
  fileprivate static let pythonReadsHeaders = Oracle(
    description: "python3's csv",
    command: [
      "python3", "-c",
      """
      import csv, io, json, sys
      for line in sys.stdin: print(json.dumps(next(csv.reader(io.StringIO(json.loads(line), newline=''), strict=True), 0)) if line != '0' else 0)
      """,
    ])
}
