/// The cases of yaml-test-suite in which libyaml 0.2.5 is not right, and why.
enum YAMLTestSuiteExceptions {
  /// What libyaml does.
  enum Reason {
    /// A colon with no key before it begins no mapping.
    case emptyKeysAreNotKnown
    /// In brackets, a colon must follow its key on the line where that began, and begins no plain text.
    case colonsInBracketsNeedTheirKeyOnTheSameLine
    /// In brackets, a question mark is an indicator whatever follows it.
    case questionMarksInBracketsAreIndicators
    /// The name of an anchor is made of ASCII letters, digits, `-` and `_`.
    case namesOfAnchorsAreWords
    /// A tab is refused in some places where it separates, and accepted in some where it indents.
    case tabsAreTakenForIndentation
    /// Directives other than `%YAML 1.1`, `%YAML 1.2` and `%TAG` are refused, and what follows a good one is not looked at.
    case directivesAreThoseOfYAML11
    /// A document after `...` needs its `---`, and directives after a document do not need the `...`.
    case documentsBeginWithAMarker
    /// A comment without a space before it is accepted.
    case commentsNeedNoSpaceBeforeThem
    /// Lines of quotes, brackets and block texts that stand too far left are accepted.
    case indentationOfQuotedAndBlockTextIsNotChecked
    /// A block text at the top of a document cannot begin in the first column.
    case blockTextIsIndented
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
    (
      .emptyKeysAreNotKnown,
      """
      2JQS 6M2F CFD4 FRK4 M2N8/00 NHX8 NKF9 S3PD SM9W/01 UKK6/00
      """
    ),
    (
      .colonsInBracketsNeedTheirKeyOnTheSameLine,
      """
      4ABK 4MUZ/00 4MUZ/01 4MUZ/02 58MP 5MUD 5T43 9SA2 DBG4 HM87/00 K3WX NJ66 UT92 \
      VJP3/01
      """
    ),
    (
      .questionMarksInBracketsAreIndicators,
      """
      652Z HM87/01
      """
    ),
    (
      .namesOfAnchorsAreWords,
      """
      2SXE 8XYN W5VH Y2GN
      """
    ),
    (
      .tabsAreTakenForIndentation,
      """
      6BCT 6CA3 A2M4 DK95/00 DK95/01 DK95/03 DK95/04 Q5MG R4YG \
      Y79Y/003 Y79Y/010
      """
    ),
    (
      .directivesAreThoseOfYAML11,
      """
      2LFX 6LVF BEC7 MUS6/00 MUS6/01 MUS6/05 MUS6/06
      """
    ),
    (
      .documentsBeginWithAMarker,
      """
      9HCY EB22 HWV9 M7A3 QT73 RHX7 W4TN
      """
    ),
    (
      .commentsNeedNoSpaceBeforeThem,
      """
      9JBA CVW2 SU5Z X4QW
      """
    ),
    (
      .indentationOfQuotedAndBlockTextIsNotChecked,
      """
      9C9N QB6E S98Z
      """
    ),
    (
      .blockTextIsIndented,
      """
      DK3J FP8R
      """
    ),
    (
      .dashesInBracketsAreText,
      """
      G5U8 YJV2
      """
    ),
    (
      .spacesAtTheEndAreALine,
      """
      JEF9/02 L24T/01
      """
    ),
  ]
}
