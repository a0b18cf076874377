import DecantTestSupport
import Testing

@testable import DecantChanges

/// Merges of lines are those of git, with its marks, where each line is once in a text, so that there is one way to align them.
@Suite struct ConflictMarkTests {
  @Test(.enabled(if: Repository.isGitInstalled), arguments: ["merge", "diff3", "zdiff3"])
  func areThoseOfGit(style: String) throws {
    let cases = (0..<300).map { Self.texts(seed: $0) }
    var marks = LineMerge.Marks()
    marks.style = try #require(LineMerge.Marks.Style(rawValue: style))
    var conflicts = 0
    for (texts, git) in zip(cases, try Repository.mergedLines(of: cases, style: style)) {
      let bytes = texts.map { Array($0.utf8) }
      let merge = LineMerge.merge(base: bytes[0], ours: bytes[1], theirs: bytes[2])
      #expect(merge.isClean == git.isClean)
      #expect(String(decoding: merge.text(with: marks), as: UTF8.self) == git.text, "\(texts)")
      if !git.isClean { conflicts += 1 }
    }
    #expect(conflicts > 100)
  }

  /// A text and two edits of it, some of which are the same.
  private static func texts(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let base = (0..<16).map { "line \($0)" }
    let sides = [1, 2].map { side in
      base.flatMap { line -> [String] in
        let name = Bool.random(using: &random) ? "both" : "side \(side)"
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: return ["\(line) of \(name)"]
        case 2: return []
        case 3: return [line, "after \(line) of \(name)", "next of \(line) of both"]
        default: return [line]
        }
      }
    }
    return ([base] + sides).map { $0.map { $0 + "\n" }.joined() }
  }
}
