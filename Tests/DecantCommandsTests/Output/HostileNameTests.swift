import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// Names of files that documents fill: who writes a document chooses no hidden file, no link and no other folder.
@Suite struct HostileNameTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Runs decant on documents with texts for the fields.
  private func split(_ documents: [[String: String]], _ name: String) throws -> Outcome {
    let lines = try documents.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    try scratch.write(lines.joined(), to: "in")
    return try scratch.shell("decant -f jsonl -t json -o '\(name)' in")
  }

  /// Python folds the case and normalizes.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func similarNamesAreRefused() throws {
    var random = SeededGenerator(seed: 12)
    let letters = [
      "a", "A", "é", "E\u{301}", "e\u{301}", "ß", "SS", "s", "ς", "σ", "Σ", "k", "\u{212A}", "1",
    ]
    let rounds = (0..<(Thoroughness.isFull ? 300 : 40)).map { _ in
      (0..<3).map { _ in
        (0...Int.random(in: 0...1, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? ""
        }
        .joined()
      }
    }
    try scratch.write(
      String(decoding: try JSONEncoder().encode(rounds), as: UTF8.self), to: "rounds")
    try scratch.write(
      """
      import json, unicodedata as u
      n = lambda s: u.normalize("NFD", s)
      for names in json.load(open("rounds")): print(len({n(n(s).casefold()) for s in names}))
      """, to: "fold.py")
    let counts = try scratch.shell("python3 fold.py").output.split(separator: "\n").map { Int($0) }
    #expect(Set(counts).isSuperset(of: [2, 3]))
    for (names, count) in zip(rounds, counts) {
      _ = try scratch.shell("rm -rf out")
      let run = try split(names.map { ["a": $0] }, "out/{a}.json")
      #expect((run.status == 0) == (count == 3), "\(names) \(run)")
      #expect(try scratch.names.contains("out") == (count == 3))
    }
  }

  /// Random names and links: nothing is written through a link from the first value on, and nothing else is refused.
  @Test func noValueChoosesALink() throws {
    var random = SeededGenerator(seed: 13)
    let patterns = [
      "{a}/{b}", "{a}/{b}.json", "{a}/link/{b}", "link/{a}/{b}", "li{a}/{b}", "real/{a}/{b}",
      "link/{a}",
      "real/x{a}.{b}", "{a}/../{b}",
    ]
    let values = ["real", "link", "nk", "new", "file", "dangling"]
    var (refused, written) = (0, 0)
    for _ in 0..<(Thoroughness.isFull ? 400 : 60) {
      _ = try scratch.shell(
        """
        chmod -R u+w . ; rm -rf t; mkdir -p t/base/real t/out; cd t/base; echo old >../old
        for d in . real; do
          ln -s "$PWD/../out" $d/link; ln -s "$PWD/../old" $d/file; ln -s "$PWD/../out/new" $d/dangling
          ln -s "$PWD/../old" $d/file.json
        done; ln -s "$PWD/../out" ../out/link
        """)
      let pattern = patterns.randomElement(using: &random) ?? ""
      let (a, b) = (
        values.randomElement(using: &random) ?? "", values.randomElement(using: &random) ?? ""
      )
      let path = pattern.replacing("{a}", with: a).replacing("{b}", with: b)
      let fixed = pattern.split(separator: "/").prefix { !$0.contains("{") }.count
      let parts = path.split(separator: "/").map(String.init)
      let base = scratch.path + "/t/base"
      let isRefused = (fixed..<parts.count).contains { index in
        guard parts[index] != ".." else { return true }
        let prefix = parts[...index].joined(separator: "/")
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(base)/\(prefix)"))
          != nil
      }
      let run = try scratch.shell(
        "cd t/base; printf '{\"a\":\"\(a)\",\"b\":\"\(b)\"}' | decant -f json -o '\(pattern)' -t json; s=$?; cat ../old; exit $s"
      )
      #expect(run.output == "old\n")
      let outside = try scratch.shell("find t/out -type f").output
      if isRefused {
        #expect(
          run.status == 65 && run.errors.contains("which is a link or '..'"),
          "\(path) \(run)")
        #expect(outside.isEmpty)
        refused += 1
      } else {
        #expect(run.status == 0 || run.status == 73, "\(path) \(run)")
        #expect(outside.isEmpty || pattern.hasPrefix("link/"))
        written += run.status == 0 ? 1 : 0
      }
    }
    #expect(refused > 10 && written > 10)
  }

  /// An accent makes one character of it and the slash before it, but a folder ends there.
  @Test func anAccentHidesNoLink() throws {
    let run = try scratch.shell(
      """
      mkdir out elsewhere; ln -s ../elsewhere out/link
      printf '{"link/\\u0301x": 1}' | decant -f json -o 'out/{key}.json' -t json; echo $?; ls elsewhere
      """)
    #expect(run.output == "65\n")
    #expect(run.errors.contains("which is a link or '..'"))
  }
}
