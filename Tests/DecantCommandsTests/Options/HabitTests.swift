import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// What people type in the first hour, by the habits of other tools.
@Suite struct HabitTests {
  private let scratch: Scratch

  private static let package = """
    {
      "version": "1.0.0",
      "files": ["a", "b"],
      "users": [{"name": "Bob", "city": "Rome", "age": 28}, {"name": "Al", "secret": 1}],
      "dependencies": {"left-pad": "1"}
    }

    """

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.package, to: "f.json")
    try scratch.write("version: '1.0'\nb: [1, 2, 3]\n", to: "f.yaml")
    try scratch.write("k: 1\n---\nk: 2\nn: 3\n---\nk: 4\n", to: "k8s.yaml")
    try scratch.write("[1, 2]\n", to: "l.json")
    try scratch.write("[package]\nname = \"x\"\n", to: "toml.yaml")
    try scratch.write("{\"a\": 1}\n", to: "json.toml")
    try scratch.write("<plist version=\"1.0\"><true/></plist>\n", to: "plist.json")
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
          var followed = ArgumentParser(words + ["/a", "1"], for: verb, among: .tool)
          try followed.parse()
          count += 1
        }
      }
    }
    #expect(count > 0 || [.serve, .help, .completions, .formats, .git, .gitFilter].contains(verb))
  }

  // MARK: Results

  /// Tables that a rewrite keeps in their order.
  private static let sections =
    "[package]\nname = 1\n\n[dependencies]\na = 1\n\n[package.metadata]\nb = 1\n"

  /// What is allowed now, or fails in the document.
  static let results: [(String, Int32, output: String, errors: String)] = [
    ("get .version f.json", 0, "1.0.0\n", ""), ("get '$.version' f.json", 0, "1.0.0\n", ""),
    ("get dependencies.left-pad f.json", 0, "1\n", ""),
    ("get -r /version f.json", 0, "1.0.0\n", ""),
    ("get -c /files f.json", 0, "[\"a\",\"b\"]\n", ""),
    ("get -t json -r /version f.json", 0, "1.0.0\n", ""),
    ("get --slurp -c '/users/*/name' f.json", 0, "[\"Bob\",\"Al\"]\n", ""),
    ("get --rows '/users/*' /name /age f.json", 0, "Bob\t28\nAl\t\n", ""),
    ("get --document 2 /n k8s.yaml", 0, "3\n", ""),
    (
      "get '/files[0]' f.json", 1, "",
      "f.json: error: no value at '/files[0]'\nhint: did you mean '/files/0'?\n"
    ),
    (
      "get '/users/*[?age>3]' f.json", 1, "",
      "f.json: error: no value at '/users/*[?age>3]'\nhint: did you mean '/users/[age>3]'?\n"
    ),
    (
      "edit --set '/b[0]' 7 f.yaml", 0, "version: '1.0'\nb: [1, 2, 3]\nb[0]: 7\n",
      "decant: note: the brackets in '/b[0]' are those of a key; did you mean '/b/0'?\n"
    ),
    (
      "edit --set '/b/[0]' 7 f.yaml", 64, "",
      "decant: '/b/[0]' is not a path: this is not a condition at character 5; write /b/0\n"
    ),
    (
      "edit --delete '/b[0]' f.yaml", 65, "",
      "f.yaml:1:1: error: no value at '/b[0]'\n    1 | version: '1.0'\n      | ^\n"
        + "hint: did you mean '/b/0'?\n"
    ),
    (
      "get '/x]' f.yaml", 1, "", "f.yaml: error: no value at '/x]'\n"
    ),
    (
      "get /b/0:2 f.yaml", 1, "",
      "f.yaml: error: no value at '/b/0:2'\nhint: did you mean '/b/*'?\n"
    ),
    (
      "get '.users.[.age>3].name' f.json", 1, "",
      "f.json: error: no value at '.users.[.age>3].name'\nhint: did you mean '.users.[age>3].name'?\n"
    ),
    ("get -r '.users.[age>3].name' f.json", 0, "Bob\n", ""),
    (
      "get /1/n k8s.yaml", 1, "",
      "k8s.yaml: error: no value at '/1/n' in documents 1, 2 and 3\n"
        + "hint: --document 2 chooses one of the documents, which are counted from 1\n"
    ),
    (
      "get keys f.json", 64, "",
      "decant: 'keys' is not a path: a path begins with '/' or '.'; "
        + "'decant get --keys PATH' prints it; write /keys for a key of this name\n"
    ),
    (
      "edit --rename .b .c f.yaml", 0, "version: '1.0'\n.c: [1, 2, 3]\n",
      "decant: note: the new key is '.c', with the '.', since it is no path\n"
    ),
    (
      "check --portable f.json", 64, "", "decant: '--portable' is about YAML; 'f.json' is json\n"
    ),
    ("check --portable --include 'f.*' .", 0, "", "2 files checked, 0 with errors\n"),
    ("get /n k8s.yaml", 1, "3\n", "k8s.yaml: error: no value at '/n' in documents 1 and 3\n"),
    (
      "get /k /n k8s.yaml", 1, "1\n2\n3\n4\n",
      "k8s.yaml: error: no value at '/n' in documents 1 and 3\n"
    ),
    (
      "get --paths '/n[0]' k8s.yaml", 1, "",
      "k8s.yaml: error: no value at '/n[0]' in documents 1, 2 and 3\nhint: did you mean '/n/0'?\n"
    ),
    (
      "edit --merge '{\"a\":1}' f.json", 66, "",
      "{\"a\":1}: error: cannot open: no such file or directory\n"
        + "hint: this option takes the name of a file; '-' is standard input\n"
    ),
    (
      "edit --set /version f.json </dev/null", 65, "",
      "<stdin>:1:1: error: the input is empty\n"
        + "hint: 'f.json' was taken as the value of the last operation\n"
    ),
    (
      "edit --set /x @babel/core f.json", 66, "",
      "babel/core: error: cannot open: no such file or directory\nhint: --set-string takes it as text\n"
    ),
    (
      "json.toml", 65, "",
      "json.toml:1:1: error: expected a key but found '{'\n    1 | {\"a\": 1}\n      | ^\n"
        + "hint: this looks like JSON, which -f json reads\n"
    ),
    (
      "check toml.yaml", 65, "",
      "toml.yaml:2:1: error: expected the end of the document, or '---' for another one\n"
        + "    2 | name = \"x\"\n      | ^\nhint: this looks like TOML, which -f toml reads\n"
    ),
    (
      "get '' plist.json", 65, "",
      "plist.json:1:1: error: expected a value but found '<'\n"
        + "    1 | <plist version=\"1.0\"><true/></plist>\n      | ^\n"
        + "hint: this looks like the format xml1, which -f xml1 reads\n"
    ),
    (
      ". 2>&1", 66,
      ".: error: cannot open: is a directory\n"
        + "hint: 'decant check' checks the files of a folder, 'decant migrate' converts them\n", ""
    ),
    (
      "-t jsonl l.json", 0, "[1,2]\n",
      "decant: note: a sequence is one line; --split writes a line for each element\n"
    ),
    ("-t jsonl --split l.json", 0, "1\n2\n", ""), ("-q -t jsonl l.json", 0, "[1,2]\n", ""),
    ("-t jsonl l.json l.json", 0, "[1,2]\n[1,2]\n", ""),
    ("-f jsonl -t jsonl l.json", 0, "[1,2]\n", ""), ("-t jsonl --slurp l.json", 0, "[[1,2]]\n", ""),
    ("-f json -t csv <<E\n[{\"[a\": \"x\"}]\nE", 0, "[a\nx\n", ""),
    ("-c -t json l.json", 0, "[1,2]\n", ""), ("-n f.json", 0, "", ""),
    (
      "-i -t yaml f.json", 64, "",
      "decant: f.json: a file of this name is read as json, but would contain yaml; "
        + "'migrate -t yaml --replace' also changes the name, '--force' keeps it\n"
    ),
    ("check --include f.json .", 0, "", "1 file checked, 0 with errors\n"),
    ("-f toml <<E\n\(sections)E", 0, sections, ""),
  ]

  @Test(arguments: results.indices) func aResultIs(index: Int) throws {
    let (typed, status, output, errors) = Self.results[index]
    let run = try scratch.shell("decant \(typed)")
    #expect(run == Outcome(status: status, output: output, errors: errors))
    #expect(try scratch.read("f.json") == Self.package && scratch.names.count == 7)
  }

  static let edits: [(String, String, String)] = [
    ("--set /version 1.10", "\"1.0.0\"", "\"1.10\""),
    ("--set /version 007", "\"1.0.0\"", "\"007\""),
    ("--set /version 'Error: not found'", "\"1.0.0\"", "\"Error: not found\""),
    ("--set /version '- x'", "\"1.0.0\"", "\"- x\""), ("--set /version ''", "\"1.0.0\"", "\"\""),
    ("--set /version '*.js'", "\"1.0.0\"", "\"*.js\""),
    ("--set-string /version @babel/core", "\"1.0.0\"", "\"@babel/core\""),
    ("--set /version --string 1.10", "\"1.0.0\"", "\"1.10\""),
    ("--set /files/- c", "\"b\"]", "\"b\", \"c\"]"),
    ("--append /files c", "\"b\"]", "\"b\", \"c\"]"),
    ("--rename '/users/*/city' town", "\"city\"", "\"town\""),
    ("--delete '/users/*/secret'", ", \"secret\": 1", ""),
    ("--delete '/**/secret'", ", \"secret\": 1", ""),
    (
      "--move '/users/*/city' '/users/*/town'", "\"city\": \"Rome\", \"age\": 28",
      "\"age\": 28, \"town\": \"Rome\""
    ),
    ("--set /dependencies/a/b 1", "\"1\"}", "\"1\", \"a\": {\"b\": 1}}"),
  ]

  @Test(arguments: edits.indices) func anEditIs(index: Int) throws {
    let (operation, old, new) = Self.edits[index]
    let run = try scratch.shell("decant edit \(operation) f.json")
    #expect(
      run == Outcome(status: 0, output: Self.package.replacing(old, with: new), errors: ""))
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
