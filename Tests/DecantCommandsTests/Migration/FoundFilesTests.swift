import DecantTestSupport
import Foundation
import Testing

/// Which files a migration finds, and what it says of the others.
@Suite struct FoundFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  // MARK: Ignored files

  /// The summary counts what the report lists.
  @Test func countsWhatItIgnores() throws {
    var random = SeededGenerator(seed: 5)
    let names = [
      "a.json", "b.txt", ".hidden", "c", "node_modules/d.json", ".git/e.json", "f.md", "g.toml",
      "h.html", "sub/i.json", "sub/j.png", "sub/.k/l.json",
    ]
    for round in 0..<(Thoroughness.isFull ? 40 : 6) {
      let folder = "\(scratch.path)/\(round)"
      for name in names.filter({ _ in Bool.random(using: &random) }) + ["z.json", "y"] {
        let path = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
          at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try "".write(to: path, atomically: false, encoding: .utf8)
      }
      let words = ["", "--hidden", "--include '*.json'", "--exclude 'sub'"].randomElement(
        using: &random)
      let run = try scratch.shell(
        "decant migrate -t yaml -n --report r \(words ?? "") \(round) 2>errors; cat r; tail -n 1 errors"
      )
      let lines = run.output.split(separator: "\n")
      let ignored = lines.dropLast().count { $0.contains("\"outcome\":\"ignored\"") }
      #expect(ignored > 0)
      #expect(lines.last?.hasSuffix(" failed, \(ignored) ignored") == true, "\(run)")
      let silent = try scratch.shell("decant migrate -t yaml -n \(words ?? "") \(round)")
      #expect(silent.errors.hasSuffix(" failed, \(ignored) ignored\n"))
    }
  }

  // MARK: Binary property lists

  /// As the manual says, property lists are found by their content; `plistlib` has written them.
  @Test(.enabled(if: Oracle.plistlib.isInstalled), arguments: ["FMT_BINARY", "FMT_XML"])
  func findsPropertyListsWithoutAnExtension(format: String) throws {
    let script =
      "import plistlib, sys; plistlib.dump({'a': [1] * %d}, open(sys.argv[1], 'wb'), fmt=plistlib.\(format))"
    let run = try scratch.shell(
      """
      mkdir in; python3 -c "\(script.replacingOccurrences(of: "%d", with: "1"))" in/small
      python3 -c "\(script.replacingOccurrences(of: "%d", with: "3000"))" in/large.dat
      echo bplist >in/text; printf 'bplist' >in/short
      decant migrate -t json --replace in; ls in; decant get --length /a in/large.dat.json
      """)
    #expect(run.errors == "2 files converted, 0 skipped, 0 failed, 2 ignored\n")
    #expect(run.output == "large.dat.json\nshort\nsmall.json\ntext\n3000\n")
  }
}
