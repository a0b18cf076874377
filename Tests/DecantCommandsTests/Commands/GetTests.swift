import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct GetTests {
  static let yaml = """
    spec:
      replicas: 3
      args: [--fast, '--slow']
      ~: none
      when: 2001-12-14
      key: !!binary aGVsbG8=
      text: "two\\nlines"
    other: &x {a: 1}
    again: *x
    """

  static let cases: [([String], String)] = [
    (["/spec/replicas"], "3\n"), (["/spec/args"], "[\"--fast\",\"--slow\"]\n"),
    (["/spec/args/-1"], "--slow\n"), (["/spec/args/*", "/again/a"], "--fast\n--slow\n1\n"),
    (["/spec/null"], "none\n"), (["/spec/key"], "aGVsbG8=\n"), (["/spec/text"], "two\nlines\n"),
    (["--keys", ""], "spec\nother\nagain\n"), (["--keys", "/spec/args"], "0\n1\n"),
    (["--length", "/spec/args"], "2\n"), (["--length", "/spec/key"], "5\n"),
    (
      ["--type", "/spec/replicas", "/spec", "/spec/args", "/spec/key", "/spec/text"],
      "integer\nmapping\nsequence\ndata\nstring\n"
    ),
    (["-t", "yaml", "/other"], "{a: 1}\n"), (["--default", "none", "/nowhere"], "none\n"),
  ]

  @Test(arguments: cases.indices)
  func printsValues(index: Int) {
    let (arguments, output) = Self.cases[index]
    let run = decant(words: ["get", "-f", "yaml"] + arguments, input: Self.yaml)
    #expect(run.output == output)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func answersNoWhereAValueIsMissing() {
    let run = decant("get", "-f", "yaml", "/nowhere", "/spec/replicas", input: Self.yaml)
    #expect(run.output == "3\n")
    #expect(run.errors == "<stdin>: error: no value at '/nowhere'\n")
    #expect(run.status == 1)
  }

  @Test func readsFilesAfterPointers() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"a": [1, 2]}"#, to: "a.json")
    let file = "\(scratch.path)/a.json"
    // An operand that begins with a slash is a file if a file of that name exists.
    #expect(decant("get", "/a/0", "/a/1", file).output == "1\n2\n")
    #expect(decant("get", "/a/0", file, file).output == "1\n1\n")
    #expect(decant("get", "a", file).status == 64)
    #expect(decant("get").status == 64)
    #expect(decant("get", "/a", file + ".missing").status != 0)
  }
}
