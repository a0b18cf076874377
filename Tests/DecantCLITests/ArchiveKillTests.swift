import DecantTestSupport
import Foundation
import Testing

@testable import DecantCLI

/// Killed at any moment, the tool leaves whole files: the old ones, or the new ones.
@Suite(.serialized) struct ArchiveKillTests {
  static let files = 6
  static let old = "[" + (0..<2000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]\n"

  /// Runs a script again and again, and kills it each time at another moment of its first while.
  private func interrupt(
    _ script: String, in scratch: Scratch, times: Int, seed: UInt64, check: () throws -> Void
  ) throws -> Int {
    var generator = SeededGenerator(seed: seed)
    let clock = ContinuousClock()
    var whole = Duration.milliseconds(80)
    for _ in 0..<3 {
      whole = min(whole, try clock.measure { _ = try scratch.shell(script) })
      try check()
    }
    var killed = 0
    for _ in 0..<times {
      let process = try scratch.start("exec \(script)")
      let share = Double.random(in: 0...1, using: &generator)
      usleep(UInt32(share * Double(whole / .microseconds(1))))
      kill(process.process.processIdentifier, SIGKILL)
      process.process.waitUntilExit()
      if process.process.terminationReason == .uncaughtSignal { killed += 1 }
      try check()
    }
    // One run that nobody kills removes what the others have left.
    #expect(try scratch.shell(script).status == 0)
    #expect(try scratch.names.allSatisfy { !$0.hasPrefix(".") })
    return killed
  }

  @Test func everyFileThatIsRewrittenIsWhole() throws {
    let scratch = try Scratch()
    let names = (0..<Self.files).map { "\($0).json" }
    for name in names { try scratch.write(Self.old, to: name) }
    _ = try scratch.shell("cp 0.json one && decant archive --type T -c -i one")
    let (old, new) = (Self.old, try scratch.read("one"))
    #expect(new.hasPrefix("{\"$archiver\"") && new.contains("{\"n\":1999}"))
    var states = Set<Bool>()
    let killed = try interrupt(
      "decant archive --type T -c -i \(names.joined(separator: " "))", in: scratch, times: 100,
      seed: 1
    ) {
      for name in names {
        let text = try scratch.read(name)
        #expect(text == old || text == new)
        states.insert(text == new)
        if text != old { try scratch.write(old, to: name) }
      }
    }
    #expect(states == [true, false])
    #expect(killed > 20)
  }

  @Test func theOutputIsTheOldOneOrTheNewOne() throws {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "in.json")
    _ = try scratch.shell("decant archive --type T -t yaml -o new in.json")
    let new = try scratch.read("new")
    try scratch.write("old\n", to: "out.yaml")
    let killed = try interrupt(
      "decant archive --type T -o out.yaml in.json", in: scratch, times: 100, seed: 2
    ) {
      let text = try scratch.read("out.yaml")
      #expect(text == "old\n" || text == new)
      try scratch.write("old\n", to: "out.yaml")
    }
    #expect(killed > 20)
    #expect(try scratch.shell("decant archive --type T -o out.yaml in.json").status == 0)
    #expect(try scratch.read("out.yaml") == new)
  }
}
