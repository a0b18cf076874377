import Decant
import DecantTestSupport
import Testing

import DecantCommands

/// Names of files that contradict what is written to them.
@Suite struct OutputNameTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("{\"a\":1}", to: "package.json")
    try scratch.write("{\"a\":1}", to: "data")
    try scratch.write("a: 1\n", to: "a.yaml")
  }

  static let formats = FormatRegistry.standard.formats.flatMap { [$0.name] + $0.aliases }

  @Test(arguments: formats + ["JSON", "Yaml"]) func aFormatIsNoFile(name: String) throws {
    for command in [
      "decant package.json", "decant archive --type T package.json", "decant restore package.json",
      "decant edit --set /a 2 package.json",
    ] {
      for option in ["-o \(name)", "-o\(name)", "--output \(name)", "--output=\(name)"] {
        let run = try scratch.shell("\(command) \(option)")
        #expect(
          run.errors == "decant: '\(name)' is the name of a format; "
            + "write '-t \(name)', or '-o ./\(name)' for a file of that name\n")
        #expect(run.status == 64 && run.output.isEmpty)
      }
    }
    #expect(try scratch.names == ["a.yaml", "data", "package.json"])
    #expect(try scratch.shell("decant -o ./\(name) package.json").status == 0)
    #expect(try scratch.names.contains(name))
  }

  static let contradictions = [
    ("package.json", "yaml"), ("package.json", "toml"), ("package.json", "xml1"),
    ("package.json", "cbor"), ("a.yaml", "json"), ("a.yaml", "toml"),
  ]

  @Test(arguments: contradictions)
  func aFileKeepsTheFormatOfItsName(file: String, format: String) throws {
    let before = try scratch.read(file)
    let named = file == "a.yaml" ? "yaml" : "json"
    for command in ["decant", "decant archive --type T", "decant restore"] {
      for option in ["-i", "-i.bak"] {
        // A file before it is not written either.
        let run = try scratch.shell("\(command) \(option) -t \(format) data \(file)")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(
          run.errors == "decant: \(file): a file of this name is read as \(named), but would "
            + "contain \(format); 'migrate -t \(format) --replace' also changes the name, "
            + "'--force' keeps it\n")
      }
    }
    #expect(try scratch.read(file) == before && scratch.read("data") == "{\"a\":1}")
    #expect(try scratch.names == ["a.yaml", "data", "package.json"])
    let forced = try scratch.shell(
      "decant -i --force -t \(format) \(file) && decant -f \(format) -c -t json \(file)")
    #expect(forced == Outcome(status: 0, output: "{\"a\":1}\n", errors: ""))
  }

  @Test func theNameOfTheProgramCounts() throws {
    let run = try scratch.shell(
      "decant=$(command -v decant); ln -s $decant json2yaml; ./json2yaml -i package.json")
    #expect(run.status == 64 && run.errors.contains("would contain yaml"), "\(run.errors)")
  }

  @Test(arguments: contradictions) func anOutputIsWarnedOf(file: String, format: String) throws {
    let before = try scratch.read(file)
    let named = file == "a.yaml" ? "yaml" : "json"
    let run = try scratch.shell("decant -o out.\(named) -t \(format) \(file)")
    #expect(
      run
        == Outcome(
          status: 0, output: "",
          errors: "out.\(named): warning: a file of this name is read as "
            + "\(named), but would contain \(format)\n"))
    for option in ["-q", "--force"] {
      let run = try scratch.shell("decant -o out.\(named) -t \(format) \(option) \(file)")
      #expect(run == Outcome(status: 0, output: "", errors: ""))
    }
    #expect(try scratch.read(file) == before)
    let edited = try scratch.shell("decant edit --set /a 2 -o out.toml \(file)")
    #expect(
      edited.status == 0 && edited.errors.contains("read as toml, but would contain \(named)"))
  }

  static let agreements = [
    "decant -i -t json5 x.json", "decant -i -t jsonl -c x.json", "decant -i -t json x.jsonl",
    "decant -i -t json x.jsonc", "decant -i -t binary1 x.plist", "decant -i -t openstep x.plist",
    "decant -i -t xml1 x.strings", "decant -i -t keyedarchive x.plist", "decant -i -t yaml x",
    "decant -i -t yaml x.txt", "decant -i -f yaml x.json", "decant -i -f yaml -t yaml x.json",
    "decant -t json -o out.jsonc x.json", "decant -t binary1 -o out.plist x.json",
    "decant -t yaml -o out.txt x.json", "decant -t yaml -o - x.json",
  ]

  @Test(arguments: agreements) func dialectsAndFamiliesShareNames(command: String) throws {
    for name in ["json", "jsonl", "jsonc", "txt"] {
      try scratch.write("{\"a\":\"b\"}\n", to: "x." + name)
    }
    try scratch.write("{\"a\":\"b\"}\n", to: "x")
    for name in ["plist", "strings"] { try scratch.write("{ a = b; }\n", to: "x." + name) }
    let run = try scratch.shell(command)
    #expect(run.status == 0 && run.errors == "", "\(command): \(run.errors)")
  }
}
