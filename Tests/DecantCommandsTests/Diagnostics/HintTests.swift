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

  struct Followed: Sendable, CustomStringConvertible {
    let words: [String]
    let input: String
    let hint: String
    /// Words that the hint adds to the command, or that replace those of the same option.
    let advice: [String]

    init(_ words: String, _ input: String, _ hint: String, _ advice: String) {
      self.words = words.split(separator: " ").map(String.init)
      self.input = input
      self.hint = hint
      self.advice = advice.split(separator: " ").map(String.init)
    }

    var description: String { "\(words.joined(separator: " ")) \(input.debugDescription)" }

    var followed: [String] {
      var words = words
      if let option = advice.first, let index = words.firstIndex(of: option) {
        words.removeSubrange(index...index + 1)
      }
      return words + advice
    }
  }

  private static let alias = "a: &a [1, 2, 3, 4]\nb: *a\n"
  private static let archive = "--type T -t json"

  static let followed: [Followed] = [
    Followed("-f json", "a: 1\n", "which -f yaml reads", "-f yaml"),
    Followed("-f json -t json", "# x\n{}", "which -f yaml reads", "-f yaml"),
    Followed("check -f json", "- a\n", "which -f yaml reads", "-f yaml"),
    Followed("check -f jsonl", "---\na: 1\n", "which -f yaml reads", "-f yaml"),
    Followed("-f json", "[1,]", "-f json5 allows a comma", "-f json5"),
    Followed("-f json", "{'a':1}", "-f json5 reads strings", "-f json5"),
    Followed("archive -f json \(archive)", "[0x1]", "-f json5 reads hexadecimal", "-f json5"),
    Followed("check -f json", "[NaN]", "-f json5 reads NaN", "-f json5"),
    Followed("-f json -t jsonl", "{}\n{}", "-f jsonl reads", "-f jsonl"),
    Followed("check -f json", "{}\n{}", "-f jsonl reads", "-f jsonl"),
    Followed("-f json", "{\"a\":1,\"a\":2}", "--duplicate-keys", "--duplicate-keys last"),
    Followed("check -f yaml", "a: 1\na: 2\n", "--duplicate-keys", "--duplicate-keys first"),
    Followed("-f json --duplicate-keys keep -t json", "\"\\ud800\"", "--lossy", "--lossy"),
    Followed("-f json --max-depth 2", "[[[]]]", "--max-depth N", "--max-depth 3"),
    Followed("check -f json --max-depth 2", "[[[]]]", "--max-depth N", "--max-depth 3"),
    Followed(
      "-f jsonl --max-record 3", "[1,2,3]\n", "--max-record BYTES", "--max-record 100"),
    Followed(
      "-f yaml -t json --max-alias-nodes 3", alias, "--max-alias-nodes N", "--max-alias-nodes 9"),
    Followed("-f json -t xml1", "[null]", "--lossy drops it", "--lossy"),
    Followed("-f json -t xml1", "[null]", "--tagged keeps it", "--tagged"),
    Followed("-f json -t xml1", "[\"\\u0001\"]", "--lossy replaces it", "--lossy"),
    Followed("-f yaml -t xml1", "a: 1\n---\nb: 1\n", "--slurp gathers", "--slurp"),
    Followed(
      "archive -f yaml \(archive)", "a: 1\n---\nb: 1\n", "--slurp gathers", "--slurp"),
    Followed("-f json -t strings", "[1]", "-t openstep writes", "-t openstep"),
    Followed("-t json", "x\n", "-f FORMAT names it", "-f openstep"),
    Followed(
      "-f yaml -t json", "%YAML 1.1\n---\n- a\u{2028}b\n", "--yaml-schema", "--yaml-schema core"),
  ]

  @Test(arguments: followed) func canBeFollowed(command: Followed) {
    let failed = decant(words: command.words, input: command.input)
    #expect(failed.status != 0)
    #expect(failed.errors.contains("hint: "), "\(failed.errors)")
    #expect(failed.errors.contains(command.hint), "\(failed.errors)")
    let followed = decant(words: command.followed, input: command.input)
    #expect(followed.status == 0, "\(command.followed): \(followed.errors)")
  }
}
