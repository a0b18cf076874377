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

  private func succeed(_ script: String) throws -> String {
    let outcome = try run(script)
    #expect(outcome.status == 0 && outcome.errors == "", "\(script): \(outcome.errors)")
    return outcome.output
  }

  /// The next program in a pipe cannot mistake the output for a document.
  @Test func leavesNothingOfAFailedConversionInAPipe() throws {
    let outcome = try run(
      #"printf '{"replicas":3,"paused":tru}' | decant -t yaml | decant -f yaml -t json -c"#)
    #expect(outcome.output == "" && outcome.status == 65)
    try scratch.write("{\"n\":", to: "bad.json")
    let pair = try run("printf 'bad.json\nb.json\n' | xargs -n1 decant -c")
    #expect(pair.output == "{\"b\":1}\n")
    let records = try run(#"printf '{"n":1}\n{"n":}\n' | decant -f jsonl"#)
    #expect(records.output == "{\"n\":1}\n" && records.status == 65)
  }

  @Test func keepsTheMode() throws {
    for mode in ["600", "640", "755", "666"] {
      _ = try succeed("chmod \(mode) a.json; decant -i -c a.json; decant -o a.json b.json")
      #expect(try succeed("stat -c %a a.json") == "\(mode)\n")
    }
  }

  @Test func keepsTheOwner() throws {
    guard try run("chown 1234:4321 a.json").status == 0 else { return }
    _ = try succeed("chmod 4755 a.json; decant -i -c a.json")
    #expect(try succeed("stat -c %u:%g:%a a.json") == "1234:4321:4755\n")
  }

  @Test func respectsAFileThatIsWriteProtected() throws {
    guard try run("id -u").output != "0\n" else { return }
    _ = try succeed("chmod 444 a.json")
    #expect(try run("decant -o a.json b.json").status == 73)
    #expect(try run("decant -ci a.json").status == 73)
    #expect(try scratch.read("a.json") == "[1, 2]")
  }

  @Test func writesDirectlyToSpecialFiles() throws {
    #expect(try succeed("mkfifo p; decant -c -o p a.json & cat p; wait") == "[1,2]\n")
    #expect(try succeed("test -p p && decant -c -o /dev/stdout a.json") == "[1,2]\n")
    #expect(try succeed("decant -c -o - a.json") == "[1,2]\n")
    #expect(try succeed("decant -c -o /dev/fd/3 a.json 3>x; cat x") == "[1,2]\n")
    #expect(
      try succeed("echo old >x; decant -c -o /dev/stdout a.json >>x; cat x") == "old\n[1,2]\n")
  }

  @Test func makesNameOfLongFileNames() throws {
    let name = String(repeating: "n", count: 250) + ".json"
    #expect(try succeed("decant -c -o \(name) a.json; cat \(name)") == "[1,2]\n")
    #expect(try succeed("decant -ci \(name); cat \(name)") == "[1,2]\n")
  }
}
