import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// Outputs beside the result of a run, which must not destroy what it reads or what a user has.
@Suite struct OutputTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// A random folder with old reports: a report replaces these and empty files, and no file has other bytes after the run.
  @Test func aReportReplacesOnlyReports() throws {
    var random = SeededGenerator(seed: 61)
    let reports = ["check.jsonl", "none.jsonl", "check.sarif", "done.json"]
    let files = ["a.json", "b.yaml", "in/c.json", "log.jsonl"]
    _ = try scratch.shell(
      """
      mkdir in; for f in a.json b.yaml in/c.json; do echo '{"source": 1}' >$f; done; echo '[' >bad.json
      printf '{"severity":"error"}\\n{"source":"a"}\\n' >log.jsonl; touch none.jsonl
      for r in check.jsonl check.sarif; do decant check -q --report $r bad.json; done
      decant migrate -q -n -t yaml --report done.json a.json; rm bad.json
      ln -s a.json link; ln -s check.jsonl latest; ln b.yaml hard.yaml
      """)
    let targets = ["link": "a.json", "latest": "check.jsonl", "hard.yaml": "b.yaml"]
    var refused = 0
    for round in 0..<(Thoroughness.isFull ? 300 : 50) {
      let name =
        (reports + files + targets.keys.sorted() + ["new.json"])
        .randomElement(using: &random) ?? ""
      let operand = ([".", "in", "'*.json'"] + files).randomElement(using: &random) ?? ""
      let verb = ["check", "migrate -n -t yaml"].randomElement(using: &random) ?? ""
      let file = targets[name] ?? name
      let isRefused = files.contains(file)
      let contents = try files.map(scratch.read)
      let spelled = ["", "./", "in/../", "$PWD/"].randomElement(using: &random) ?? ""
      let run = try scratch.shell("decant \(verb) --report \(spelled)\(name) \(operand)")
      let context = "\(round): \(verb) --report \(spelled)\(name) \(operand): \(run)"
      #expect((run.status == 64) == isRefused, "\(context)")
      #expect(try files.map(scratch.read) == contents, "\(context)")
      #expect(isRefused || !run.errors.contains("\(file):"), "\(context)")
      refused += isRefused ? 1 : 0
      if name == "new.json" { _ = try scratch.shell("rm -f new.json") }
    }
    #expect(refused > 5)
  }

  @Test(.enabled(if: Killing.isInstalled)) func aKillLeavesTheOldReportOrTheNewOne() throws {
    try scratch.write(
      "<plist version=\"1.0\"><date>2020-01-01T00:00:00Z</date></plist>", to: "in.plist")
    let command = "decant check -q -t json --report r in.plist"
    let new = try scratch.shell("\(command); cat r").output
    let old = new.replacing("in.plist", with: "old.plist")
    #expect(old != new)
    try scratch.write(old, to: "r")
    let count = try Killing.atEachCall(of: command, in: ".", of: scratch) {
      let report = try scratch.read("r")
      #expect([old, new].contains(report))
    }
    #expect(count > 5)
    #expect(try scratch.names == ["in.plist", "r"])
  }
}
