import DecantTestSupport
import Testing

import DecantCommands
import Decant

@Suite struct MergeTests {
  let scratch: Scratch
  static let base = "# head\nspec:\n  replicas: 1 # low\n  args: [a]\n\nname: x\n"

  init() throws {
    scratch = try Scratch()
  }

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, as suffix: String = "yaml",
    _ options: String = ""
  ) throws -> Outcome {
    try scratch.write(base, to: "base.\(suffix)")
    try scratch.write(ours, to: "ours.\(suffix)")
    try scratch.write(theirs, to: "theirs.\(suffix)")
    return try scratch.shell(
      "decant merge \(options) base.\(suffix) ours.\(suffix) theirs.\(suffix)")
  }

  /// Lines like marks, in any of the files: of any length that the marks have, and only if there is a conflict.
  @Test(arguments: [7, 9], ["<", "=", ">", "|"])
  func warnsOfLinesLikeMarks(width: Int, mark: String) throws {
    func text(_ number: Int, _ mark: String) -> String { "a = \(number)\nb = '''\n\(mark)\n'''\n" }
    let line = String(repeating: mark, count: width)
    let warning = "lines look like marks of a conflict; another --marker-size"
    for other in ["", " label", "x", mark] {
      let texts = [0, 1, 2].map { text($0, line + other) }
      let isMark = other == "" || other == " label"
      for size in [7, 9] {
        let run = try merge(texts[0], texts[1], texts[2], as: "toml", "--marker-size \(size)")
        #expect(run.status == 1)
        #expect(
          run.errors.contains(warning) == (isMark && size == width),
          "\(size) \(line)\(other) \(run)")
        let clean = try merge(texts[0], texts[1], texts[0], as: "toml", "--marker-size \(size)")
        #expect(clean == Outcome(status: 0, output: texts[1], errors: ""))
      }
    }
    let solved = try scratch.shell(
      """
      decant merge -q --marker-size 20 base.toml ours.toml theirs.toml >m.toml
      decant merge --marker-size 20 m.toml
      """)
    #expect(!solved.errors.contains(warning))
  }

  // MARK: The library

  struct Texts: Sendable, CustomTestStringConvertible {
    let suffix: String
    let texts: [String]
    let conflicts: [String]

    var format: Format { FormatRegistry.standard.format(forFileNamed: "x.\(suffix)") ?? .json }
    var testDescription: String { "\(suffix) \(conflicts)" }
  }

  static let pairs: [(suffix: String, text: @Sendable (String, String) -> String)] = [
    ("json", { "{\n  \"a\": \($0),\n  \"list\": [1],\n  \"z\": \($1)\n}\n" }),
    ("json5", { "{\n  // first\n  a: \($0),\n  list: [1],\n  z: \($1),\n}\n" }),
    ("yaml", { "# head\na: \($0) # first\n\nlist: [1]\nz: \($1)\n" }),
    ("toml", { "# head\na = \($0) # first\n\nlist = [1]\nz = \($1)\n" }),
    (
      "plist",
      {
        "<plist version=\"1.0\">\n<dict>\n  <key>a</key>\n  <integer>\($0)</integer>\n  <!-- last -->\n"
          + "  <key>z</key>\n  <integer>\($1)</integer>\n</dict>\n</plist>\n"
      }
    ),
    ("jsonl", { "{\"a\":\($0)}\n{\"z\":\($1)}\n" }),
  ]

  static let texts = pairs.flatMap { suffix, text in
    // Which line was changed to which other one is not known.
    let first = suffix == "jsonl" ? "" : "/a"
    return [
      Texts(
        suffix: suffix, texts: [text("1", "2"), text("3", "2"), text("1", "4")], conflicts: []),
      Texts(
        suffix: suffix, texts: [text("1", "2"), text("3", "5"), text("4", "2")], conflicts: [first]),
      Texts(suffix: suffix, texts: ["", text("1", "2"), text("1", "2")], conflicts: []),
    ]
  }

  @Test(arguments: texts) func theLibraryMergesAsTheCommand(_ it: Texts) throws {
    let merged = try it.format.merge(base: it.texts[0], ours: it.texts[1], theirs: it.texts[2])
    let run = try merge(it.texts[0], it.texts[1], it.texts[2], as: it.suffix)
    #expect(merged.text == run.output)
    #expect(merged.isClean == (run.status == 0), "\(run)")
    #expect(merged.conflicts.map(\.description) == it.conflicts)
    #expect(merged.isClean == it.conflicts.isEmpty)
    #expect(merged.text.contains("<<<<<<< ours\n") == !merged.isClean)
    for conflict in it.conflicts {
      #expect(run.errors.contains(conflict.isEmpty ? "conflict\n" : "conflict at \(conflict)\n"))
    }
  }

  @Test(arguments: ["base", "ours", "theirs"]) func anErrorNamesTheTextThatCannotBeRead(
    _ side: String
  )
    throws
  {
    let texts = ["base", "ours", "theirs"].map { $0 == side ? "{\"a\": }" : "{\"a\": 1}" }
    let error = #expect(throws: DecantError.self) {
      try Format.json.merge(base: texts[0], ours: texts[1], theirs: texts[2])
    }
    #expect(error?.source == side)
    #expect(error?.offset == 6)
  }
}
