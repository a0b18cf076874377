import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

@Suite struct KeySetTests {
  @Test func knowsWhatWasInserted() throws {
    var generator = SeededGenerator(seed: 1)
    let keys = KeySet()
    var known: [String: Int] = [:]
    for _ in 0..<4000 {
      let key = String(UInt16.random(in: 0..<1800, using: &generator), radix: 36)
      let flags: Event.Flags = Bool.random(using: &generator) ? .isEscaped : []
      let name = "\(flags.rawValue) \(key)"
      let expected = known[name]
      // Collides often.
      let hash = UInt32(key.utf8.count) + UInt32(key.utf8.first ?? 0)
      let result = try key.withBytes { (bytes) throws(DecantError) in
        #expect(keys.contains(bytes, flags: flags, hash: hash) == (expected != nil))
        return try keys.insert(bytes, flags: flags, hash: hash)
      }
      #expect(result.isKnown == (expected != nil) && result.number == expected ?? known.count)
      known[name] = result.number
      #expect(keys.withKey(result.number) { bytes, _ in String(utf8: bytes) } == key)
    }
    #expect(keys.count == known.count)
  }

  private static func mapping(_ keys: some Sequence<Int>, then more: String = "") -> String {
    "{" + keys.map { "\"key \($0)\":{\"v\":\($0)}" }.joined(separator: ",") + more + "}"
  }

  private func read(
    _ text: String, as format: Format, _ duplicates: DuplicateKeys = .error
  ) -> Transcript {
    var options = ReadingOptions()
    options.duplicateKeys = duplicates
    return Transcript(reading: Array(text.utf8), as: format, options)
  }

  @Test(arguments: [0, 4095, 4096, 4097, 9999], [Format.json, .yaml])
  func findsAnyKeyAgain(key: Int, format: Format) {
    let text =
      "[" + Self.mapping(0..<10_000) + ",{\"a\":"
      + Self.mapping(0..<10_000, then: ",\"key \(key)\":1") + "}]"
    let error = read(text, as: format).error
    #expect(error?.problem == .duplicateKey("key \(key)"))
    #expect(error?.path?.description == "/1/a/key \(key)")
    let kept = read(text, as: format, .keep)
    #expect(kept.error == nil)
    #expect(
      kept.entries.count { Event.Flags(rawValue: $0.flags).contains(.isDuplicateKey) } == 1)
  }

  @Test(arguments: [Format.json, .yaml])
  func findsNoDuplicatesAmongDifferentKeys(format: Format) {
    let large = Self.mapping(0..<10_000), other = Self.mapping(5000..<15_000)
    let text =
      "[\(large),\(other),{\"x\":\(large),\"y\":\(large)},\(Self.mapping((0..<9000).reversed()))]"
    #expect(read(text, as: format).error == nil)
  }

  @Test func knowsTheWayToAnErrorAfterSuchAKey() {
    let text = Self.mapping(0..<6000, then: #","last":{"a":[1,}"#)
    #expect(read(text, as: .json).error?.path?.description == "/last/a/1")
  }
}
