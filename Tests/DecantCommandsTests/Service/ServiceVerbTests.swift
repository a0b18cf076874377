import Decant
import DecantSystem
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

/// Requests that edit, query, compare and merge, whose payload consists of parts.
@Suite struct ServiceVerbTests {
  /// Returns a request; each part but the last is after its name.
  private static func request(_ header: String, _ parts: KeyValuePairs<String, String>) -> String {
    let lengths = parts.dropLast().map { " \($0.key)=\($0.value.utf8.count)" }.joined()
    return ServiceTests.request(header + lengths, parts.map(\.value).joined())
  }

  /// The reply to a request, after which the service answers another one.
  private func reply(
    _ request: String, _ words: String..., limits: ServiceLimits? = nil
  ) throws -> (header: MessageHeader, payload: String, diagnostics: String) {
    let outcome = decant(
      words: ["serve"] + words, input: request + "ping id=next\n", registry: .standard)
    let replies = try #require(ServedReply.all(in: Array(outcome.output.utf8)), "\(request)")
    #expect(replies.count == 2 && replies.last?.header == "ok id=next bytes=0", "\(request)")
    #expect(outcome.status == 0 && outcome.errors == "")
    let header = try MessageHeader(line: replies[0].header.utf8)
    return (header, replies[0].payload, replies[0].diagnostics)
  }

  private static let text = "logs: # where to\n  level: info\n"

  // MARK: What the requests do

