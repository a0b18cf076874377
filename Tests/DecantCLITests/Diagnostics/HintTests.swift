import Testing

@testable import Decant
@testable import DecantCLI

/// Hints that name options, for problems of one format and of all.
@Suite struct HintTests {
  @Test(
    arguments: [
      (.tooManyAliasNodes(limit: 3), "--max-alias-nodes N allows more"),
      (.binaryPropertyList(.tooManySharedNodes(limit: 3)), "--max-alias-nodes N allows more"),
      (
        .yaml(.oldLineBreak("\u{85}")),
        "--yaml-schema 1.1 reads it as one, --yaml-schema core as text"
      ),
      (
        .xml(.forbiddenCharacter(1)),
        "--lossy replaces it by U+FFFD; --tagged keeps it as {\"$text\": …}"
      ),
      (.xml(.forbiddenCharacter(0xD800)), nil),
      (.openStep(.notAStringsTable), "-t openstep writes any property list"),
      (.keyedArchive(.cycle), "-t yaml can write it"),
      (.archive(.keyedArchive), "-f keyedarchive reads the data in it"),
      // Hints of the library are the command's too.
      (.yaml(.tabInIndentation), "YAML indents with spaces"),
      (.migration(.targetDiffers("x")), "--force writes over it"),
      (.emptyInput, nil),
    ] as [(DecantError.Problem, String?)])
  func namesAnOption(problem: DecantError.Problem, hint: String?) {
    #expect(DecantError(problem).commandHint == hint)
  }

  @Test func doesNotSuggestWhatIsGiven() {
    let problem = DecantError.Problem.notRepresentable(.null, target: "xml1")
    #expect(DecantError(problem).commandHint == "--lossy lets it pass changed, --tagged keeps it")
    #expect(DecantError(problem).commandHintWhereLossy == "--tagged keeps it")
  }
}
