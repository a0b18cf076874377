import Decant
import DecantCommands
import DecantTestSupport
import Testing

/// `check` without `--schema`, through the real executable.
@Suite struct FoundSchemaTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir -p docs/inner store/deep secret .github/workflows")
    let schema = #"{"properties": {"port": {"type": "integer"}}}"#
    for file in ["docs/s.json", "docs/inner/s.json", "secret/s.json", "store/conf.json"] {
      try scratch.write(schema, to: file)
    }
    try scratch.write(schema, to: "store/deep/named.json")
    try scratch.write(
      #"{"$id": "https://example.com/by/id", "properties": {"port": {"type": "integer"}}}"#,
      to: "store/deep/other.yaml")
    try scratch.write(
      """
      {"schemas": [
        {"name": "conf", "url": "https://example.com/conf.json",
         "fileMatch": ["conf*.json", "!conf-old.json", "/etc/app.toml"]},
        {"name": "late", "url": "https://example.com/absent.json",
         "fileMatch": ["conf.json", "absent.*", "**/x/[ab].json"]},
        {"name": "CI", "url": "https://example.com/deep/named.json#",
         "fileMatch": [".github/workflows/*.yml"]},
        {"url": "https://one.example/v1/twice.json"}, {"url": "https://two.example/v2/twice.json"},
        {"fileMatch": 1}, 2
      ]}
      """, to: "store/catalog.json")
    try scratch.write(schema, to: "store/twice.json")
  }

  private func check(_ words: String) throws -> Outcome {
    try scratch.shell("unset DECANT_SCHEMAS; decant check --error-format json \(words)")
  }

  private static let mismatch = "expected an integer but found a string"

  // MARK: What a document names

  static let naming = [
    ("a.json", #"{"$schema": "NAME", "port": "x"}"#),
    ("b.json", #"{"port": "x", "other": [{"$schema": "no.json"}], "$schema": "NAME"}"#),
    ("c.yaml", "# yaml-language-server: $schema=NAME\nport: x\n"),
    (
      "d.yaml",
      "%YAML 1.2\n---\n\n# About\n#yaml-language-server: $schema=NAME\n$schema: no\nport: x\n"
    ),
    ("e.toml", "#:schema NAME\nport = 'x'\n"),
    ("f.toml", "\"$schema\" = \"NAME\"\nport = 'x'\n"),
    ("g.json5", "// hello\n{$schema: 'NAME', port: 'x'}"),
    ("h.yaml", "\"$schema\": NAME\nport: x\n---\nport: y\n"),
  ]

  /// With the schema that is found, the errors are those with `--schema`.
  @Test(
    arguments: naming,
    ["s.json", "./inner/s.json", "inner/../s.json", "https://example.com/conf.json"])
  func findsWhatTheDocumentNames(_ document: (file: String, text: String), name: String) throws {
    let path = "docs/" + document.file
    try scratch.write(document.text.replacing("NAME", with: name), to: path)
    let found = try check("--schema-dir store \(path)")
    let schema = name.hasPrefix("https") ? "store/conf.json" : "docs/s.json"
    let named = try check("--schema \(schema) \(path)")
    #expect(found == named && found.status == 65)
    #expect(found.errors.contains(Self.mismatch), "\(found.errors)")
    let inside = try scratch.shell("cd docs && decant check --schema-dir ../store \(document.file)")
    #expect(inside.status == 65)
    let read = try scratch.shell(
      "cd docs && decant check --schema-dir ../store <\(document.file)")
    #expect(read.status == (document.file.hasSuffix("toml") || !document.file.isEmpty ? 65 : 0))
  }

  @Test(arguments: [
    (#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": 1}"#, "a.json"),
    (#"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#, "a.json"),
    (#"{"$schema": 1, "port": "x"}"#, "a.json"), (#"{"$schema": "", "port": "x"}"#, "a.json"),
    (##"{"$schema": "#", "port": "x"}"##, "a.json"), (#"[{"$schema": "s.json"}]"#, "a.json"),
    (#"{"a": {"$schema": "s.json"}, "port": "x"}"#, "a.json"),
    (#"{"$schema": "s.json", "port": "x"}"#, "a.jsonl"),
    ("port: x # yaml-language-server: $schema=s.json\n", "a.yaml"),
    ("port: x\n# yaml-language-server: $schema=s.json\n", "a.yaml"),
  ])
  func findsNoneWhereNoneIsNamed(text: String, file: String) throws {
    try scratch.write(text, to: "docs/\(file)")
    #expect(try check("docs/\(file)") == Outcome(status: 0, output: "", errors: ""))
    let required = try check("--require-schema docs/\(file)")
    #expect(required.status == 65)
    #expect(required.errors.contains("neither the document nor a catalog names a schema"))
  }

  /// A document leads to no file out of its folder, and does not show whether it exists.
  @Test(arguments: [
    "../secret/s.json", "inner/../../secret/s.json", "..%2Fsecret/s.json", "link.json",
    "link/s.json",
    "PWD/secret/s.json",
  ])
  func readsNoFileOfAnotherFolder(name: String) throws {
    _ = try scratch.shell("ln -s ../secret/s.json docs/link.json; ln -s ../secret docs/link")
    let name = name.replacing("PWD", with: scratch.path)
    try scratch.write(#"{"$schema": "\#(name)", "port": "x"}"#, to: "docs/a.json")
    let run = try check("docs/a.json")
    #expect(run.status == 0 && run.errors.contains("is not below the folder of the document"))
    _ = try scratch.shell("rm secret/s.json")
    #expect(try check("docs/a.json") == run)
    let required = try check("--require-schema docs/a.json")
    #expect(required.status == 65)
  }

  @Test func allowsAFolderThatIsNamed() throws {
    try scratch.write(#"{"$schema": "../secret/s.json", "port": "x"}"#, to: "docs/a.json")
    let run = try check("--schema-dir secret docs/a.json")
    #expect(run.status == 65 && run.errors.contains(Self.mismatch))
  }

  /// A file that is not a schema is not quoted either, and is reported once.
  @Test func reportsAnInvalidSchemaOnceWithoutItsText() throws {
    try scratch.write(#"{"type": "hunter2"}"#, to: "docs/s.json")
    try scratch.write("hunter2: [\n", to: "docs/inner/s.yaml")
    for file in ["a", "b"] {
      try scratch.write(#"{"$schema": "s.json"}"#, to: "docs/\(file).json")
      try scratch.write("$schema: inner/s.yaml\n", to: "docs/\(file).yaml")
    }
    let run = try scratch.shell("decant check docs/a.json docs/b.json docs/a.yaml docs/b.yaml")
    #expect(run.status == 65 && !run.errors.contains("hunter2"), "\(run.errors)")
    let lines = run.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("docs/s.json:1:10: error: 'type' must be"))
    #expect(lines[1].hasPrefix("docs/inner/s.yaml:"))
  }

  // MARK: What is not at hand

  @Test func notesEachSchemaThatIsNotAtHandOnce() throws {
    for file in ["a", "b"] {
      try scratch.write(
        #"{"$schema": "https://example.com/x/none.json#"}"#, to: "docs/\(file).json")
      try scratch.write("#:schema none.json\n", to: "docs/\(file).toml")
    }
    let files = "docs/a.json docs/b.json docs/a.toml docs/b.toml"
    let run = try scratch.shell("decant check \(files)")
    let first =
      "docs/a.json: note: the schema 'https://example.com/x/none.json' is not at hand; it can be put as "
      + "none.json into a folder that --schema-dir or DECANT_SCHEMAS names\n"
    let second =
      "docs/a.toml: note: the schema 'none.json' is not at hand; it can be put at docs/none.json\n"
    #expect(run == Outcome(status: 0, output: "", errors: first + second))
    let folder = try scratch.shell("decant check --schema-dir store \(files)")
    #expect(folder.errors.contains("it can be put at store/none.json\n"))
    _ = try scratch.shell("cp store/conf.json store/none.json; cp store/conf.json docs/none.json")
    #expect(try check("--require-schema --schema-dir store \(files)").status == 0)
    #expect(try check("--require-schema \(files)").status == 65)
  }

  // MARK: Catalogs

  @Test(arguments: [
    ("conf.json", 65), ("confine.json", 65), ("docs/conf.json", 65), ("conf-old.json", 0),
    (".github/workflows/ci.yml", 65), (".github/workflows/ci.yaml", 0), ("etc/app.toml", 65),
    ("docs/app.toml", 0), ("my-conf.json", 0),
  ])
  func findsWhatTheCatalogNames(file: String, status: Int32) throws {
    _ = try scratch.shell("mkdir -p etc")
    try scratch.write(
      file.hasSuffix("toml") ? "port = 'x'\n" : #"{"port": "x"}"#, to: file)
    let run = try check("--schema-dir store \(file)")
    #expect(run.status == status && run.errors.contains(Self.mismatch) == (status != 0))
    let other = try scratch.shell(
      "cd docs; DECANT_SCHEMAS=/none:../store decant check ../\(file); echo $?")
    #expect(other.output == "\(status)\n")
    let none = try scratch.shell("unset DECANT_SCHEMAS; decant check \(file)")
    #expect(none == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func notesWhatTheCatalogHasNotAtHand() throws {
    try scratch.write("1\n", to: "absent.yaml")
    let run = try scratch.shell("decant check --schema-dir store absent.yaml")
    #expect(
      run.errors
        == "absent.yaml: note: the schema 'https://example.com/absent.json' is not at hand; it can be put at store/absent.json\n"
    )
  }

  /// A name that several schemas of a catalog have is not enough.
  @Test(arguments: [
    ("https://example.com/by/id", 65), ("https://example.com/deep/named.json", 65),
    ("https://example.com/elsewhere/conf.json", 65), ("https://example.com/elsewhere/conf", 65),
    ("https://two.example/v2/twice.json", 0), ("https://two.example/twice.json", 65),
    ("https://example.com/named.json", 0), ("https://example.com/a/%2e%2e/conf.json", 65),
    ("https://example.com/..%2Fsecret/s.json", 0),
  ])
  func findsURLsInFolders(url: String, status: Int32) throws {
    try scratch.write(#"{"$schema": "\#(url)", "port": "x"}"#, to: "docs/a.json")
    #expect(try check("--schema-dir store docs/a.json").status == status)
    try scratch.write(#"{"$ref": "\#(url)"}"#, to: "docs/ref.json")
    let reference = try check("--schema docs/ref.json --schema-dir store docs/a.json")
    #expect(reference.status == 65)
    #expect(reference.errors.contains(Self.mismatch) == (status != 0), "\(reference.errors)")
  }

  // MARK: Options

  @Test(arguments: [
    ("decant --schema-dir store docs/s.json", "'--schema-dir' needs '--schema'"),
    ("decant check --require-schema -t yaml docs/s.json", "'--require-schema' needs '--schema'"),
    ("decant check --assert-format -t yaml docs/s.json", "'--assert-format' needs '--schema'"),
  ])
  func refusesOptionsWithoutSchemas(words: String, message: String) throws {
    let run = try scratch.shell(words)
    #expect(run.status == 64 && run.errors.contains(message))
  }

  /// An error of reading that comes while the schema is looked for is not lost.
  @Test func reportsAnInputThatBreaks() throws {
    let outcome = try scratch.shell(
      #"""
      (printf '\377\376a\0:\0 \0b\0\n\0'; sleep 1; printf '\0\330x\0') | decant check -f yaml
      """#)
    #expect(outcome.status == 65 && outcome.errors.contains("not valid UTF-16"), "\(outcome)")
  }

  @Test func readsOnlyARegularCatalogInTheFolder() throws {
    try scratch.write(
      #"{"schemas": [{"url": "https://example.com/conf.json", "fileMatch": ["z.json"]}]}"#,
      to: "catalog.json")
    _ = try scratch.shell(
      """
      mkdir -p fifo link folder/catalog.json dangling device && mkfifo fifo/catalog.json
      ln -s ../catalog.json link/catalog.json; ln -s nowhere dangling/catalog.json
      ln -s /dev/zero device/catalog.json
      """)
    try scratch.write(#"{"port": "x"}"#, to: "z.json")
    let note = "this catalog is ignored: it is not a regular file in a folder with schemas"
    for folder in ["fifo", "link", "folder", "dangling", "device"] {
      let outcome = try check("--schema-dir \(folder) --schema-dir store z.json z.json")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix("{\"severity\":\"note\",\"source\":\"\(folder)/catalog.json\""))
      #expect(outcome.errors.contains(note) && outcome.errors.filter(\.isNewline).count == 1)
    }
    // A link from one of the folders to another one is not.
    #expect(try !check("--schema-dir link --schema-dir . z.json").errors.contains(note))
  }

  @Test(arguments: [
    (#"{"schemas": ["#, "store2/catalog.json:1:13"), ("[]", "has no list 'schemas'"),
    (#"{"schema": []}"#, "has no list 'schemas'"), (#"{"schemas": {}}"#, "has no list 'schemas'"),
    ("", "the input is empty"),
  ])
  func reportsAMalformedCatalog(text: String, message: String) throws {
    _ = try scratch.shell("mkdir -p store2")
    try scratch.write(text, to: "store2/catalog.json")
    try scratch.write(#"{"port": "x"}"#, to: "conf-a.json")
    try scratch.write(#"{"port": 1}"#, to: "conf-b.json")
    let outcome = try scratch.shell(
      "decant check --schema-dir store2 --schema-dir store conf-a.json conf-b.json")
    #expect(outcome.status == 65 && outcome.errors.contains(message), "\(outcome.errors)")
    // Once, and the other catalog is used nevertheless.
    #expect(outcome.errors.ranges(of: "store2/catalog.json").count == 1)
    #expect(outcome.errors.contains("conf-a.json") && outcome.errors.contains(Self.mismatch))
  }

  /// The fragment of a name chooses a part of the schema.
  @Test(
    arguments: [
      ("#/$defs/port", 65), ("#port", 65), ("#/$defs/other", 0), ("#", 0), ("", 0),
      ("#/%24defs/port", 65),
    ], ["parts.json", "https://example.com/parts.json"])
  func checksByAPartOfTheSchema(part: (fragment: String, status: Int32), name: String) throws {
    let schema = #"""
      {"$defs": {"port": {"$anchor": "port", "properties": {"port": {"$ref": "#/$defs/number"}}},
        "number": {"type": "integer"}, "other": {"$ref": "#/$defs/object"}, "object": {"type": "object"}}}
      """#
    try scratch.write(schema, to: "docs/parts.json")
    try scratch.write(schema, to: "store/parts.json")
    try scratch.write(#"{"$schema": "\#(name)\#(part.fragment)", "port": "x"}"#, to: "docs/a.json")
    try scratch.write(#"{"$schema": "\#(name)#/$defs/object", "port": "x"}"#, to: "docs/b.json")
    let outcome = try check("--schema-dir store docs/b.json docs/a.json")
    #expect(outcome.status == part.status, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty == (part.status == 0))
    #expect(part.status == 0 || outcome.errors.contains(Self.mismatch))
  }

  @Test(arguments: ["#/$defs/none", "#none", "#/$defs/port/properties/port/type"])
  func reportsAPartThatIsNotInTheSchema(fragment: String) throws {
    try scratch.write(
      #"{"$defs": {"port": {"properties": {"port": {"type": "integer"}}}}}"#, to: "docs/parts.json")
    for file in ["a.json", "b.json"] {
      try scratch.write(#"{"$schema": "parts.json\#(fragment)"}"#, to: "docs/\(file)")
    }
    let outcome = try scratch.shell("decant check docs/a.json docs/b.json")
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.ranges(of: "docs/parts.json").count == 1, "\(outcome.errors)")
  }

  @Test func takesNoSchemaWithAnotherIdentifier() throws {
    try scratch.write(
      #"{"$id": "https://b.example/id.json", "properties": {"port": {"type": "integer"}}}"#,
      to: "store/id.json")
    try scratch.write(#"{"$schema": "https://a.example/x/id.json", "port": "x"}"#, to: "a.json")
    let outcome = try check("--schema-dir store a.json")
    #expect(outcome.status == 0 && outcome.errors.contains("is not at hand"), "\(outcome)")
    try scratch.write(#"{"$ref": "https://a.example/x/id.json"}"#, to: "r.json")
    #expect(try check("--schema r.json --schema-dir store a.json").errors.contains("no schema has"))
  }

  /// A relative URL leads from the folder of the catalog, as in editors, to no file out of the folders with schemas.
  @Test(arguments: [
    ("conf.json", mismatch), ("./deep/named.json", mismatch), ("deep/../conf.json", mismatch),
    ("deep/n%61med.json", mismatch), ("parts.json#/$defs/conf", mismatch), ("parts.json", nil),
    ("gone.json", "'gone.json' is not at hand; it can be put at store/gone.json"),
    ("../secret/s.json", "is not below the folder of the document or catalog"),
    ("link.json", "is not below the folder of the document or catalog"), ("", nil),
  ])
  func readsRelativeURLsOfACatalog(url: String, message: String?) throws {
    _ = try scratch.shell("ln -s ../secret/s.json store/link.json")
    try scratch.write(
      #"{"$defs": {"conf": {"$ref": "deep/named.json"}}}"#, to: "store/parts.json")
    try scratch.write(
      #"{"schemas": [{"url": "\#(url)", "fileMatch": ["own.json"]}]}"#, to: "store/catalog.json")
    try scratch.write(#"{"port": "x"}"#, to: "docs/own.json")
    for words in [
      "cd \(scratch.path) && decant check --schema-dir store docs/own.json",
      "cd docs && decant check --schema-dir ../store own.json",
    ] {
      let run = try scratch.shell(words)
      #expect(run.status == (message == Self.mismatch ? 65 : 0), "\(run)")
      let words = message?.replacing(
        "at store", with: "at " + (words.hasPrefix("cd docs") ? "../store" : "store"))
      #expect(words.map(run.errors.contains) ?? run.errors.isEmpty, "\(run)")
    }
  }

  @Test func knowsAMetaschemaInACatalog() throws {
    try scratch.write(
      #"""
      {"schemas": [{"url": "http://json-schema.org/draft-07/schema#", "fileMatch": ["*.schema.json"]}]}
      """#, to: "docs/catalog.json")
    try scratch.write("false", to: "docs/schema.json")
    try scratch.write(#"{"type": "object"}"#, to: "x.schema.json")
    let outcome = try check("--schema-dir docs x.schema.json")
    #expect(outcome == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func namedSchemasWin() throws {
    try scratch.write(#"{"$schema": "s.json", "port": "x"}"#, to: "docs/a.json")
    try scratch.write("true", to: "any.json")
    #expect(try check("--schema any.json docs/a.json").status == 0)
    let missing = try check("--schema-dir nowhere docs/a.json")
    #expect(missing.status == 66)
  }

  /// A filter does not follow what documents name.
  @Test func filtersFindNoSchemas() throws {
    try scratch.write(#"{"$schema": "s.json", "port": "x"}"#, to: "docs/a.json")
    let run = try scratch.shell("DECANT_SCHEMAS=store decant -c docs/a.json")
    #expect(run.status == 0 && run.errors.isEmpty)
  }
}
