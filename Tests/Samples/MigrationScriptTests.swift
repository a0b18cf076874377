import DecantTestSupport
import Foundation
import Testing

@Suite struct MigrationScriptTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  private func migrate(_ words: String = "old new") throws -> Outcome {
    try run.shell("sh Samples/migrate-settings.sh \(words)")
  }

  /// All kinds of property lists, with names that are difficult for shells.
  private static let folders = """
    mkdir -p old/'a b'/.hidden old/-x
    cp Samples/landmark.plist old/'a b'/'the bridge.plist'
    decant -t binary1 -o old/'a b'/.hidden/.bin.plist Samples/landmark.plist
    printf '{ name = "old style"; list = (a, b); }' >old/'two
    lines.plist'
    decant -t binary1 -o old/-x/-f.plist Samples/landmark.plist
    echo text >old/'a b'/readme.txt
    """

  @Test func migratesEveryFileWhateverItsName() throws {
    #expect(try run.shell(Self.folders).errors.isEmpty)
    let outcome = try migrate()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("4 migrated, 0 there already, 0 failed\n"))
    #expect(outcome.output.contains("old/a b/the bridge.plist -> new/a b/the bridge.yaml\n"))
    let found = try run.shell("cd new && find . -type f | LC_ALL=C sort").output
    #expect(
      found == """
        ./-x/-f.yaml
        ./a b/.hidden/.bin.yaml
        ./a b/the bridge.yaml
        ./two
        lines.yaml

        """)
    let expected = try run.shell("decant -t yaml Samples/landmark.plist").output
    #expect(try run.read("new/a b/.hidden/.bin.yaml") == expected)
    #expect(try run.read("new/-x/-f.yaml") == expected)
    #expect(try run.read("new/two\nlines.yaml") == "name: old style\nlist:\n  - a\n  - b\n")
    #expect(try run.shell("find old -type f | wc -l | tr -d ' '").output == "6\n")
  }

  @Test func changesNothingWhenItIsRunAgain() throws {
    #expect(try run.shell(Self.folders).errors.isEmpty)
    _ = try migrate()
    let outcome = try migrate("old/ ./new/")
    #expect(
      outcome
        == Outcome(status: 0, output: "0 migrated, 4 there already, 0 failed\n", errors: ""))
  }

  @Test func tellsWhatItCouldNotDoAndDoesTheRest() throws {
    let script = """
      mkdir -p old/sub new
      cp Samples/landmark.plist old/sub/good.plist
      cp Samples/landmark.plist old/taken.plist && echo 'name: mine' >new/taken.yaml
      printf '{ name = ' >old/bad.plist
      printf '<plist><dict><key>r</key><dict><key>CF$UID</key><integer>1</integer></dict></dict></plist>' |
        decant -f xml1 -t binary1 -o old/archive.plist
      """
    #expect(try run.shell(script).errors.isEmpty)
    let outcome = try migrate()
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        old/sub/good.plist -> new/sub/good.yaml
        1 migrated, 0 there already, 3 failed

        """)
    #expect(outcome.errors.contains("old/bad.plist:1:1: error: "))
    #expect(outcome.errors.contains("old/archive.plist: error: "))
    #expect(outcome.errors.contains("new/taken.yaml: exists already with other content\n"))
    #expect(try run.read("new/taken.yaml") == "name: mine\n")
    #expect(
      try run.shell("find new -type f | LC_ALL=C sort").output
        == "new/sub/good.yaml\nnew/taken.yaml\n")
  }

  /// A link to a folder may be part of a cycle, which ends where the system refuses a path with so many links.
  @Test func doesNotGoRound() throws {
    #expect(
      try run.shell(
        "mkdir old && ln -s . old/loop && ln -s \"$PWD\"/Samples/landmark.plist old/l.plist"
      ).status == 0)
    #expect(
      try migrate().output == "old/l.plist -> new/l.yaml\n1 migrated, 0 there already, 0 failed\n")
  }

  @Test func leavesNothingBehind() throws {
    #expect(try run.shell("mkdir old tmp && cp Samples/landmark.plist old/a.plist").status == 0)
    #expect(try run.shell("TMPDIR=$PWD/tmp sh Samples/migrate-settings.sh old new").status == 0)
    #expect(try run.shell("ls -A tmp").output.isEmpty)
  }

  @Test func takesFoldersWhoseNamesBeginWithADash() throws {
    #expect(try run.shell("mkdir ./-old && cp Samples/landmark.plist ./-old/a.plist").status == 0)
    #expect(try migrate("-old -new").status == 0)
    #expect(try run.shell("ls ./-new").output == "a.yaml\n")
  }

  @Test func usesTheDecantThatItIsTold() throws {
    #expect(try run.shell("mkdir old && cp Samples/landmark.plist old/a.plist").status == 0)
    let outcome = try run.shell(
      """
      printf '#!/bin/sh\\necho called >>log\\nexec decant "$@"\\n' >mine && chmod +x mine
      DECANT=./mine sh Samples/migrate-settings.sh old new
      """)
    #expect(outcome.status == 0)
    #expect(try run.read("log").hasPrefix("called\ncalled\n"))
  }

  @Test(arguments: ["", "old", "nowhere new", "old new more"])
  func reportsHowItIsUsed(words: String) throws {
    #expect(try run.shell("mkdir old").status == 0)
    let outcome = try migrate(words)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
    #expect(try run.shell("DECANT=/nowhere sh Samples/migrate-settings.sh old new").status == 64)
  }
}
