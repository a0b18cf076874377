import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// Outputs whose names have fields: a file for each document.
@Suite struct DocumentFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func split(_ input: String, _ options: String) throws -> Outcome {
    try scratch.write(input, to: "in")
    return try scratch.shell("decant \(options) in")
  }

  private func files() throws -> [String: String] {
    let found = try scratch.shell("find . -type f ! -name in | sort").output
    var files: [String: String] = [:]
    for name in found.split(separator: "\n").map({ String($0.dropFirst(2)) }) {
      files[name] = try scratch.read(name)
    }
    return files
  }

  static let manifests = """
    # the first
    kind: Service
    metadata: {name: web, labels: &l {app: a}}
    ---
    kind: Job # once
    metadata:
      name: clean
      labels: &m {b: 1}
    spec: *m

    """

  @Test(arguments: ["metadata.name", "/metadata/name", ".metadata.name", "$.metadata['name']"])
  func writesEachDocumentToAFile(path: String) throws {
    let run = try split(Self.manifests, "-f yaml -o \"out/deep/{\(path)}.yaml\"")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    #expect(
      try files() == [
        "out/deep/web.yaml":
          "# the first\nkind: Service\nmetadata: {name: web, labels: {app: a}}\n",
        "out/deep/clean.yaml":
          "kind: Job # once\nmetadata:\n  name: clean\n  labels: {b: 1}\nspec: {b: 1}\n",
      ])
  }

  /// A document that ends in a comment does not leave the mark of its end to the next one.
  @Test func aFileBeginsWithoutTheMarkOfAnother() throws {
    _ = try split(
      "---\nkind: A\n# about a\n---\nkind: B\n\n# b\n---\n# c\nkind: C\n...\n# d\n---\nkind: D\n",
      "-f yaml -o '{kind}.yaml'")
    #expect(
      try files() == [
        "A.yaml": "---\nkind: A\n# about a\n", "B.yaml": "kind: B\n\n# b\n",
        "C.yaml": "# c\nkind: C\n", "D.yaml": "# d\n---\nkind: D\n",
      ])
  }

  static let elements = "[{\"n\":\"a\",\"k\":{\"i\":1}},{\"n\":\"b.c\",\"k\":{\"i\":2.50}}]"

  @Test(arguments: [
    ("-t json -c --split -o '{n}-{k.i}.json'", ["a-1.json", "b.c-2.50.json"]),
    ("-t json -c --split -o '{k/i}{n}'", []),
    ("-t json -c --split -o 'x{#}.json'", ["x1.json", "x2.json"]),
    ("-t json -c --split -o '{{{n}}}.json'", ["{a}.json", "{b.c}.json"]),
    ("-t json -c --at '.[]' -o '{n}/{#}.json'", ["a/1.json", "b.c/2.json"]),
  ])
  func fillsFields(options: String, names: [String]) throws {
    let run = try split(Self.elements, "-f json \(options)")
    guard !names.isEmpty else {
      #expect(run.status == 64 && run.errors.contains("'k/i' is not a path"), "\(run.errors)")
      return
    }
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    #expect(
      try files() == [
        names[0]: "{\"n\":\"a\",\"k\":{\"i\":1}}\n",
        names[1]: "{\"n\":\"b.c\",\"k\":{\"i\":2.50}}\n",
      ])
  }

  /// Formats whose files have one document, and those whose documents follow each other in a stream.
  @Test(arguments: ["json", "json5", "jsonl", "yaml", "toml", "xml1", "binary1", "cbor", "msgpack"])
  func writesAllFormats(format: String) throws {
    let run = try split(Self.elements, "-f json -t \(format) --split -o 'o/{n}'")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    #expect(try scratch.shell("ls o").output == "a\nb.c\n")
    for (name, text) in [("a", "a"), ("b.c", "b.c")] {
      let read = try scratch.shell("decant get -f \(format) /n o/\(name)")
      #expect(read == Outcome(status: 0, output: "\(text)\n", errors: ""))
    }
  }

  static let refused: [(input: String, message: String)] = [
    (
      "{\"n\":1}\n {\"m\":1}",
      "in:3:2: error: the name of the file needs a value at '/n', and the document has none"
    ),
    (
      "{\"n\":null}",
      "in:2:1: error: the name of the file needs a value at '/n', and the document has none"
    ),
    (
      "{\"n\":[1]}",
      "in:2:6: error: the value at '/n' cannot be part of a file name: it is not text or a number"
    ),
    ("{\"n\":\"\"}", "in:2:6: error: the value '' at '/n' cannot be part of a file name"),
    ("{\"n\":\".\"}", "in:2:6: error: the value '.' at '/n' cannot be part of a file name"),
    ("{\"n\":\"..\"}", "in:2:6: error: the value '..' at '/n' cannot be part of a file name"),
    ("{\"n\":\"../x\"}", "in:2:6: error: the value '../x' at '/n' cannot be part of a file name"),
    (
      "{\"n\":\"/etc\"}", "in:2:6: error: the value '/etc' at '/n' cannot be part of a file name"
    ),
    (
      "{\"n\":\"a\\u0000b\"}",
      "in:2:6: error: the value 'a\\u0000b' at '/n' cannot be part of a file name"
    ),
    ("{\"n\":\"a\\nb\"}", "in:2:6: error: the value 'a\\nb' at '/n' cannot be part of a file name"),
    (
      "{\"n\":1}\n{\"n\":\"1\"}",
      "in:3:1: error: another document has the same file name, 'out/1.json'"
    ),
    (
      "{\"n\":1}\n{\"n\":\"É\"}\n{\"n\":\"e\u{301}\"}",
      "in:4:1: error: another document has the same file name, 'out/e\u{301}.json', at most in another case or"
    ),
    ("{\"n\":1}\n{", "in:3:1: error: '{' is never closed"),
  ]

  @Test(arguments: refused)
  func anErrorLeavesAllFilesAsTheyWere(input: String, message: String) throws {
    let run = try split("{\"n\":\"first\"}\n" + input, "-f jsonl -t json -o 'out/{n}.json'")
    #expect(run.status == 65 && run.errors.hasPrefix(message), "\(run.errors)")
    #expect(try scratch.names == ["in"])
  }

  /// The place of a document that is longer than any window.
  @Test func namesThePlaceOfALongDocument() throws {
    let long = "{\"a\":[" + String(repeating: "\"0123456789\",\n", count: 40_000) + "1]}"
    let run = try split("{\"n\":1}\n  \(long)", "-f jsonl -t json -o 'out/{n}.json'")
    #expect(run.errors.hasPrefix("in:2:3: error: the name of the file needs a value at '/n'"))
    #expect(run.status == 65)
  }

  @Test func anInputThatCannotBeOpenedLeavesAllFiles() throws {
    let run = try split(Self.elements, "-f json --split -o '{n}.json' missing.json")
    #expect(run.status == 66)
    #expect(try scratch.names == ["in"])
  }

  @Test func replacesFiles() throws {
    try scratch.write("old", to: "a.json")
    let run = try scratch.shell(
      """
      chmod 640 a.json && mkdir d && ln a.json hard.json
      printf '{"n":"a"}{"n":"b"}' | decant -f jsonl -t json -c -o '{n}.json' && stat -c %a a.json && cat hard.json b.json a.json
      """)
    #expect(run == Outcome(status: 0, output: "640\nold{\"n\":\"b\"}\n{\"n\":\"a\"}\n", errors: ""))
  }

  /// The first part with a field, and what the user typed before it.
  @Test func numbersLeadThroughNoLink() throws {
    let run = try scratch.shell(
      """
      mkdir d; ln -s d e; ln -s d/target 2.json; printf '1 2' >in; decant -f jsonl -t json -o '{#}.json' in
      decant -f jsonl -t json -o 'e/{#}.json' in && cat d/1.json d/2.json; ls
      """)
    #expect(run.output == "1\n2\n2.json\nd\ne\nin\n", "\(run)")
    #expect(
      run.errors.hasPrefix("in:1:3: error: a field of the file name must not lead through '2.json'")
    )
  }

  @Test func noDocumentReplacesTheRejects() throws {
    try scratch.write("{\"n\":\"a\"}\nx\n", to: "in.jsonl")
    let run = try scratch.shell(
      "decant --rejects a.json -t json -o '{n}.json' in.jsonl; wc -l <a.json")
    #expect(
      run.output == "2\n"
        && run.errors.contains("another document has the same file name, 'a.json'"))
  }

  @Test func aFolderThatCannotBeCreatedIsAnError() throws {
    try scratch.write("", to: "out")
    let run = try split(Self.elements, "-f json --split -o 'out/{n}.json'")
    #expect(run.status == 73, "\(run.errors)")
  }

  /// Python splits the same documents.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func splitsAsPythonDoes() throws {
    try scratch.write(
      """
      import json, random
      random.seed(7)
      rows = [{"id": "r%d" % i, "v": [random.random() for _ in range(random.randrange(9))]} for i in range(700)]
      json.dump(rows, open("rows.json", "w"))
      """, to: "make.py")
    try scratch.write(
      """
      import json, os
      rows = {r["id"] + ".json": r for r in json.load(open("rows.json"))}
      print({n: json.load(open("out/" + n)) for n in os.listdir("out")} == rows)
      """, to: "compare.py")
    let run = try scratch.shell(
      "python3 make.py && decant --split -o 'out/{id}.json' rows.json && python3 compare.py")
    #expect(run == Outcome(status: 0, output: "True\n", errors: ""))
  }

  static let misused: [(String, String)] = [
    ("decant -o 'a{b.json' in", "'a{b.json' has a single '{'; a brace in a name is doubled, '{{'"),
    ("decant -o 'a}b.json' in", "'a}b.json' has a single '}'; a brace in a name is doubled, '}}'"),
    ("decant -o '{a}/' in", "'{a}/' names a folder; a name of files is needed"),
    ("decant -o '{}.json' in", "'{}' names no value"),
    ("decant -o '{a/b}.json' in", "'a/b' is not a path"),
    ("decant edit --set /a 1 -o '{a}.json' in", "'edit' writes one file"),
    ("decant archive --type T -o '{a}.json' in", "'archive' writes one file"),
    ("decant restore -o '{a}.json' in", "'restore' writes one file"),
    ("decant -o '{a}.{b}' in", "unknown extension '.x'; name the format"),
  ]

  @Test(arguments: misused) func refusesOtherNames(command: String, message: String) throws {
    try scratch.write("{\"a\":1}", to: "in")
    let run = try scratch.shell(command)
    #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    #expect(try scratch.names == ["in"])
  }

  @Test func doubledBracesAreLiteral() throws {
    try scratch.write("{\"a\":1}", to: "in")
    let run = try scratch.shell(
      "decant -o '{{a}}.yaml' in && decant edit --set /a 2 -o '}}.json' in")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
    #expect(try scratch.read("{a}.yaml") == "a: 1\n")
    #expect(try scratch.read("}.json") == "{\"a\":2}")
  }
}
