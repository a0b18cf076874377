import DecantTestSupport
import Testing

import DecantCommands
import Decant

/// Copies of aliased values count 16 times wherever a document is held in memory.
@Suite struct HeldCopyTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    // Three copies of a list of 50 numbers: 153 nodes.
    let list = (0..<50).map { "\($0)" }.joined(separator: ", ")
    try scratch.write("a: &a [\(list)]\nb: [*a, *a, *a]\n", to: "a.yaml")
    try scratch.write("c: 1\n", to: "b.yaml")
    try scratch.write("type: object\n", to: "schema.yaml")
  }

  @Test(arguments: ["-t json a.yaml", "check a.yaml", "-t yaml a.yaml"])
  func passingCopiesCountOnce(words: String) throws {
    let run = try scratch.shell("decant \(words) --max-alias-nodes 160")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(arguments: [
    "get '' a.yaml", "get /b a.yaml", "diff a.yaml b.yaml", "diff b.yaml a.yaml",
    "diff --format patch b.yaml a.yaml", "check --schema schema.yaml a.yaml",
    "-t json --schema schema.yaml a.yaml", "-t json --sort-keys a.yaml",
    "archive --type T -t json a.yaml",
  ])
  func heldCopiesCountSixteenTimes(words: String) throws {
    let refused = try scratch.shell("decant \(words) --max-alias-nodes 2400")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("aliases expand to more than 2400 nodes"))
    #expect(refused.errors.contains("hint: --max-alias-nodes N allows more"))
    let allowed = try scratch.shell("decant \(words) --max-alias-nodes 2600")
    #expect(allowed.status <= 1, "\(allowed.errors)")
  }

  /// Two files of 400 bytes that expand to a million values each.
  @Test(arguments: [
    "get '' a.yaml", "diff a.yaml b.yaml", "check --schema schema.yaml a.yaml",
  ])
  func smallFilesTakeLittle(words: String) throws {
    for (name, leaf) in [("a", "x"), ("b", "y")] {
      let levels = (1...6).map { level in
        "a\(level): &a\(level) ["
          + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
          + "]\n"
      }
      try scratch.write("a0: &a0 \(leaf)\n" + levels.joined(), to: "\(name).yaml")
    }
    let run = try scratch.shell("ulimit -v 1000000; decant \(words)")
    #expect(run.status == 65 && run.errors.contains("aliases expand to more than 10000000 nodes"))
  }
}
