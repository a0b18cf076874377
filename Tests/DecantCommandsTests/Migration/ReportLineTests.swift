import Decant
import Foundation
import Testing

@testable import DecantCommands

@Suite struct ReportLineTests {
  private func object(_ outcome: MigrationOutcome) throws -> [String: Any] {
    let text = ReportLine(outcome).text
    #expect(text.hasSuffix("}\n") && text.filter(\.isNewline).count == 1)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func tellsOfAConversion() throws {
    var outcome = MigrationOutcome(.converted, "a \"b\"\n\u{1}.plist")
    outcome.target = "a.yaml"
    outcome.from = "xml1"
    outcome.to = "yaml"
    outcome.bytes = 12
    outcome.written = 7
    outcome.isRemoved = true
    let losses = Losses()
    losses.count(.null, at: DocumentPath([.key("a")]))
    losses.count(.null, at: DocumentPath([.key("b")]))
    outcome.losses = losses.entries
    let object = try object(outcome)
    #expect(object["source"] as? String == "a \"b\"\n\u{1}.plist")
    #expect(object["target"] as? String == "a.yaml")
    #expect(object["from"] as? String == "xml1")
    #expect(object["to"] as? String == "yaml")
    #expect(object["bytes"] as? Int == 12)
    #expect(object["written"] as? Int == 7)
    #expect(object["outcome"] as? String == "converted")
    #expect(object["reason"] as? String == "2 nulls were dropped (first at /a)")
    #expect(object["line"] is NSNull)
    #expect(object["removed"] as? Bool == true)
  }

  @Test func tellsWhereAFailureIs() throws {
    let error = #expect(throws: DecantError.self) {
      try Document(parsing: "{\"a\": 1,\n  \"a\": 2}", as: .json)
    }
    let object = try object(MigrationOutcome(.converted, "a.json").failed(try #require(error)))
    #expect(object["outcome"] as? String == "failed")
    #expect(object["reason"] as? String == "duplicate key 'a' at /a")
    #expect(object["line"] as? Int == 2)
    #expect(object["column"] as? Int == 3)
    #expect(object["target"] is NSNull && object["written"] is NSNull)
    #expect(object.count == 11)
  }

  @Test(arguments: [
    (1, 0, 0, 0, false, "1 file converted, 0 skipped, 0 failed"),
    (3, 1, 2, 0, false, "3 files converted, 1 skipped, 2 failed"),
    (0, 0, 1, 9, false, "0 files converted, 0 skipped, 1 failed, 9 left undone"),
    (2, 1, 0, 0, true, "2 files would be converted, 1 skipped, 0 failed"),
  ])
  func sumsUp(
    converted: Int, skipped: Int, failed: Int, undone: Int, isDryRun: Bool, text: String
  ) {
    let summary = MigrationSummary(
      converted: converted, skipped: skipped, failed: failed, undone: undone, isDryRun: isDryRun)
    #expect(summary.text == text)
  }
}
