import DecantTestSupport
import Testing

@testable import DecantCore

@Suite struct HashIndexTests {
  /// Hashes of which all, many or none are the same.
  @Test(arguments: [1, 64, UInt32.max])
  func findsWhatADictionaryFinds(hashes: UInt32) {
    var generator = SeededGenerator(seed: UInt64(hashes))
    var index = HashIndex()
    var keys: [Int] = []
    var known: [Int: Int] = [:]
    for _ in 0..<3000 {
      let key = Int.random(in: 0..<2000, using: &generator)
      let hash = UInt32(truncatingIfNeeded: key &* 0x9E37_79B9) % hashes
      #expect(index.find(hash) { keys[$0] == key } == known[key])
      let found = index.find(hash, orAdd: keys.count) { keys[$0] == key }
      #expect(found == known[key])
      if found == nil {
        known[key] = keys.count
        keys.append(key)
      }
    }
    #expect(index.count == keys.count)
    index.removeAll()
    #expect(index.count == 0 && index.firstNumber(0) == nil)
  }
}
