import Decant
import Testing

@testable import DecantCommands

@Suite struct ArgumentParserTests {
  private func parse(
    _ words: [String], _ verb: Verb.Name = .filter
  ) throws(UsageError) -> Arguments {
    var parser = ArgumentParser(words[...], for: verb, among: .tool)
    try parser.parse()
    return parser.arguments
  }

  @Test(arguments: [
    ["-t", "yaml"], ["-tyaml"], ["--to", "yaml"], ["--to=yaml"], ["-ctyaml"], ["-ct", "yaml"],
    ["-t", "yaml", "--to=yaml"],
  ])
  func takesAValueInEveryForm(words: [String]) throws {
    #expect(try parse(words).to == "yaml")
  }

  @Test func takesBundles() throws {
    let arguments = try parse(["-cSr", "-q"])
    #expect(arguments.plan.writing.indentation == .compact && arguments.plan.keyOrder == .byBytes)
    #expect(arguments.plan.scalars == .raw && arguments.quiet)
  }

  @Test(arguments: [
    (["a", "-c", "b"], ["a", "b"]), (["--", "-c", "--"], ["-c", "--"]), (["-", "-c"], ["-"]),
    (["-o", "-c", "x"], ["x"]), (["-t", "--", "x"], ["x"]), ([""], [""]),
  ])
  func leavesOperands(words: [String], operands: [String]) throws {
    #expect(try parse(words).operands == operands)
  }

  @Test func takesAnOptionalValueOnlyFromTheSameWord() throws {
    #expect(try parse(["-i", ".old"]).inPlace?.suffix == nil)
    #expect(try parse(["-i", ".old"]).operands == [".old"])
    #expect(try parse(["-i.old"]).inPlace?.suffix == ".old")
    #expect(try parse(["-ci.old"]).inPlace?.suffix == ".old")
    #expect(try parse(["--in-place=.old"]).inPlace?.suffix == ".old")
    #expect(try parse(["--in-place"]).inPlace != nil)
    #expect(try parse([]).inPlace == nil)
  }

  @Test func understandsEachValue() throws {
    #expect(try parse(["--indent", "4"]).plan.writing.indentation == .spaces(4))
    #expect(try parse(["--indent", "tab"]).plan.writing.indentation == .tab)
    #expect(try parse(["--indent=0"]).plan.writing.indentation == .compact)
    #expect(try parse(["--at", "/a~1b/0"]).plan.pointer?.tokens == ["a/b", "0"])
    #expect(try parse(["--at="]).plan.pointer?.tokens == [])
    #expect(try parse(["--key-style", "kebab"]).plan.keyStyle == .kebab)
    #expect(try parse(["--duplicate-keys", "last"]).plan.reading.duplicateKeys == .last)
    #expect(try parse(["--max-depth", "7"]).plan.reading.maximumDepth == 7)
    #expect(try parse(["--on-error", "skip"]).onError == .skip(nil))
    #expect(try parse(["--color", "never"]).color == .never)
    #expect(try parse(["--error-format", "json"]).errorFormat == .json)
  }

