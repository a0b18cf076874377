import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

/// What people type in the first hour, by the habits of other tools.
@Suite struct HabitTests {
  private let scratch: Scratch

  static let package = """
    {
      "version": "1.0.0",
      "files": ["a", "b"],
      "users": [{"name": "Bob", "city": "Rome", "age": 28}, {"name": "Al", "secret": 1}],
      "dependencies": {"left-pad": "1"}
    }

    """

  init() throws {
    scratch = try Self.makeFolder()
  }

  static func makeFolder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(package, to: "f.json")
    try scratch.write("version: '1.0'\nb: [1, 2, 3]\n", to: "f.yaml")
    try scratch.write("k: 1\n---\nk: 2\nn: 3\n---\nk: 4\n", to: "k8s.yaml")
    try scratch.write("[1, 2]\n", to: "l.json")
    try scratch.write("[package]\nname = \"x\"\n", to: "toml.yaml")
    try scratch.write("{\"a\": 1}\n", to: "json.toml")
    try scratch.write("<plist version=\"1.0\"><true/></plist>\n", to: "plist.json")
    return scratch
  }

  // MARK: Words

  /// Words of other tools in the place of a verb, and what to type; that is run too, unless it has a placeholder.
  static let words: [(String, String, String)] = [
    (".version f.json", ".version", "get .version f.json"),
    ("-r .version f.json", ".version", "get -r .version f.json"),
    ("'.files[]' f.json", ".files[]", "get '.files[]' f.json"),
    ("'$.users[0].name' f.json", "$.users[0].name", "get '$.users[0].name' f.json"),
    ("'.[0]' l.json", ".[0]", "get '.[0]' l.json"),
    (". f.json", ".", "f.json"),
    ("-c . f.json", ".", "-c f.json"),
    ("e .version f.json", "e", "get .version f.json"),
    ("eval .version f.json", "eval", "get .version f.json"),
    ("eval . f.json", "eval", "f.json"),
    ("eval f.json", "eval", "get PATH f.json"),
    ("query .version f.json", "query", "get .version f.json"),
    ("to yaml f.json", "to", "-t yaml f.json"),
    ("f.json to yaml", "to", "-t yaml f.json"),
    ("f.json yaml", "yaml", "-t yaml f.json"),
    ("yaml f.json", "yaml", "-t yaml f.json"),
    ("convert f.json", "convert", "-t FORMAT f.json"),
    ("convert -t yaml f.json", "convert", "-t yaml f.json"),
    ("convert f.json yaml", "convert", "-t yaml f.json"),
    ("convert f.json out.yaml", "convert", "-o out.yaml f.json"),
    ("validate f.json", "validate", "check f.json"),
    ("validate -q f.json", "validate", "check -q f.json"),
    ("-q check f.json", "check", "check -q f.json"),
    ("chek f.json", "chek", "check f.json"),
    ("gt /version f.json", "gt", "get /version f.json"),
    ("fmt f.json", "fmt", "f.json"),
    ("format f.json", "format", "f.json"),
    ("format", "format", "formats"),
    ("delete /version f.json", "delete", "edit --delete /version f.json"),
    ("set -i /version 2 f.json", "set", "edit -i --set /version 2 f.json"),
    ("compare f.json f.json", "compare", "diff f.json f.json"),
    ("version", "version", "--version"),
    ("keys f.json", "keys", "get --keys '' f.json"),
    ("minify f.json", "minify", "-c f.json"),
  ]

  @Test(arguments: words.indices) func aWordIsAnswered(index: Int) throws {
    let (typed, word, written) = Self.words[index]
    let run = try scratch.shell("decant \(typed)")
    let what = word == "check" ? "a verb only as the first word" : "neither a verb nor a file"
    #expect(run.errors == "decant: '\(word)' is \(what); write: decant \(written)\n")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(try scratch.read("f.json") == Self.package)
    #expect(try !scratch.names.contains("out.yaml"))
    guard !written.contains("PATH"), !written.contains("FORMAT") else { return }
    let followed = try scratch.shell("decant \(written)")
    #expect(followed.status == 0, "\(written): \(followed.errors)")
  }

  @Test(arguments: ["validate", "eval", "to", "yaml", "version", "chek", ".version", "-"])
  func aFileWins(name: String) throws {
    try scratch.write("{\"a\": 1}\n", to: name)
    let run = try scratch.shell("decant -c \(name) f.json <\(name)")
    #expect(run.status == 0 && run.output.hasPrefix("{\"a\":1}\n"), "\(run.errors)")
    let converted = try scratch.shell("decant -c f.json \(name) <\(name)")
    #expect(converted.status == 0 && converted.output.hasSuffix("\n{\"a\":1}\n"))
  }

  // MARK: Options

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
          let option = parts[0].replacing("FORMAT", with: "json").replacing(" N", with: " 2")
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

  // MARK: Terminals

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
