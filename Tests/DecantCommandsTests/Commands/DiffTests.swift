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
}
