import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

@Suite struct ExcerptTests {
  private func failure(of source: String) throws -> DecantError {
    let error = #expect(throws: DecantError.self) {
      try Transcoder(from: .json, to: .json)
        .run(from: .text(source), named: "x", to: MemoryDestination())
    }
    return try #require(error)
  }

  @Test(arguments: [
    ("[1,\n 2, x]\n", " 2, x]", 4),
    ("x", "x", 0),
    ("[1", "[1", 0),
    ("[\"é😀\", x]", "[\"é😀\", x]", 7),
    ("[1,\r\n\tx,\r\n2]", "\tx,", 1),
    ("[\n\n", "[", 0),
    ("[1, 2,\n  3", "[1, 2,", 0),
    ("\u{FEFF}[x]", "[x]", 1),
  ])
  func showsTheLineAndTheCaret(source: String, text: String, caret: Int) throws {
    #expect(try failure(of: source).excerpt == .init(text: text, caret: caret))
  }

  @Test(arguments: ["x", "é", "€", "😀"]) func cutsLongLinesBetweenScalars(filling: String) throws {
    for count in 100...130 {
      let long = String(repeating: filling, count: count)
      let excerpt = try #require(try failure(of: "[\"\(long)\", ?, \"\(long)\"]").excerpt)
      let scalars = Array(excerpt.text.unicodeScalars)
      #expect(scalars[excerpt.caret] == "?")
      #expect(!scalars.contains("\u{FFFD}"))
      #expect(excerpt.text.utf8.count <= 240)
      let line = "[\"\(long)\", ?, \"\(long)\"]"
      #expect(line.contains(excerpt.text))
    }
  }

  /// At the end of the input, the line has left the window.
  @Test func showsTheLineHoweverTheInputCameIn() throws {
    for source in ["[1, 2", "[\n  {\"a\": 1, \"é\": 😀", "{\"a\": [1, 2}"] {
      let whole = try failure(of: source)
      for size in [1, 2, 3, 5] {
        let error = #expect(throws: DecantError.self) {
          try Transcoder(from: .json, to: .json).run(
            from: ChunkedSource(Array(source.utf8), sizes: [size]), named: "x",
            to: MemoryDestination())
        }
        #expect(error?.excerpt?.caret == whole.excerpt?.caret)
        #expect(error?.position == whole.position)
      }
    }
    let error = try failure(of: "\u{FEFF}[x]")
    #expect(error.position == .init(offset: 4, line: 1, column: 2))
  }

  @Test func placesAreRightFarInto() throws {
    let lines = (1...20_000).map { "{\"line\":\($0),\"text\":\"é€😀\"}," }
    let error = try failure(of: "[\n" + lines.joined(separator: "\n") + "\n  oops]")
    #expect(error.position?.line == 20_002)
    #expect(error.position?.column == 3)
    #expect(error.excerpt == .init(text: "  oops]", caret: 2))
    #expect(error.path?.description == "/20000")
  }
}
