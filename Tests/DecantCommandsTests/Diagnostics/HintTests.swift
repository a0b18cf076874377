import Testing

import Decant

@testable import DecantCommands

@Suite struct HintTests {
  @Test(
    arguments: [
      (.tooManyAliasNodes(limit: 3), "--max-alias-nodes N allows more"),
      (.binaryPropertyList(.tooManySharedNodes(limit: 3)), "--max-alias-nodes N allows more"),
      (.specific(EditProblem.tooManyCopies(limit: 3)), "--max-alias-nodes N allows more"),
      (
        .yaml(.oldLineBreak("\u{85}")),
        "--yaml-schema 1.1 reads it as one, --yaml-schema core as text"
      ),
      (
        .xml(.forbiddenCharacter(1)),
        "--lossy replaces it with U+FFFD; --tagged keeps it as {\"$text\": …}"
      ),
      (.xml(.forbiddenCharacter(0xD800)), nil),
      (.openStep(.notAStringsTable), "-t openstep writes any property list"),
      (.keyedArchive(.cycle), "-t yaml can write it"),
      (.archive(.keyedArchive), "-f keyedarchive reads the data in it"),
      // Without an option, the hint is that of the library.
      (.yaml(.tabInIndentation), "YAML indents with spaces"),
      (.migration(.targetDiffers("x")), "--force overwrites it"),
      (.emptyInput, nil),
    ] as [(DecantError.Problem, String?)])
  func namesAnOption(problem: DecantError.Problem, hint: String?) {
    #expect(DecantError(problem).commandHint { _ in true } == hint)
  }

  @Test func namesNoOptionThatIsGiven() {
    let error = DecantError(.notRepresentable(.null, target: "xml1"))
    #expect(error.commandHint { _ in true } == "--lossy drops it; --tagged keeps it")
    #expect(error.commandHint(isSupported: { _ in true }, isLossy: true) == "--tagged keeps it")
    #expect(error.commandHint { $0 == "tagged" } == "--tagged keeps it")
    #expect(error.commandHint { _ in false } == nil)
  }

  @Test(arguments: [
    ("-f json5 reads comments", ["f"]), ("'iconv -f UTF-16LE -t UTF-8' converts it", []),
    (
      "--at '/$root' --tagged reads the content, and 'archive' archives it again", ["at", "tagged"]
    ),
    ("this looks like YAML, which -f yaml reads", ["f"]), ("write 'a - b' as -1", ["1"]),
  ]) func findsTheOptionsOfAHint(clause: String, options: [String]) {
    #expect(CommandHint.options(in: clause) == options)
  }
}
