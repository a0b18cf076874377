import DecantTestSupport
import Testing
import Decant

/// The properties that edits of CBOR and MessagePack have in common with those of other formats.
@Suite struct BinaryFormatEditingTests {
  static let notations = [
    EnteredNotation(.cbor, reader: .cbor2Values),
    EnteredNotation(.messagePack, reader: .msgpackValues),
  ]

  @Test(arguments: notations) func staysText(notation: EnteredNotation) throws {
    try EditingProperties.staysText(notation)
  }

  @Test(arguments: notations) func readsValuesInNewPlaces(notation: EnteredNotation) throws {
    try EditingProperties.readsValuesInNewPlaces(notation)
  }

  /// A binary document is written as a whole.
  @Test func countsOffsetsOfDates() throws {
    let date = "2026-01-01T12:00:00+02:00"
    let document =
      [0xA1, 0x61, 0x78, 0xA1, 0x61, 0x64, 0x81, 0xC0, 0x78, 0x19] + Array(date.utf8)
    var editor = try DocumentEditor(document, as: .cbor)
    editor.losses = Losses()
    try editor.apply(.set(DocumentPointer(tokens: ["n"]), Document(1)))
    #expect(editor.losses?.counts == [.dateOffset: 1])
  }

  @Test func hasNoComments() throws {
    try expectNoPlaceForAComment(
      (["a": 1] as Value).encoded(as: .cbor), as: .cbor, "comment /a c")
  }

  @Test(arguments: EditedFormats.binary) func editsOneOfTwoTwins(format: Format) throws {
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test(arguments: [Format.cbor, .messagePack])
  func editsTheKeyThatIsMeant(format: Format) throws {
    try EditingProperties.editsTheKeyThatIsMeant(format)
  }
}
