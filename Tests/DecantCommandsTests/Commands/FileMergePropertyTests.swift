import Decant
import DecantTestSupport
import Testing

@testable import DecantChanges
@testable import DecantCommands

/// Merges of random documents in each format.
@Suite struct FileMergePropertyTests {
  enum Notation: String, CaseIterable, Sendable {
    case json, yaml, xml, binary, toml

    var format: Format {
      switch self {
      case .json: .json
      case .yaml: .yaml
      case .xml: .xmlPropertyList
      case .binary: .binaryPropertyList
      case .toml: .toml
      }
    }

    var contents: RandomPropertyList.Contents {
      switch self {
      case .json: .numbers
      case .yaml: [.numbers, .dates, .data]
      case .xml: [.numbers, .dates, .data]
      case .binary: .all
      case .toml: [.dates]
      }
    }

    /// Returns a random value that is unchanged by writing and reading it.
    func value(seed: UInt64, size: Int = 40) throws -> Value {
      let random = RandomPropertyList(seed: seed, size: size, contents: contents).value
      // A document in TOML is a mapping.
      let value = self == .toml && random.mapping == nil ? ["root": random] : random
      return try Value(parsing: try value.encoded(as: format), as: format)
    }
  }

  private func bytes(_ value: Value, _ notation: Notation) throws -> [UInt8] {
    try value.encoded(as: notation.format)
  }

  private func read(_ bytes: [UInt8], _ notation: Notation) throws -> Value {
    try Value(parsing: bytes, as: notation.format)
  }

  private func merge(
    _ texts: [[UInt8]], _ notation: Notation, width: Int = 7
  ) throws -> MergeOutcome {
    var settings = FileMerge.Settings()
    settings.marks = LineMerge.Marks(width: width)
    var merge = try FileMerge(of: texts, settings) { (_, text, tape) throws(DecantError) in
      try MergedFile(
        text, named: "x", as: notation.format, ReadingOptions(), among: .standard, on: &tape)
    }
    return try merge.result()
  }

  private func text(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ notation: Notation
  ) throws -> [UInt8] {
    let outcome = try merge([base, ours, theirs], notation)
    #expect(!outcome.isForUser)
    return outcome.bytes
  }

  @Test(arguments: Notation.allCases, 0..<60 as Range<UInt64>)
  func returnsTheOnlyEdit(notation: Notation, seed: UInt64) throws {
    let base = try bytes(try notation.value(seed: seed), notation)
    let value = try notation.value(seed: seed + 1)
    let edited = try bytes(value, notation)
    #expect(try text(base, edited, base, notation) == edited)
    #expect(try text(base, edited, edited, notation) == edited)
    let result = try text(base, base, edited, notation)
    if notation != .binary { #expect(result == edited) }
    #expect(try read(result, notation).isIdentical(to: value))
  }

  @Test(arguments: Notation.allCases, 0..<60 as Range<UInt64>)
  func combinesIndependentEdits(notation: Notation, seed: UInt64) throws {
    let values = try (0..<4).map { try notation.value(seed: seed &* 4 &+ $0, size: 15) }
    func keys(_ left: Value, _ right: Value) -> Value {
      .mapping(["l": left, "m": "x", "r": right])
    }
    func elements(_ left: Value, _ right: Value) -> Value { .sequence([left, "middle", right]) }
    for wrap in notation == .toml ? [keys] : [keys, elements] {
      let base = try bytes(wrap(values[0], values[1]), notation)
      let ours = try bytes(wrap(values[2], values[1]), notation)
      let theirs = try bytes(wrap(values[0], values[3]), notation)
      let expected = wrap(values[2], values[3])
      // Which of two equal elements was changed cannot be seen.
      if case .sequence = expected, Set(values).count < values.count { continue }
      for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let result = try text(base, ours, theirs, notation)
        #expect(try read(result, notation).isIdentical(to: expected))
      }
    }
  }

  /// Each side of the conflicts is a valid document with the edits of that side.
  @Test(arguments: [Notation.json, .yaml, .xml, .toml], 0..<60 as Range<UInt64>)
  func marksTwoDocuments(notation: Notation, seed: UInt64) throws {
    let sides = try (0..<3).map { try notation.value(seed: seed &* 3 &+ $0, size: 15) }
    let values = sides.map { Value.mapping(["a": "x", "b": $0, "c": ["y"]]) }
    let merge = try merge(try values.map { try bytes($0, notation) }, notation, width: 19)
    let text = String(decoding: merge.bytes, as: UTF8.self)
    let mark = String(repeating: "=", count: 19)
    #expect(text.contains(mark) == !merge.conflicts.isEmpty)
    var (ours, theirs): ([Substring], [Substring]) = ([], [])
    var side = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(String(repeating: "<", count: 19)) {
        side = 1
      } else if line == mark {
        side = 2
      } else if line.hasPrefix(String(repeating: ">", count: 19)) {
        side = 0
      } else {
        if side != 2 { ours.append(line) }
        if side != 1 { theirs.append(line) }
      }
    }
    for (lines, value) in [(ours, values[1]), (theirs, values[2])]
    where merge.conflicts == [DocumentPointer(tokens: ["b"])] {
      let found = try read(Array(lines.joined(separator: "\n").utf8), notation)
      #expect(found.mapping?["a"] == "x" && found.mapping?["c"] == ["y"])
      // In a list, what only one side did is merged.
      if sides.contains(where: { $0.array == nil }) { #expect(found.isIdentical(to: value)) }
    }
  }
}
