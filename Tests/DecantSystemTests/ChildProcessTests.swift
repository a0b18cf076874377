import DecantSystem
import Testing

@Suite struct ChildProcessTests {
  private func run(_ script: String) throws -> System.ChildOutcome {
    try System.run("sh", ["-c", script])
  }

  @Test func returnsWhatAProcessWrites() throws {
    let outcome = try run("echo out; echo error >&2; exit 3")
    #expect(outcome.status == 3)
    #expect(outcome.output == Array("out\n".utf8))
    #expect(outcome.errors == Array("error\n".utf8))
  }

  @Test func passesArgumentsAsTheyAre() throws {
    let outcome = try System.run("printf", ["[%s]", "a b", "", "'$HOME'"])
    #expect(String(decoding: outcome.output, as: UTF8.self) == "[a b][]['$HOME']")
  }

  @Test func givesItNoInput() throws {
    #expect(try run("cat; echo end").output == Array("end\n".utf8))
  }

  /// More than a pipe holds: a process would wait forever for a reader that first reads the other pipe to its end.
  @Test func readsBothOutputsAtOnce() throws {
    let outcome = try run("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero")
    #expect(outcome.output.count == 300_000)
    #expect(outcome.errors.count == 300_000)
  }

  @Test func hasNoStatusAfterASignal() throws {
    #expect(try run("kill -9 $$").status == nil)
  }

  @Test func reportsAMissingProgram() {
    #expect(throws: System.Errno.notFound) { try System.run("no-such-program", []) }
  }

  @Test func findsProgramsAsAShellDoes() throws {
    #expect(System.program(named: "sh")?.hasSuffix("/sh") == true)
    #expect(System.program(named: "no-such-program") == nil)
    let running = try #require(System.runningProgram)
    #expect(running.hasPrefix("/"))
  }
}
