import Decant
import DecantTestSupport
import Testing

@testable import DecantCLI

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

  private func file(_ value: Value, _ notation: Notation) throws -> MergedFile {
    try file(try value.encoded(as: notation.format), notation)
  }

  private func file(_ bytes: [UInt8], _ notation: Notation) throws -> MergedFile {
    try MergedFile(
      bytes, named: "x", as: notation.format, ReadingOptions(), among: .standard)
  }

  private func text(_ base: MergedFile, _ ours: MergedFile, _ theirs: MergedFile) throws -> [UInt8]
  {
    let merge = FileMerge(
      base: base, ours: ours, theirs: theirs, named: "x", ReadingOptions(), among: .standard)
    #expect(merge.conflicts.isEmpty)
    return try merge.result(with: LineMerge.Marks()).text
  }

  @Test(arguments: Notation.allCases, 0..<60 as Range<UInt64>)
  func returnsTheOnlyEdit(notation: Notation, seed: UInt64) throws {
    let base = try file(try notation.value(seed: seed), notation)
    let edited = try file(try notation.value(seed: seed + 1), notation)
    #expect(try text(base, edited, base) == edited.bytes)
    #expect(try text(base, edited, edited) == edited.bytes)
    let result = try text(base, base, edited)
    if notation != .binary { #expect(result == edited.bytes) }
    #expect(try file(result, notation).values.areIdentical(to: edited.values))
  }

  @Test(arguments: Notation.allCases, 0..<60 as Range<UInt64>)
  func combinesIndependentEdits(notation: Notation, seed: UInt64) throws {
    let values = try (0..<4).map { try notation.value(seed: seed &* 4 &+ $0, size: 15) }
    func keys(_ left: Value, _ right: Value) -> Value {
      .mapping(["l": left, "m": "x", "r": right])
    }
    func elements(_ left: Value, _ right: Value) -> Value { .sequence([left, "middle", right]) }
    for wrap in notation == .toml ? [keys] : [keys, elements] {
      let base = try file(wrap(values[0], values[1]), notation)
      let ours = try file(wrap(values[2], values[1]), notation)
      let theirs = try file(wrap(values[0], values[3]), notation)
      let expected = [wrap(values[2], values[3])]
      for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let result = try text(base, ours, theirs)
        #expect(try file(result, notation).values.areIdentical(to: expected))
      }
    }
  }

  /// Each side of the conflicts is a valid document with the edits of that side.
  @Test(arguments: [Notation.json, .yaml, .xml, .toml], 0..<60 as Range<UInt64>)
  func marksTwoDocuments(notation: Notation, seed: UInt64) throws {
    let sides = try (0..<3).map { try notation.value(seed: seed &* 3 &+ $0, size: 15) }
    let files = try sides.map { try file(.mapping(["a": "x", "b": $0, "c": ["y"]]), notation) }
    let merge = FileMerge(
      base: files[0], ours: files[1], theirs: files[2], named: "x", ReadingOptions(),
      among: .standard)
    let text = String(
      decoding: try merge.result(with: LineMerge.Marks(width: 19)).text, as: UTF8.self)
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
    for (lines, file) in [(ours, files[1]), (theirs, files[2])]
    where merge.conflicts == [
      DocumentPointer(tokens: ["b"])
    ] {
      let text = lines.joined(separator: "\n")
      #expect(try self.file(Array(text.utf8), notation).values.areIdentical(to: file.values))
    }
  }
}
