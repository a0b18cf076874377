import DecantTestSupport
import Testing
import Decant
import DecantConversion

struct InputTests {
  @Test("Checking an input heeds what its options say of tagged forms")
  func checksTaggedForms() throws {
    let source = "{\"$null\":1}\n{\"$null\":true}\n[1\n{\"$uid\":[]}\n{\"CF$UID\":[]}\n"
    var options = ReadingOptions().adapted(to: .tagged)
    var input = try Input(.text(source), as: .jsonLines)
    let error = #expect(throws: DecantError.self) { try input.check(options) }
    #expect(error?.problem == .malformedTaggedForm("$null"))

    let reports = Losses()
    options.badRecords = .skip { _ in reports.count(.null, at: DocumentPath()) }
    input = try Input(.text(source), as: .jsonLines)
    try input.check(options)
    #expect(reports.counts == [.null: 3])

    input = try Input(.text("{\"$null\":1}"), as: .json)
    try input.check()
  }
}
