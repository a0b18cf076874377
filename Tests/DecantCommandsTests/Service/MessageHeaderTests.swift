import Testing

import Decant

@testable import DecantCommands

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
    "", " ", " ping", "ping ", "ping  id=1", "ping id", "Ping", "{\"a\":1}", "ping\tid=1", "a1",
    "ping =1", "ping é=1", "ping i\td=1",
  ])
  func refusesWhatIsNotAHeader(line: String) {
    #expect(throws: FramingError.notAHeader) { try MessageHeader(line: line.utf8) }
  }

  @Test(arguments: [
    ("ping a=1 id=%", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=%4", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=%4g", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=%ff", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=é", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=a\tb", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 id=\0", "the value of 'id' is not UTF-8 in percent-encoding"),
    ("ping a=1 a=1", "the request has the field 'a' twice"),
  ])
  func notesWhatIsWrongWithAField(line: String, flaw: String) throws {
    let header = try MessageHeader(line: line.utf8)
    #expect(header.flaw == flaw)
    #expect(header["a"] == "1")
    #expect(header["id"] == nil)
  }

  @Test func refusesARepeatedLength() {
    #expect(throws: FramingError.badLength) {
      try MessageHeader(line: "convert bytes=1 bytes=1".utf8)
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
