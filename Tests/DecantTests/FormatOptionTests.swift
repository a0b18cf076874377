import Decant
import DecantCore
import Testing

private struct Separator: FormatOptions {
  var byte = UInt8(ascii: ",")
}

private enum Quotes: String, CaseIterable {
  case needed, always, never
}

@Suite struct FormatOptionTests {
  private let both = FormatOption(
    "csv-separator", "CHARACTER", accepting: "one ASCII character", "separate fields by CHARACTER",
    parsing: { $0.utf8.count == 1 ? $0.utf8.first : nil },
    reading: { $1[Separator.self].byte = $0 }, writing: { $1[Separator.self].byte = $0 })

  private let choice = FormatOption(
    "csv-quotes", "WHEN", Quotes.self, default: .needed, "quote fields",
    writing: { $1.ascii = $0 == .always })

  private let switchOption = FormatOption(
    "csv-ascii", "escape", writing: { $0.ascii = true })

  @Test func aParsedValueAffectsReadingAndWriting() {
    var reading = ReadingOptions()
    var writing = WritingOptions()
    both.apply(";", to: &reading)
    both.apply("|", to: &writing)
    #expect(reading[Separator.self].byte == UInt8(ascii: ";"))
    #expect(writing[Separator.self].byte == UInt8(ascii: "|"))
    #expect(both.isForReading && both.isForWriting)
    #expect(!both.accepts("") && !both.accepts("ab") && !both.accepts("é"))
    #expect(both.choices.isEmpty && both.acceptedValues == "one ASCII character")
  }

  @Test func aChoiceListsItsValues() {
    #expect(choice.choices == ["needed", "always", "never"])
    #expect(choice.acceptedValues == "needed, always or never")
    #expect(choice.defaultChoice == "needed")
    #expect(choice.accepts("always") && !choice.accepts("Always"))
    #expect(!choice.isForReading && choice.isForWriting)
  }

  @Test func anOptionForWritingDoesNotAffectReading() {
    var reading = ReadingOptions()
    var writing = WritingOptions()
    choice.apply("always", to: &reading)
    #expect(!writing.ascii)
    switchOption.apply("", to: &writing)
    #expect(writing.ascii && switchOption.valueName == nil && !switchOption.accepts("yes"))
    choice.apply("never", to: &writing)
    #expect(!writing.ascii)
  }
}
