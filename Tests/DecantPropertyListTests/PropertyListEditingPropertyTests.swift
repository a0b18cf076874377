import DecantTestSupport
import Testing
import Decant

/// The properties that edits of property lists have in common with those of other formats.
@Suite struct PropertyListEditingPropertyTests {
  @Test(arguments: [EditedNotation.xml, .openStep], 0..<300 as Range<UInt64>)
  func editsWhatIsToBeEdited(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.editsWhatIsToBeEdited(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep], 0..<200 as Range<UInt64>)
  func keepsAllOtherBytes(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.keepsAllOtherBytes(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep], 0..<250 as Range<UInt64>)
  func editsAllAtOnce(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.editsAllAtOnce(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep], 0..<120 as Range<UInt64>)
  func editsAsWithoutThinning(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.editsAsWithoutThinning(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep], 0..<60 as Range<UInt64>)
  func addsAndRemoves(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.addsAndRemoves(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep], 0..<150 as Range<UInt64>)
  func reachesAnyValue(notation: EditedNotation, seed: UInt64) throws {
    try EditingProperties.reachesAnyValue(notation, seed: seed)
  }

  @Test(arguments: [EditedNotation.xml, .openStep])
  func keepsEachCommentAtItsNode(notation: EditedNotation) throws {
    try EditingProperties.keepsEachCommentAtItsNode(notation)
  }

  @Test(arguments: [EditedNotation.xml, .openStep])
  func removesAllComments(notation: EditedNotation) throws {
    try EditingProperties.removesAllComments(notation)
  }

  @Test(arguments: [EditedNotation.xml, .openStep])
  func editsAsValuesAreEdited(notation: EditedNotation) throws {
    try EditingProperties.editsAsValuesAreEdited(notation)
  }

  @Test(arguments: EditedFormats.propertyLists) func editsOneOfTwoTwins(format: Format) throws {
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test(arguments: [Format.xmlPropertyList, .binaryPropertyList, .openStepPropertyList])
  func editsTheKeyThatIsMeant(format: Format) throws {
    try EditingProperties.editsTheKeyThatIsMeant(format)
  }

  @Test func succeedsOrIsRefused() {
    EditingProperties.succeedsOrIsRefused(
      of: ["a", "\"b\"", "=", ";", " ", "\n", "{", "}", "(", ")", "/*c*/", "<ab>"], count: 4,
      as: .openStepPropertyList)
  }
}
