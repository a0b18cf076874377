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
      "mkdir -p secret schemas/inner inner; ln -s ../secret schemas/link")
    try scratch.write("root:hunter2:0:0\n", to: "secret/passwd")
    try scratch.write("hunter2\n", to: "secret/word.json")
    try scratch.write(#"{"type": "hunter2"}"#, to: "secret/object.json")
    _ = try scratch.shell(
      "for file in passwd word.json object.json; do ln -s ../secret/$file schemas/$file; done")
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
}
