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
      decant merge --solve --marker-size 20 m.toml
      """)
    #expect(!solved.errors.contains(warning))
  }
}
