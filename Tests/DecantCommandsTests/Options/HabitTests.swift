import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// What people type in the first hour, by the habits of other tools.
@Suite struct HabitTests {
  /// A verb has the options that its errors name, with the values that they name.
  @Test(arguments: Verb.all.map(\.name)) func suggestedOptionsAreAccepted(verb: Verb.Name) throws {
    var count = 0
    for line in Habit.options.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      for name in parts[1].split(separator: " ") {
        let typed = name.count == 1 ? "-\(name)" : "--\(name)"
        var parser = ArgumentParser([typed, "x"], for: verb, among: .tool)
        do {
          try parser.parse()
        } catch {
          guard error.message.hasSuffix("; did you mean '\(parts[0])'?") else { continue }
          // Files are not counted as records are.
          if verb == .migrate, parts[0].hasSuffix("skip=N") { continue }
          let option = parts[0].replacing("FORMAT", with: "json").replacing(" N", with: " 2")
            .replacing("=N", with: "=2")
            .replacing("key-style", with: "key-style snake")
            .replacing("schema-version", with: "schema-version 2")
          let words = option.split(separator: " ").map(String.init)
          let flag = Flag.all.first { words[0] == "--\($0.long)" && $0.verbs.contains(verb) }
          let needed = flag.map { ArgumentParserTests.words(neededBy: $0, in: verb) } ?? []
          var followed = ArgumentParser(words + needed + ["/a", "1"], for: verb, among: .tool)
          try followed.parse()
          count += 1
        }
      }
    }
    #expect(count > 0 || [.serve, .help, .completions, .formats, .git, .gitFilter].contains(verb))
  }

  @Test(arguments: [
    (["edit", "--delete", "/a"], "'decant --help' explains more"),
    (
      ["edit", "--set", "/a", "/dev/null"],
      "'/dev/null' was taken as the value of the last operation"
    ),
    (["get", "/a"], "'decant --help' explains more"),
  ]) func aTerminalIsReadWithANote(words: [String], remark: String) {
    let run = decant(words: words, input: "{\"a\": 1, \"b\": 2}\n") { $0.isInputTerminal = true }
    #expect(
      run.errors.hasPrefix("decant: reading standard input until Control-D; \(remark)\n"))
    #expect(run.status == 0)
    #expect(!decant(words: words, input: "{\"a\": 1}").errors.contains("reading"))
  }
}
