import DecantTestSupport
import Testing

/// `decant git setup` in real repositories.
@Suite(.enabled(if: Repository.isGitInstalled)) struct GitSetupTests {
  /// Root may write everywhere, so that this says nothing about root.
  @Test(.enabled(if: (try? Scratch().shell("test $(id -u) != 0").status) == 0, "root"))
  func reportsAFileThatCannotBeWritten() throws {
    let outcome = try Repository().git(
      """
      git init -q work && cd work && touch .gitattributes && chmod 444 .gitattributes
      decant git setup; git config --get-regexp decant
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors == ".gitattributes: error: cannot create: permission denied\n")
  }
}