  @Test func editsADocument() throws {
    let steps = "# version 42\nrename /logs log\nset /log/level debug\n"
    let edited = try reply(Self.request("edit id=1", ["steps": steps, "": Self.text]))
    #expect(edited.payload == "log: # where to\n  level: debug\n")
    #expect(edited.header.line == "ok id=1 changed=true bytes=31\n")
    let again = try reply(Self.request("edit", ["steps": steps, "": edited.payload]))
    #expect(again.payload == edited.payload && again.header["changed"] == "false")
    let named = Self.request(
      "edit diff=true file-name=a%20b.yaml", ["steps": steps, "": Self.text])
    let diff = try reply(named)
    #expect(
      diff.payload == """
        --- a/a b.yaml\t
        +++ b/a b.yaml\t
        @@ -1,2 +1,2 @@
        -logs: # where to
        -  level: info
        +log: # where to
        +  level: debug

        """)
    #expect(diff.header["changed"] == "true")
    let matter = "---\nlogs: {level: 1}\n---\n# Text\n"
    let front = try reply(
      Self.request("edit file-name=a.md", ["steps": "delete /logs/level", "": matter]))
    #expect(front.payload == "---\nlogs: {}\n---\n# Text\n")
  }

  /// Steps pass over what is not there, and options do not.
  @Test func doesStepsOnceIfTheRequestSaysSo() throws {
    let missing = Self.request("edit", ["steps": "delete /none", "": Self.text])
    let warned = try reply(missing)
    #expect(
      warned.payload == Self.text && warned.diagnostics.contains("the step has found nothing"))
    let failed = try reply(
      Self.request("edit once=true", ["steps": "\ndelete /none", "": Self.text]))
    #expect(failed.header["kind"] == "input" && failed.header["step"] == "steps:2: delete /none")
    let inserted = Self.request("edit", ["steps": "insert /l/0 x", "": "l: [a]\n"])
    #expect(try reply(inserted).header["step"] == nil)
    #expect(try reply(inserted).header["line"] == "1")
    let once = inserted.replacing("edit", with: "edit once=true")
    #expect(try reply(once).payload == "l: [x, a]\n")
    let twice = Self.request(
      "edit once=true", ["steps": "append /l a\nappend /l a\n", "": "l: [a]\n"])
    #expect(try reply(twice).payload == "l: [a, a, a]\n")
    #expect(try reply(twice.replacing(" once=true", with: "")).payload == "l: [a]\n")
  }

  @Test func namesTheStepAndThePlaceOfAnError() throws {
    let test = Self.request(
      "edit", ["steps": "# first\ntest /logs/level debug\nset /a 1", "": Self.text])
    let header = try reply(test).header
    #expect(header["step"] == "steps:2: test /logs/level debug")
    #expect(header["path"] == "/logs/level" || header["line"] == "2")
    #expect(header["part"] == nil)
    let mistake = try reply(Self.request("edit", ["steps": "\n renam /a b\n", "": Self.text]))
      .header
    #expect([mistake["kind"], mistake["part"], mistake["line"]] == ["input", "steps", "2"])
    let invalid = try reply(Self.request("edit", ["steps": "set /a 1", "": "a: [\n"])).header
    #expect(invalid["part"] == nil && invalid["line"] != nil && invalid["step"] == nil)
  }

  @Test(arguments: [
    ("get path=/a/0", "a: [x, 1]\n", "x\n"),
    ("get path=/a%0A/a/1", "a: [x, 1]\n", "[\"x\",1]\n1\n"),
    ("get path=", "1\n", "1\n"), ("get path=.a", "{\"a\": 1}", "1\n"),
    ("get paths=true", "a: [x]\n", "/a/0\t\"x\"\n"),
    ("get keys=true path=", "a: 1\nb: 2\n", "a\nb\n"),
    ("get null=true path=.a", "a: \"x\\n\"\n", "x\n\0"),
    ("get default=%20 path=/b", "a: 1\n", " \n"),
    ("get to=yaml path=/a", "{\"a\": {\"b\": 1}}", "b: 1\n"),
    ("get rows=true path=.%5B%5D%0A.n", "[{\"n\": 1}, {\"n\": 2}]", "1\n2\n"),
    ("get file-name=a.md path=/t", "---\nt: 1\n---\n", "1\n"),
    ("get file-name=a.csv path=/n", "n\n1\n", "1\n"),
    ("get from=yaml document=2 path=", "1\n---\n2\n", "2\n"),
  ])
  func printsValues(header: String, document: String, printed: String) throws {
    let reply = try reply(ServiceTests.request(header, document))
    #expect(reply.header.word == "ok" && reply.payload == printed, "\(reply.payload)")
  }

  @Test func reportsValuesThatAreMissing() throws {
    let missing = try reply(ServiceTests.request("get path=/a%0A/b%0A/c", "a: 1\n"))
    #expect(missing.header["kind"] == "missing" && missing.payload.contains("/b"))
    #expect(missing.diagnostics.contains("/c"))
  }

  @Test func comparesAndMerges() throws {
    let same = try reply(Self.request("diff", ["old": "{\"a\": 1.0}", "": "a: 1\n"]))
    #expect(same.header["differs"] == "false" && same.payload == "")
    let patch = try reply(
      Self.request("diff format=patch", ["old": "{\"a\": 1}", "": "{\"a\": 2}"]))
    #expect(patch.header["differs"] == "true" && patch.payload.contains("\"replace\""))
    let keyed = try reply(
      Self.request(
        "diff key=/a=id%0A/b=no ignore=/c",
        [
          "old": "{a: [{id: 1, x: 1}], b: [{no: 1, x: 1}], c: 1}",
          "": "{b: [{no: 1, x: 2}], a: [{x: 3, id: 1}]}",
        ]))
    #expect(keyed.payload == "~ /b/0/x: 1 -> 2\n~ /a/0/x: 1 -> 3\n")
    let bad = try reply(Self.request("diff", ["old": "{\"a\": ]", "": "{}"])).header
    #expect([bad["kind"], bad["part"], bad["column"]] == ["input", "old", "7"])
    let texts: KeyValuePairs = ["base": "a: 1\nb: 2\n", "ours": "a: 5\nb: 2\n", "": "a: 1\nb: 3\n"]
    let merged = try reply(Self.request("merge", texts))
    #expect(merged.payload == "a: 5\nb: 3\n" && merged.header["conflicts"] == "false")
    let sides: KeyValuePairs = ["base": "a: 1\n", "ours": "a: 5\n", "": "a: 3\n"]
    let conflict = try reply(Self.request("merge", sides))
    #expect(conflict.payload.hasPrefix("<<<<<<<") && conflict.header["conflicts"] == "true")
    #expect(try reply(Self.request("merge winner=theirs", sides)).payload == "a: 3\n")
  }

  @Test func checksBySchema() throws {
    let schema =
      ##"{"properties": {"a": {"type": "string"}, "b": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"minimum": 5}}}"##
    #expect(
      try reply(Self.request("check", ["schema": schema, "": "a: x\nb: 5\n"])).header.word == "ok")
    let found = try reply(
      Self.request("check", ["schema": schema, "": "a: x\nb: 4\na2: 1\n---\na: 1\n"]))
    #expect(found.header["kind"] == "input" && found.header["path"] == "/b")
    #expect(found.header["line"] == "2" && found.header["schema-place"] != nil)
    #expect(found.diagnostics.split(separator: "\n").count == 1)
    let bad = try reply(Self.request("check", ["schema": "{\"type\": 1}", "": "1"])).header
    #expect([bad["kind"], bad["part"]] == ["input", "schema"])
    let draft = try reply(ServiceTests.request("check schema-draft=7", "1"))
    #expect(draft.header["kind"] == "usage" && draft.payload.contains("'schema'"))
  }

  @Test func tellsWhatItAnswers() throws {
    let hello = try reply("hello\n").header
    #expect(hello["requests"]?.split(separator: ",").map(String.init) == ServiceAnswer.words)
    #expect(hello["protocol"] == "1")
  }

  // MARK: Bad requests

  @Test(arguments: [
    "edit bytes=1\n1", "edit steps=-1 bytes=1\n1", "edit steps=2 bytes=1\n1",
    "edit steps= bytes=0\n",
    "edit steps=1e0 bytes=1\n1", "edit steps=99999999999999999999 bytes=1\n1",
    "edit steps=999999999999999999 bytes=1\n1", "edit steps=0 steps=0 bytes=1\n1",
    "diff bytes=1\n1", "diff old=2 bytes=1\n1", "merge base=1 bytes=1\n1",
    "merge ours=0 bytes=1\n1",
    "merge base=1 ours=1 bytes=1\n1", "check schema=2 bytes=1\n1", "convert schema=1 bytes=1\n1",
    "get bytes=1\n1", "get path=%2F%5B bytes=1\n1", "get old=0 path= bytes=1\n1",
    "get path= with-filename=true bytes=1\n1", "get path= indent=2 bytes=1\n1",
    "get path= keys=true length=true bytes=1\n1", "get path= keys=1 bytes=1\n1",
    "get path= max-depth=2000 bytes=1\n1", "edit steps=0 once=yes bytes=1\n1",
    "edit steps=0 diff=yes bytes=1\n1", "edit steps=0 in-place=true bytes=1\n1",
    "edit steps=0 output=x bytes=1\n1", "edit steps=0 report=- bytes=1\n1",
    "edit steps=0 set=/a bytes=1\n1", "edit steps=0 delete=/a bytes=1\n1",
    "edit steps=0 check=true bytes=1\n1", "edit steps=0 schema=x bytes=1\n1",
    "edit steps=0 aliases=keep value=x bytes=1\n1", "diff old=0 format=x bytes=1\n1",
    "diff old=0 ignore=%2F%5Ba=1%5D bytes=1\n1",
    "diff old=0 order=none order=all bytes=1\n1",
    "merge base=0 ours=0 winner=base bytes=1\n1", "merge base=0 ours=0 solve=true bytes=1\n1",
    "merge base=0 ours=0 file-name=x bytes=1\n1", "check schema-dir=. bytes=1\n1",
    "edit steps=0 from=env bytes=4\na\n1\n",
    "diff old=1 format=patch from=yaml bytes=9\n11\n---\n2\n",
  ])
  func areUsageErrors(request: String) throws {
    let reply = try reply(request)
    #expect(reply.header["kind"] == "usage", "\(request): \(reply.payload)")
  }

  @Test func refusesStepsThatAreNoText() throws {
    let bytes = Array("edit steps=1 bytes=2\n".utf8) + [0xFF, 0x31] + Array("ping\n".utf8)
    let destination = MemoryDestination()
    let answer = ServiceAnswer(registry: .standard, type: nil, limits: ServiceLimits())
    try Service(answer).run(from: .bytes(bytes), to: destination)
    let replies = try #require(ServedReply.all(in: destination.bytes))
    #expect(replies.count == 2 && replies[0].header.hasPrefix("error kind=input part=steps"))
  }

  private static let deep = String(repeating: "[", count: 990) + String(repeating: "]", count: 990)

  static let work: [String] = [
    request("edit from=json", ["steps": "append \"\" 1\n", "": deep]),
    request("get from=json path=/0", ["": deep]),
    request("diff from=json", ["old": deep, "": deep]),
    request("merge from=json", ["base": deep, "ours": deep, "": deep]),
    request("check from=json", ["schema": "{}", "": deep]),
  ]

  @Test(arguments: work) func hasTheLimitsOfTheService(request: String) throws {
    #expect(try reply(request).header.word == "ok")
    let shallow = try reply(request, "--max-depth", "900").header
    // What cannot be read is merged by lines.
    #expect(shallow["kind"] == "input" || request.hasPrefix("merge"))
    #expect(try reply(request, "--timeout", "1e-9").header["kind"] == "timeout")
    #expect(try reply(request, "--max-payload", "10").header["kind"] == "size")
  }

  @Test func countsTheNodesOfAliases() throws {
    let aliases = "a: &a [1, 2, 3]\nb: [*a, *a]\n"
    for request in [
      ServiceTests.request("get path=/b", aliases),
      Self.request("diff", ["old": "1", "": aliases]),
      Self.request("edit aliases=keep", ["steps": "set /b/0/0 5\nset /b/1/0 6\n", "": aliases]),
    ] {
      #expect(try reply(request).header.word == "ok")
      let few = try reply(request, "--max-alias-nodes", "3").header
      #expect(few["kind"] == "input" || request.hasPrefix("edit"), "\(request)")
    }
  }

  // MARK: Files

  /// No request reads a file, looks for one, or starts a program, whatever is in the current folder.
  @Test func opensNoFile() throws {
    let path = FileManager.default.currentDirectoryPath
    let documents = ["{\"a\": 1}", "{{ template }}\n"]
    var requests = ""
    for step in [
      "set /a @secret.json", "set /a @./secret.json", "merge secret.json",
      "add-missing secret.json", "sync secret.json",
      "patch secret.json", "set-data /a @secret.json", "set-date /b @secret.json", "set /a @-",
      "merge -",
      "merge steps", "set /a @\(path)/secret.json",
    ] {
      for fields in ["", " once=true", " file-name=secret.json", " once=true file-name=folder"] {
        requests += Self.request("edit" + fields, ["steps": step, "": documents[0]])
      }
    }
    for name in ["secret.json", "folder", "-", "*.json", "old", "/a", "folder/.."] {
      requests += ServiceTests.request("get path=/a file-name=\(name)", documents[0])
      requests += ServiceTests.request("get path=\(name)", documents[0])
      requests += ServiceTests.request("get path=/a%0A\(name)", documents[0])
      requests += Self.request(
        "edit diff=true file-name=\(name)", ["steps": "set /a 2", "": documents[0]])
      for document in documents {
        requests += Self.request("diff", ["old": documents[0], "": document])
        requests += Self.request(
          "merge", ["base": document, "ours": document + "\n# x", "": document + "\n# y"])
      }
      requests += Self.request("check", ["schema": "{\"$ref\": \"\(name)\"}", "": documents[0]])
      requests += Self.request(
        "check", ["schema": "{\"$ref\": \"file:\(name)#/x\"}", "": documents[0]])
      requests += ServiceTests.request("check", "{\"$schema\": \"\(name)\", \"a\": 1}")
    }
    func serve(_ fill: (Scratch) throws -> Void) throws -> String {
      let scratch = try Scratch()
      try fill(scratch)
      let before = try scratch.names
      let answers = try Scratch()
      try answers.write(requests, to: "requests")
      let outcome = try scratch.shell(
        "export HOME=\"$PWD\"; decant serve --sandbox never <\(answers.path)/requests")
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(try scratch.names == before)
      return outcome.output
    }
    let expected = try serve { _ in }
    #expect((ServedReply.all(in: Array(expected.utf8))?.count ?? 0) > 100)
    let names = [
      "secret.json", "folder", "-", "old", "new", "base", "ours", "theirs", "steps", "schema",
    ]
    let files = try serve { scratch in
      for name in names { try scratch.write("{\"a\": \"SECRET\", \"x\": false}\n", to: name) }
      try scratch.write("[merge]\nconflictStyle = diff3\n", to: ".gitconfig")
    }
    #expect(files == expected && !files.contains("SECRET"))
    let folders = try serve { scratch in
      for name in names {
        _ = try scratch.shell(
          "mkdir -- '\(name)' && echo '{\"a\": \"SECRET\"}' >'./\(name)/a.json'")
      }
    }
    #expect(folders == expected)
  }
}
