import DecantTestSupport
import Testing

@testable import Decant

/// The conversion of libyaml's positions, counted in scalars, to byte offsets.
@Suite struct ScalarPlacesTests {
  private struct Text {
    let bytes: [UInt8]
    let offsets: [Int]

    init(_ text: String) {
      var offsets: [Int] = []
      var offset = 0
      for scalar in text.unicodeScalars {
        offsets.append(offset)
        offset += UTF8.width(scalar)
      }
      bytes = Array(text.utf8)
      self.offsets = offsets + [offset]
    }

    init(runs: Int, longest: Int, using generator: inout SeededGenerator) {
      let scalars = ["a", "\n", "é", "€", "語", "😀"]
      self.init(
        (0..<runs).map { _ in
          String(
            repeating: scalars.randomElement(using: &generator) ?? "",
            count: Int.random(in: 1...longest, using: &generator))
        }.joined())
    }
  }

  private func window(on text: Text) throws -> Window {
    var window = Window(MemorySource(text.bytes), capacity: text.bytes.count + 16)
    while try window.refill() {}
    return window
  }

  /// Records the non-ASCII scalars up to `end`, as the feed does; returns the end of the last one.
  private func note(
    _ range: Range<Int>, of window: borrowing Window, in places: inout ScalarPlaces
  ) -> Int {
    window.withBytes { bytes in
      YAMLText.prefix(bytes, from: range.lowerBound, to: range.upperBound) { run in
        places.note(run.count, ofWidth: run.width, at: run.start)
      }
    }
  }

  /// The last counts of runs exceed the capacity.
  @Test(arguments: [(1, 100), (20, 30), (200, 3), (900, 1), (5000, 2), (30_000, 1)])
  func findsEachScalarOfATextThatWasNotedBefore(runs: Int, longest: Int) throws {
    var generator = SeededGenerator(seed: UInt64(runs))
    let text = Text(runs: runs, longest: longest, using: &generator)
    let window = try window(on: text)
    var places = ScalarPlaces()
    places.begin(at: 0)
    #expect(note(0..<text.bytes.count, of: window, in: &places) == text.bytes.count)
    #expect(places.index(ofLast: text.bytes.count) == text.offsets.count - 1)
    var index = 0
    while index < text.offsets.count {
      if places.offset(ofIndex: index, in: window) != text.offsets[index] {
        Issue.record("scalar \(index) of \(runs) runs")
        return
      }
      index += Int.random(in: 0...longest * 2, using: &generator)
    }
  }

  @Test(arguments: 0..<40)
  func findsScalarsWhileMoreAreNoted(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = Text(runs: 3000, longest: 1 + Int(seed) % 4, using: &generator)
    let window = try window(on: text)
    var places = ScalarPlaces()
    places.begin(at: 0)
    var noted = 0
    var index = 0
    while index < text.offsets.count - 1 {
      let piece = Int.random(in: 1...4000, using: &generator)
      noted = note(noted..<min(noted + piece, text.bytes.count), of: window, in: &places)
      let last = places.index(ofLast: noted)
      #expect(text.offsets[last] == noted)
      for _ in 0..<20 {
        index = Int.random(in: index...min(index + 200, last), using: &generator)
        let other = Int.random(in: max(0, index - 300)...last, using: &generator)
        guard places.offset(ofIndex: index, in: window) == text.offsets[index],
          places.offset(of: other, in: window) == text.offsets[other]
        else {
          Issue.record("scalar \(index) or \(other)")
          return
        }
      }
      if Bool.random(using: &generator) {
        let offset = Int.random(in: 0..<noted, using: &generator)
        places.move(toOffset: offset, in: window)
        index = max(index, places.index(of: offset, among: text.offsets))
      }
    }
  }

  /// An incomplete scalar is left for the next call; one that needs inspection ends the prefix.
  @Test(arguments: [
    ("abc", 3), ("é", 2), ("ab\u{7}", 2), ("é\u{7}", 2), ("\t\r\n", 3), ("a\u{7F}", 1),
    ("é\u{80}", 2), ("\u{85}\u{A0}", 0), ("é\u{2028}", 2), ("\u{2027}\u{FEFF}", 3),
    ("a\\u00e9\\ud", 7), ("語語語\u{FFFE}", 9), ("\u{FFFD}\u{E000}", 6), ("😀😀", 8),
    (String(repeating: "a", count: 70) + "\u{1}", 70), (String(repeating: "語", count: 30), 90),
  ])
  func goesAsFarAsAllIsAllowed(text: String, end: Int) throws {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: ByteStorage.padding)
    let count = text.utf8.count
    bytes.withBytes { #expect(YAMLText.prefix($0, from: 0, to: count) { _ in } == end) }
    let offsets = Text(text).offsets
    for cut in 0..<count {
      let whole = min(offsets.last { $0 <= cut } ?? 0, end)
      bytes.withBytes { #expect(YAMLText.prefix($0, from: 0, to: cut) { _ in } == whole) }
    }
  }
}

extension ScalarPlaces {
  fileprivate func index(of offset: Int, among offsets: [Int]) -> Int {
    offsets.firstIndex { $0 >= offset } ?? offsets.count
  }
}
