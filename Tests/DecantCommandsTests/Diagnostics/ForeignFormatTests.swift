import Testing

import DecantCommands

/// Files whose names are of a format that decant does not have, with text that another one accepts.
@Suite struct ForeignFormatTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  static let names = ["x.ini", "X.INI", ".env", ".env.local", "a.env", "x.properties", "setup.cfg"]

  @Test(arguments: names, ["", "check ", "get '' ", "edit --set /a 2 ", "edit -i --set /a 2 "])
  func isNotReadAsAnother(name: String, verb: String) throws {
    for text in ["a = 1\n", "[a]\nb = 1\n"] {
      try scratch.write(text, to: name)
      let run = try scratch.shell("decant \(verb)\(name)")
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("\(name): error: "))
      #expect(run.errors.contains(" is not supported\nhint: -f toml reads"))
      #expect(try scratch.read(name) == text)
      #expect(try scratch.shell("decant \(verb)-f toml \(name)").status == 0)
    }
  }

  @Test(arguments: names) func aFolderIsConvertedWithoutIt(name: String) throws {
    try scratch.write("a = 1\n", to: name)
    try scratch.write("a = 1\n", to: "b.toml")
    let run = try scratch.shell("decant migrate -t json --hidden --replace . && ls -A")
    #expect(run.status == 0)
    #expect(
      run.output.split(separator: "\n").map(String.init).sorted() == [name, "b.json"].sorted())
    #expect(run.errors == "1 file converted, 0 skipped, 0 failed, 1 ignored\n")
  }
}
