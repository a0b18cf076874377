import DecantTestSupport

/// Files of several formats, of which two branches change lines side by side, so that git alone finds conflicts.
struct MergedProject {
  struct File: Sendable {
    let name: String
    let base: String
    /// What each branch replaces, and by what.
    let ours: (old: String, new: String)
    let theirs: (old: String, new: String)
    /// The values after the merge, as the last reader writes them.
    let values: String
    /// Other programs: each reads what the one before it has written.
    let readers: [Oracle]

    var merged: String {
      base.replacing(ours.old, with: ours.new).replacing(theirs.old, with: theirs.new)
    }
  }

  static let files = [
    File(
      name: "package.json",
      base: "{\n  \"name\": \"app\",\n  \"version\": \"1.0\",\n  \"private\": true\n}\n",
      ours: ("\"1.0\"", "\"2.0\""), theirs: ("true", "false"),
      values: #"{"name":"app","version":"2.0","private":false}"#, readers: [.python]),
    File(
      name: "Localizable.xcstrings",
      base: "{\n  \"a\" : \"one\",\n  \"b\" : \"two\"\n}",
      ours: ("one", "eins"), theirs: ("two", "zwei"),
      values: #"{"a":"eins","b":"zwei"}"#, readers: [.python]),
    File(
      name: "service.yaml",
      base: "kind: Service # of the shop\nport: 80 # open\nreplicas: 1\n",
      ours: ("80", "8080"), theirs: ("replicas: 1", "replicas: 3"),
      values: #"{"kind":"Service","port":8080,"replicas":3}"#, readers: [.pyYAML]),
    File(
      name: "Cargo.toml",
      base: "[package]\nname = \"app\" # short\nversion = \"1.0\"\n",
      ours: ("\"app\"", "\"shop\""), theirs: ("1.0", "1.1"),
      values: #"{"package":{"name":"shop","version":"1.1"}}"#, readers: [.tomllib]),
    File(
      name: "Info.plist",
      base: """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>a</key><integer>1</integer> <!-- one -->
          <key>b</key><string>x</string>
        </dict>
        </plist>

        """,
      ours: ("<integer>1", "<integer>7"), theirs: (">x<", ">y<"),
      values: #"{"a": 7, "b": "y"}"#, readers: [.plistlib]),
    File(
      name: "project.pbxproj",
      base: "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tname = app; /* short */\n}\n",
      ours: ("= 1", "= 2"), theirs: ("app", "shop"),
      values: #"{"archiveVersion": "2", "name": "shop"}"#, readers: [.plutil, .plistlib]),
    File(
      name: "Localizable.strings", base: "\"a\" = \"one\";\n\"b\" = \"two\";\n",
      ours: ("one", "eins"), theirs: ("two", "zwei"),
      values: #"{"a": "eins", "b": "zwei"}"#, readers: [.plutil, .plistlib]),
  ]

  static let names = files.map(\.name)

  let repository: Repository

  /// Creates a repository with two branches, in which `setUp` has run before the first commit; `main` is checked out.
  init(setUp: String) throws {
    repository = try Repository()
    try write(\.base)
    try run("git init -q -b main . && \(setUp) && git add . && git commit -qm base")
    try run("git switch -qc side")
    try write { $0.base.replacing($0.theirs.old, with: $0.theirs.new) }
    try run("git commit -qam side && git switch -q main")
    try write { $0.base.replacing($0.ours.old, with: $0.ours.new) }
    try run("git commit -qam main")
  }

  private func write(_ content: (File) -> String) throws {
    for file in Self.files { try repository.scratch.write(content(file), to: file.name) }
  }

  private func run(_ script: String) throws {
    let outcome = try repository.git(script)
    guard outcome.status == 0 else { throw Failure(output: outcome.output + outcome.errors) }
  }

  struct Failure: Error {
    var output: String
  }
}

extension Oracle {
  /// Python's `tomllib`: reads TOML and writes JSON.
  fileprivate static let tomllib = Oracle(
    description: "tomllib",
    command: [
      "python3", "-c",
      """
      import json, sys, tomllib
      text = sys.stdin.read()
      print(0 if text == '0' else json.dumps(tomllib.loads(text), separators=(',', ':')))
      """,
    ])
}
