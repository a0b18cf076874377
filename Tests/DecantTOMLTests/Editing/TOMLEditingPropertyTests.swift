import DecantTestSupport
import Testing
import Decant

/// The properties that edits of TOML have in common with those of other formats.
@Suite struct TOMLEditingPropertyTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func editsWhatIsToBeEdited(seed: UInt64) throws {
    try EditingProperties.editsWhatIsToBeEdited(.toml, seed: seed)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func keepsAllOtherBytes(seed: UInt64) throws {
    try EditingProperties.keepsAllOtherBytes(.toml, seed: seed)
  }

  @Test(arguments: 0..<250 as Range<UInt64>) func editsAllAtOnce(seed: UInt64) throws {
    try EditingProperties.editsAllAtOnce(.toml, seed: seed)
  }

  @Test(arguments: 0..<250 as Range<UInt64>) func editsAsWithoutThinning(seed: UInt64) throws {
    try EditingProperties.editsAsWithoutThinning(.toml, seed: seed)
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func addsAndRemoves(seed: UInt64) throws {
    try EditingProperties.addsAndRemoves(.toml, seed: seed)
  }

  @Test(arguments: 0..<150 as Range<UInt64>) func reachesAnyValue(seed: UInt64) throws {
    try EditingProperties.reachesAnyValue(.toml, seed: seed)
  }

  @Test func keepsEachCommentAtItsNode() throws {
    try EditingProperties.keepsEachCommentAtItsNode(.toml)
  }

  @Test func removesAllComments() throws { try EditingProperties.removesAllComments(.toml) }

  @Test func editsAsValuesAreEdited() throws { try EditingProperties.editsAsValuesAreEdited(.toml) }

  @Test(arguments: EditedFormats.toml) func editsOneOfTwoTwins(format: Format) throws {
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test func editsTheKeyThatIsMeant() throws {
    try EditingProperties.editsTheKeyThatIsMeant(.toml)
  }

  @Test func succeedsOrIsRefused() {
    EditingProperties.succeedsOrIsRefused(
      of: [
        "a=1\n", "a.b=1\n", "b={a=1,c.d=2}\n", "c=[1,2]\n", "[a]\n", "[a.b]\n", "[c.a.b]\n",
        "[[a]]\n",
        "[[d.a]]\n", "#c\n", "\n", "  ",
      ], count: 4, as: .toml)
  }
}
