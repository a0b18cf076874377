import DecantTestSupport
import Testing
import Decant

/// The properties that edits of YAML have in common with those of other formats.
@Suite struct YAMLEditingPropertyTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func editsWhatIsToBeEdited(seed: UInt64) throws {
    try EditingProperties.editsWhatIsToBeEdited(.yaml, seed: seed)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func keepsAllOtherBytes(seed: UInt64) throws {
    try EditingProperties.keepsAllOtherBytes(.yaml, seed: seed)
  }

  @Test(arguments: 0..<250 as Range<UInt64>) func editsAllAtOnce(seed: UInt64) throws {
    try EditingProperties.editsAllAtOnce(.yaml, seed: seed)
  }

  @Test(arguments: 0..<120 as Range<UInt64>) func editsAsWithoutThinning(seed: UInt64) throws {
    try EditingProperties.editsAsWithoutThinning(.yaml, seed: seed)
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func addsAndRemoves(seed: UInt64) throws {
    try EditingProperties.addsAndRemoves(.yaml, seed: seed)
  }

  @Test(arguments: 0..<150 as Range<UInt64>) func reachesAnyValue(seed: UInt64) throws {
    try EditingProperties.reachesAnyValue(.yaml, seed: seed)
  }

  @Test func keepsEachCommentAtItsNode() throws {
    try EditingProperties.keepsEachCommentAtItsNode(.yaml)
  }

  @Test func removesAllComments() throws { try EditingProperties.removesAllComments(.yaml) }

  @Test func editsAsValuesAreEdited() throws { try EditingProperties.editsAsValuesAreEdited(.yaml) }

  @Test(arguments: EditedFormats.yaml) func editsOneOfTwoTwins(format: Format) throws {
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test func editsTheKeyThatIsMeant() throws {
    try EditingProperties.editsTheKeyThatIsMeant(.yaml)
  }

  static let tokens: [([String], Int)] = [
    (["a", "'b'", ": ", "- ", "\n", "  ", "!t ", "&x ", "*x ", "[", "]", "{", "}", ","], 3),
    (["a", ":", ": ", "- ", "\n", "  ", " #c\n", "|\n", "---", "[ ]", "{ }"], 4),
  ]

  @Test(arguments: tokens.indices) func succeedsOrIsRefused(index: Int) {
    let (tokens, count) = Self.tokens[index]
    EditingProperties.succeedsOrIsRefused(of: tokens, count: count, as: .yaml)
  }
}
