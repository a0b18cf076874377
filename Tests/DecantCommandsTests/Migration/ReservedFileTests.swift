import Testing

import DecantCommands
import Decant

@Suite struct ReservedFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell(
      """
      mkdir -p in/.git in/.vscode in/node_modules/x in/sub/Pods in/sub/.build
      for f in a.json .b.json .git/c.json .vscode/d.json node_modules/x/e.json sub/f.json \
        sub/Pods/g.json sub/.build/h.json; do echo '[1]' >in/$f; done
      """)
  }

  private func files(_ script: String) throws -> String {
    let outcome = try scratch.shell(
      "\(script) && cd out && find . -type f | LC_ALL=C sort | tr '\\n' ' '")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test(arguments: [
    ("in", "./in/a.yaml ./in/sub/f.yaml "),
    ("in/.vscode", "./in/.vscode/d.yaml "),
    ("in/node_modules", "./in/node_modules/x/e.yaml "),
    ("in/.b.json in/node_modules/x/e.json", "./in/.b.yaml ./in/node_modules/x/e.yaml "),
    (
      "--hidden in",
      "./in/.b.yaml ./in/.git/c.yaml ./in/.vscode/d.yaml ./in/a.yaml ./in/node_modules/x/e.yaml "
        + "./in/sub/.build/h.yaml ./in/sub/Pods/g.yaml ./in/sub/f.yaml "
    ),
    ("--include '.*.json' in", "./in/.b.yaml "),
    ("--include '.vscode/*' --include 'a.*' in", "./in/.vscode/d.yaml ./in/a.yaml "),
    ("--include 'node_modules/**' in", "./in/node_modules/x/e.yaml "),
    ("--include '**/Pods/*.json' in", "./in/sub/Pods/g.yaml "),
    ("--include '*.json' in", "./in/a.yaml ./in/sub/f.yaml "),
    ("'in/**/*.json'", "./in/a.yaml ./in/sub/f.yaml "),
    ("'in/*/*.json'", "./in/sub/f.yaml "),
    ("'in/.*/*.json'", "./in/.git/c.yaml ./in/.vscode/d.yaml "),
    ("'in/node_modules/*/*'", "./in/node_modules/x/e.yaml "),
    ("'in/**/Pods/*'", "./in/sub/Pods/g.yaml "),
    ("'in/*'", "./in/a.yaml ./in/sub/f.yaml "),
  ])
  func arePassedOverUnlessTheyAreNamed(words: String, expected: String) throws {
    #expect(try files("decant migrate -q -t yaml --out out \(words)") == expected)
  }

  @Test func areListedInTheReport() throws {
    let report = try scratch.shell(
      "decant migrate -q -t yaml --dry-run --report - in | grep ignored")
    let lines = report.output.split(separator: "\n").filter { $0.contains("ignored") }
    #expect(lines.count == 6)
    #expect(lines.filter { $0.contains("\"reason\":\"hidden\"") }.count == 4)
    #expect(lines.filter { $0.contains("\"reason\":\"kept by another tool\"") }.count == 2)
  }

  @Test(arguments: [
    "in", "--hidden in", "in/a.json", "in/sub/f.json in/a.json", "'in/**/*.json'", "in/sub in",
    "--exclude 'link*' in", "--include 'f.json' in", "--out out in",
  ])
  func leavesNoLinkWithoutItsTarget(words: String) throws {
    let links = """
      ln -s a.json in/link.json; ln -s link.json in/link2; ln -s ../sub/f.json in/.vscode/latest
      ln -s ../../sub/f.json in/node_modules/x/current.json; ln -s "$PWD/in/sub/f.json" in/.hidden
      ln -s sub in/folder; mkdir in/sub/deep; ln -s ../a.json in/sub/f.link
      """
    _ = try scratch.shell(links)
    let outcome = try scratch.shell(
      """
      find . -type l | wc -l; decant migrate -t yaml --replace \(words) >log 2>&1; echo $?
      find . -type l | wc -l; find . -xtype l; test -e in/a.json && test -e in/sub/f.json; echo $?
      """)
    let lines = outcome.output.split(separator: "\n").map { $0.filter { $0 != " " } }
    let log = try scratch.read("log")
    #expect(lines == ["7", "0", "7", "0"], "\(log)")
  }

  @Test func reportsWhyASourceStays() throws {
    _ = try scratch.shell("ln -s a.json in/link")
    let dry = try scratch.shell("decant migrate -q -t yaml --replace --dry-run in")
    #expect(
      dry.output == """
        convert in/a.json to in/a.yaml
        convert in/sub/f.json to in/sub/f.yaml, and remove it

        """)
    let report = try scratch.shell(
      "decant migrate -q -t yaml --replace --report - in | grep a.json")
    #expect(report.output.contains("\"reason\":\"not removed: a symbolic link leads to it\""))
    #expect(report.output.contains("\"removed\":false"))
  }
}
