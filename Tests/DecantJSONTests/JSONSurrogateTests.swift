import DecantTestSupport
import Testing
import Decant

/// Lone surrogates, which Unicode text cannot represent, between dialects of JSON.
struct JSONSurrogateTests {
  private func tagged(_ source: String, from format: Format, ascii: Bool = false) throws -> String {
    var plan = Plan.compact(.jsonLines)
    plan.fidelity = .tagged
    plan.writing.ascii = ascii
    return String(decoding: try convert(Array(source.utf8), from: format, by: plan), as: UTF8.self)
  }

  @Test(
    "A string with a lone surrogate is written in the one shortest spelling",
    arguments: [
      (#""\ud800""#, #""\ud800""#),
      (#""\uD800\uDC00\uD800""#, #""\#u{10000}\ud800""#),
      (#""\uDFFF\uD800""#, #""\udfff\ud800""#),
      (#""\u0041\uDBFF\/""#, #""A\udbff/""#),
      (#""\ud800\u0022\u005c\u000A\u0001""#, #""\ud800\"\\\n\u0001""#),
      (#""\ud800\u00e9é😀""#, #""\ud800éé😀""#),
      (#""\ud800\ud83d\ude00\udc00""#, #""\ud800😀\udc00""#),
      (#""\ud7ff\ue000\ud800""#, #""\#u{D7FF}\#u{E000}\ud800""#),
    ])
  func spelling(source: String, written: String) throws {
    #expect(try tagged(source, from: .json) == written + "\n")
  }

  @Test(
    "Notations that only JSON5 has are not part of it",
    arguments: [
      (#"'\ud800"'"#, #""\ud800\"""#),
      (#"'\ud800\x41\v\0\''"#, #""\ud800A\u000b\u0000'""#),
      ("'\\ud800\ta\\\nb'", #""\ud800\tab""#),
    ])
  func json5(source: String, written: String) throws {
    #expect(try tagged(source, from: .json5) == written + "\n")
  }

  @Test("In ASCII the characters beside it are escaped too")
  func ascii() throws {
    let written = try tagged(#"["\ud800é\"","\ud800"]"#, from: .json, ascii: true)
    #expect(written == #"["\ud800\u00e9\"","\ud800"]"# + "\n")
  }

  @Test("A key with a lone surrogate is not the key that reads like its escape")
  func keys() throws {
    let source = #"{"\ud800":1,"\\ud800":2}"#
    #expect(try tagged(source, from: .json) == source + "\n")
  }

  @Test("Two spellings of a key with a lone surrogate are one key")
  func sameKeys() throws {
    #expect(throws: DecantError.self) {
      try tagged(#"{"\ud800/":1,"\uD800\/":2}"#, from: .json)
    }
  }
}
