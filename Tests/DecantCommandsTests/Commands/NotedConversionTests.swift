import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

/// What a conversion says of values that came out otherwise, and of what it left out.
@Suite struct NotedConversionTests {
  private static let yaml = "mode: 0644\nb: {c: yes}\nno: 1\n"
  private static let note =
    "decant: note: 2 values differ in YAML 1.1 (first at /mode); --yaml-schema 1.1 reads them so\n"

  private func errors(_ words: String, _ input: String) -> String {
    decant(words: words.split(separator: " ").map(String.init), input: input).errors
  }

  // MARK: YAML 1.1

  @Test(arguments: ["json", "jsonl", "json5", "toml", "xml1", "cbor", "msgpack", "openstep"])
  func aConversionNotesValuesOfYAML11(target: String) {
    let words = "-f yaml -t \(target) -o /dev/null"
    #expect(errors(words, Self.yaml).hasSuffix(Self.note))
    for silent in ["-q", "--yaml-schema core", "--yaml-schema 1.1", "--yaml-schema failsafe"] {
      #expect(!errors("\(words) \(silent)", Self.yaml).contains("1.1"), "\(silent)")
    }
    #expect(errors("\(words) --tagged", Self.yaml) == Self.note)
  }

  // MARK: Comments

  /// An entry of each format, a comment, and what is around all of them.
  private static let commented = [
    ("yaml", "aN: 1\n", "# x\n", "", ""), ("toml", "aN = 1\n", "# x\n", "", ""),
    ("json5", "aN: 1,\n", "/* x */\n", "{\n", "}\n"), ("strings", "aN = 1;\n", "// x\n", "", ""),
    (
      "plist", "<key>aN</key><integer>1</integer>\n", "<!-- x -->\n", "<plist><dict>\n",
      "</dict></plist>\n"
    ),
  ]

  @Test(arguments: commented.indices)
  func aFileCountsTheCommentsThatItLacks(index: Int) throws {
    let (suffix, entry, comment, begin, end) = Self.commented[index]
    let scratch = try Scratch()
    var random = SeededGenerator(seed: UInt64(index))
    for _ in 0..<(Thoroughness.isFull ? 20 : 4) {
      var text = begin
      var count = 0
      for number in 0..<Int.random(in: 1...6, using: &random) {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          text += comment
          count += 1
        }
        text += entry.replacing("N", with: "\(number)")
      }
      try scratch.write(text + end, to: "in.\(suffix)")
      let path = "\(scratch.path)/in.\(suffix)"
      let words = count == 1 ? "1 comment was dropped" : "\(count) comments were dropped"
      for output in ["-o \(scratch.path)/out.json", "-t json -o \(scratch.path)/{#}.json"] {
        let notes = errors("\(output) \(path)", "")
        #expect(notes.contains(words) == (count > 0), "\(text)\n\(notes)")
        #expect(notes.contains("dropped") == (count > 0))
        #expect(!errors("\(output) --comments drop \(path)", "").contains("comment"))
        #expect(!errors("\(output) -q \(path)", "").contains("comment"))
      }
      let migrated = try scratch.shell("decant migrate -t json -o out in.\(suffix); rm -r out")
      #expect(migrated.errors.contains(words) == (count > 0), "\(migrated.errors)")
      // A pipe needs no note, because its input stays; nor does a target that has them.
      #expect(!errors("-t json \(path)", "").contains("comment"))
      #expect(!errors("-o \(scratch.path)/out.json5 \(path)", "").contains("comment"))
    }
  }

  // MARK: Dates

  @Test(arguments: [
    ("9999-12-31T23:59:59-01:00", true), ("0000-01-01T00:00:00+01:00", true),
    ("9999-12-31T23:59:59+01:00", false), ("2026-01-01T00:00:00-12:00", false),
  ])
  func aDateThatLeavesRFC3339IsNoted(date: String, leaves: Bool) {
    for target in ["json", "csv", "openstep", "json5"] {
      let notes = errors("-f toml -t \(target)", "d = \(date)\n")
      #expect(notes.contains("1 date became a string outside of RFC 3339 (first at /d)") == leaves)
      #expect(notes.contains("1 date became a string (first at /d)") != leaves)
      #expect(notes.contains("1 date was converted to UTC"))
      #expect(decant("-f", "toml", "-t", target, "--strict", input: "d = \(date)\n").status == 65)
    }
    #expect(decant("-f", "toml", "-t", "toml", input: "d = \(date)\n").output == "d = \(date)\n")
  }
}
