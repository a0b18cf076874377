import Testing

import DecantCommands
import Decant

/// After a kill at any moment, each file is complete, old or new.
@Suite(.enabled(if: Killing.isInstalled)) struct ArchiveKillTests {
  static let files = 3
  /// More than the output holds back, so that a file is written by several calls.
  static let old = "[" + (0..<8000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]\n"

  private func interrupt(
    _ command: String, in scratch: Scratch, check: () throws -> Void
  ) throws {
    #expect(try Killing.atEachCall(of: command, in: scratch, check: check) > 10)
    // The last run removes the remains of the others.
    #expect(try scratch.shell(command).status == 0)
    #expect(try scratch.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func everyFileThatIsRewrittenIsWhole() throws {
    let scratch = try Scratch()
    let names = (0..<Self.files).map { "\($0).json" }
    for name in names { try scratch.write(Self.old, to: name) }
    _ = try scratch.shell("cp 0.json one && decant archive --type T -c -i one")
    let (old, new) = (Self.old, try scratch.read("one"))
    #expect(new.hasPrefix("{\"$archiver\"") && new.contains("{\"n\":7999}"))
    var states = Set<Bool>()
    try interrupt(
      "decant archive --type T -c -i \(names.joined(separator: " "))", in: scratch
    ) {
      for name in names {
        let text = try scratch.read(name)
        #expect(text == old || text == new)
        states.insert(text == new)
        if text != old { try scratch.write(old, to: name) }
      }
    }
    #expect(states == [true, false])
  }

  @Test func theOutputIsTheOldOneOrTheNewOne() throws {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "in.json")
    _ = try scratch.shell("decant archive --type T -t yaml -o new in.json")
    let new = try scratch.read("new")
    try scratch.write("old\n", to: "out.yaml")
    try interrupt("decant archive --type T -o out.yaml in.json", in: scratch) {
      let text = try scratch.read("out.yaml")
      #expect(text == "old\n" || text == new)
      try scratch.write("old\n", to: "out.yaml")
    }
    #expect(try scratch.shell("decant archive --type T -o out.yaml in.json").status == 0)
    #expect(try scratch.read("out.yaml") == new)
  }
}
