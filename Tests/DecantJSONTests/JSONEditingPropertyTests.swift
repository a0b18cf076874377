import DecantTestSupport
import Testing
import Decant

/// The properties that edits of JSON and JSON5 have in common with those of other formats.
@Suite struct JSONEditingPropertyTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func editsWhatIsToBeEdited(seed: UInt64) throws {
    try EditingProperties.editsWhatIsToBeEdited(.json5, seed: seed)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func keepsAllOtherBytes(seed: UInt64) throws {
    try EditingProperties.keepsAllOtherBytes(.json5, seed: seed)
  }

  @Test(arguments: 0..<250 as Range<UInt64>) func editsAllAtOnce(seed: UInt64) throws {
    try EditingProperties.editsAllAtOnce(.json5, seed: seed)
  }

  @Test(arguments: 0..<120 as Range<UInt64>) func editsAsWithoutThinning(seed: UInt64) throws {
    try EditingProperties.editsAsWithoutThinning(.json5, seed: seed)
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func addsAndRemoves(seed: UInt64) throws {
    try EditingProperties.addsAndRemoves(.json5, seed: seed)
  }

  @Test(arguments: 0..<150 as Range<UInt64>) func reachesAnyValue(seed: UInt64) throws {
    try EditingProperties.reachesAnyValue(.json5, seed: seed)
  }

  @Test func keepsEachCommentAtItsNode() throws {
    try EditingProperties.keepsEachCommentAtItsNode(.json5)
  }

  @Test func removesAllComments() throws { try EditingProperties.removesAllComments(.json5) }

  @Test(arguments: [EditedNotation.json, .json5])
  func editsAsValuesAreEdited(notation: EditedNotation) throws {
    try EditingProperties.editsAsValuesAreEdited(notation)
  }

  @Test(arguments: EditedFormats.json) func editsOneOfTwoTwins(format: Format) throws {
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test(arguments: [Format.json, .json5])
  func editsTheKeyThatIsMeant(format: Format) throws {
    try EditingProperties.editsTheKeyThatIsMeant(format)
  }

  @Test func succeedsOrIsRefused() {
    EditingProperties.succeedsOrIsRefused(
      of: ["a", "'b'", ":", " ", "\n", "{", "}", "[", "]", ",", "//c\n", "1"], count: 4, as: .json5)
  }
}
