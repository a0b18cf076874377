import DecantTestSupport
import Testing

import DecantCommands
import Decant

/// A reference of a schema reads only files below the folder of the schema or of `--schema-dir`, and quotes none of them.
@Suite struct SchemaFolderTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell(
      "mkdir -p secret schemas/inner shared inner; ln -s ../secret schemas/link")
    try scratch.write("root:hunter2:0:0\n", to: "secret/passwd")
    try scratch.write("hunter2\n", to: "secret/word.json")
    try scratch.write(#"{"type": "hunter2"}"#, to: "secret/object.json")
    try scratch.write(
      #"{"$id": "https://example.com/secret", "type": "hunter2"}"#, to: "secret/id.json")
    try scratch.write(#"{"maximum": 5}"#, to: "shared/five.json")
    _ = try scratch.shell(
      """
      for file in passwd word.json object.json id.json; do ln -s ../secret/$file schemas/$file; done
      ln -s ../shared/five.json schemas/five.json
      """)
  }

  private func check(
    _ reference: String, by keyword: String = "$ref", id: String? = nil, options: String = ""
  ) throws -> Outcome {
    let first = id.map { "\"$id\": \"\($0)\", " } ?? ""
    try scratch.write(
      "{\(first)\"\(keyword)\": \"\(reference)\"}", to: "schemas/main.json")
    return try scratch.shell(
      "echo 9 | decant check --schema schemas/main.json \(options)")
  }

  static let secrets = ["passwd", "word.json", "object.json"]

  /// Paths to a file of another folder, absolute or relative, encoded or through a link.
  static let ways = [
    "../secret/%", "..%2fsecret/%", "%2e%2e/secret/%", "inner/../../secret/%", "%", "./%", "link/%",
    "./inner/..%2f..%2Fsecret%2f%", "PWD/secret/%", "file:PWD/secret/%", "file://PWD/secret/%",
    "file:///PWD/secret/%", "file://localhost/PWD/secret/%", "//host/..%2f../secret/%",
    "https://host/..%2fsecret/%", "https://host/link/%",
  ]

  @Test(arguments: ways, secrets)
  func readsNoOtherFile(way: String, name: String) throws {
    let reference = way.replacing("PWD", with: scratch.path)
    let encoded = String(reference.dropLast()) + name
    for keyword in ["$ref", "$schema"] {
      for options in ["", "--schema-dir schemas"] {
        for id in [nil, "/main.json"] {
          let run = try check(encoded, by: keyword, id: id, options: options)
          #expect(run.status == 65, "\(keyword) \(options)")
          #expect(!run.errors.contains("hunter2") && !run.errors.contains("0:0"), "\(run.errors)")
          #expect(
            run.errors.contains("leads out of the folder of the schema")
              || run.errors.contains("no schema has the name")
              || run.errors.contains("which is not a known draft"), "\(run.errors)")
        }
      }
    }
  }

  /// Not even by their identifiers, through a link in the folder.
  @Test func findsNoIdentifierOfAnotherFolder() throws {
    let run = try check("https://example.com/secret", options: "--schema-dir schemas")
    #expect(run.status == 65 && run.errors.contains("no schema has the name"))
    #expect(!run.errors.contains("hunter2"))
    let named = try check("https://example.com/secret", options: "--schema-dir secret")
    #expect(named.status == 65 && named.errors.contains("secret/id.json:1:"))
  }

  @Test(arguments: ["../shared/five.json", "five.json"])
  func namesTheFolderThatWouldDo(reference: String) throws {
    let run = try check(reference)
    #expect(run.status == 65)
    if reference.hasPrefix("..") {
      #expect(
        run.errors == """
          schemas/main.json:1:10: error: the reference '../shared/five.json' leads out of the folder of the schema at /$ref
              1 | {"$ref": "../shared/five.json"}
                |          ^
          hint: --schema-dir shared allows it

          """)
    }
    let option = try scratch.shell(
      "cd schemas; echo 9 | decant check --schema main.json --schema-dir ../shared")
    #expect(option.status == 65)
    #expect(option.errors.hasSuffix("five.json#/maximum\n"), "\(option.errors)")
  }

  static let shellWords = [
    "$(touch PWNED);x", "a b", "it's", "`touch PWNED`", "*", "x", "&", "\"q\"",
  ]

  /// What a schema or a document names is a word of the shell in the call that a hint advises.
  @Test(arguments: shellWords) func hintsQuoteForTheShell(word: String) throws {
    let name = word.replacing("\"", with: "\\\"")
    try scratch.write("{\"$schema\": \"../\(name)/s.json\"}", to: "inner/d.json")
    let document = try scratch.shell("decant check inner/d.json").errors
    let hints = [
      try check("../\(name)/s.json").errors.split(separator: "hint: ").last ?? "",
      document.split(separator: "catalog; ").last ?? "",
    ]
    for hint in hints {
      let end = try #require(hint.ranges(of: " allows it").last, "\(hint)")
      let shown = try scratch.shell("printf '%s|' \(hint[..<end.lowerBound])").output
      #expect(
        shown.hasPrefix("--schema-dir|") && shown.hasSuffix("\(word)|"), "\(hint) \(shown)")
      #expect(shown.split(separator: "|").count == 2)
    }
    try scratch.write("[", to: "schemas/\(word).json")
    let broken = try check("\(name).json").errors
    let advice = try #require(broken.split(separator: "hint: to see why, run: ").last)
    let run = try scratch.shell(String(advice))
    #expect(
      run.status == 65 && run.errors.contains(".json:1:1: error: '[' is never closed"), "\(run)")
    #expect(try !scratch.names.contains("PWNED"))
  }

  @Test func namesTheFolderAboveTheSchema() throws {
    try scratch.write(#"{"$ref": "../five.json"}"#, to: "schemas/inner/main.json")
    try scratch.write(#"{"maximum": 5}"#, to: "schemas/inner.json")
    let script = "cd schemas/inner; echo 9 | decant check --schema main.json"
    let run = try scratch.shell(script)
    #expect(run.status == 65 && run.errors.hasSuffix("\nhint: --schema-dir .. allows it\n"))
    _ = try scratch.shell("rm schemas/five.json; cp shared/five.json schemas")
    let allowed = try scratch.shell(script + " --schema-dir ..")
    #expect(allowed.errors.hasSuffix("schema: ../five.json#/maximum\n"), "\(allowed.errors)")
    // What cannot be a schema has no folder that would do.
    let other = try check("../secret/passwd")
    #expect(
      other.errors.hasSuffix(
        "\nhint: only schemas in that folder, or in one of --schema-dir DIR, are read\n"))
  }

  /// A file that no reference may lead to is not told from one that is not there.
  @Test(arguments: ["../secret/", "/etc/"]) func hidesWhichFilesExist(folder: String) throws {
    let (there, missing) = (try check(folder + "passwd"), try check(folder + "passwe"))
    #expect(there.status == 65)
    #expect(missing.errors == there.errors.replacing("passwd", with: "passwe"))
  }

  /// The message and the place of a mistake in a file beside the schema, but not its text.
  @Test(arguments: [
    (
      "word.json", "hunter2\n",
      "1:1: error: a schema refers to this file, which is not a valid document\n"
    ),
    (
      ".env", "KEY=hunter2\n",
      "1:1: error: a schema refers to this file, which is not a valid document\n"
    ),
    (
      "open.json", #"{"a": "hunter2""#,
      "1:1: error: a schema refers to this file, which is not a valid document\n"
    ),
    ("text.yaml", "hunter2\n", "1:1: error: a schema must be an object or a boolean\n"),
    ("list.yaml", "- hunter2\n", "1:1: error: a schema must be an object or a boolean\n"),
    ("object.yml", "type: hunter2\n", "1:7: error: 'type' must be"),
  ])
  func quotesNoTextOfAnotherFile(name: String, text: String, message: String) throws {
    _ = try scratch.shell("rm -f schemas/\(name)")
    try scratch.write(text, to: "schemas/\(name)")
    let run = try check(name)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("schemas/\(name):\(message)"), "\(run.errors)")
    #expect(!run.errors.contains("hunter2"), "\(run.errors)")
    // The schema that the user names is quoted.
    let named = try scratch.shell("echo 9 | decant check --schema schemas/\(name)")
    #expect(named.status == 65 && named.errors.contains("hunter2"))
  }

  /// The folder of a schema is that of its name, also if that is a link, and `.` for standard input.
  @Test func findsFilesInTheFolderOfTheName() throws {
    try scratch.write(#"{"$ref": "five.json"}"#, to: "shared/main.json")
    for command in [
      "decant check --schema shared/main.json", "cd shared; decant check --schema main.json",
      "decant check --schema $PWD/shared/main.json",
      "cd /; decant check --schema $OLDPWD/shared/main.json",
      "cd shared; cat main.json | decant check --schema - nine",
      "ln -sfn shared linked; decant check --schema linked/main.json",
      "cd shared/..; decant -c --schema shared/./main.json",
    ] {
      let run = try scratch.shell(
        "OLDPWD=$PWD; echo 9 >nine; echo 9 >shared/nine; { \(command); } <nine")
      #expect(
        run.status == 65 && run.errors.contains("five.json#/maximum\n"), "\(command): \(run.errors)"
      )
    }
  }
}
