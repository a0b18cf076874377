import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

@Suite struct LineCounterTests {
  private func place(after text: String) -> [Int] {
    var line = 1
    var column = 1
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return [line, column]
  }

  private func count(_ pieces: [[UInt8]]) -> [Int] {
    var counter = LineCounter()
    for piece in pieces { piece.withBytes { counter.count($0) } }
    return [counter.line, counter.column]
  }

  @Test(arguments: [
    "", "a", "\n", "\n\n\n", "abc\ndef", "é", "é\né", "😀😀\n€", "\r\n", "1234567\n", "12345678\n9",
    "\u{FEFF}x", String(repeating: "é", count: 100), String(repeating: "\n", count: 5000),
    String(repeating: "x", count: 5000), String(repeating: "😀", count: 3000) + "\n€",
  ])
  func countsLinesAndScalars(text: String) {
    #expect(count([Array(text.utf8)]) == place(after: text))
  }

  @Test func countsTheSameInPieces() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let scalars = ["a", "\n", "é", "€", "😀", "\r", "xxxxxxxx"]
      let text = (0..<Int.random(in: 0...300, using: &generator))
        .map { _ in scalars.randomElement(using: &generator) ?? "" }.joined()
      var rest = Array(text.utf8)[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let size = Int.random(in: 1...50, using: &generator)
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(count(pieces) == place(after: text))
    }
  }
}