  static let mistakes: [(String, String)] = [
    ("--form json", "unknown option '--form'; did you mean '--from'?"),
    ("--form=json", "unknown option '--form'; did you mean '--from'?"),
    ("--compcat", "unknown option '--compcat'; did you mean '--compact'?"),
    ("--xyzzy", "unknown option '--xyzzy'"),
    ("--comp", "unknown option '--comp'; did you mean '--compact'?"),
    ("--sort", "'--sort' applies only to 'edit'; did you mean '--sort-keys'?"),
    ("--raw-output", "unknown option '--raw-output'; did you mean '--raw'?"),
    ("--in", "unknown option '--in'"),
    ("-x", "unknown option '-x'"),
    ("-cx", "unknown option '-x'"),
    // One dash is missing; as bundles, some of these would write files.
    ("-help", "unknown option '-help'; did you mean '--help'?"),
    ("-color=never", "unknown option '-color'; did you mean '--color'?"),
    ("-output x", "unknown option '-output'; did you mean '--output'?"),
    ("-in-place", "unknown option '-in-place'; did you mean '--in-place'?"),
    (
      "-convert xml1 f",
      "'-convert' is an option of plutil; write '-i -t xml1 FILE', or leave -i out to keep the file"
    ),
    (
      "-convert f",
      "'-convert' is an option of plutil; write '-i -t FORMAT FILE', or leave -i out to keep the file"
    ),
    ("-lint f", "'-lint' is an option of plutil; write 'check FILE'"),
    ("-extract a xml1 f", "'-extract' is an option of plutil; write '--at /KEY FILE'"),
    (
      "-replace a f",
      "'-replace' is an option of plutil; write 'edit -i --set /KEY VALUE FILE'"
    ),
    (
      "-insert a f",
      "'-insert' is an option of plutil; write 'edit -i --insert /KEY VALUE FILE'"
    ),
    ("-remove a f", "'-remove' is an option of plutil; write 'edit -i --delete /KEY FILE'"),
    (
      "-create xml1 f",
      "'-create' is an option of plutil; decant called by the name 'plutil' has it"
    ),
    ("--at /a --at /b", "'--at' is given twice, with '/a' and with '/b'"),
    ("-o a -oab", "'--output' is given twice, with 'a' and with 'ab'"),
    ("-t json -c --to=yaml", "'--to' is given twice, with 'json' and with 'yaml'"),
    ("-i -i.old", "'--in-place' is given twice, with '' and with '.old'"),
    ("--type T", "'--type' applies only to 'archive' and 'restore'"),
    ("-V", "unknown option '-V'; did you mean '--version'?"),
    ("--a\u{1B}[31m", "unknown option '--a\\u001b[31m'"),
    ("--to", "'--to' needs a value, FORMAT"),
    ("-t", "'-t' needs a value, FORMAT"),
    ("--compact=yes", "'--compact' takes no value"),
    ("--indent 9", "'--indent' must be a number from 0 to 8, or 'tab', not '9'"),
    ("--indent 02", "'--indent' must be a number from 0 to 8, or 'tab', not '02'"),
    ("--indent +2", "'--indent' must be a number from 0 to 8, or 'tab', not '+2'"),
    ("--indent tabs", "'--indent' must be a number from 0 to 8, or 'tab', not 'tabs'"),
    ("--max-depth 0", "'--max-depth' must be a number of 1 or more, not '0'"),
    ("--max-depth ten", "'--max-depth' must be a number of 1 or more, not 'ten'"),
    (
      "--at name", "'--at': 'name' is not a path: a path begins with '/' or '.'; write /name"
    ),
    (
      "--at /a~2",
      "'--at': '/a~2' is not a path: invalid escape '~2' at character 3; ~0 is a tilde, ~1 a slash, "
        + "~* an asterisk and ~[ a bracket"
    ),
    (
      "--document x", "'--document' must be a number, or conditions such as [kind=Service], not 'x'"
    ),
    (
      "--key-style snak",
      "'--key-style' must be snake, camel, pascal or kebab, not 'snak'; did you mean 'snake'?"
    ),
    ("--color=blue", "'--color' must be auto, always or never, not 'blue'"),
    ("--on-error=skp", "'--on-error' must be stop, skip or skip=N, not 'skp'"),
    ("-i/x", "'-i' does not accept '/x'"),
    ("-i -o x", "'--in-place' cannot be used together with '--output'"),
    ("-o x -i", "'--output' cannot be used together with '--in-place'"),
    ("--strict --lossy", "'--strict' cannot be used together with '--lossy'"),
    ("--tagged --strict", "'--tagged' cannot be used together with '--strict'"),
    ("--slurp --split", "'--slurp' cannot be used together with '--split'"),
    ("-i --slurp", "'--in-place' cannot be used together with '--slurp'"),
    ("-c --indent 2", "'--compact' cannot be used together with '--indent'"),
  ]

  @Test(arguments: mistakes)
  func reportsWhatIsWrong(line: String, message: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try parse(words) }
    #expect(error?.message == message)
  }

  @Test func knowsWhichVerbHasWhichOption() throws {
    #expect(try parse(["-f", "json", "x"], .check).from == "json")
    let error = #expect(throws: UsageError.self) { try parse(["--compact"], .check) }
    #expect(error?.message == "'check' has no option '--compact'")
    let short = #expect(throws: UsageError.self) { try parse(["-cx"], .check) }
    #expect(short?.message == "'check' has no option '-c'")
  }

  @Test(arguments: Flag.all.map(\.long))
  func takesAValueTwice(name: String) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    let verb = try #require(Verb.Name.allCases.first { flag.verbs.contains($0) })
    let values = try #require(Self.values(of: flag))
    let words = values.map { value in value.isEmpty ? "--\(name)" : "--\(name)=\(value)" }
    // An option that needs others is refused without them.
    let needed = Self.words(neededBy: flag, in: verb)
    for word in words { _ = try parse([word, word] + needed, verb) }
    guard words.count > 1 else { return }
    if flag.isRepeatable {
      _ = try parse(words + needed, verb)
    } else {
      let error = #expect(throws: UsageError.self) { try parse(words + needed, verb) }
      #expect(error?.message.hasPrefix("'--\(name)' is given twice, with ") == true)
    }
  }

  /// An option that a flag needs in a verb, with its value.
  static func words(neededBy flag: Flag, in verb: Verb.Name) -> [String] {
    guard let name = flag.needs(in: verb).first,
      let other = Flag.all.first(where: { $0.long == name && $0.verbs.contains(verb) })
    else { return [] }
    guard case .required = other.value else { return ["--\(name)"] }
    return ["--\(name)=json"]
  }

  private static func values(of flag: Flag) -> [String]? {
    switch flag.value {
    case .none: [""]
    case .optional: ["", ".old"]
    case .required(_, .choice(let choices, _)): Array(choices.prefix(2))
    case .required(_, .file), .required(_, .inputFormat), .required(_, .outputFormat):
      ["json", "yaml"]
    case .required(_, .path): ["/1", "/2"]
    case .required(_, .other) where flag.long == "name": ["Walk", "Note"]
    case .required(_, .other) where flag.long == "lists": ["join", "by=id"]
    case .required(_, .other) where flag.long == "on-error": ["skip", "skip=2"]
    case .required(_, .other): flag.long == "delete" ? ["/1", "/2"] : ["1", "2"]
    case .pair: []
    }
  }

  @Test func keepsWhatCameBeforeAMistake() {
    var parser = ArgumentParser(
      ["--error-format=json", "--nonsense"], for: .filter, among: .standard)
    #expect(throws: UsageError.self) { try parser.parse() }
    #expect(parser.arguments.errorFormat == .json)
  }
}
