import Testing

@testable import DecantCLI

@Suite struct MessageHeaderTests {
  @Test(arguments: [
    ("ping", "ping", []),
    ("convert id=7 from=yaml bytes=14", "convert", ["id=7", "from=yaml", "bytes=14"]),
    ("convert at=/a%20b%25/c", "convert", ["at=/a b%/c"]),
    ("ok id=%c3%A8", "ok", ["id=è"]), ("ok id=", "ok", ["id="]), ("ok a=b=c", "ok", ["a=b=c"]),
  ])
  func readsALine(line: String, word: String, fields: [String]) throws {
    let header = try MessageHeader(line: line.utf8)
    #expect(header.word == word)
    #expect(header.fields.map { "\($0.name)=\($0.value)" } == fields)
  }

  @Test(arguments: [
    "", " ", " ping", "ping ", "ping  id=1", "ping id", "Ping", "ping ID=1", "{\"a\":1}",
    "ping\tid=1",
    "ping id=a\tb", "ping id=%", "ping id=%4", "ping id=%4g", "ping id=%ff", "ping id=é", "a1",
    "ping =1", "ping id=\0",
  ])
  func refusesWhatIsNotAHeader(line: String) {
    #expect(throws: FramingError.notAHeader) { try MessageHeader(line: line.utf8) }
  }

  @Test func refusesAFieldThatStandsTwice() {
    #expect(throws: FramingError.repeatedField("id")) {
      try MessageHeader(line: "ping id=1 id=1".utf8)
    }
  }

  @Test(arguments: ["", "a", "a b", "100%", "\u{0}\n\r\u{7F}", "ü😀", "=", "%41"])
  func readsWhatItWrites(value: String) throws {
    var header = MessageHeader("ok")
    header.add("id", value)
    header.add("count", 5)
    let line = header.line
    #expect(line.hasSuffix("\n") && line.utf8.dropLast().allSatisfy { 0x20...0x7E ~= $0 })
    #expect(try MessageHeader(line: line.utf8.dropLast()) == header)
  }
}
