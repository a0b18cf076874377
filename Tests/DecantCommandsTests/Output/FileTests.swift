import Testing

import DecantCommands
import Decant

/// Output files are replaced atomically and keep everything except their content.
@Suite struct FileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("[1, 2]", to: "a.json")
    try scratch.write("{\"b\": 1}", to: "b.json")
  }

  private func run(_ script: String) throws -> Outcome {
    try scratch.shell(script)
  }

  @Test func keepsTheOwner() throws {
    guard try run("chown 1234:4321 a.json").status == 0 else { return }
    let outcome = try run("chmod 4755 a.json; decant -i -c a.json; stat -c %u:%g:%a a.json")
    #expect(outcome == Outcome(status: 0, output: "1234:4321:4755\n", errors: ""))
  }

  @Test func respectsAFileThatIsWriteProtected() throws {
    guard try run("id -u").output != "0\n" else { return }
    #expect(try run("chmod 444 a.json; decant -o a.json b.json").status == 73)
    #expect(try run("decant -ci a.json").status == 73)
    #expect(try scratch.read("a.json") == "[1, 2]")
  }
}
