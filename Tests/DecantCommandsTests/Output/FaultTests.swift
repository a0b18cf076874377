import Foundation
import Testing

import DecantCommands
import Decant

/// Full disks, closed streams and signals never leave an incomplete file.
@Suite struct FaultTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("old\n", to: "out.json")
    // Larger than the limits below and than a pipe.
    try scratch.write(
      "[" + String(repeating: "\"0123456789\",", count: 400_000) + "0]", to: "big.json")
  }

  private func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try scratch.read("out.json") == "old\n", sourceLocation: sourceLocation)
    #expect(try scratch.names == ["big.json", "out.json"], sourceLocation: sourceLocation)
  }

  @Test func survivesAFullDisk() throws {
    let script = """
      mkdir disk && mount -t tmpfs -o size=64k none disk || exit 99
      echo old >disk/out.json
      decant -o disk/out.json big.json; echo $?
      ls -A disk; cat disk/out.json; umount disk; rmdir disk
      """
    // Mounting requires root, possibly in a user namespace.
    var outcome = try scratch.shell(script)
    if outcome.status == 99 {
      _ = try scratch.shell("rm -rf disk")
      try scratch.write(script, to: "script")
      outcome = try scratch.shell("unshare -rm sh script; s=$?; rm -rf disk script; exit $s")
    }
    guard outcome.status == 0 else { return }
    #expect(outcome.output == "74\nout.json\nold\n")
    #expect(outcome.errors == "disk/out.json: error: cannot write: no space left on device\n")
  }

  private func waitForTemporaryFile(of running: Scratch.Running) throws {
    while running.process.isRunning,
      try !scratch.names.contains(where: { $0.hasPrefix(".out.json.") })
    {
      usleep(1000)
    }
  }

  private func interrupt(_ words: String, with number: Int32) throws -> Process {
    let running = try scratch.start("exec decant \(words)")
    let part = "[" + String(repeating: "\"0123456789\",", count: 40_000)
    try running.input.write(contentsOf: Data(part.utf8))
    try waitForTemporaryFile(of: running)
    kill(running.process.processIdentifier, number)
    running.process.waitUntilExit()
    return running.process
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func removesTheTemporaryFileWhenAskedToEnd(number: Int32) throws {
    let process = try interrupt("-f json -o out.json", with: number)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    try expectUntouched()
  }

  @Test func removesTheTemporaryFileWhenThePipeIsClosed() throws {
    let outcome = try scratch.shell(
      """
      mkfifo pipe
      yes x | head -n 100000 | decant -f jsonl --on-error skip -o out.json 2>pipe &
      head -n 1 <pipe; wait $!; rm pipe
      """)
    #expect(outcome.output == "<stdin>:1:1: error: unknown word 'x'\n")
    try expectUntouched()
  }

  @Test func leavesTheTargetWholeWhenKilled() throws {
    let process = try interrupt("-f json -o out.json", with: SIGKILL)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try scratch.read("out.json") == "old\n")
    #expect(try scratch.shell("echo '[1]' | decant -c -o out.json").status == 0)
    #expect(try scratch.read("out.json") == "[1]\n")
  }

  @Test func leavesSignalsAloneThatAreIgnored() throws {
    let running = try scratch.start("trap '' HUP; echo; exec decant -f json -c -o out.json")
    try running.input.write(contentsOf: Data("[1,".utf8))
    // After the first output, the trap is set.
    #expect(try running.output.read(upToCount: 1) == Data("\n".utf8))
    try waitForTemporaryFile(of: running)
    kill(running.process.processIdentifier, SIGHUP)
    try running.input.write(contentsOf: Data("2]".utf8))
    try running.input.close()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
    #expect(try scratch.read("out.json") == "[1,2]\n")
  }
}
