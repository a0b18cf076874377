import Testing

@testable import DecantCLI

/// What becomes of files: replaced in one step, as they were in everything but content.
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

  @Test func poursSeveralFilesIntoOne() throws {
    #expect(try succeed("decant -c a.json b.json") == "[1,2]\n{\"b\":1}\n")
    #expect(try succeed("decant -c a.json - b.json <a.json") == "[1,2]\n[1,2]\n{\"b\":1}\n")
    #expect(try succeed("decant -o all.jsonl a.json b.json; cat all.jsonl") == "[1,2]\n{\"b\":1}\n")
  }

  @Test func tellsTheFormatByTheNameOfTheOutput() throws {
    #expect(try succeed("decant -o x.jsonl a.json; cat x.jsonl") == "[1,2]\n")
    #expect(try succeed("decant -t json -o x.jsonl a.json; cat x.jsonl") == "[\n  1,\n  2\n]\n")
    #expect(try succeed("decant -o x.unknown -c a.json; cat x.unknown") == "[1,2]\n")
  }

  @Test func tellsTheFormatByTheNameOfTheInput() throws {
    #expect(try run("cp a.json x.json5; echo '[1,]' >x.json5; decant -c x.json5").output == "[1]\n")
    #expect(try run("echo '[1] [2]' >x.ndjson; decant x.ndjson").output == "[1]\n[2]\n")
    #expect(try run("echo '[1]' >x.json; echo '[2]' >>x.json; decant x.json").status == 65)
    #expect(try run("echo '[1]' >x; echo '[2]' >>x; decant x").output == "[1]\n[2]\n")
  }

  @Test func writesTheFileThatItReads() throws {
    #expect(try succeed("decant -c -o a.json a.json; cat a.json") == "[1,2]\n")
    #expect(try succeed("decant -c -o a.json <a.json; cat a.json") == "[1,2]\n")
  }

  @Test func leavesTheTargetAloneWhenTheInputIsBad() throws {
    #expect(try run("echo '[1, 2, ' >bad.json; decant -o a.json bad.json").status == 65)
    #expect(try scratch.read("a.json") == "[1, 2]")
    #expect(try run("decant -o a.json b.json missing.json").status == 66)
    #expect(try scratch.read("a.json") == "[1, 2]")
    #expect(try run("decant -o new.json bad.json").status == 65)
    #expect(try scratch.names == ["a.json", "b.json", "bad.json"])
  }

  @Test func rewritesEachFile() throws {
    #expect(try succeed("decant -ci a.json b.json; cat a.json b.json") == "[1,2]\n{\"b\":1}\n")
    #expect(try scratch.names == ["a.json", "b.json"])
  }

  @Test func goesOnWithTheNextFile() throws {
    let outcome = try run("echo '[' >bad.json; decant -ci bad.json missing.json b.json; echo $?")
    #expect(outcome.output == "65\n")
    #expect(outcome.errors.contains("bad.json:2:1: error:"))
    #expect(outcome.errors.contains("missing.json: error: cannot open"))
    #expect(try scratch.read("b.json") == "{\"b\":1}\n")
    #expect(try scratch.read("bad.json") == "[\n")
  }

  @Test func keepsTheOldFile() throws {
    _ = try succeed("decant -ci.old a.json; decant -i --indent 0 --in-place=~ a.json")
    #expect(try scratch.names == ["a.json", "a.json.old", "a.json~", "b.json"])
    #expect(try scratch.read("a.json.old") == "[1, 2]")
    #expect(try scratch.read("a.json~") == "[1,2]\n")
    // A name for it that is taken is taken over, even by another name of the same file.
    _ = try succeed("ln -f b.json b.json.old; decant -ci.old b.json")
    #expect(try scratch.read("b.json.old") == "{\"b\": 1}")
    #expect(try scratch.read("b.json") == "{\"b\":1}\n")
    #expect(try scratch.names.filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func keepsTheMode() throws {
    for mode in ["600", "640", "755", "666"] {
      _ = try succeed("chmod \(mode) a.json; decant -i a.json; decant -o a.json b.json")
      #expect(try succeed("stat -c %a a.json") == "\(mode)\n")
    }
  }

  @Test func heedsTheMaskForANewFile() throws {
    #expect(
      try succeed("umask 027; decant -o new.json a.json; stat -c %a new.json") == "640\n")
    #expect(
      try succeed("umask 0; decant -o newer.json a.json; stat -c %a newer.json") == "666\n")
  }

  @Test func keepsTheOwner() throws {
    guard try run("chown 1234:4321 a.json").status == 0 else { return }
    _ = try succeed("chmod 4755 a.json; decant -i a.json")
    #expect(try succeed("stat -c %u:%g:%a a.json") == "1234:4321:4755\n")
  }

  @Test func followsLinks() throws {
    _ = try succeed("mkdir d; mv a.json d; ln -s d/a.json link1; ln -s \"$PWD/link1\" link2")
    _ = try succeed("decant -ci.old -f json link2; test -L link1 && test -L link2")
    #expect(try scratch.read("d/a.json") == "[1,2]\n")
    #expect(try scratch.read("d/a.json.old") == "[1, 2]")
    _ = try succeed("decant -c -o link2 b.json; test -L link1 && test -L link2")
    #expect(try scratch.read("d/a.json") == "{\"b\":1}\n")
    // Even to where nothing is yet.
    _ = try succeed("ln -s d/new.json link3; decant -c -o link3 b.json; test -L link3")
    #expect(try scratch.read("d/new.json") == "{\"b\":1}\n")
  }

  @Test func respectsAFileThatIsWriteProtected() throws {
    // The superuser may write to anything.
    guard try run("id -u").output != "0\n" else { return }
    _ = try succeed("chmod 444 a.json")
    #expect(try run("decant -o a.json b.json").status == 73)
    #expect(try run("decant -ci a.json").status == 73)
    #expect(try scratch.read("a.json") == "[1, 2]")
  }

  @Test func writesToWhatIsNoRegularFileDirectly() throws {
    #expect(try succeed("mkfifo p; decant -c -o p a.json & cat p; wait") == "[1,2]\n")
    #expect(try succeed("test -p p && decant -c -o /dev/stdout a.json") == "[1,2]\n")
    #expect(try succeed("decant -c -o - a.json") == "[1,2]\n")
    #expect(try succeed("decant -c -o /dev/fd/3 a.json 3>x; cat x") == "[1,2]\n")
    #expect(
      try succeed("echo old >x; decant -c -o /dev/stdout a.json >>x; cat x") == "old\n[1,2]\n")
  }

  @Test func neverTakesAStandardStreamForAFile() throws {
    // Were the file opened as descriptor 2, the complaint would go into it.
    let outcome = try run("echo '[1' >bad.json; decant -o out.json bad.json 2>&-; echo $?")
    #expect(outcome.output == "65\n")
    _ = try run("decant -c -o out.json a.json <&- >&- 2>&-")
    #expect(try scratch.read("out.json") == "[1,2]\n")
    #expect(try run("decant -c a.json b.json <&- >&-; echo $? >status").status == 0)
    #expect(try scratch.read("status") == "74\n")
    #expect(try scratch.read("a.json") == "[1, 2]")
  }

  @Test func makesNameOfLongFileNames() throws {
    let name = String(repeating: "n", count: 250) + ".json"
    #expect(try succeed("decant -c -o \(name) a.json; cat \(name)") == "[1,2]\n")
    #expect(try succeed("decant -ci \(name); cat \(name)") == "[1,2]\n")
  }
}
