import DecantTestSupport
import Testing
import Decant

@Suite struct MappingTests {
  @Test func keepsTheOrderOfItsKeys() {
    var mapping: Mapping = ["b": 1, "a": 2]
    mapping["c"] = 3
    mapping["b"] = 4
    #expect(mapping.keys.map(\.string) == ["b", "a", "c"])
    #expect(Array(mapping.values) == [4, 2, 3])
    #expect(mapping.description == #"{"b":4,"a":2,"c":3}"#)
  }

  @Test func isEqualInWhateverOrder() {
    let one: Mapping = ["a": 1, "b": [2]]
    let other: Mapping = ["b": [2.0], "a": 1]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(!one.elementsEqual(other))
    #expect(one.elementsEqual(["a": 1.0, "b": [2]]))
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "b": [3]])
    #expect(one != ["a": 1, "c": [2]])
  }

  @Test func insertsAndRemoves() {
    var mapping: Mapping = ["a": 1, "c": 3]
    let inserted = mapping.insert(2, forKey: "b", at: 1)
    #expect(inserted)
    let insertedAgain = mapping.insert(9, forKey: "a", at: 0)
    #expect(!insertedAgain)
    #expect(mapping.description == #"{"a":1,"b":2,"c":3}"#)
    let removed = [mapping.removeValue(forKey: "a"), mapping.removeValue(forKey: "a")]
    #expect(removed == [1, .none])
    mapping["c"] = nil
    #expect(mapping.description == #"{"b":2}"#)
    #expect(mapping.index(forKey: "b") == 0)
  }

  @Test func takesKeysOfAnyKind() {
    var mapping = Mapping()
    mapping[forKey: [1, 2]] = "sequence"
    mapping[forKey: 1] = "number"
    mapping[forKey: nil] = "null"
    mapping["1"] = "string"
    #expect(mapping.count == 4)
    #expect(mapping[forKey: 1.0] == "number")
    #expect(mapping[forKey: ["x": 1]] == nil)
    #expect(mapping[forKey: [1, 2]] == "sequence")
    #expect(mapping["1"] == "string")
    #expect(mapping[1].key == 1)
  }

  @Test func behavesLikeAListOfPairs() {
    var generator = SeededGenerator(seed: 3)
    var mapping = Mapping()
    var list: [(String, Int)] = []
    for step in 0..<5000 {
      let key = "k\(Int.random(in: 0..<30, using: &generator))"
      let place = list.firstIndex { $0.0 == key }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        mapping[key] = nil
        if let place { list.remove(at: place) }
      case 1:
        let index = Int.random(in: 0...list.count, using: &generator)
        let inserted = mapping.insert(Value(step), forKey: .string(key), at: index)
        #expect(inserted == (place == nil))
        if place == nil { list.insert((key, step), at: index) }
      default:
        mapping[key] = Value(step)
        if let place { list[place].1 = step } else { list.append((key, step)) }
      }
      #expect(mapping.map(\.key) == list.map { Value($0.0) })
      #expect(mapping.map(\.value) == list.map { Value($0.1) })
      #expect(mapping[key]?.int == list.first { $0.0 == key }?.1)
    }
  }
}
