import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// The suffix of `--in-place`, and the files that a backup must not replace.
@Suite struct BackupSuffixTests {
  private func parse(_ words: [String]) throws -> Arguments {
    var parser = ArgumentParser(words[...], for: .filter, among: .tool)
    try parser.parse()
    return parser.arguments
  }

  /// The options of one letter that a conversion has, by hand.
  private static let letters = Set("ftoincSrqh")

  @Test func aSuffixIsNoOptionAndNoOptionIsASuffix() throws {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("iSncqSncqrhb0.~_-=é")
    for _ in 0..<2000 {
      let suffix = String(
        (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        })
      let isWord = suffix.allSatisfy { $0.isLetter || $0.isNumber }
      let kept = suffix.first == "=" ? String(suffix.dropFirst()) : suffix
      let isWordAfterEquals = kept.allSatisfy { $0.isLetter || $0.isNumber }
      if isWord, suffix.allSatisfy(Self.letters.contains) {
        let bundle = try parse(["-i\(suffix)", "f"])
        let apart = try parse(["-i"] + suffix.map { "-\($0)" } + ["f"])
        #expect(bundle.inPlace != nil && bundle.inPlace?.suffix == nil, "\(suffix)")
        #expect(bundle.plan.keyOrder == apart.plan.keyOrder && bundle.quiet == apart.quiet)
        #expect(bundle.plan.writing.indentation == apart.plan.writing.indentation)
        #expect(bundle.plan.scalars == apart.plan.scalars && bundle.help == apart.help)
      } else if isWord || isWordAfterEquals && !kept.isEmpty {
        let error = #expect(throws: UsageError.self, "\(suffix)") {
          try parse(["-i\(suffix)", "f"])
        }
        let message = "the suffix of '-i' cannot be letters and digits alone"
        #expect(error?.message == "\(message); did you mean '--in-place=.\(kept)'?")
      } else {
        // Not a long option with one dash.
        let arguments = try parse(["-i\(suffix)", "f"])
        #expect(arguments.inPlace?.suffix == (kept.isEmpty ? nil : kept), "\(suffix)")
        #expect(arguments.operands == ["f"])
      }
    }
  }

  @Test(arguments: [
    ("-iS", nil), ("-ic", nil), ("-iSc", nil), ("-i~", "~"), ("-i_old", "_old"), ("-i.bak", ".bak"),
    ("-i=.bak", ".bak"), ("--in-place=.bak", ".bak"), ("--in-place=~", "~"), ("-ci.old", ".old"),
  ])
  func theExamplesHold(word: String, suffix: String?) throws {
    let arguments = try parse([word, "f"])
    #expect(arguments.inPlace?.suffix == suffix)
    #expect((arguments.plan.keyOrder == .byBytes) == word.contains("S"))
  }

  @Test(arguments: ["-ibak", "-i1", "-i=bak", "--in-place=bak", "--in-place=S", "-iSx"])
  func lettersAloneAreRefused(word: String) {
    #expect(throws: UsageError.self) { try parse([word, "f"]) }
  }

  @Test(arguments: [("-t", "yaml"), ("-f", "json")])
  func theLastLetterMayTakeAValue(option: String, value: String) throws {
    let arguments = try parse(["-i\(option.dropFirst())", value, "f"])
    #expect(arguments.inPlace?.suffix == nil && arguments.operands == ["f"])
    #expect((option == "-t" ? arguments.to : arguments.from) == value)
  }

  // MARK: Files

  /// A random folder: what was an operand or a file of a format keeps its content, or has it in a new backup.
  @Test func noBackupReplacesAnOperandOrAFileOfAFormat() throws {
    var random = SeededGenerator(seed: 11)
    let suffixes = ["c", ".bak", "~", ".json", ".yaml", "=.json", "_", ".json~", ".plist"]
    let names = [
      "a.json", "b.json", "a.json.bak", "a.json~", "a.jsonc", "a.json.json", "a.json.yaml",
    ]
    var refused = 0
    for round in 0..<(Thoroughness.isFull ? 400 : 60) {
      let scratch = try Scratch()
      let present = names.filter { _ in Bool.random(using: &random) } + ["a.json"]
      let files = Set(present)
      for name in files { try scratch.write("{\"z\": 1, \"in\": \"\(name)\"}\n", to: name) }
      let operands = files.filter { _ in Bool.random(using: &random) }.union(["a.json"]).sorted()
      let suffix = suffixes.randomElement(using: &random) ?? ""
      let outcome = decant(
        words: ["-S", "-f", "json", "-t", "json", "--force", "-i\(suffix)"]
          + operands.map { "\(scratch.path)/\($0)" })
      let kept = suffix == "c" ? "" : suffix.first == "=" ? String(suffix.dropFirst()) : suffix
      let isKnown = { (name: String) in
        [".json", ".jsonc", ".yaml", ".plist"].contains { name.hasSuffix($0) }
      }
      let taken = operands.contains { operand in
        let backup = operand + kept
        return !kept.isEmpty && files.contains(backup)
          && (operands.contains(backup) || isKnown(backup))
      }
      refused += taken ? 1 : 0
      #expect(outcome.status == (taken ? 64 : 0), "\(round): -i\(suffix) \(operands)")
      for name in files {
        let content = try scratch.read(name)
        let isOlderBackup = !taken && operands.contains { !kept.isEmpty && $0 + kept == name }
        let source = isOlderBackup ? String(name.dropLast(kept.count)) : name
        #expect(content.contains("\"\(source)\""), "\(round): -i\(suffix) \(operands) \(name)")
      }
    }
    #expect(refused > 5)
  }
}
