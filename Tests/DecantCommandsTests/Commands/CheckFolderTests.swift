import Decant
import DecantCommands
import DecantTestSupport
import Foundation
import Testing

/// `check` of folders and patterns, and its reports, through the real executable.
@Suite struct CheckFolderTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell("mkdir -p in/sub in/.ci in/node_modules")
    try scratch.write("type: object\nproperties: {port: {type: integer}}\n", to: "schema.yaml")
    for (file, text) in [
      ("a.json", #"{"port": 1}"#), ("sub/b.yaml", "port: x\n"), ("sub/c.toml", "port = [\n"),
      ("notes.txt", "[1]\n"), (".ci/d.yaml", "port: y\n"), ("node_modules/e.json", "[\n"),
    ] {
      try scratch.write(text, to: "in/\(file)")
    }
  }

  private func errors(_ words: String) throws -> [String] {
    let run = try scratch.shell("decant check --schema schema.yaml --error-format json \(words)")
    #expect(run.output.isEmpty)
    return try run.errors.split(separator: "\n").map { line in
      let object = try Value(parsing: String(line), as: .json)
      guard object["severity"] == "error" else { return object["message"]?.string ?? "" }
      return object["source"]?.string ?? ""
    }
  }

  @Test func readsWhatIsNamedWhateverItIs() throws {
    let run = try scratch.shell(
      "mkfifo pipe; echo '[1' >pipe & echo '[2' | decant check -f json pipe - in/a.json; wait")
    #expect(run.errors.contains("pipe:1:") && run.errors.contains("<stdin>:1:"))
    let mixed = try scratch.shell("echo '[2]' | decant check - 'in/*.json'")
    #expect(mixed == Outcome(status: 0, output: "", errors: "2 files checked, 0 with errors\n"))
  }

  // MARK: Reports

  @Test func reportsThatTheReportCannotBeWritten() throws {
    let full = try scratch.shell("decant check -q --report /dev/full in")
    #expect(full.status == 74)
    #expect(full.errors.hasSuffix("/dev/full: error: cannot write: no space left on device\n"))
    let missing = try scratch.shell("decant check --report missing/report in")
    #expect(missing.status == 73)
  }

  /// The properties that the specification requires, and those that code hosts do.
  @Test(arguments: ["report.sarif", "report.sarif.json"])
  func reportsInSARIF(name: String) throws {
    try scratch.write("- \"\\t\"\nport: 1\n", to: "in/with space#.yaml")
    _ = try scratch.shell(
      "decant check --schema schema.yaml --report \(name) ./in $PWD/in/sub none")
    let report = try JSONSerialization.jsonObject(with: Data(scratch.read(name).utf8))
    let log = try #require(report as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1 && runs[0]["columnKind"] as? String == "unicodeCodePoints")
    let tool = try #require(runs[0]["tool"] as? [String: [String: Any]])
    #expect(tool["driver"]?["name"] as? String == "decant")
    let rules = try #require(tool["driver"]?["rules"] as? [[String: Any]])
    let known = try rules.map { try #require($0["id"] as? String) }
    #expect(Set(known).count == known.count)
    var found: [String] = []
    for result in try #require(runs[0]["results"] as? [[String: Any]]) {
      #expect(known.contains(try #require(result["ruleId"] as? String)))
      #expect(["error", "warning"].contains(result["level"] as? String))
      let message = try #require(result["message"] as? [String: String])
      #expect(message["text"]?.isEmpty == false)
      let locations = try #require(result["locations"] as? [[String: Any]])
      let place = try #require(locations.first?["physicalLocation"] as? [String: Any])
      let file = try #require((place["artifactLocation"] as? [String: String])?["uri"])
      let region = place["region"] as? [String: Int]
      for number in region ?? [:] { #expect(number.value > 0, "\(number.key)") }
      let path = URL(fileURLWithPath: scratch.path).absoluteString
      let name = file.hasPrefix(path) ? "…/" + file.dropFirst(path.count + 1) : file
      found.append("\(name) \(region?["startLine"] ?? 0) \(result["ruleId"] as? String ?? "")")
    }
    #expect(
      found.filter { !$0.hasPrefix("file:///") && !$0.hasPrefix("…") } == [
        "in/sub/b.yaml 1 schema", "in/sub/c.toml 1 error", "in/with%20space%23.yaml 2 error",
        "none 0 error",
      ])
    #expect(found.count == 6)
  }
}
