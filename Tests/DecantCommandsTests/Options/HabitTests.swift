import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// What people type in the first hour, by the habits of other tools.
@Suite struct HabitTests {
  private let scratch: Scratch

  static let package = """
    {
      "version": "1.0.0",
      "files": ["a", "b"],
      "users": [{"name": "Bob", "city": "Rome", "age": 28}, {"name": "Al", "secret": 1}],
      "dependencies": {"left-pad": "1"}
    }

    """

  init() throws {
    scratch = try Self.makeFolder()
  }

  static func makeFolder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(package, to: "f.json")
    try scratch.write("version: '1.0'\nb: [1, 2, 3]\n", to: "f.yaml")
    try scratch.write("k: 1\n---\nk: 2\nn: 3\n---\nk: 4\n", to: "k8s.yaml")
    try scratch.write("[1, 2]\n", to: "l.json")
    try scratch.write("[package]\nname = \"x\"\n", to: "toml.yaml")
    try scratch.write("{\"a\": 1}\n", to: "json.toml")
    try scratch.write("<plist version=\"1.0\"><true/></plist>\n", to: "plist.json")
    return scratch
  }

  // MARK: Words

  /// Words of other tools in the place of a verb, and what to type; that is run too, unless it has a placeholder.
  static let words: [(String, String, String)] = [
    (".version f.json", ".version", "get .version f.json"),
    ("-r .version f.json", ".version", "get -r .version f.json"),
    ("'.files[]' f.json", ".files[]", "get '.files[]' f.json"),
    ("'$.users[0].name' f.json", "$.users[0].name", "get '$.users[0].name' f.json"),
    ("'.[0]' l.json", ".[0]", "get '.[0]' l.json"),
    (". f.json", ".", "f.json"),
    ("-c . f.json", ".", "-c f.json"),
    ("e .version f.json", "e", "get .version f.json"),
    ("eval .version f.json", "eval", "get .version f.json"),
    ("eval . f.json", "eval", "f.json"),
    ("eval f.json", "eval", "get PATH f.json"),
    ("query .version f.json", "query", "get .version f.json"),
    ("to yaml f.json", "to", "-t yaml f.json"),
    ("f.json to yaml", "to", "-t yaml f.json"),
    ("f.json yaml", "yaml", "-t yaml f.json"),
    ("yaml f.json", "yaml", "-t yaml f.json"),
    ("convert f.json", "convert", "-t FORMAT f.json"),
    ("convert -t yaml f.json", "convert", "-t yaml f.json"),
    ("convert f.json yaml", "convert", "-t yaml f.json"),
    ("convert f.json out.yaml", "convert", "-o out.yaml f.json"),
    ("validate f.json", "validate", "check f.json"),
    ("validate -q f.json", "validate", "check -q f.json"),
    ("-q check f.json", "check", "check -q f.json"),
    ("chek f.json", "chek", "check f.json"),
    ("gt /version f.json", "gt", "get /version f.json"),
    ("fmt f.json", "fmt", "f.json"),
    ("format f.json", "format", "f.json"),
    ("format", "format", "formats"),
    ("delete /version f.json", "delete", "edit --delete /version f.json"),
    ("set -i /version 2 f.json", "set", "edit -i --set /version 2 f.json"),
    ("compare f.json f.json", "compare", "diff f.json f.json"),
    ("version", "version", "--version"),
    ("keys f.json", "keys", "get --keys '' f.json"),
    ("minify f.json", "minify", "-c f.json"),
  ]

  @Test(arguments: words.indices) func aWordIsAnswered(index: Int) throws {
    let (typed, word, written) = Self.words[index]
    let run = try scratch.shell("decant \(typed)")
    let what = word == "check" ? "a verb only as the first word" : "neither a verb nor a file"
    #expect(run.errors == "decant: '\(word)' is \(what); write: decant \(written)\n")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(try scratch.read("f.json") == Self.package)
    #expect(try !scratch.names.contains("out.yaml"))
    guard !written.contains("PATH"), !written.contains("FORMAT") else { return }
    let followed = try scratch.shell("decant \(written)")
    #expect(followed.status == 0, "\(written): \(followed.errors)")
  }

  @Test(arguments: ["validate", "eval", "to", "yaml", "version", "chek", ".version", "-"])
  func aFileWins(name: String) throws {
    try scratch.write("{\"a\": 1}\n", to: name)
    let run = try scratch.shell("decant -c \(name) f.json <\(name)")
    #expect(run.status == 0 && run.output.hasPrefix("{\"a\":1}\n"), "\(run.errors)")
    let converted = try scratch.shell("decant -c f.json \(name) <\(name)")
    #expect(converted.status == 0 && converted.output.hasSuffix("\n{\"a\":1}\n"))
  }

  /// A missing file is still only reported, and the others are converted.
  @Test(arguments: [
    "data", "data.json", "./validate", "/version", ".eslintrc.json", ".config/x", "a b", "x/../y",
  ])
  func aMissingFileIsNoHabit(name: String) throws {
    let run = try scratch.shell("decant -c '\(name)' l.json")
    #expect(run.errors == "\(name): error: cannot open: no such file or directory\n")
    #expect(run.status == 66 && run.output == "[1,2]\n")
  }

  // MARK: Options

  static let options: [(String, String)] = [
    (
      "-o json f.json",
      "'json' is the name of a format; write '-t json', or '-o ./json' for a file of that name"
    ),
    (
      "-o=json f.json",
      "'json' is the name of a format; write '-t json', or '-o ./json' for a file of that name"
    ),
    ("-j f.json", "unknown option '-j'; did you mean '-t json'?"),
    ("-y f.json", "unknown option '-y'; did you mean '-t yaml'?"),
    ("-yaml f.json", "unknown option '-yaml'; did you mean '-t yaml'?"),
    ("--yaml f.json", "unknown option '--yaml'; did you mean '-t yaml'?"),
    ("--json f.yaml", "'--json' applies only to 'formats'; did you mean '-t json'?"),
    ("-p f.json", "unknown option '-p'; output is indented by default"),
    ("-P f.json", "unknown option '-P'; output is indented by default"),
    ("--pretty f.json", "unknown option '--pretty'; output is indented by default"),
    ("--minify f.json", "unknown option '--minify'; did you mean '-c'?"),
    ("--tab f.json", "unknown option '--tab'; did you mean '--indent tab'?"),
    ("-I 4 f.json", "unknown option '-I'; did you mean '--indent N'?"),
    ("-s f.json", "unknown option '-s'; did you mean '--slurp'?"),
    ("-M f.json", "unknown option '-M'; did you mean '--color never'?"),
    ("--inplace f.json", "unknown option '--inplace'; did you mean '-i'?"),
    (
      "--formt json f.json",
      "unknown option '--formt'; '-f' names the format of the input, '-t' that of the output"
    ),
    ("-0 f.json", "'-0' applies only to 'get'"),
    ("--validate f.json", "unknown option '--validate'; 'decant check FILE' checks"),
    ("get --json /version f.json", "'get' has no option '--json'; did you mean '-t json'?"),
    ("check --json f.json", "'check' has no option '--json'; did you mean '--error-format json'?"),
    (
      "diff --json f.json f.json",
      "'diff' has no option '--json'; did you mean '--format patch'?"
    ),
    (
      "diff --ignore-order f.json l.json",
      "unknown option '--ignore-order'; did you mean '--unordered'?"
    ),
    ("edit -S --set /version 2 f.json", "'edit' has no option '-S'; 'decant -S FILE' sorts keys"),
    (
      "edit -t yaml --set /version 2 f.json",
      "'edit' has no option '-t'; 'decant -t FORMAT FILE' converts"
    ),
    ("edit --add /x 2 f.json", "unknown option '--add'; did you mean '--set'?"),
    ("edit --replace /x 2 f.json", "'edit' has no option '--replace'; did you mean '--set'?"),
    ("-i .bak f.json", "a suffix follows '-i' without a space; write: decant -i.bak f.json"),
    ("-i '' f.json", "a suffix follows '-i' without a space; write: decant -i f.json"),
    (
      "--in-place .bak f.json",
      "a suffix follows '--in-place' without a space; write: decant --in-place=.bak f.json"
    ),
    (
      "edit -i .bak --set /version 2 f.json",
      "a suffix follows '-i' without a space; write: decant edit -i.bak --set /version 2 f.json"
    ),
    (
      "get version f.json", "'version' is not a path: a path begins with '/' or '.'; write /version"
    ),
    ("get f.json /version", "'f.json' is a file, which comes last; write: get /version f.json"),
    (
      "get f.json '.files[0]'",
      "'f.json' is a file, which comes last; write: get '.files[0]' f.json"
    ),
    ("get f.json", "'f.json' is a file; 'get' needs a path before it, such as /users/0/name"),
    (
      "get '/files/[0]' f.json",
      "'/files/[0]' is not a path: this is not a condition at character 9; write /files/0"
    ),
    (
      "edit --set version 2 f.json",
      "'version' is not a path: a path begins with '/' or '.'; write /version"
    ),
    ("edit f.json /version 2", "'edit' needs an operation such as '--set /name value'"),
    (
      "edit -i --set /version f.json",
      "'--in-place' needs the names of files; 'f.json' was taken as the value of the last operation"
    ),
    (
      "-t xml f.json",
      "unknown format 'xml'; XML other than property lists ('xml1') is not supported"
    ),
    ("-f md f.json", "unknown format 'md'; Markdown is not supported"),
    (
      "https://example.org/a.json -t yaml",
      "URLs are not read; write: curl -fsSL https://example.org/a.json | decant - -t yaml"
    ),
    (
      "get /a 'http://example.org/a?b&c'",
      "URLs are not read; write: curl -fsSL 'http://example.org/a?b&c' | decant get /a -"
    ),
    (
      "'.a | b' f.json",
      "'.a | b' is not a path: paths have no pipes at character 4; the next step follows the last: .a.b, or /a/b"
    ),
    (
      "'.version = 2' f.json",
      "'.version = 2' is not a path: a path cannot set a value at character 10; 'decant edit --set PATH VALUE' sets it"
    ),
    (
      "query version f.json",
      "'version' is not a path: a path begins with '/' or '.'; write /version"
    ),
    ("help validate", "unknown verb 'validate'; did you mean 'check'?"),
  ]

  @Test(arguments: options.indices) func anOptionIsAnswered(index: Int) throws {
    let (typed, message) = Self.options[index]
    let run = try scratch.shell("decant \(typed)")
    #expect(run == Outcome(status: 64, output: "", errors: "decant: \(message)\n"))
    #expect(try scratch.read("f.json") == Self.package)
    #expect(try scratch.names.count == 7)
  }

  /// A verb has the options that its errors name, with the values that they name.
  @Test(arguments: Verb.all.map(\.name)) func suggestedOptionsAreAccepted(verb: Verb.Name) throws {
    var count = 0
    for line in Habit.options.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      for name in parts[1].split(separator: " ") {
        let typed = name.count == 1 ? "-\(name)" : "--\(name)"
        var parser = ArgumentParser([typed, "x"], for: verb, among: .tool)
        do {
          try parser.parse()
        } catch {
          guard error.message.hasSuffix("; did you mean '\(parts[0])'?") else { continue }
          let option = parts[0].replacing("FORMAT", with: "json").replacing(" N", with: " 2")
          let words = option.split(separator: " ").map(String.init)
          let flag = Flag.all.first { words[0] == "--\($0.long)" && $0.verbs.contains(verb) }
          let needed = flag.map { ArgumentParserTests.words(neededBy: $0, in: verb) } ?? []
          var followed = ArgumentParser(words + needed + ["/a", "1"], for: verb, among: .tool)
          try followed.parse()
          count += 1
        }
      }
    }
    #expect(count > 0 || [.serve, .help, .completions, .formats, .git, .gitFilter].contains(verb))
  }

  // MARK: Terminals

  @Test(arguments: [
    (["edit", "--delete", "/a"], "'decant --help' explains more"),
    (
      ["edit", "--set", "/a", "/dev/null"],
      "'/dev/null' was taken as the value of the last operation"
    ),
    (["get", "/a"], "'decant --help' explains more"),
  ]) func aTerminalIsReadWithANote(words: [String], remark: String) {
    let run = decant(words: words, input: "{\"a\": 1, \"b\": 2}\n") { $0.isInputTerminal = true }
    #expect(
      run.errors.hasPrefix("decant: reading standard input until Control-D; \(remark)\n"))
    #expect(run.status == 0)
    #expect(!decant(words: words, input: "{\"a\": 1}").errors.contains("reading"))
  }
}
