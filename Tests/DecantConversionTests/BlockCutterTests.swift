import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantConversion

@Suite struct BlockCutterTests {
  /// Returns the blocks of an input, with `…` after those that are short, and `rest` if what follows cannot be cut.
  private func blocks(
    _ text: String, as format: Format, size: Int, sizes: [Int] = [1000], hasTime: Bool = false
  ) throws -> [String] {
    let bytes = Array(text.utf8)
    let source: any ByteSource = sizes.isEmpty ? .bytes(bytes) : ChunkedSource(bytes, sizes: sizes)
    return try blocks(of: source, as: format, size: size, hasTime: hasTime)
  }

  private func blocks(
    of source: any ByteSource, as format: Format, size: Int, hasTime: Bool = false
  ) throws -> [String] {
    var window = Window(source)
    var cutter = BlockCutter(at: try #require(format.boundary), size: size)
    var blocks: [String] = []
    while true {
      let piece = cutter.next(from: &window, hasTime: hasTime, reusing: { nil })
      switch piece {
      case .block(let block), .part(let block):
        let window = Window(block)
        let text = try window.text(in: window.position..<window.count)
        if case .part = piece { blocks.append(text + "…") } else { blocks.append(text) }
      case .waits: cutter.wait(for: &window)
      case .ended: return blocks
      case .rest: return blocks + ["rest"]
      }
    }
  }

  @Test func cutsAtTheEndsOfRecords() throws {
    #expect(try blocks("1\n22\n3", as: .jsonLines, size: 3) == ["1\n", "22\n", "3"])
    #expect(try blocks("1\n22\n3", as: .jsonLines, size: 5) == ["1\n22\n", "3"])
    #expect(
      try blocks("1\n22\n3", as: .jsonLines, size: 99, sizes: [4, 1]) == ["1\n…", "22\n…", "3"])
    #expect(try blocks("", as: .jsonLines, size: 5) == [])
    #expect(
      try blocks("\u{1E}1\n\u{1E}2\u{1E}3\n\u{1E}4\n", as: .jsonSequence, size: 4)
        == ["\u{1E}1\n", "\u{1E}2\u{1E}3\n", "\u{1E}4\n"])
    let long = String(repeating: "x", count: 100)
    #expect(try blocks("1\n\(long)", as: .jsonLines, size: 5, sizes: [10]) == ["1\n", "rest"])
  }

  @Test func leavesASingleBlockToOneThread() throws {
    #expect(try blocks("1\n22\n3\n", as: .jsonLines, size: 7, sizes: []) == ["rest"])
    #expect(try blocks("1\n22\n3\n", as: .jsonLines, size: 6, sizes: []) == ["1\n22\n", "3\n"])
  }

  @Test func doesNotCutShortWhileOthersAreConverted() throws {
    #expect(
      try blocks("1\n22\n3\n4", as: .jsonLines, size: 6, sizes: [2], hasTime: true)
        == ["1\n22\n", "3\n4"])
  }

  /// Of what a pipe holds, a program has more; it is given a moment.
  @Test func waitsAMomentForAFastProducer() throws {
    final class Program: ByteSource {
      var rest: [Int]
      var asked: [Int32] = []

      init(_ sizes: [Int]) { rest = sizes }

      func read(into output: inout OutputRawSpan) {
        let count = rest.isEmpty ? 0 : rest.removeFirst()
        for place in 0..<count { output.append(place % 64 == 63 ? 0x0A : 0x31) }
      }

      var wouldWait: Bool { true }

      func wouldWait(milliseconds: Int32) -> Bool {
        asked.append(milliseconds)
        return milliseconds == 0
      }
    }
    let slow = Program([640, 640])
    let short = try blocks(of: slow, as: .jsonLines, size: 1 << 20).map(\.utf8.count)
    #expect(short == [643, 643])
    #expect(slow.asked == [0, 0, 0, 0, 0])
    let fast = Program(Array(repeating: 1 << 16, count: 20))
    let whole = try blocks(of: fast, as: .jsonLines, size: 1 << 20).map(\.utf8.count)
    #expect(fast.asked.filter { $0 == 0 }.count < 3)
    #expect(whole.first == 1 << 20)
  }

  @Test func cutsBeforeDocumentsOfYAML() throws {
    #expect(
      try blocks("a\n---\nb\n---x\n--- c\n---", as: .yaml, size: 6)
        == ["a\n", "---\nb\n---x\n", "--- c\n---"])
    #expect(try blocks("a\r\n---\nb", as: .yaml, size: 6) == ["a\r\n", "---\nb"])
    #expect(try blocks("a\rb\n---\nb", as: .yaml, size: 6) == ["a\rb\n", "---\nb"])
  }
}
