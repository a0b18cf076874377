import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct MigrateTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.shell(
      """
      mkdir -p in/sub
      echo '{"a": 1}' >in/a.json
      echo 'b: [1, 2]' >in/b.yaml
      decant -f json -t binary1 -o in/sub/c.plist in/a.json
      decant -f json -t xml1 -o in/sub/d.data in/a.json
      printf 'Note: prose\\n' >in/README
      printf -- '---\\ntitle: front matter\\n---\\nText.\\n' >in/page.md
      printf '[core]\\n' >in/config
      """)
  }

  private func run(_ script: String) throws -> Outcome {
    try scratch.shell(script)
  }

  private func files(_ folder: String = ".") throws -> [String] {
    try run("cd \(folder) && find . -type f | LC_ALL=C sort | sed 's|^./||'").output
      .split(separator: "\n").map(String.init)
  }

  private func report(_ options: String) throws -> [[String: Any]] {
    _ = try run("decant migrate --report report \(options)")
    return try scratch.read("report").split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func convertsWhatItRecognises() throws {
    let outcome = try run("decant migrate -t json --out out in")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors == "4 files converted, 0 skipped, 0 failed, 3 ignored\n")
    #expect(
      try files("out")
        == ["in/a.json", "in/b.json", "in/sub/c.json", "in/sub/d.data.json"])
    #expect(
      try run("decant -c out/in/b.json out/in/sub/c.json").output == "{\"b\":[1,2]}\n{\"a\":1}\n")
  }

  @Test func putsResultsBesideTheirSources() throws {
    #expect(try run("decant migrate -t yaml in").status == 0)
    let new = ["in/a.yaml", "in/sub/c.yaml", "in/sub/d.data.yaml"]
    let kept = [
      "in/README", "in/a.json", "in/b.yaml", "in/config", "in/page.md", "in/sub/c.plist",
      "in/sub/d.data",
    ]
    #expect(try files() == (new + kept).sorted())
  }

  @Test func removesWhatItHasConverted() throws {
    let outcome = try run("decant migrate -t yaml --replace in")
    #expect(outcome.errors == "3 files converted, 1 skipped, 0 failed, 3 ignored\n")
    #expect(
      try files()
        == [
          "in/README", "in/a.yaml", "in/b.yaml", "in/config", "in/page.md", "in/sub/c.yaml",
          "in/sub/d.data.yaml",
        ])
    #expect(try scratch.read("in/b.yaml") == "b: [1, 2]\n")
  }

  @Test func canBeRunAgain() throws {
    #expect(try run("decant migrate -t json --out out in").status == 0)
    let before = try run("stat -c '%Y %i %n' $(find out -type f)").output
    let again = try run("decant migrate -t json --out out in")
    #expect(again.status == 0)
    #expect(again.errors == "0 files converted, 4 skipped, 0 failed, 3 ignored\n")
    #expect(try run("stat -c '%Y %i %n' $(find out -type f)").output == before)
    let differing = try run("echo '{}' >out/in/a.json; decant migrate -t json --out out in")
    #expect(differing.status == 65)
    #expect(
      differing.errors == """
        in/a.json: error: 'out/in/a.json' exists already and differs
        hint: --force overwrites it
        0 files converted, 3 skipped, 1 failed, 3 ignored

        """)
    let forced = try run("decant migrate -t json --out out --force in; decant -c out/in/a.json")
    #expect(forced.errors == "1 file converted, 3 skipped, 0 failed, 3 ignored\n")
    #expect(forced.output == "{\"a\":1}\n")
  }

  @Test func finishesWhatAKilledRunHasLeft() throws {
    // The result is in place, but its source is not yet removed.
    #expect(try run("decant migrate -t yaml in/a.json").status == 0)
    _ = try run("echo half >in/.b.json.0123456789abc.decanting; echo mine >in/.b.json.decanting")
    let outcome = try run("decant migrate -t yaml --replace in")
    #expect(outcome.errors == "2 files converted, 3 skipped (1 removed), 0 failed, 4 ignored\n")
    #expect(try !files().contains("in/a.json"))
    #expect(try files().filter { $0.contains("decanting") } == ["in/.b.json.decanting"])
  }

  @Test func reportsWhatItWouldDo() throws {
    let before = try files()
    let outcome = try run(
      "echo '[1' >in/z.json; decant migrate -t yaml --replace --dry-run in; rm in/z.json")
    #expect(
      outcome.output == """
        convert in/a.json to in/a.yaml, and remove it
        skip in/b.yaml: already in the format
        convert in/sub/c.plist to in/sub/c.yaml, and remove it
        convert in/sub/d.data to in/sub/d.data.yaml, and remove it

        """)
    #expect(outcome.errors.hasPrefix("in/z.json:1:1: error: '[' is never closed"))
    #expect(
      outcome.errors.hasSuffix("3 files would be converted, 1 skipped, 1 failed, 3 ignored\n"))
    #expect(try files() == before)
  }

  /// A preview announces the removal of each file that the run removes, and of no other one.
  @Test(arguments: [
    "true", "decant migrate -t yaml in", "decant migrate -t yaml in; echo '{}' >in/a.yaml",
    "decant migrate -t yaml in/a.json; ln -s a.json in/link.json",
    "decant migrate -t yaml --replace in",
  ])
  func previewsEachRemoval(earlier: String) throws {
    let before = try run("cp in/a.json in/e.json; { \(earlier); } 2>/dev/null; find . -type f")
      .output
    let preview = try run("decant migrate -t yaml --replace --force -n in")
    let differences = try run("decant migrate -t yaml --replace --force --diff in").output
    #expect(try run("find . -type f").output == before)
    let real = try run("decant migrate -t yaml --replace --force in")
    let removed = try before.split(separator: "\n").filter { $0.hasPrefix("./") }
      .map { String($0.dropFirst(2)) }.filter { try !files().contains($0) }
    let announced = preview.output.split(separator: "\n").filter { $0.contains("remove ") }
    #expect(announced.count == removed.count, "\(preview.output)")
    for file in removed {
      #expect(announced.contains { $0.contains(file) }, "\(file): \(preview.output)")
    }
    let ends = ["+++ /dev/null", "and /dev/null differ"]
    #expect(
      differences.split(separator: "\n").count { line in ends.contains { line.hasSuffix($0) } }
        == removed.count)
    #expect(real.errors == preview.errors.replacingOccurrences(of: "would be ", with: ""))
  }

  @Test func goesOnAfterABadFile() throws {
    let outcome = try run("echo '{\"a\": 1,' >in/aa.json; decant migrate -t yaml in")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("in/aa.json:1:1: error: '{' is never closed\n"))
    #expect(outcome.errors.hasSuffix("3 files converted, 1 skipped, 1 failed, 3 ignored\n"))
    #expect(try files().contains("in/aa.json"))
    #expect(try !files().contains("in/aa.yaml"))
    let fast = try run(
      "decant migrate -t xml1 --jobs 1 --fail-fast --out fast --include '*.json' in")
    #expect(fast.status == 65)
    #expect(fast.errors.hasSuffix("1 file converted, 0 skipped, 1 failed, 9 ignored\n"))
  }

  @Test func takesOptionsThatShapeTheOutput() throws {
    try scratch.write("{\"bKey\": null, \"aKey\": [1]}", to: "x.json")
    _ = try run("decant migrate -t json --out o -c -S --keys snake x.json")
    #expect(try scratch.read("o/x.json") == "{\"a_key\":[1],\"b_key\":null}\n")
    let strict = try run("decant migrate -t xml1 --out o x.json")
    #expect(strict.status == 65 && strict.errors.contains("xml1 cannot represent null at /bKey"))
    let lossy = try run("decant migrate -t xml1 --lossy --out o x.json")
    #expect(
      lossy.errors == """
        decant: warning: 1 null was dropped (first at /bKey); --tagged keeps it
        1 file converted, 0 skipped, 0 failed

        """)
    _ = try run("decant migrate -t plist --tagged --force --out o x.json")
    #expect(
      try run("decant -t json --tagged -c o/x.plist").output == "{\"bKey\":null,\"aKey\":[1]}\n")
    _ = try run("printf '1\\n2\\n' >y.jsonl; decant migrate -t json --slurp -c --out o y.jsonl")
    #expect(try scratch.read("o/y.json") == "[1,2]\n")
    _ = try run("decant migrate -q -t json --at /b -c --out o in/b.yaml")
    #expect(try scratch.read("o/in/b.json") == "[1,2]\n")
  }

  @Test func takesFilesThatAreNamedWhateverTheirNames() throws {
    #expect(try run("decant migrate -t yaml --out out in/README in/page.md").status == 0)
    #expect(try files("out") == ["in/README.yaml", "in/page.yaml"])
    #expect(try run("decant migrate -t json --include README --out more in").status == 0)
    #expect(try files("more") == ["in/README.json"])
  }

  @Test func leavesOutWhatIsExcluded() throws {
    _ = try run("decant migrate -t json --out out --exclude sub --exclude '*.yaml' in")
    #expect(try files("out") == ["in/a.json"])
    _ = try run("decant migrate -t json --out more --include 'sub/*.plist' in")
    #expect(try files("more") == ["in/sub/c.json"])
  }

  @Test func expandsPatternsThatTheShellDidNot() throws {
    _ = try run("decant migrate -t yaml --out out 'in/**/*.plist' 'in/[a]*'")
    #expect(try files("out") == ["in/a.yaml", "in/sub/c.yaml"])
    _ = try run("echo '[]' >'in/*.json'; decant migrate -t yaml --out literal 'in/*.json'")
    #expect(try files("literal") == ["in/*.yaml"])
    let none = try run("decant migrate -t yaml 'in/*.none'")
    #expect(none.status == 65)
    #expect(none.errors.hasPrefix("in/*.none: error: no file matches\n"))
  }

  @Test func refusesTwoSourcesForOneTarget() throws {
    _ = try run("echo '[]' >in/b.json")
    let outcome = try run("decant migrate -t xml1 in")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix(
        "in/b.yaml: error: 'in/b.plist' is also the result of 'in/b.json'\n"
          + "hint: --exclude one of them, or give it another name\n")
    )
    #expect(try run("decant -t json -c in/b.plist").output == "[]\n")
    let twice = try run("decant migrate -t xml1 --out o in/a.json ./in/a.json in//a.json")
    #expect(twice.errors == "1 file converted, 0 skipped, 0 failed\n")
  }

  @Test func rewritesInPlaceOnlyWhenToldTo() throws {
    let refused = try run("decant migrate -t json in/a.json")
    #expect(refused.status == 65)
    #expect(
      refused.errors.hasPrefix(
        "in/a.json: error: the output would overwrite the input\n"))
    let replaced = try run("decant migrate -t json -c --replace in/a.json")
    #expect(replaced.errors == "1 file converted, 0 skipped, 0 failed\n")
    #expect(try scratch.read("in/a.json") == "{\"a\":1}\n")
    let again = try run("decant migrate -t json -c --replace in/a.json")
    #expect(again.errors == "0 files converted, 1 skipped, 0 failed\n")
    // Another kind of property list has the same file name.
    #expect(try run("decant migrate -q -t xml1 --replace in/sub").status == 0)
    #expect(try scratch.read("in/sub/c.plist").hasPrefix("<?xml"))
  }

  @Test func reportsEachFileInOrder() throws {
    _ = try run("echo '[' >in/aa.json; mkfifo in/pipe; ln -s a.json in/link.json")
    let lines = try report("-t yaml --jobs 4 in")
    let outcomes = lines.map { "\($0["source"] ?? "") \($0["outcome"] ?? "")" }
    #expect(
      outcomes == [
        "in/README ignored", "in/a.json converted", "in/aa.json failed", "in/b.yaml skipped",
        "in/config ignored", "in/link.json converted", "in/page.md ignored", "in/pipe ignored",
        "in/sub/c.plist converted", "in/sub/d.data converted",
      ])
    #expect(lines[2]["line"] as? Int == 1)
    #expect(lines[7]["reason"] as? String == "not a regular file")
    #expect(lines[8]["from"] as? String == "binary1")
    let again = try run("decant migrate -t yaml --report in/r.json in")
    #expect(again.errors.contains("0 files converted, 9 skipped, 1 failed"))
  }

  @Test func looksNotAtItsOwnResults() throws {
    #expect(try run("decant migrate -t yaml --out in/out in").status == 0)
    let again = try run("decant migrate -t yaml --out in/out in")
    #expect(again.errors == "0 files converted, 4 skipped, 0 failed, 3 ignored\n")
    // Operands are still migrated.
    let same = try run("cd in/sub; decant migrate -t json --out . --report - . | wc -l")
    #expect(same.errors == "2 files converted, 0 skipped, 0 failed\n")
    #expect(same.output.contains("2"))
  }

  @Test func keepsModes() throws {
    _ = try run("chmod 640 in/a.json; chmod 750 in/sub; chmod 444 in/sub/c.plist")
    _ = try run("umask 077; decant migrate -t json --out out in")
    let modes = try run("stat -c %a out/in/a.json out/in/sub out/in/sub/c.json").output
    #expect(modes == "640\n700\n444\n")
    _ = try run("umask 0; decant migrate -t json --out open in; stat -c %a open/in/sub")
    #expect(try run("stat -c %a open open/in/sub").output == "777\n750\n")
  }

  @Test func goesThroughLinksAndRemovesNone() throws {
    _ = try run(
      "mkdir other; mv in/a.json other; ln -s ../other/a.json in/a.json; ln -s ../in in/sub/up")
    let outcome = try run("decant migrate -t yaml --replace in")
    #expect(outcome.errors == "3 files converted, 1 skipped, 0 failed, 4 ignored\n")
    #expect(
      try run("test -L in/a.json && cat in/a.yaml other/a.json").output == "a: 1\n{\"a\": 1}\n")
    let inPlace = try run("decant migrate -t json --replace in/a.json")
    #expect(inPlace.status == 65)
    #expect(inPlace.errors.contains("overwrite the file that the link points to"))
  }

  @Test(arguments: [
    ("decant migrate", "decant: 'migrate' needs the names of files or folders"),
    ("decant migrate in", "decant: 'migrate' needs the format to write; name it with '--to'"),
    ("decant migrate -t json --output x in", "decant: 'migrate' has no option '--output'"),
    ("decant migrate -t json --raw in", "decant: 'migrate' has no option '--raw'"),
    (
      "decant migrate -t json --jobs 0 in",
      "decant: '--jobs' must be a number from 1 to 512, not '0'"
    ),
    (
      "decant migrate -t json --at /a --replace in",
      "decant: '--at' cannot be used together with '--replace'"
    ),
  ])
  func refusesCommandLines(command: String, message: String) throws {
    let outcome = try run(command)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix(message))
  }

  @Test func speaksJSONToThoseWhoAskForIt() throws {
    let outcome = try run("echo '[' >x.json; decant migrate -t yaml --error-format json x.json")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(lines[1].contains("\"severity\":\"note\""))
    #expect(try run("decant migrate -q -t yaml in").errors == "")
  }

  @Test func tellsTheSameWithAnyNumberOfJobs() throws {
    _ = try run(
      """
      mkdir many; for i in $(seq 100 299); do echo "[$i" >many/$i.json; echo "[$i]" >many/$i-.json; done
      """)
    let one = try run("decant migrate -t yaml --jobs 1 --dry-run many")
    #expect(one.errors.hasSuffix("200 files would be converted, 0 skipped, 200 failed\n"))
    #expect(try run("decant migrate -t yaml --jobs 8 --dry-run many") == one)
  }
}
