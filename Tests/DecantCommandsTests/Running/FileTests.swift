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

  @Test func poursSeveralFilesIntoOne() throws {
    #expect(try succeed("decant -c a.json b.json") == "[1,2]\n{\"b\":1}\n")
    #expect(try succeed("decant -c a.json - b.json <a.json") == "[1,2]\n[1,2]\n{\"b\":1}\n")
    #expect(try succeed("decant -o all.jsonl a.json b.json; cat all.jsonl") == "[1,2]\n{\"b\":1}\n")
  }

  @Test func tellsTheFormatByTheNameOfTheOutput() throws {
    #expect(try succeed("decant -q -o x.jsonl a.json; cat x.jsonl") == "[1,2]\n")
    #expect(try succeed("decant -t json -o x.jsonl a.json; cat x.jsonl") == "[\n  1,\n  2\n]\n")
    #expect(try succeed("decant -o plain -c a.json; cat plain") == "[1,2]\n")
    #expect(try succeed("decant -o .hidden -c a.json; cat .hidden") == "[1,2]\n")
    #expect(try succeed("decant -t json -o x.toml --force -c a.json; cat x.toml") == "[1,2]\n")
    for name in ["x.unknown", "../x.unknown", "dir.json/x.unknown"] {
      let outcome = try run("decant -c -o \(name) a.json")
      #expect(outcome.status == 64)
      #expect(
        outcome.errors
          == "decant: unknown extension '.unknown'; name the format to write with '--to'\n")
    }
    #expect(try !scratch.names.contains("x.unknown"))
  }

  @Test func writesNoFileWithoutADocument() throws {
    try scratch.write("# only a comment\n", to: "e.yaml")
    for target in ["e.json", "e.plist", "e.bplist", "e.pbxproj"] {
      let outcome = try run("decant -o \(target) e.yaml")
      #expect(outcome.status == 65)
      #expect(outcome.errors == "e.yaml: error: the input contains no document\n")
      #expect(try run("test -e \(target)").status == 1)
    }
    #expect(try run("decant -t json --at /a e.yaml").status == 65)
    #expect(try succeed("decant -t json --slurp -c e.yaml") == "[]\n")
    let warning =
      "e.yaml:1:1: warning: the input contains only comments, so the output has no document\n"
      + "    1 | # only a comment\n      | ^\n"
    for script in ["decant -o e.jsonl e.yaml; decant check e.jsonl; cat e.jsonl", "decant e.yaml"] {
      #expect(try run(script) == Outcome(status: 0, output: "", errors: warning))
    }
    #expect(try succeed("decant -i --comments drop e.yaml; cat e.yaml") == "")
  }

  @Test func writesOneDocumentToAFileOfJSON() throws {
    let source = "a: 1\n---\nb: 2\n"
    try scratch.write(source, to: "two.yaml")
    let hint = "hint: --slurp gathers them in one sequence\n"
    let commands = [
      ("decant -o two.json two.yaml", true), ("decant -i --force -t json two.yaml", false),
    ]
    for (command, canGather) in commands {
      let outcome = try run(command)
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("two.yaml:2:1: error: json supports only one document\n"))
      #expect(outcome.errors.hasSuffix(hint) == canGather)
    }
    #expect(try run("test -e two.json").status == 1)
    #expect(try scratch.read("two.yaml") == source)
    #expect(try succeed("decant -c -t json two.yaml") == "{\"a\":1}\n{\"b\":2}\n")
    #expect(
      try succeed("decant -c --slurp -o two.json two.yaml; cat two.json")
        == "[{\"a\":1},{\"b\":2}]\n")
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

  @Test func poursTheOtherFilesWhereOneIsMissing() throws {
    let outcome = try run("decant -c no.json a.json no.yaml b.json none; echo $?")
    #expect(outcome.output == "[1,2]\n{\"b\":1}\n66\n")
    #expect(
      outcome.errors
        == ["no.json", "no.yaml", "none"].map {
          "\($0): error: cannot open: no such file or directory\n"
        }.joined())
    let none = try run("decant -t yaml no.json no.yaml; echo $?")
    #expect(none.output == "66\n")
    let one = try run("decant -c --slurp a.json no.json b.json; echo $?")
    #expect(one.output == "[[1,2],{\"b\":1}]\n66\n")
    // The more severe status is returned. A file is not replaced if an input is missing.
    #expect(try run("echo '[' >bad.json; decant no.json bad.json a.json").status == 65)
    let file = try run("echo old >c.jsonl; decant -o c.jsonl a.json no.json b.json; echo $?")
    #expect(file.output == "66\n")
    #expect(try scratch.read("c.jsonl") == "old\n")
  }

  @Test func restoresTheOtherFilesWhereOneIsMissing() throws {
    _ = try succeed("decant archive --type T -i a.json; decant archive --type T -i b.json")
    let outcome = try run("decant restore -c a.json no.json b.json; echo $?")
    #expect(outcome.output == "[1,2]\n{\"b\":1}\n66\n")
  }

  @Test func rewritesEachFile() throws {
    #expect(try succeed("decant -ci a.json b.json; cat a.json b.json") == "[1,2]\n{\"b\":1}\n")
    #expect(try scratch.names == ["a.json", "b.json"])
  }

  @Test func goesOnWithTheNextFile() throws {
    let outcome = try run("echo '[' >bad.json; decant -ci bad.json missing.json b.json; echo $?")
    #expect(outcome.output == "65\n")
    #expect(outcome.errors.contains("bad.json:1:1: error:"))
    #expect(outcome.errors.contains("missing.json: error: cannot open"))
    #expect(try scratch.read("b.json") == "{\"b\":1}\n")
    #expect(try scratch.read("bad.json") == "[\n")
  }

  @Test func keepsTheOldFile() throws {
    _ = try succeed("decant -ci.old a.json; decant --indent 0 --in-place=~ a.json")
    #expect(try scratch.names == ["a.json", "a.json.old", "a.json~", "b.json"])
    #expect(try scratch.read("a.json.old") == "[1, 2]")
    #expect(try scratch.read("a.json~") == "[1,2]\n")
    // An existing backup is replaced, even if it is another name of the file.
    _ = try succeed("ln -f b.json b.json.old; decant -ci.old b.json")
    #expect(try scratch.read("b.json.old") == "{\"b\": 1}")
    #expect(try scratch.read("b.json") == "{\"b\":1}\n")
    #expect(try scratch.names.filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func keepsTheMode() throws {
    for mode in ["600", "640", "755", "666"] {
      _ = try succeed("chmod \(mode) a.json; decant -i -c a.json; decant -o a.json b.json")
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
    _ = try succeed("chmod 4755 a.json; decant -i -c a.json")
    #expect(try succeed("stat -c %u:%g:%a a.json") == "1234:4321:4755\n")
  }

  @Test func followsLinks() throws {
    _ = try succeed("mkdir d; mv a.json d; ln -s d/a.json link1; ln -s \"$PWD/link1\" link2")
    _ = try succeed("decant -ci.old -f json link2; test -L link1 && test -L link2")
    #expect(try scratch.read("d/a.json") == "[1,2]\n")
    #expect(try scratch.read("d/a.json.old") == "[1, 2]")
    _ = try succeed("decant -c -o link2 b.json; test -L link1 && test -L link2")
    #expect(try scratch.read("d/a.json") == "{\"b\":1}\n")
    _ = try succeed("ln -s d/new.json link3; decant -c -o link3 b.json; test -L link3")
    #expect(try scratch.read("d/new.json") == "{\"b\":1}\n")
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

  @Test func neverTakesAStandardStreamForAFile() throws {
    // If the file became descriptor 2, it would receive the diagnostic.
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
