import Testing
import Decant

@Suite struct ValueTests {
  static let sample: Value = [
    "name": "Ada", "age": 36, "height": 1.65, "admin": true, "manager": nil,
    "tags": ["x", "y", ["deep": [1, 2, 3]]],
  ]

  @Test func isMadeOfLiterals() {
    #expect(Self.sample["name"]?.string == "Ada")
    #expect(Self.sample["age"]?.int == 36)
    #expect(Self.sample["height"]?.double == 1.65)
    #expect(Self.sample["admin"]?.bool == true)
    #expect(Self.sample["manager"]?.isNull == true)
    #expect(Self.sample["tags"]?.array?.count == 3)
    #expect(Self.sample["tags"]?[2]?["deep"]?[1]?.int == 2)
    #expect(Self.sample.mapping?.count == 6)
  }

  @Test func givesNothingWhereThereIsNothing() {
    #expect(Self.sample["absent"] == nil)
    #expect(Self.sample["tags"]?[3] == nil)
    #expect(Self.sample["tags"]?[-1] == nil)
    #expect(Self.sample["name"]?["x"] == nil)
    #expect(Self.sample[0] == nil)
    #expect(Self.sample["age"]?.string == nil)
    #expect(Self.sample["name"]?.int == nil)
    #expect(Self.sample["height"]?.int == nil)
  }

  @Test func changesInPlace() {
    var value = Self.sample
    value["age"] = 37
    value["tags"]?[0] = "z"
    value["tags"]?[2]?["deep"]?[2] = ["new": nil]
    value["tags"]?[3] = "appended"
    value["name"] = nil
    value["manager"] = .null
    #expect(
      value == [
        "age": 37, "height": 1.65, "admin": true, "manager": nil,
        "tags": ["z", "y", ["deep": [1, 2, ["new": nil]]], "appended"],
      ])
    #expect(Self.sample["age"]?.int == 36)
  }

  @Test func removesWhatIsNotThereWithoutEffect() {
    var value: Value = ["text", 1]
    value[0]?["key"] = nil
    value[5] = nil
    value["key"] = nil
    #expect(value == ["text", 1])
    value[0] = nil
    #expect(value == [1])
  }

  @Test func changesThatCannotBeMadeEndTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var value: Value = ["text", 1]
      value[0]?["key"] = 1
    }
    await #expect(processExitsWith: .failure) {
      var value: Value = ["text", 1]
      value[5] = 1
    }
    await #expect(processExitsWith: .failure) {
      var value: Value = ["text", 1]
      value[1]?[0] = 1
    }
  }

  @Test func becomesAMappingWhenAKeyOfNullIsSet() {
    var value = Value.null
    value["a"] = nil
    #expect(value.isNull)
    value["a"] = 1
    #expect(value == ["a": 1])
  }

  @Test func followsPointers() throws {
    let pointer = try #require(DocumentPointer("/tags/2/deep/0"))
    #expect(Self.sample[pointer] == 1)
    #expect(Self.sample[try #require(DocumentPointer(""))] == Self.sample)
    #expect(Self.sample[try #require(DocumentPointer("/tags/03"))] == nil)
  }

  @Test func matchesPatterns() {
    func kind(_ value: Value?) -> String {
      switch value {
      case "yes", 1, true: "affirmative"
      case .mapping(let mapping)?: "mapping of \(mapping.count)"
      case .none: "nothing"
      default: "other"
      }
    }
    #expect(kind("yes") == "affirmative")
    #expect(kind(1.0) == "affirmative")
    #expect(kind(["a": 1]) == "mapping of 1")
    #expect(kind([]) == "other")
  }

  @Test func isEqualAndHashesByWhatItSays() {
    #expect(Value.number(Number(1)) == 1.0)
    #expect(Set<Value>([1, 1.0, "1", true, ["a": 1, "b": 2], ["b": 2, "a": 1.0]]).count == 4)
    #expect(Value.data([1]) != Value.string("\u{1}"))
    #expect(Value.null != false)
  }

  /// Keys are compared by scalars, Swift strings by canonical equivalence.
  @Test func keysThatOnlyLookAlikeAreTwo() throws {
    let source = "{\"é\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}"
    let value = try Value(parsing: source, as: .json)
    #expect(value["é"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(value["K"] == 3)
    #expect(try value.text(as: .jsonLines) == source + "\n")
    #expect(Value("é") != Value("e\u{301}"))
  }

  @Test func describesItself() throws {
    let date = try #require(Timestamp("2026-11-21T09:30:00Z"))
    let value: Value = [
      nil, true, 1.5, "a\"\n\u{1}é", .date(date), .data([1, 2]), .uid(5), ["k": []],
    ]
    #expect(
      value.description
        == #"[null,true,1.5,"a\"\n\u0001é",2026-11-21T09:30:00Z,<2 bytes>,uid 5,{"k":[]}]"#)
  }

  /// With a copy of the tree per change, this would take hours.
  @Test func changesALargeTreeWithoutCopyingIt() {
    var value: Value = ["list": .sequence(Array(repeating: 0, count: 100_000)), "map": [:]]
    for index in 0..<100_000 {
      value["list"]?[index] = 1
      value["map"]?["k\(index)"] = 2
    }
    #expect(value["list"]?[99_999] == 1)
    #expect(value["map"]?.mapping?.count == 100_000)
  }
}
