/// The cases of yaml-test-suite in which the fast lane leaves a document to libyaml 0.2.5, which is not right, and why.
enum YAMLTestSuiteExceptions {
  /// What libyaml does.
  enum Reason {
    /// A question mark in brackets makes what follows a key, even a colon.
    case explicitKeysInBracketsEndLate
    /// A colon ends the name of an alias.
    case aliasesEndBeforeColons
    /// A tab is refused in some places where it separates, and accepted in some where it indents.
    case tabsAreTakenForIndentation
    /// Directives other than `%YAML 1.1`, `%YAML 1.2` and `%TAG` are refused, and what follows a good one is not looked at.
    case directivesAreThoseOfYAML11
    /// Directives after a document do not need `...` before them.
    case directivesFollowDocuments
    /// A comment without a space before it is accepted.
    case commentsNeedNoSpaceBeforeThem
    /// Lines of quotes, brackets and block texts that are too far left are accepted.
    case indentationOfQuotedAndBlockTextIsNotChecked
    /// A lone dash in brackets is accepted.
    case dashesInBracketsAreText
    /// Spaces at the end of the input, without a line end, are taken for a line.
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
