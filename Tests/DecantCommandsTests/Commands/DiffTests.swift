import DecantTestSupport
import Testing

import DecantCommands
import Decant

@Suite struct DiffTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("a: 1\nb: [1, 2, 3]\nc: x\n", to: "old.yaml")
    try scratch.write(#"{"b": [1, 3.0, 4], "a": 1.0, "d": {"e": null}}"#, to: "new.json")
    try scratch.write("b: [1, 2, 3]\nc: x\na: 1\n", to: "moved.yaml")
    try scratch.write("--- 1\n--- 2\n--- 3\n", to: "many.yaml")
    try scratch.write("1\n5\n", to: "two.jsonl")
  }

  @Test func comparesValuesAcrossFormats() throws {
    let run = try scratch.shell("decant diff old.yaml new.json")
    #expect(run.status == 1)
    #expect(
      run.output == """
        - /c: "x"
        - /b/1: 2
        + /b/2: 4
        + /d: {"e":null}

        """)
    #expect(run.errors == "")
    #expect(try scratch.shell("decant diff old.yaml - <old.yaml").status == 0)
  }

  @Test func heedsTheOrderOfKeysWhereAsked() throws {
    #expect(
      try scratch.shell("decant diff old.yaml moved.yaml")
        == Outcome(status: 0, output: "", errors: ""))
    let run = try scratch.shell("decant diff --ordered old.yaml moved.yaml")
    #expect(run.output == "~ the keys are in another order\n")
    #expect(run.status == 1)
  }

  @Test func comparesDocumentByDocument() throws {
    let run = try scratch.shell("decant diff many.yaml two.jsonl")
    #expect(run.output == "~ document 2 2 -> 5\n- document 3 3\n")
    #expect(run.status == 1)
  }

  @Test func writesPatches() throws {
    let run = try scratch.shell("decant diff --format patch old.yaml new.json | decant -c")
    #expect(
      run.output == """
        [{"op":"remove","path":"/c"},{"op":"remove","path":"/b/1"},{"op":"add","path":"/b/2","value":4},\
        {"op":"add","path":"/d","value":{"e":null}}]

        """)
    #expect(try scratch.shell("decant diff --format patch old.yaml old.yaml").output == "[]\n")
  }

  @Test func refusesWhatMakesNoSense() throws {
    for arguments in ["", "a", "a b c", "- -", "--ordered --format patch a b"] {
      #expect(try scratch.shell("decant diff \(arguments)").status == 64)
    }
    #expect(try scratch.shell("decant diff old.yaml nowhere.json").status == 66)
    #expect(try scratch.shell("echo '[' | decant diff old.yaml -").status == 65)
  }

  private func diff(_ old: String, _ new: String, _ options: String = "") throws -> Outcome {
    try scratch.write(old, to: "1.yaml")
    try scratch.write(new, to: "2.yaml")
    return try scratch.shell("decant diff \(options) 1.yaml 2.yaml")
  }

  @Test func reportsMovesAndChangesOfTheSameElement() throws {
    let old = "[{n: a, v: 1}, {n: b, v: 2}, {n: c, v: 3}, {n: d, v: 4}]\n"
    let new = "[{n: d, v: 5}, {n: a, v: 1}, {n: b, v: 7}, {n: e, v: 9}]\n"
    #expect(
      try diff(old, new).output == """
        ~ moved /3 -> /0
        ~ /0/v: 4 -> 5
        ~ /2/v: 2 -> 7
        - /2: {"n":"c","v":3}
        + /3: {"n":"e","v":9}

        """)
    #expect(try diff("[1, 2, 3]\n", "[3, 1, 2]\n").output == "~ moved /2 -> /0\n")
  }

  @Test func identifiesElementsByKeys() throws {
    let old = "l: [{n: a, k: x, v: 1}, {n: b, k: y, v: 2}]\n"
    let new = "l: [{n: b, k: x, v: 1}, {n: a, k: y, v: 2}]\n"
    #expect(
      try diff(old, new, "--key /l=k").output
        == "~ /l/0/n: \"a\" -> \"b\"\n~ /l/1/n: \"b\" -> \"a\"\n")
    #expect(
      try diff(old, new, "--key n").output.contains("~ moved /l/0 -> /l/1\n"))
    let pods =
      "apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, image: x}, {name: b, image: x}]}\n"
    let other = pods.replacing(
      "{name: a, image: x}, {name: b, image: x}", with: "{name: b, image: y}, {name: a, image: z}")
    #expect(
      try diff(pods, other).output == """
        ~ /spec/containers/0/image: "x" -> "y"
        ~ moved /spec/containers/0 -> /spec/containers/1
        ~ /spec/containers/1/image: "x" -> "z"

        """)
    #expect(try diff("1\n", "2\n", "--key '[=b'").status == 64)
  }

  @Test func leavesOutWhatItIsToldTo() throws {
    let (old, new) = (
      "a: 1\nb: {c: 2, d: 3}\nl: [1, 2, 3]\n", "a: 5\nb: {c: 2, d: 4}\nl: [3, 1, 2]\n"
    )
    #expect(try diff(old, new, "--ignore /a --ignore '/b/*' --unordered").status == 0)
    #expect(try diff(old, new, "--ignore '/**'").status == 0)
    #expect(try diff(old, new, "--ignore /a --unordered").output == "~ /b/d: 3 -> 4\n")
    #expect(try diff("[1, 1, 2]\n", "[2, 1]\n", "--unordered").output == "- /1: 1\n")
    #expect(try diff("[1.0, 2]\n", "[1.001, 2]\n", "--tolerance 0.01").status == 0)
    #expect(try diff("[1.0, 2]\n", "[1.1, 2]\n", "--tolerance 0.01").output == "~ /0: 1.0 -> 1.1\n")
    #expect(try diff("1\n", "2\n", "--tolerance -1").status == 64)
    // What holds in one document may not hold in the other.
    for path in ["/l/-1", "'/[c=2]'", "'/b/[c]/x'"] {
      for option in ["--ignore \(path)", "--key \(path)=x"] {
        #expect(try diff(old, new, option).status == 64, "\(option)")
      }
    }
  }

  @Test func showsTheChangedLinesOfAText() throws {
    let outcome = try diff("a: |\n  one\n  two\n  three\n", "a: |\n  one\n  TWO\n  three\n  four\n")
    #expect(
      outcome.output == "~ /a: the lines of a text\n-     two\n+     TWO\n+     four\n")
  }

  @Test func comparesFolders() throws {
    _ = try scratch.shell("mkdir -p x/s y/.git y/s")
    for (name, text) in [
      ("x/a.yaml", "a: 1\n"), ("y/a.yaml", "{a: 1}\n"), ("x/s/b.json", "[1]"),
      ("y/s/b.json", "[2]"),
      ("x/old.toml", ""), ("y/.git/x", ""), ("x/z", "1"), ("y/z", "2"),
    ] {
      try scratch.write(text, to: name)
    }
    let outcome = try scratch.shell("decant diff x y")
    #expect(outcome.output == "- old.toml\ns/b.json:\n~ /0: 1 -> 2\nz:\n~ the bytes differ\n")
    #expect(outcome.status == 1)
    #expect(try scratch.shell("decant diff x x").status == 0)

    let unnamed = try scratch.shell(
      "mkdir u && touch \"u/$(printf '\\377').json\" && decant diff u x")
    #expect(unnamed.status == 66 && unnamed.errors.contains("not valid UTF-8"), "\(unnamed)")
  }

  @Test(.enabled(if: Repository.isGitInstalled)) func isADiffCommandOfGit() throws {
    let repository = try Repository()
    let outcome = try repository.git(
      """
      git init -q . && git config diff.decant.command 'decant diff'
      printf '*.json diff=decant\\n' >.gitattributes && printf '{"a": 1}' >a.json
      printf '[1]' >gone.json && git add . && git commit -qm base
      printf '{"b": 2, "a": 1.0}' >a.json && rm gone.json && printf 1 >new.json && git add .
      git --no-pager diff HEAD; echo $?
      """)
    #expect(
      outcome.output == "a.json:\n+ /b: 2\ngone.json:\n- removed\nnew.json:\n+ added\n0\n",
      "\(outcome.errors)")
  }
}
