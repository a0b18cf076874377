import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

/// A file that is rewritten in place never loses what another program writes to it meanwhile.
@Suite struct ChangingFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    // `plutil` is the tool under another name.
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/bin", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/bin/plutil", withDestinationPath: Binary.path)
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/work", withIntermediateDirectories: false)
  }

  /// Runs a script in an empty folder.
  private func shell(_ script: String) throws -> Outcome {
    try scratch.shell("PATH=$PWD/bin:$PATH; cd work; \(script)")
  }

  /// How many processes rewrite one file at the same time.
  private static let rivals = 24

  /// Commands that add the key `k` and its number, `$i`, to `f.json`.
  private static let additions = [
    "decant edit -i --set /k$i $i f.json",
    "decant edit -i.old --set /k$i $i f.json",
    #"echo "{\"k0\": 0, \"k$i\": $i}" >$i; decant merge -i base.json f.json $i"#,
    "plutil -insert k$i -integer $i f.json",
    // Rewrites that add nothing must not remove anything either.
    "decant -i --indent $((i % 2 + 1)) f.json & decant edit -i --set /k$i $i f.json",
    // Nor may a rewrite through a link.
    "decant edit -i --set /k$i $i link.json",
  ]

  /// Each writer that reports success has left its change in the file, and others change nothing.
  @Test(arguments: additions)
  func keepsTheChangeOfEachWriterThatSucceeds(addition: String) throws {
    let outcome = try shell(
      """
      echo '{"k0": 0}' >f.json; echo '{"k0": 0}' >base.json; ln -s f.json link.json
      for i in $(seq \(Self.rivals)); do
        ( \(addition) && echo $i >>done ) 2>>errors &
      done
      wait
      decant get --keys '' f.json | sed -n 's/^k//p' | sort >kept
      echo 0 | cat - done | sort | diff - kept && test -s done || exit 1
      ls -A | grep decanting
      grep -v -e 'the file changed while it was read' -e '^hint: run it again' errors
      """)
    #expect(outcome.output == "")
  }

  private static let changes = [
    // The same size, in the same file.
    #"printf '{"a": 2}' >f.json"#,
    // The same size and time, in another file.
    #"printf '{"a": 3}' >new; touch -r f.json new; mv new f.json"#,
    "printf '{}' >f.json",
    "rm f.json",
    // Not a document of any format.
    "printf '{' >f.json",
  ]

  private static let verbs: [(command: String, status: Int32)] = [
    ("decant -i -c f.json", 74),
    ("decant -i.old -c f.json", 74),
    ("decant archive -i --type T f.json", 74),
    ("decant edit -i --set /b 1 f.json", 74),
    ("decant merge -i base.json f.json theirs.json", 74),
    ("plutil -insert b -integer 1 f.json", 1),
    ("plutil -convert xml1 f.json", 1),
    // The status of a migration of which any file fails.
    ("decant migrate -q -t json -c --replace f.json", 65),
  ]

  /// The file changes when the whole result is written, before it is put in place.
  @Test(.enabled(if: Killing.isInstalled), arguments: verbs.indices, changes)
  func leavesAFileThatChanges(number: Int, change: String) throws {
    let (command, status) = Self.verbs[number]
    let outcome = try shell(
      """
      printf '{"a": 1}' | tee f.json >base.json; echo '{"a": 1, "b": 1}' >theirs.json
      touch -d @1000000000 f.json
      strace -f -qq -o /dev/null -e trace=fsync -e inject=fsync:delay_enter=500000:when=1 \
        \(command) 2>errors &
      process=$!
      until ls -A | grep -q 'decanting$'; do sleep 0.01; done
      sleep 0.1
      \(change)
      cp f.json expected 2>/dev/null
      wait $process; echo $?
      if test -e f.json; then cmp f.json expected; else ls expected 2>/dev/null; fi
      ls -A | grep -e decanting -e old
      cat errors >&2
      """)
    #expect(outcome.output == "\(status)\n")
    #expect(outcome.errors.contains("the file changed while it was read"))
  }

  /// Whatever an incomplete content is taken for, the reason is that it changed.
  @Test(arguments: ChangingSourceTests.Change.allCases)
  func reportsNoMistakeInAFileThatChanges(change: ChangingSourceTests.Change) throws {
    let path = "\(scratch.path)/a.json"
    // More than a window holds.
    let text = "[" + String(repeating: "1234567890, ", count: 20_000) + "2]"
    try scratch.write(text, to: "a.json")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    let registry = FormatRegistry.standard.adding(
      .watched { event in
        guard event == .began(1) else { return }
        do { try change(path) } catch { Issue.record(error) }
      })
    let outcome = decant("-i", "-f", "watched", "-t", "json", path, registry: registry)
    #expect(outcome.status == 74)
    #expect(outcome.errors.hasPrefix("\(path): error: the file changed while it was read\n"))
    #expect(try scratch.names.filter { $0.hasPrefix(".") } == [])
  }
}
