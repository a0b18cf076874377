import Decant
import Testing

@testable import DecantCLI

@Suite struct WordingTests {
  static let all: [DecantError.Problem] = [
    .unexpectedEnd(expected: .value), .unexpectedEndOfLine(expected: .value),
    .unexpected(.end, expected: .recordSeparator),
    .unexpected(.scalar("\u{FEFF}"), expected: .colon),
    .unexpected(.scalar("\n"), expected: .hexDigits(4)),
    .mismatchedBracket(found: 0x5D, expected: 0x7D), .unterminatedString, .unterminatedComment,
    .controlCharacter(0), .controlCharacter(10), .invalidEscape(.end), .invalidEscape(.scalar("q")),
    .loneSurrogate(0xD800), .invalidNumber(.followedBy("x")),
    .invalidNumber(.tooManyDigits(limit: 9)), .invalidEncoding(.utf16),
    .unknownWord("tru", suggestion: "true"), .duplicateKey("a\nb"), .tooDeep(limit: 3), .tooLong,
    .recordTooLong(limit: 9),
    .trailingContent(.scalar("{")), .emptyInput, .notRepresentable(.null, target: "xml1"),
    .degraded(.date, target: "json"), .collidingKeys("1"), .malformedTaggedForm("$date"),
    .nothingAtPointer("/a"), .notASequence, .manyDocuments(target: "xml1"), .malformedEvents("x"),
    .system(.open, code: 2), .system(.create, code: 13), .system(.replace, code: 1),
    .system(.read, code: 5), .system(.write, code: 28), .system(.inspect, code: 2),
    .unknownFormat("jsn", suggestion: "json"), .unrecognisedContent,
    .unsupported(.read, format: "x"), .unsupported(.write, format: "x"), .notARegularFile,
    .migration(.differs), .migration(.unreadable("the input is empty")), .migration(.changed),
    .migration(.targetDiffers("a\nb")), .migration(.targetTaken("a\nb", by: "c\nd")),
    .migration(.ownTarget), .migration(.linkInPlace), .migration(.nameIsNoText),
    .migration(.noMatch), .migration(.stopped), .system(.remove, code: 13),
    .other("anything\nat all", hint: nil),
  ]

  @Test(arguments: all)
  func saysItInOneLine(problem: DecantError.Problem) {
    let error = DecantError(problem)
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains { $0.isNewline })
    #expect(error.message.last != ".")
    #expect(error.message.first?.isUppercase == false)
    #expect(error.description == error.message)
    if let hint = error.commandHint {
      #expect(!hint.contains { $0.isNewline })
      #expect(hint.last != ".")
      #expect(hint.first?.isUppercase == false)
    }
  }

  @Test func saysWhere() {
    var error = DecantError(
      .duplicateKey("a"), path: DocumentPath([.key("x/y"), .index(3), .key("a")]))
    #expect(error.description == "duplicate key 'a' at /x~1y/3/a")
    error.source = "data.json"
    #expect(error.description == "data.json: duplicate key 'a' at /x~1y/3/a")
  }

  @Test func cutsWhatIsLong() {
    let key = String(repeating: "k", count: 10_000)
    let error = DecantError(.duplicateKey(key), path: DocumentPath([.key(key)]))
    #expect(error.message.count == 64 + 1 + "duplicate key ''".count)
    #expect(error.description.count < 400)
  }
}
