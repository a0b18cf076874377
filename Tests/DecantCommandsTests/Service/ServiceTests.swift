import Decant
import Foundation
import Testing

@testable import DecantCommands

@Suite struct ServiceTests {
  static func request(_ header: String, _ payload: String) -> String {
    "\(header) bytes=\(payload.utf8.count)\n\(payload)"
  }

  private func serve(
    _ input: String, _ words: String..., registry: FormatRegistry = .standard
  ) throws -> (answers: [ServedReply], status: Int32, errors: String) {
    let outcome = decant(words: ["serve"] + words, input: input, registry: registry)
    let replies = try #require(ServedReply.all(in: Array(outcome.output.utf8)))
    return (replies, outcome.status, outcome.errors)
  }

  // MARK: Requests

  @Test func answersEachRequest() throws {
    let input =
      "ping id=1\n"
      + Self.request("convert id=2 from=yaml to=json compact=true", "a: [1, yes]\n")
      + Self.request("check id=3 from=json", "[1]")
      + "quit id=4\nping id=5\n"
    let served = try serve(input)
    let note =
      #"{"severity":"note","source":null,"line":null,"column":null,"offset":null,"#
      + #""message":"1 value differs in YAML 1.1","path":"/a/1","#
      + "\"hint\":\"--yaml-schema 1.1 reads it so\",\"count\":1}\n"
    #expect(
      served.answers == [
        ServedReply(header: "ok id=1 bytes=0", payload: ""),
        ServedReply(
          header: "ok id=2 from=yaml to=json bytes=16 diagnostics=\(note.utf8.count)",
          payload: "{\"a\":[1,\"yes\"]}\n", diagnostics: note),
        ServedReply(header: "ok id=3 from=json bytes=0", payload: ""),
        ServedReply(header: "ok id=4 bytes=0", payload: ""),
      ])
    #expect(served.status == 0)
    #expect(served.errors == "")
  }

  @Test func reportsWhatItIs() throws {
    let served = try serve(
      "hello\n", "--jobs", "3", "--timeout", "1.5", "--max-payload", "9")
    let header = try MessageHeader(line: served.answers[0].header.utf8)
    #expect(header["protocol"] == "1")
    #expect(header["version"] == Tool.version)
    #expect(header["jobs"] == "3")
    #expect(header["timeout"] == "1.5")
    #expect(header["max-request-bytes"] == "9")
    #expect(header["max-reply-bytes"] == "36")
    let reads = header["reads"]?.split(separator: ",").map(String.init)
    #expect(reads == FormatRegistry.standard.formats.filter(\.isReadable).map(\.name))
  }

  @Test func listsTheFormats() throws {
    let payload = try serve("formats\n").answers[0].payload
    let list = try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [[String: Any]]
    let names = list?.compactMap { $0["name"] as? String }
    #expect(names == FormatRegistry.standard.formats.map(\.name))
    let json = list?.first { $0["name"] as? String == "json" }
    #expect(json?["read"] as? Bool == true)
    #expect((json?["extensions"] as? [String])?.contains("geojson") == true)
    #expect((json?["holds"] as? [String])?.contains("null") == true)
  }

  @Test(arguments: [
    ("to=xml1", "-t xml1"), ("to=yaml", "-t yaml"), ("to=json compact=true", "-t json -c"),
    ("to=json indent=4", "-t json --indent 4"), ("to=json indent=tab", "-t json --indent tab"),
    ("to=json sort-keys=true", "-t json -S"),
    ("to=json sort-keys=true first=when,b", "-t json -S --first when,b"),
    ("to=json ascii=true", "-t json --ascii"),
    ("to=json at=/b/0", "-t json --at /b/0"),
    ("to=yaml raw=true at=/a%20b", "-t yaml -r --at /a b"),
    ("to=jsonl slurp=true", "-t jsonl --slurp"),
    ("to=jsonl at=/b split=true", "-t jsonl --at /b --split"),
    ("to=json key-style=snake", "-t json --key-style snake"),
    ("to=xml1 fidelity=lossy", "-t xml1 --lossy"),
    ("to=xml1 fidelity=tagged", "-t xml1 --tagged"),
    ("to=xml1 fidelity=strict", "-t xml1 --strict"),
    ("to=json fidelity=standard", "-t json"), ("to=json compact=false", "-t json"),
    ("to=json yaml-schema=1.1", "-t json --yaml-schema 1.1"),
    ("to=json duplicate-keys=last", "-t json --duplicate-keys last"),
    ("to=json max-depth=2", "-t json --max-depth 2"),
    ("to=openstep", "-t openstep"), ("", ""), ("at=/nowhere", "--at /nowhere"),
    ("from=json", "-f json"), ("from=yaml to=json", "-f yaml -t json"),
  ])
  func convertsAsTheFilterDoes(fields: String, words: String) throws {
    let source = "b: [1, {camelCase: no}]\na b: Caffè\nwhen: 2026-11-22\nnothing: null\na b2: 1\n"
    let answer = try serve(Self.request("convert " + fields, source).replacing("  ", with: " "))
      .answers[0]
    var arguments = words.split(separator: " ").map(String.init)
    if let at = arguments.firstIndex(of: "/a") {
      arguments.replaceSubrange(at...at + 1, with: ["/a b"])
    }
    let filtered = decant(words: arguments + ["--error-format", "json"], input: source)
    if filtered.status == 0 {
      #expect(answer.header.hasPrefix("ok "))
      #expect(answer.payload == filtered.output)
      #expect(answer.diagnostics == filtered.errors.replacing("\"<stdin>\"", with: "null"))
    } else {
      let header = try MessageHeader(line: answer.header.utf8)
      let error =
        try JSONSerialization.jsonObject(with: Data(filtered.errors.utf8)) as? [String: Any]
      #expect(header.word == "error")
      #expect(header["line"].flatMap { Int($0) } == error?["line"] as? Int)
      #expect(header["column"].flatMap { Int($0) } == error?["column"] as? Int)
      #expect(header["path"] == error?["path"] as? String)
      #expect(header["hint"] == error?["hint"] as? String)
      #expect(error?["message"] as? String == answer.payload)
    }
  }

  @Test func reportsWhatTheTargetCannotHold() throws {
    let source = "a: 2026-11-22\n"
    let request = Self.request("convert from=yaml to=json yaml-schema=1.1", source)
    let answer = try serve(request).answers[0]
    let note =
      try JSONSerialization.jsonObject(with: Data(answer.diagnostics.utf8)) as? [String: Any]
    #expect(note?["severity"] as? String == "note")
    #expect(note?["path"] as? String == "/a")
    let quiet = Self.request("convert from=yaml to=json yaml-schema=1.1 quiet=true", source)
    #expect(try serve(quiet).answers[0].diagnostics == "")
  }

  @Test func leavesOutAndReportsBadRecords() throws {
    let request = Self.request("convert from=jsonl to=yaml on-error=skip", "1\n{\n[\n2\n")
    let answer = try serve(request).answers[0]
    #expect(answer.header.contains(" bad-records=2 "))
    #expect(answer.payload == "1\n---\n2\n")
    #expect(answer.diagnostics.split(separator: "\n").count == 2)
  }

  // MARK: Mistakes of a client

  @Test(arguments: [
    ("convert colour=red", "unknown field 'colour'"),
    ("convert to=jsn", "unknown format 'jsn'; did you mean 'json'?"),
    ("convert first=a", "'first' needs 'sort-keys'"),
    ("convert first=a sort-keys=false", "'first' needs 'sort-keys'"),
    ("convert sort-key=true", "unknown field 'sort-key'; did you mean 'sort-keys'?"),
    ("convert compact=yes", "'compact' must be true or false, not 'yes'"),
    ("convert fidelity=loose", "'fidelity' must be standard, strict, lossy or tagged, not 'loose'"),
    (
      "convert key-style=snak",
      "'key-style' must be snake, camel, pascal or kebab, not 'snak'; did you mean 'snake'?"
    ),
    ("convert slurp=true split=true", "'slurp' cannot be used together with 'split'"),
    ("convert on-error=skip", "'--on-error skip' needs a format with records, and json has none"),
    ("convert output=x", "unknown field 'output'"),
    ("convert strict=true", "unknown field 'strict'"),
    ("check to=json", "unknown field 'to'"), ("ping from=json", "'ping' has no field 'from'"),
    ("convert Sort_Keys=true", "unknown field 'Sort_Keys'; did you mean 'sort-keys'?"),
    ("convert at=%zz", "the value of 'at' is not UTF-8 in percent-encoding"),
    ("convert to=json to=yaml", "the request has the field 'to' twice"),
    ("conver", "unknown request 'conver'; did you mean 'convert'?"),
  ])
  func answersARequestThatMakesNoSense(header: String, message: String) throws {
    let served = try serve(Self.request("\(header) id=1", "{\"a\":1}") + "ping id=2\n")
    let answer = served.answers[0]
    #expect(answer.header == "error id=1 kind=usage bytes=\(message.utf8.count)")
    #expect(answer.payload == message)
    #expect(served.answers.count == 2)
    #expect(served.status == 0)
  }

  @Test(arguments: [
    ("convert\n{}", FramingError.badLength), ("convert bytes=-1\n{}", .badLength),
    ("convert bytes=\n", .badLength), ("convert bytes=1e3\n", .badLength),
    ("convert bytes=9999999999999999999\n", .badLength), ("{\"a\": 1}\n", .notAHeader),
    ("\n", .notAHeader), ("convert bytes=2\n{}\nping\n", .notAHeader),
    ("convert bytes=5\n{}", .ended), ("ping", .ended),
    ("convert bytes=1\n{}ping\n", .notAHeader),
    ("ping id=" + String(repeating: "a", count: MessageHeader.longest) + "\n", .tooLong),
    (String(repeating: "a", count: 1_000_000), .tooLong),
  ])
  func endsWhereTheBoundsOfRequestsAreLost(input: String, error: FramingError) throws {
    let served = try serve("ping id=first\n" + input)
    let message = error.message
    #expect(served.answers.first?.header == "ok id=first bytes=0")
    #expect(
      served.answers.last
        == ServedReply(header: "error kind=framing bytes=\(message.utf8.count)", payload: message))
    #expect(served.status == 65)
    #expect(served.errors == "<stdin>: error: \(message)\n")
  }

  @Test func takesTheLongestHeader() throws {
    let id = String(repeating: "a", count: MessageHeader.longest - "ping id=".utf8.count)
    #expect(
      try serve("ping id=\(id)\n").answers == [
        ServedReply(header: "ok id=\(id) bytes=0", payload: "")
      ])
  }

  @Test func takesLinesThatEndLikeThoseOfDOS() throws {
    #expect(try serve("ping id=1\r\n").answers.map(\.header) == ["ok id=1 bytes=0"])
  }

  // MARK: Limits

  @Test func throwsALongPayloadAwayAndGoesOn() throws {
    let input =
      Self.request("convert id=1 from=json", String(repeating: "[", count: 200_000))
      + Self.request("convert id=2 from=json", "[1,2,3]")
    let served = try serve(input, "--max-payload", "7")
    #expect(
      served.answers.map(\.header) == [
        "error id=1 kind=size bytes=34", "ok id=2 from=json to=json bytes=18",
      ])
    #expect(served.answers[0].payload == "the payload is longer than 7 bytes")
  }

  /// Indented, a list of short lists is longer than four times its text.
  @Test func endsAConversionWithALongResult() throws {
    let source = "[" + String(repeating: "[[[1]]],", count: 40_000) + "1]"
    let served = try serve(
      Self.request("convert from=json indent=8", source), "--max-payload", "400000")
    let header = try MessageHeader(line: served.answers[0].header.utf8)
    #expect(header["kind"] == "size")
    #expect(served.answers[0].payload == "the reply is longer than 1600000 bytes")
  }

  @Test func endsAConversionThatTakesLong() throws {
    let request = Self.request("convert id=1 from=json", "[1]") + "ping\n"
    let served = try serve(request, "--timeout", "1e-9")
    let header = try MessageHeader(line: served.answers[0].header.utf8)
    #expect(header["kind"] == "timeout")
    #expect(served.answers[0].payload == "took longer than 1e-09 seconds")
    #expect(served.answers[1].header == "ok bytes=0")
  }

  // MARK: Limits

  @Test func hasLimitsByDefault() throws {
    let header = try MessageHeader(line: serve("hello\n").answers[0].header.utf8)
    #expect(header["timeout"] == "60.0")
    #expect(header["max-depth"] == "1000")
    #expect(header["max-alias-nodes"] == "10000000")
    let unlimited = try MessageHeader(
      line: serve("hello\n", "--timeout", "0").answers[0].header.utf8)
    #expect(unlimited["timeout"] == nil)
    for word in ["-1", "nan", "inf", "x"] {
      #expect(decant("serve", "--timeout", word).status == 64, "\(word)")
    }
  }

  private static let aliases = "a: &a [1, 2, 3]\nb: [*a, *a]\n"

  /// A request without the field has the service's limit; none has more.
  @Test(arguments: [
    ("max-depth", "3", "[[[[1]]]]", ["": "input", "2": "input", "3": "input", "4": "usage"]),
    ("max-depth", "5", "[[[[1]]]]", ["": "ok", "3": "input", "5": "ok", "6": "usage"]),
    ("max-alias-nodes", "7", aliases, ["": "input", "7": "input", "8": "usage"]),
    ("max-alias-nodes", "9", aliases, ["": "ok", "7": "input", "9": "ok", "10": "usage"]),
  ])
  func bindsItsClients(
    option: String, limit: String, payload: String, outcomes: [String: String]
  ) throws {
    for (value, kind) in outcomes {
      for word in ["convert to=json", "check"] {
        // A check expands no aliases.
        if word == "check", option == "max-alias-nodes", kind != "usage" { continue }
        let field = value.isEmpty ? "" : " \(option)=\(value)"
        let served = try serve(
          Self.request("\(word) from=yaml\(field)", payload), "--\(option)", limit)
        let header = try MessageHeader(line: served.answers[0].header.utf8)
        #expect((header["kind"] ?? header.word) == kind, "\(word) \(option)=\(value)")
        guard kind == "usage" else { continue }
        #expect(
          served.answers[0].payload
            == "'\(option)' must be at most \(limit), the limit of the service")
      }
    }
  }

  // MARK: Many requests

  @Test(arguments: [1, 2, 5])
  func repliesInTheOrderOfTheRequests(jobs: Int) throws {
    var random = SeededGenerator(seed: UInt64(jobs))
    var input = ""
    var expected: [ServedReply] = []
    for id in 0..<500 {
      let length = Int.random(in: 0...9, using: &random) == 0 ? 20_000 : 3
      let numbers = (0..<Int.random(in: 0...length, using: &random)).map { "\($0)" }
      let isBad = Int.random(in: 0...9, using: &random) == 0
      let payload = "[" + numbers.joined(separator: ",") + (isBad ? "" : "]")
      input += Self.request("convert id=\(id) from=json to=json compact=true", payload)
      expected.append(ServedReply(header: "\(id)", payload: isBad ? "" : payload + "\n"))
    }
    let served = try serve(input, "--jobs", "\(jobs)")
    #expect(served.answers.count == expected.count)
    for (answer, expected) in zip(served.answers, expected) {
      let header = try MessageHeader(line: answer.header.utf8)
      #expect(header["id"] == expected.header)
      #expect(header.word == (expected.payload.isEmpty ? "error" : "ok"))
      if header.word == "ok" { #expect(answer.payload == expected.payload) }
    }
  }

  @Test func readsTheSameHoweverRequestsComeIn() throws {
    let input =
      "ping id=1\n" + Self.request("convert from=yaml to=json", "a: 1\n")
      + Self.request("convert from=json", "]") + "nonsense id\n"
    let whole = decant("serve", input: input).output
    for sizes in [[1], [2, 7], [13]] {
      let output = MemoryDestination()
      let console = Console(
        input: ChunkedSource(Array(input.utf8), sizes: sizes), output: output, writeError: { _ in })
      let status = Tool.run(["serve"], calledAs: "decant", .standard, on: console)
      #expect(status == .badInput)
      #expect(output.text == whole)
    }
  }

  @Test func notesEachRequestWhereThatIsWanted() throws {
    let served = try serve(Self.request("convert id=a from=json", "["), "--verbose")
    #expect(served.errors.hasPrefix("convert id=a from=json: error input, 1 bytes to "))
  }
}
