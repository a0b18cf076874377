/// The cases of yaml-test-suite that the fast lane leaves to libyaml 0.2.5, which fails them.
enum YAMLTestSuiteExceptions {
  enum Reason {
    /// After a question mark in brackets, the key includes what follows, even a colon.
    case explicitKeysInBracketsEndLate
    case aliasesEndBeforeColons
    /// Some tabs are refused as separators, and some accepted as indentation.
    case tabsAreTakenForIndentation
    /// Only `%YAML 1.1`, `%YAML 1.2` and `%TAG` are accepted, with any text after them.
    case directivesAreThoseOfYAML11
    /// `...` is not required before directives after a document.
    case directivesFollowDocuments
    case commentsNeedNoSpaceBeforeThem
    case indentationOfQuotedAndBlockTextIsNotChecked
    case dashesInBracketsAreText
    /// Trailing spaces at the end of the input are read as a line.
    case spacesAtTheEndAreALine
  }

  static let all: [String: Reason] = Dictionary(
    uniqueKeysWithValues: names.flatMap { reason, names in
      names.split(separator: " ").map { (String($0), reason) }
    })

  private static let names: [(Reason, String)] = [
    (.explicitKeysInBracketsEndLate, "FRK4"),
    (.aliasesEndBeforeColons, "2SXE W5VH"),
    (.tabsAreTakenForIndentation, "6CA3 DK95/00 DK95/01 Q5MG R4YG Y79Y/003"),
    (.directivesAreThoseOfYAML11, "2LFX 6LVF BEC7 MUS6/00 MUS6/01 MUS6/05 MUS6/06"),
    (.directivesFollowDocuments, "9HCY EB22 RHX7"),
    (.commentsNeedNoSpaceBeforeThem, "9JBA CVW2 SU5Z X4QW"),
    (.indentationOfQuotedAndBlockTextIsNotChecked, "9C9N QB6E S98Z"),
    (.dashesInBracketsAreText, "G5U8 YJV2"),
    (.spacesAtTheEndAreALine, "JEF9/02 L24T/01"),
  ]
}
