import Testing

import DecantCommands

/// What follows from what people type by the habits of other tools, where it is allowed or fails in the document.
@Suite struct HabitResultTests {
  private let scratch: Scratch

  init() throws {
    scratch = try HabitTests.makeFolder()
  }

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
      "decant: note: the new key is '.c', with the '.'; --rename takes a key, not a path\n"
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
    #expect(try scratch.read("f.json") == HabitTests.package && scratch.names.count == 7)
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
      run == Outcome(status: 0, output: HabitTests.package.replacing(old, with: new), errors: ""))
  }
}
