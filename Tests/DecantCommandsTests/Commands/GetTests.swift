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

  static let people = #"""
    {"people": [{"name": "Ada", "age": 36, "tags": ["a", "b"]}, {"name": "B\tb\\\n", "age": 30},
    {"age": 20.5, "admin": null}], "a.b": {"c/d": "x", "*": 1}}
    """#

  static let paths: [([String], String)] = [
    (["/people/*/age"], "36\n30\n20.5\n"), (["/people/[age>30]/name"], "Ada\n"),
    ([".people[0].name"], "Ada\n"), (["people[-1].age"], "20.5\n"),
    (["$.people[*].tags[]"], "a\nb\n"),
    (["$..name", ".people[0].age"], "Ada\nB\tb\\\n\n36\n"), ([#".["a.b"]["c/d"]"#], "x\n"),
    (["/a.b/*"], "1\n"), ([".[\"a.b\"][]"], "x\n1\n"), (["--length", "/people"], "3\n"),
    (["--keys", "/people/[!name]"], "age\nadmin\n"), (["--type", "/people/*/tags"], "sequence\n"),
    (["-0", "/people/[age<=30]/age"], "30\020.5\0"),
    (["-t", "json", "-c", "--slurp", "/people/*/age"], "[36,30,20.5]\n"),
    (["-c", "--slurp", "$..age"], "[36,30,20.5]\n"),
    (["-t", "yaml", "--length", "/people"], "3\n"),
    (["--rows", "/people/*", "/name", ".age"], "Ada\t36\nB\\tb\\\\\\n\t30\n\t20.5\n"),
    (
      ["--rows", "/people/*", "/age", "/tags", "/tags/*", "/admin"],
      #"""
      36\#t["a","b"]\#t["a","b"]\#t
      30\#t\#t\#t
      20.5\#t\#t\#tnull

      """#
    ),
    (["--rows", "--default", "-", "/people/*", "/name"], "Ada\nB\\tb\\\\\\n\n-\n"),
    (["--rows", "/people/*/age"], "36\n30\n20.5\n"),
    (
      ["--rows", "-t", "jsonl", "/people/*", "/name", "/tags/*"],
      #"""
      ["Ada",["a","b"]]
      ["B\tb\\\n",null]
      [null,null]

      """#
    ),
    (["--paths", "/a.b"], "/a.b/c~1d\t\"x\"\n/a.b/~*\t1\n"),
    (
      ["--paths", "/people/[!name]", "$..tags"],
      "/people/2/age\t20.5\n/people/2/admin\tnull\n/people/0/tags/0\t\"a\"\n/people/0/tags/1\t\"b\"\n"
    ),
    (["--default", "no", "/people/7/name", "/people/*/nothing"], "no\nno\n"),
  ]

  @Test(arguments: paths.indices) func readsPathsOfAllKinds(index: Int) {
    let (arguments, output) = Self.paths[index]
    let run = decant(words: ["get", "-f", "json"] + arguments, input: Self.people)
    #expect(run.output == output)
    #expect(run.status == 0, "\(run.errors)")
  }

  static let mistakes: [([String], String)] = [
    (["version"], "'version' is not a path: a path begins with '/' or '.'; write /version"),
    (["users/0"], "'users/0' is not a path: a path begins with '/' or '.'; write /users/0"),
    (
      [".a[1:2]"],
      "'.a[1:2]' is not a path: paths have no slices at character 5; [2] is one element, [-1] the last and [] each"
    ),
    (
      [".a | length"],
      "'.a | length' is not a path: paths have no pipes at character 4; "
        + "the next step follows the last: .a.b, or /a/b"
    ),
    ([], "'get' needs a path such as /users/0/name"),
    (["--paths", "-t", "json"], "'--paths' cannot be used together with '--to'"),
    (["-0", "--slurp", "/a"], "'--null' cannot be used together with '--to'"),
    (["--rows", "--keys", "/a"], "'--rows' cannot be used together with '--keys'"),
  ]

  @Test(arguments: mistakes) func explainsMistakes(arguments: [String], message: String) {
    let run = decant(words: ["get", "-f", "json"] + arguments, input: Self.people)
    #expect(run.errors.hasPrefix("decant: \(message)\n"), "\(run.errors)")
    #expect(run.status == 64)
  }

  @Test func listsPathsThatCanBePasted() throws {
    let run = decant("get", "-f", "json", "--paths", input: Self.people)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 10)
    for line in lines {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      let value = decant("get", "-f", "json", "-c", "-t", "json", parts[0], input: Self.people)
      #expect(value.output == parts[1] + "\n")
    }
    #expect(decant("get", "-f", "json", "--paths", input: "{}").output == "\t{}\n")
    #expect(
      decant("get", "-f", "json", "--paths", input: #"{"a\nb":[[]]}"#).output
        == #".["a\nb"]["0"]"# + "\t[]\n")
    let kinds = "{a: !!timestamp 2024-01-01T00:00:00Z, b: !!binary aGk=, c: &x [], d: *x, e: 0x1F}"
    #expect(
      decant("get", "-f", "yaml", "--paths", input: kinds).output
        == "/a\t\"2024-01-01T00:00:00Z\"\n/b\t\"aGk=\"\n/c\t[]\n/d\t[]\n/e\t31\n")
    #expect(
      decant("get", "-f", "json", "--paths", input: #"["é\n\u0001", 1e400]"#).output
        == #"/0\#t"é\n\u0001"\#n/1\#t1e400\#n"#)
    #expect(
      decant("get", "-f", "jsonl", "--paths", input: "1\n[[],{}]\n").output
        == "\t1\n/0\t[]\n/1\t{}\n")
    let nested = decant("get", "-f", "yaml", "--paths", input: "{[x, {y: 1}]: {z: [2]}, k: 3}")
    #expect(nested.output == "/k\t3\n")
    let other = decant("get", "-f", "yaml", "--paths", input: "{[x]: 1, 2: 3}")
    #expect(other.output == "/2\t3\n")
    #expect(other.errors.hasPrefix("decant: warning: paths do not lead to the values of keys"))
    #expect(decant("get", "-f", "json", "--paths", "/x", input: "{}").status == 1)
  }

  @Test func selectsDocuments() {
    let stream = "kind: A\nn: 1\n---\nkind: B\nn: 2\n---\nkind: B\nn: 3\n"
    func run(_ words: String...) -> String { decant(words: words, input: stream).output }
    #expect(run("get", "-f", "yaml", "--document", "2", "/n") == "2\n")
    #expect(run("get", "-f", "yaml", "--document", "[kind=B]", "/n") == "2\n3\n")
    #expect(
      run("-f", "yaml", "-t", "jsonl", "--document", "[kind=B, n>2]")
        == "{\"kind\":\"B\",\"n\":3}\n")
    #expect(run("-f", "yaml", "--document", "3") == "kind: B\nn: 3\n")
    #expect(run("-f", "yaml", "-t", "jsonl", "--at", "/**/n", "--slurp") == "[1,2,3]\n")
    let none = decant("-f", "yaml", "--document", "4", input: stream)
    #expect(none.errors.hasSuffix("error: document 4 does not exist; the input has 3 documents\n"))
    #expect(none.status == 65)
    #expect(decant("check", "-f", "yaml", "--document", "4", input: stream).status == 65)
    #expect(decant("check", "-f", "yaml", "--document", "[n]", input: stream).status == 0)
    #expect(decant("-i", "--document", "1", "x.yaml").status == 64)
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
    #expect(decant("get", file).errors.hasPrefix("decant: error: no value at ") == false)
    #expect(decant("get", ".a[0]", ".a[-1]", file).output == "1\n2\n")
    #expect(decant("get", "--paths", file).output == "/a/0\t1\n/a/1\t2\n")
    #expect(decant("get", "--rows", ".a[]", file).output == "1\n2\n")
    #expect(decant("get").status == 64)
    #expect(decant("get", "/a", file + ".missing").status != 0)
  }
}
