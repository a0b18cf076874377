import DecantTestSupport
import Foundation
import Testing

/// Which files a migration finds, what it says of the others, and front matter.
@Suite struct FoundFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private static let markdown = "---\ntitle: Hello\n---\n# Title\n\nSome: *text*\n"

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

  // MARK: Front matter

  @Test(arguments: [
    ("post.md", "jsonl"), ("post.md", "json"), ("a.b.Markdown", "json"), ("x.qmd", "toml"),
  ])
  func convertsFrontMatter(file: String, format: String) throws {
    try scratch.write(Self.markdown, to: file)
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let outcome = try scratch.shell(
      "decant migrate -t \(format) \(file); decant get /title \(stem).\(format); decant migrate -t \(format) --out o \(file) 2>&-; ls o"
    )
    #expect(outcome.output == "Hello\n\(stem).\(format)\n")
    #expect(
      outcome.errors == """
        \(file): note: only the front matter is converted; the text after it is left out
        1 file converted, 0 skipped, 0 failed

        """)
    #expect(try scratch.read(file) == Self.markdown)
  }

  @Test func doesNotReplaceTextAfterFrontMatter() throws {
    try scratch.write(Self.markdown, to: "m.md")
    for words in ["", "-n", "--force"] {
      let outcome = try scratch.shell(
        "decant migrate -t jsonl --replace \(words) m.md; echo $?; ls")
      #expect(outcome.output == "65\nm.md\n")
      #expect(
        outcome.errors.hasPrefix("m.md: error: the text after the front matter would be lost\n"))
    }
    #expect(try scratch.read("m.md") == Self.markdown)
  }

  /// Folders contain Markdown that is not data.
  @Test func findsNoFrontMatterInFolders() throws {
    let outcome = try scratch.shell(
      "mkdir in; printf -- '\(Self.markdown.replacingOccurrences(of: "\n", with: "\\n"))' >in/m.md; decant migrate -t json in"
    )
    #expect(outcome.errors == "0 files converted, 0 skipped, 0 failed, 1 ignored\n")
  }
}
