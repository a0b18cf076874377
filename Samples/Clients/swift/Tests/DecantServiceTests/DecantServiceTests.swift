import DecantService
import Foundation
import Testing

@Suite struct DecantServiceTests {
  let decant: DecantService

  init() throws {
    decant = try DecantService()
  }

  @Test func converts() throws {
    let json = try decant.convert(
      Array("name: Caffè\n".utf8), from: "yaml", to: "json", options: ["compact": "true"])
    #expect(json.text == #"{"name":"Caffè"}"# + "\n")
    #expect(json.source == "yaml")
    #expect(json.target == "json")
    #expect(json.diagnostics.isEmpty)
    #expect(try decant.convert(Data("a: 1".utf8), to: "json").source == "yaml")
  }

  @Test func passesOptionsAndIdentifiers() throws {
    let document = Array(#"{"b": {"c é": [1]}, "a": 2}"#.utf8)
    let sorted = try decant.convert(
      document, from: "json", to: "json",
      options: ["sort-keys": "true", "compact": "true", "id": "Größe 1%\n="])
    #expect(sorted.text == #"{"a":2,"b":{"c é":[1]}}"# + "\n")
    #expect(sorted.id == "Größe 1%\n=")
    let part = try decant.convert(
      document, from: "json", to: "json", options: ["at": "/b/c é", "indent": "4"])
    #expect(part.text == "[\n    1\n]\n")
  }

  @Test func reportsThePlaceOfAnError() throws {
    let error = try #require(throws: DecantError.self) {
      _ = try decant.convert(
        Array("{\"é\": 1,\n \"größe x\": ]}".utf8), from: "json", to: "yaml",
        options: ["id": "7 ü"])
    }
    #expect(error.kind == .input)
    #expect([error.line, error.column, error.offset] == [2, 13, 24])
    #expect(error.path == "/größe x")
    #expect(error.id == "7 ü")
    #expect("\(error)" == "line 2, column 13: expected a value but found ']'")
    #expect(try decant.convert(Array("1".utf8), from: "json", to: "yaml").text == "1\n")
  }

  @Test(arguments: ["unknown", "indent", "Upper", "bytes", "at"])
  func refusesInvalidOptions(name: String) throws {
    let value = name == "at" ? "/" + String(repeating: "a", count: 70000) : "x"
    let error = try #require(throws: DecantError.self) {
      _ = try decant.convert(Array("1".utf8), from: "json", to: "json", options: [name: value])
    }
    #expect(error.kind == .usage)
    #expect(try decant.hello()["protocol"] == "1")
  }

  @Test func reportsDiagnostics() throws {
    let lossy = try decant.convert(
      Array(#"{"a": null}"#.utf8), from: "json", to: "xml1", options: ["fidelity": "lossy"])
    #expect(lossy.diagnostics.map(\.path) == ["/a"])
    let records = try decant.convert(
      Array("1\n{\n3\n".utf8), from: "jsonl", to: "jsonl", options: ["on-error": "skip"])
    #expect(records.text == "1\n3\n")
    #expect(records.badRecords == 1)
    #expect(records.diagnostics.map(\.line) == [2])
  }

  @Test func checksAndDescribes() throws {
    #expect(try decant.check(Array("a: 1".utf8)) == "yaml")
    #expect(throws: DecantError.self) { try decant.check(Array("{]".utf8), from: "json") }
    #expect(String(decoding: try decant.formats(), as: UTF8.self).contains(#""name":"json""#))
  }

  @Test func edits() throws {
    let text = "logs: # where to\n  level: info\n".utf8
    let steps = [
      DecantService.step("rename", "/logs", "log"),
      DecantService.step("set", "/log/level", "debug"),
    ]
    let edited = try decant.edit(text, steps, from: "yaml")
    #expect(edited.text == "log: # where to\n  level: debug\n")
    #expect(edited.isChanged == true)
    #expect(try decant.edit(edited.bytes, steps).isChanged == false)
    let error = try #require(throws: DecantError.self) {
      _ = try decant.edit(text, ["delete /nowhere"], options: ["once": "true"])
    }
    #expect(error.step == "steps:1: delete /nowhere")
    for value in [
      "", " ", "a b", "\"q\"", "a\nb", "\r\n", "é", "@x", "[1]", "1.10", "\u{7F}\u{2028}",
    ] {
      let steps = [DecantService.step("set-string", "/a", value)]
      let result = try decant.edit(#"{"a": "x"}"#.utf8, steps, from: "json")
      #expect(
        try JSONDecoder().decode([String: String].self, from: Data(result.bytes)) == ["a": value])
    }
  }

  @Test func getsComparesAndMerges() throws {
    #expect(try decant.get(["/a/0", "/a"], in: "a: [1, 2]".utf8).text == "1\n[1,2]\n")
    let error = try #require(throws: DecantError.self) {
      _ = try decant.get(["/b"], in: "a: 1".utf8)
    }
    #expect(error.kind == .missing)
    let difference = try decant.diff(#"{"a": 1}"#.utf8, "a: 2".utf8)
    #expect(difference.text == "~ /a: 1 -> 2\n")
    #expect(difference.differs == true)
    let merged = try decant.merge(
      base: "a: 1\nb: 2\n".utf8, ours: "a: 5\nb: 2\n".utf8, theirs: "a: 1\nb: 3\n".utf8,
      from: "yaml")
    #expect(merged.text == "a: 5\nb: 3\n")
    #expect(merged.hasConflicts == false)
  }

  private func expectNumbers(upTo count: Int, killingAt killed: Set<Int> = []) throws {
    var results: [String] = []
    try decant.convertAll((0..<count).map { "\($0)".utf8 }, from: "json", to: "json") { result in
      results.append(try result.get().text)
      if killed.contains(results.count) { kill(decant.processIdentifier, SIGKILL) }
    }
    #expect(results == (0..<count).map { "\($0)\n" })
  }

  @Test func sendsAheadAndKeepsTheOrder() throws {
    try expectNumbers(upTo: 1000)
  }

  @Test func restartsInTheMiddle() throws {
    try expectNumbers(upTo: 3000, killingAt: [1, 500, 501, 1700])
  }

  @Test func restartsAKilledService() throws {
    let first = decant.processIdentifier
    kill(first, SIGKILL)
    #expect(try decant.convert(Array("1".utf8), from: "json", to: "json").text == "1\n")
    #expect(decant.processIdentifier != first)
  }

  @Test func givesUpAfterTheSecondDeath() throws {
    let dead = try DecantService(executable: URL(filePath: "/bin/false"))
    let error = #expect(throws: DecantError.self) { try dead.hello() }
    #expect(error?.kind == .service)
  }

  @Test func continuesAfterAnError() throws {
    var results: [String] = []
    try decant.convertAll(["1".utf8, "[".utf8, "3".utf8], from: "json", to: "json") { result in
      switch result {
      case .success(let converted): results.append(converted.text)
      case .failure(let error): results.append(error.kind.rawValue)
      }
    }
    #expect(results == ["1\n", "input", "3\n"])
  }

  @Test func convertsLargeDocuments() throws {
    let value = Array(repeating: String(repeating: "é", count: 50), count: 50_000)
    let document = try JSONEncoder().encode(value)
    try decant.convertAll([document, document, document], from: "json", to: "yaml") { result in
      let yaml = try result.get().bytes
      #expect(yaml.count > 5_000_000)
      let json = try decant.convert(yaml, from: "yaml", to: "json").bytes
      #expect(try JSONDecoder().decode([String].self, from: Data(json)) == value)
    }
  }
}
