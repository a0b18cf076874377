import DecantTestSupport
import Testing

import DecantCommands
import Decant

@Suite struct MergeTests {
  let scratch: Scratch
  static let base = "# head\nspec:\n  replicas: 1 # low\n  args: [a]\n\nname: x\n"

  init() throws {
    scratch = try Scratch()
  }

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, as suffix: String = "yaml",
    _ options: String = ""
  ) throws -> Outcome {
    try scratch.write(base, to: "base.\(suffix)")
    try scratch.write(ours, to: "ours.\(suffix)")
    try scratch.write(theirs, to: "theirs.\(suffix)")
    return try scratch.shell(
      "decant merge \(options) base.\(suffix) ours.\(suffix) theirs.\(suffix)")
  }

  @Test func mergesAdjacentLinesThatGitCannot() throws {
    let ours = Self.base.replacing("replicas: 1", with: "replicas: 3")
    let theirs = Self.base.replacing("args: [a]", with: "args: [a, b]")
    let outcome = try merge(Self.base, ours, theirs)
    #expect(
      outcome == Outcome(status: 0, output: ours.replacing("[a]", with: "[a, b]"), errors: ""))
    #expect(try scratch.shell("git merge-file -p ours.yaml base.yaml theirs.yaml").status != 0)
  }

  @Test func mergesWithinOneLine() throws {
    let outcome = try merge(
      #"{"a": 1,  "b": 2}"#, #"{"a": 5,  "b": 2}"#, #"{"b": 3, "a": 1, "c": [4]}"#, as: "json")
    #expect(outcome.status == 0 && outcome.output == #"{"a": 5,  "b": 3, "c": [4]}"#)
  }

  @Test func mergesAdjacentLinesOfTOML() throws {
    let base = """
      # the package
      [package]
      name = 'x' # short
      version = "1.0.0"

      [dependencies]
      a = { version = "1" }

      """
    let ours = base.replacing("1.0.0", with: "1.1.0").replacing("\"1\"", with: "\"3\"")
    let theirs = base.replacing("'x'", with: "'y'") + "b = { version = \"2\" }\n"
    let outcome = try merge(base, ours, theirs, as: "toml")
    #expect(
      outcome.output == ours.replacing("'x'", with: "'y'") + "b = { version = \"2\" }\n")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try scratch.shell("git merge-file -p ours.toml base.toml theirs.toml").status != 0)
  }

  @Test func keepsTheCommentsOfBothIfTheLinesAllowIt() throws {
    let ours = "# our note\n" + Self.base.replacing("replicas: 1", with: "replicas: 3")
    let theirs = Self.base.replacing("name: x", with: "# their note\nname: 'y'")
    #expect(
      try merge(Self.base, ours, theirs)
        == Outcome(
          status: 0, output: ours.replacing("name: x", with: "# their note\nname: 'y'"), errors: "")
    )
  }

  /// Git merges these without a conflict, into a file with a repeated key.
  @Test func mergesAKeyThatBothAddedElsewhere() throws {
    let base = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"
    let ours = base.replacing("  \"a\"", with: "  \"new\": 5,\n  \"a\"")
    let theirs = base.replacing("\"c\": 3", with: "\"c\": 3,\n  \"new\": 5")
    #expect(
      try merge(base, ours, theirs, as: "json") == Outcome(status: 0, output: ours, errors: ""))
    let git = try scratch.shell("git merge-file -p ours.json base.json theirs.json")
    #expect(git.status == 0 && git.output.split(separator: "\"new\"").count == 3)
  }

  @Test func mergesCommentsOfNeighbours() throws {
    let ours = Self.base.replacing("replicas: 1", with: "replicas: 3")
    let theirs = Self.base.replacing("args: [a]", with: "# note\n  args: [a, b]")
    #expect(
      try merge(Self.base, ours, theirs)
        == Outcome(
          status: 0, output: ours.replacing("args: [a]", with: "# note\n  args: [a, b]"), errors: ""
        ))
  }

  @Test func marksConflicts() throws {
    let ours = Self.base.replacing("replicas: 1", with: "replicas: 3").replacing("x", with: "y")
    let theirs = Self.base.replacing("replicas: 1 # low", with: "replicas: 4 # more")
    let outcome = try merge(Self.base, ours, theirs)
    #expect(
      outcome.output == """
        # head
        spec:
        <<<<<<< ours
          replicas: 3 # low
        =======
          replicas: 4 # more
        >>>>>>> theirs
          args: [a]

        name: y

        """)
    #expect(outcome.errors == "decant: warning: conflict at /spec/replicas\n")
    #expect(outcome.status == 1)
    #expect(try merge(Self.base, ours, theirs, "-q --marker-size 9").errors == "")
    let marked = try merge(Self.base, ours, theirs, "-q --marker-size 9").output
    #expect(marked.contains("\n<<<<<<<<< ours\n") && marked.contains("\n=========\n"))
    #expect(marked.contains("\n>>>>>>>>> theirs\n"))
  }

  /// Lines like marks, in any of the files: of any length that the marks have, and only if there is a conflict.
  @Test(arguments: [7, 9], ["<", "=", ">", "|"])
  func warnsOfLinesLikeMarks(width: Int, mark: String) throws {
    func text(_ number: Int, _ mark: String) -> String { "a = \(number)\nb = '''\n\(mark)\n'''\n" }
    let line = String(repeating: mark, count: width)
    let warning = "lines look like marks of a conflict; another --marker-size"
    for other in ["", " label", "x", mark] {
      let texts = [0, 1, 2].map { text($0, line + other) }
      let isMark = other == "" || other == " label"
      for size in [7, 9] {
        let run = try merge(texts[0], texts[1], texts[2], as: "toml", "--marker-size \(size)")
        #expect(run.status == 1)
        #expect(
          run.errors.contains(warning) == (isMark && size == width),
          "\(size) \(line)\(other) \(run)")
        let clean = try merge(texts[0], texts[1], texts[0], as: "toml", "--marker-size \(size)")
        #expect(clean == Outcome(status: 0, output: texts[1], errors: ""))
      }
    }
    let solved = try scratch.shell(
      """
      decant merge -q --marker-size 20 base.toml ours.toml theirs.toml >m.toml
      decant merge --solve --marker-size 20 m.toml
      """)
    #expect(!solved.errors.contains(warning))
  }

  @Test func marksOnlyTheConflictAndMergesTheRest() throws {
    let base = "{\"a\": 1,\n \"b\": 2}\n"
    let ours = "{\"a\": 5,\n \"b\": 2}\n"
    let theirs = "{\"a\": 6,\n \"b\": 3}\n"
    #expect(
      try merge(base, ours, theirs, as: "json").output
        == "<<<<<<< ours\n{\"a\": 5,\n=======\n{\"a\": 6,\n>>>>>>> theirs\n \"b\": 3}\n")
  }

  @Test func marksARemovedValueThatTheOtherSideChanged() throws {
    let outcome = try merge("a: 1\nb: 2\nc: 3\n", "a: 1\nc: 3\n", "a: 1\nb: 5\nc: 3\n")
    #expect(
      outcome.output == "a: 1\n<<<<<<< ours\n=======\nb: 5\n>>>>>>> theirs\nc: 3\n")
    #expect(outcome.status == 1 && outcome.errors == "decant: warning: conflict at /b\n")
  }

  @Test func marksATextWithoutLineEnd() throws {
    let outcome = try merge(#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, as: "json")
    #expect(
      outcome.output == "<<<<<<< ours\n{\"a\":2}\n=======\n{\"a\":3}\n>>>>>>> theirs\n")
  }

  @Test func keepsTheLineEndsOfTheText() throws {
    let outcome = try merge("a: 1\r\nb: 2\r\n", "a: 5\r\nb: 2\r\n", "a: 6\r\nb: 2\r\n")
    #expect(
      outcome.output
        == "<<<<<<< ours\r\na: 5\r\n=======\r\na: 6\r\n>>>>>>> theirs\r\nb: 2\r\n")
  }

  @Test func rewritesOursInPlace() throws {
    let theirs = Self.base.replacing("name: x", with: "name: y")
    #expect(
      try merge(Self.base, Self.base, theirs, "-i.old")
        == Outcome(status: 0, output: "", errors: ""))
    #expect(try scratch.read("ours.yaml") == theirs)
    #expect(try scratch.read("ours.yaml.old") == Self.base)
  }

  /// Git leaves the file to the user, with its marks.
  @Test func marksTheLinesOfAFileThatCannotBeRead() throws {
    let marks = "<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n"
    for broken in ["a: [", "a: [\n"] {
      let outcome = try merge(broken, "a: 1\n", "a: 2\n", "-i")
      #expect(outcome.status == 1 && outcome.output == "")
      #expect(outcome.errors.contains("base.yaml:1"), "\(outcome.errors)")
      #expect(outcome.errors.contains(": warning: "), "\(outcome.errors)")
      #expect(
        outcome.errors.hasSuffix("warning: conflict: the lines were merged, but not the values\n"))
      #expect(try scratch.read("ours.yaml") == marks)
    }
    // One side broke it: the lines merge, but nothing says that the result is right.
    let outcome = try merge(
      "a: 0\n\nb: 1\n\nc: 2\n", "a: 1\n\nb: 1\n\nc: 2\n", "a: 0\n\nb: 1\n\nc: [\n")
    #expect(outcome.status == 1 && outcome.output == "a: 1\n\nb: 1\n\nc: [\n")
    #expect(outcome.errors.contains("theirs.yaml:5:4: warning: "), "\(outcome.errors)")
    #expect(try scratch.shell("decant merge nowhere ours.yaml theirs.yaml").status == 66)
  }

  /// A template is never readable, and merged as git merges it.
  @Test func mergesTheLinesOfTemplates() throws {
    let base = "a: 1\n{{- if .x }}\nb: 2\n{{- end }}\nc: 3\n"
    let ours = base.replacing("a: 1", with: "a: 5")
    let merged = try merge(base, ours, base.replacing("c: 3", with: "c: 6"))
    #expect(merged.status == 0 && merged.output == ours.replacing("c: 3", with: "c: 6"))
    #expect(merged.errors.hasSuffix("warning: the lines were merged, but not the values\n"))
    let conflict = try merge(base, ours, base.replacing("a: 1", with: "a: 6"))
    #expect(conflict.status == 1)
    #expect(
      conflict.output == "<<<<<<< ours\na: 5\n=======\na: 6\n>>>>>>> theirs\n" + base.dropFirst(5))
  }

  @Test func namesTheFileThatGitMerges() throws {
    let options = "--file-name conf/app.yaml"
    #expect(
      try merge("a: 1\n", "a: 2\n", "a: 3\n", as: "tmp", options).errors
        == "decant: warning: conf/app.yaml: conflict at /a\n")
    let outcome = try merge("a: 1\n", "a: 2\n", "a: [\n", as: "tmp", options)
    #expect(outcome.errors.contains("conf/app.yaml (theirs):1"), "\(outcome.errors)")
    // The name also tells the format: these lines are JSON, too.
    let toml = try merge("", "[1]\n", "[1]\na = 1\n", as: "tmp", "--file-name a.toml")
    #expect(toml.output == "[1]\na = 1\n" || toml.status == 1)
  }

  /// Lines that git merges without a word, although both sides mean the same element.
  @Test func pairsElementsByWhatIdentifiesThem() throws {
    let base = "- n: a\n  v: 1\n- n: b\n  v: 2\n"
    let ours = "- n: b\n  v: 2\n- n: c\n  v: 3\n"
    let theirs = "- n: a\n  v: 1\n- n: b\n  v: 7\n"
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let outcome = try merge(base, ours, theirs)
      #expect(outcome.output == "- n: b\n  v: 7\n- n: c\n  v: 3\n")
      #expect(outcome.status == 0)
      // Equal elements are the same, too.
      let texts = [base, ours, theirs].map { text in
        text.replacing("- n: ", with: "- [").replacing("\n  v: ", with: ", ")
          .replacing("\n", with: "]\n")
      }
      #expect(try merge(texts[0], texts[1], texts[2]).output == "- [b, 7]\n- [c, 3]\n")
    }
  }

  /// One side put an element on top and renumbered all; the other one changed an element, whose lines git finds elsewhere.
  @Test func takesRisingNumbersForPlaces() throws {
    let base = "- p: 1\n  x: 0\n  do: a\n- p: 2\n  x: 0\n  do: b\n"
    let ours =
      "- p: 1\n  x: 0\n  do: c\n"
      + base.replacing("p: 2", with: "p: 3").replacing("p: 1", with: "p: 2")
    let theirs = base.replacing("x: 0\n  do: b", with: "x: 5\n  do: b")
    #expect(
      try merge(base, ours, theirs).output == ours.replacing("x: 0\n  do: b", with: "x: 5\n  do: b")
    )
  }

  /// Lines that git merges although nobody can tell which element both sides mean.
  @Test(arguments: [
    // Of two equal elements, each side removed another one.
    ("[1, 2, 1, 3]\n", "[2, 1, 3]\n", "[1, 2, 3]\n")
  ])
  func leavesUnclearElementsToTheUser(base: String, ours: String, theirs: String) throws {
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let outcome = try merge(base, ours, theirs)
      #expect(outcome.status == 1 && outcome.output.contains("<<<<<<< ours\n"), "\(outcome.output)")
    }
  }

  @Test func marksDocumentsThatWereAddedAndChanged() throws {
    let base = "{\"a\":1}\n{\"b\":1}\n"
    let outcome = try merge(base, "{\"a\":2}\n{\"b\":1}\n", "{\"b\":1}\n", as: "jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.output == "<<<<<<< ours\n{\"a\":2}\n=======\n>>>>>>> theirs\n{\"b\":1}\n")
  }

  /// Both changed the value of an anchor, and one of its uses.
  @Test func marksAliasesThatBothChanged() throws {
    let base = "a: &x {v: 1, w: 2}\nb: *x\n"
    let outcome = try merge(base, "a: &x {v: 5, w: 2}\nb: *x\n", "a: &x {v: 1, w: 6}\nb: *x\n")
    #expect(outcome.status == 0 || outcome.output.contains("<<<<<<< ours\n"), "\(outcome)")
    let other = try merge(base, "a: &x {v: 5, w: 2}\nb: *x\n", "a: &x {v: 1, w: 2}\nb: {v: 9}\n")
    #expect(other.status == 1 && other.output.contains("<<<<<<< ours\n"), "\(other)")
  }

  @Test func mergesFilesThatBothAdded() throws {
    #expect(try merge("", #"{"a":1}"#, #"{"b":2}"#, as: "json").output == #"{"a":1,"b":2}"#)
    #expect(try merge("", "a: 1\n", "a: 2\n").status == 1)
  }

  @Test func mergesStreamsOfDocuments() throws {
    let base = "{\"a\":1}\n{\"b\":1}\n"
    #expect(
      try merge(base, "{\"a\":2}\n{\"b\":1}\n", "{\"a\":1}\n{\"b\":3}\n", as: "jsonl").output
        == "{\"a\":2}\n{\"b\":3}\n")
    #expect(
      try merge(base, "{\"a\":2}\n{\"b\":1}\n", base + "{\"c\":5}\n", as: "jsonl").output
        == "{\"a\":2}\n{\"b\":1}\n{\"c\":5}\n")
  }

  @Test func marksTagsThatCannotBeMerged() throws {
    let outcome = try merge("{a: 1, b: !x c}\n", "{a: 2, b: !x c}\n", "{a: 1, b: !y c}\n")
    #expect(
      outcome.output
        == "<<<<<<< ours\n{a: 2, b: !x c}\n=======\n{a: 1, b: !y c}\n>>>>>>> theirs\n")
    #expect(outcome.status == 1 && outcome.errors.contains("type tags were changed"))
    #expect(
      try merge("a: 1\n\nb: !x c\n", "a: 2\n\nb: !x c\n", "a: 1\n\nb: !y c\n").output
        == "a: 2\n\nb: !y c\n")
  }

  @Test func mergesBinaryPropertyLists() throws {
    for (name, json) in [
      ("base", #"{"a":1,"b":2}"#), ("ours", #"{"a":5,"b":2}"#), ("theirs", #"{"a":1,"b":3}"#),
      ("other", #"{"a":6,"b":3}"#),
    ] {
      try scratch.write(json, to: "x.json")
      _ = try scratch.shell("decant -t binary1 -o \(name) x.json")
    }
    #expect(
      try scratch.shell("decant merge base ours theirs | decant -t jsonl").output
        == #"{"a":5,"b":3}"# + "\n")
    let outcome = try scratch.shell("cp ours before; decant merge -i base ours other")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors == "ours: error: the conflict at /a cannot be marked in a binary file\n")
    #expect(try scratch.shell("cmp before ours").status == 0)
  }

  @Test func mergesBelowKeysThatLookLikePatterns() throws {
    #expect(
      try merge(
        #"{"*": {"a": 1}, "-1": {}}"#, #"{"*": {"a": 2}, "-1": {}}"#,
        #"{"*": {"a": 1, "b": 3}, "-1": {"c": 4}}"#, as: "json"
      ).output == #"{"*": {"a": 2, "b": 3}, "-1": {"c": 4}}"#)
  }

  @Test func refusesCommandLinesThatMakeNoSense() throws {
    for arguments in ["", "a b", "a b c d", "- - c", "-i a - c", "--marker-size 0 a b c"] {
      #expect(try scratch.shell("decant merge \(arguments)").status == 64, "\(arguments)")
    }
  }

  @Test func unitesSets() throws {
    let texts = ("l: [a]\nv: 1\n", "l: [a, b]\nv: 2\n", "l: [a, c, b]\nv: 3\n")
    let outcome = try merge(
      texts.0, texts.1, texts.2, as: "yaml", "--union /l --labels HEAD 'a side'")
    #expect(
      outcome.output
        == "l: [a, b, c]\n<<<<<<< HEAD\nv: 2\n=======\nv: 3\n>>>>>>> a side\n")
    #expect(outcome.status == 1)
    for (option, value) in [("--ours", 2), ("--theirs", 3)] {
      #expect(
        try merge(texts.0, texts.1, texts.2, as: "yaml", "--union /l \(option)")
          == Outcome(status: 0, output: "l: [a, b, c]\nv: \(value)\n", errors: ""))
    }
    // Keywords are known.
    let package = #"{"name": "p", "version": "1", "keywords": ["a"]}"# + "\n"
    let merged = try merge(
      package, package.replacing("\"a\"", with: "\"a\", \"b\""),
      package.replacing("\"a\"", with: "\"a\", \"c\""), as: "json")
    #expect(merged.output == package.replacing("\"a\"", with: "\"a\", \"b\", \"c\""))
  }

  @Test func identifiesElementsByKeys() throws {
    let base = "- {n: a, v: 1}\n- {n: a2, v: 1}\n"
    let ours = base.replacing("{n: a, v: 1}", with: "{n: a, v: 5}")
    let theirs = base.replacing("{n: a, v: 1}", with: "{n: a, v: 1, w: 2}")
    #expect(try merge(base, ours, theirs).output == "- {n: a, v: 5, w: 2}\n- {n: a2, v: 1}\n")
    // Rising numbers are taken for places, unless they are named.
    let numbered = "- {id: 1, n: a}\n- {id: 3, n: b}\n"
    let (renamed, longer) = (
      numbered.replacing("n: a", with: "n: c"), numbered.replacing("n: a", with: "n: a, w: 2")
    )
    #expect(try merge(numbered, renamed, longer).status == 1)
    #expect(
      try merge(numbered, renamed, longer, as: "yaml", "--key id").output
        == numbered.replacing("n: a", with: "n: c, w: 2"))
  }

  @Test func solvesMarkedConflicts() throws {
    let (base, ours, theirs) = ("a: 1\nb: 2\n", "a: 5\nb: 2\n", "a: 1\nb: 3\n")
    for (text, name) in [(base, "base"), (ours, "ours"), (theirs, "theirs")] {
      try scratch.write(text, to: name)
    }
    let marked = try scratch.shell("git merge-file -p --diff3 ours base theirs")
    try scratch.write(marked.output, to: "m.yaml")
    #expect(
      try scratch.shell("decant merge --solve m.yaml")
        == Outcome(status: 0, output: "a: 5\nb: 3\n", errors: ""))
    _ = try scratch.shell("decant merge --solve -i m.yaml")
    #expect(try scratch.read("m.yaml") == "a: 5\nb: 3\n")
    let again = try scratch.shell("decant merge --solve m.yaml")
    #expect(again.status == 65 && again.errors.contains("no conflicts are marked"))
    try scratch.write("<<<<<<< a\na: 1\n", to: "m.yaml")
    #expect(try scratch.shell("decant merge --solve m.yaml").errors.contains("not complete"))
    try scratch.write("<<<<<<< a\na: 1\n=======\na: 2\n>>>>>>> b\n", to: "m.yaml")
    #expect(try scratch.shell("decant merge --solve m.yaml").errors.contains("diff3"))
  }
}
