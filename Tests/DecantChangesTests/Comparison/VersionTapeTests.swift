import DecantTestSupport
import Testing
import Decant
import DecantConversion

@testable import DecantChanges

@Suite struct VersionTapeTests {
  private func value(seed: UInt64) throws -> Value {
    try Value(parsing: RandomDocument(seed: seed).text, as: .json)
  }

  private func edited(_ elements: [Value], _ generator: inout SeededGenerator) throws -> [Value] {
    var new = elements
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0..<new.count, using: &generator)
      let other = try value(seed: UInt64.random(in: 0...5000, using: &generator))
      switch Int.random(in: 0...5, using: &generator) {
      case 0: new.insert(other, at: index)
      case 1 where new.count > 1: new.remove(at: index)
      case 2: new[index] = other
      case 3: new[index] = .mapping(["a": new[index], "b": other])
      case 4: new[index] = .sequence(try edited([new[index], other, .null], &generator))
      default: new.insert(new[index], at: 0)
      }
    }
    return new
  }

  @Test(arguments: 0..<400 as Range<UInt64>) func containsAllVersions(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let first = try (0..<8).map { try value(seed: seed &* 8 &+ $0) }
    let lists = try [first] + (0..<3).map { _ in try edited(first, &generator) }
    let values = lists.map { list in
      let keys = (0..<list.count).shuffled(using: &generator).map { Value("key \($0)") }
      return seed.isMultiple(of: 2)
        ? Value.sequence(list) : .mapping(Mapping(zip(keys, list).map { (key: $0, value: $1) }))
    }
    var tape = VersionTape()
    let roots = try values.map { try tape.add($0) }
    for (value, root) in zip(values, roots) {
      #expect(try tape.value(of: root).isIdentical(to: value))
      #expect(roots.map { tape.areEqual(root, $0) } == values.map { value == $0 })
    }
  }

  private static let records = (0..<1000).map {
    Value.mapping(["id": Value($0), "tags": ["a", 1]])
  }

  @Test func sharesRecordsAfterOthersWereInsertedAndRemoved() throws {
    var new = Self.records
    new.insert(["id": -1, "tags": []], at: 100)
    new.remove(at: 500)
    new[900]["tags"]?[1] = 2
    var tape = VersionTape()
    let old = try tape.add(.sequence(Self.records))
    let count = tape.tape.count
    let root = try tape.add(.sequence(new))
    #expect(tape.tape.count - count < 1100)
    #expect(tape.changes(from: old, to: root).count == 3)
    #expect(try tape.add(.sequence(Self.records)) == old)
  }

  @Test func findsARepeatedKeyThatTheFirstVersionHasOnce() throws {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    for text in [#"{"a":1,"a":2}"#, #"{"b":{"a":1,"a":2}}"#] {
      var tape = VersionTape()
      for text in [#"{"b":1,"a":2}"#, text] {
        #expect(tape.failure == nil)
        _ = try tape.read(Input(MemorySource(Array(text.utf8)), as: .json), options)
      }
      #expect(tape.failure?.problem == .duplicateKey("a"))
    }
  }

  @Test func continuesAfterAnIncompleteVersion() throws {
    var tape = VersionTape()
    let old = try tape.read(Input(MemorySource(Array("[1,[2]]".utf8)), as: .json), .init())
    #expect(throws: DecantError.self) {
      try tape.read(Input(MemorySource(Array("[1,[3],".utf8)), as: .json), .init())
    }
    let new = try tape.read(Input(MemorySource(Array("[1,[2],4]".utf8)), as: .json), .init())
    #expect(tape.changes(from: old[0], to: new[0]).map(\.new) == [4])
  }
}
