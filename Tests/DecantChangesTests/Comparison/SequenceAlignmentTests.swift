import DecantTestSupport
import Testing
import Decant

@testable import DecantChanges

@Suite struct SequenceAlignmentTests {
  private func pairs(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let pairs = SequenceAlignment(old[...], new[...]).pairs
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      #expect(pair.old < next.old && pair.new < next.new)
    }
    #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
    return pairs
  }

  /// The length of the longest common subsequence, from its definition.
  private func longest(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (place, other) in new.enumerated() {
        let above = row[place + 1]
        row[place + 1] = element == other ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[new.count]
  }

  @Test func alignsNothing() {
    #expect(pairs([], []).isEmpty && pairs([1], []).isEmpty && pairs([], [1]).isEmpty)
    #expect(pairs([1, 2], [3, 4]).isEmpty)
  }

  /// Without elements that occur once in each, the edit is the shortest.
  @Test(arguments: 0..<300 as Range<UInt64>) func findsTheShortestEdit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      Int.random(in: 0...3, using: &random)
    }
    let new = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      Int.random(in: 0...3, using: &random)
    }
    #expect(ShortestEdit(old[...], new[...]).pairs.count == longest(old, new))
    _ = pairs(old, new)
  }

  /// Where an edit only inserts and removes, everything else is paired, however long the sequences are.
  @Test(arguments: 0..<60 as Range<UInt64>) func pairsWhatWasKept(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...4000, using: &random)
    // Blank lines and brackets occur often.
    let old = (0..<count).map { Int.random(in: 0...3, using: &random) == 0 ? 0 : $0 + 1 }
    var new: [Int] = []
    var kept = 0
    for number in old {
      let choice = Int.random(in: 0...40, using: &random)
      if choice == 0 { new.append(count + 1 + new.count) }
      if choice != 1 { new.append(number) }
      if choice != 1, number != 0 { kept += 1 }
    }
    let unique = pairs(old, new).count { old[$0.old] != 0 }
    #expect(unique == kept)
  }

  @Test func takesLongWaysInSteps() {
    // Half of the elements differ, and none is unique.
    let old = (0..<9000).map { $0 * $0 % 7 }
    let new = (0..<9000).map { $0 * $0 % 11 % 7 }
    #expect(pairs(old, new).count > 3000)
    #expect(pairs(old, old.reversed()).count > 3000)
  }

  /// Each descent makes one more element unique.
  @Test func descendsInATimeThatIsLimited() {
    let old = (0..<2000).flatMap { [$0, $0 + 1] }
    let new = (0..<2000).flatMap { [$0 + 1, $0] }
    #expect(pairs(old, new).count >= 2000)
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func mergesLinesBeyondAnyLimit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let base = (0..<3000).map { $0 % 3 == 0 ? 0 : $0 }
    var (ours, theirs) = (base, base)
    let place = Int.random(in: 10...1400, using: &random)
    ours.insert(contentsOf: [0, 5000, 0], at: place)
    theirs.removeSubrange(place + 1490..<place + 1500)
    let parts = ThreeWayAlignment(base: base, ours: ours, theirs: theirs).parts
    let changed = parts.filter { !$0.isStable }
    #expect(changed.count == 2)
    #expect(
      changed.allSatisfy { $0.base.count == $0.ours.count || $0.base.count == $0.theirs.count })
  }
}
