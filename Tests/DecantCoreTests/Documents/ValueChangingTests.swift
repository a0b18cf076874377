import DecantCore
import DecantTestSupport
import Foundation
import Testing

@Suite struct ValueChangingTests {
  @Test func chainsNeedNoQuestionMarks() {
    var list: [Value] = [["a": ["x": 1, "y": 2]], ["b": 3]]
    list[0]["a"]["x"] = list[0]["a"]["y"]
    #expect(list[0] == ["a": ["x": 2, "y": 2]])
    list[1]["c"]["d"]["e"] = list[0]["a"]["x"]
    #expect(list[1] == ["b": 3, "c": ["d": ["e": 2]]])
    list[1]["c"]["d"]["e"] = list[0]["z"]["y"][3]
    #expect(list[1] == ["b": 3, "c": ["d": [:]]])
    var value: Value = ["a": [1, 2]]
    value["a"][2] = value["a"][0]
    value["b"][0] = value["a"][1]
    value["z"]["y"] = nil
    value["y"][0] = nil
    #expect(value == ["a": [1, 2, 1], "b": [2]])
  }

  @Test func pointersChangeAndAdd() throws {
    var value: Value = ["a": [["x": 1], 5], "": ["/": 2]]
    func pointer(_ text: String) throws -> DocumentPointer { try #require(DocumentPointer(text)) }
    value[try pointer("/a/0/x")] = 7
    value[try pointer("/a/2")] = "new"
    value[try pointer("//~1")] = nil
    value[try pointer("/b/c")] = value[try pointer("/a/0")]
    value[try pointer("/q/r/s")] = nil
    value[try pointer("/a/1/s")] = nil
    #expect(value == ["a": [["x": 7], 5, "new"], "": [:], "b": ["c": ["x": 7]]])
    value[try pointer("")] = 3
    #expect(value == 3)
  }

  /// Each change at a pointer is what a subscript by key and index does, found by looking the place up again.
  @Test(arguments: UInt64(1)...20) func aPlaceHasWhatIsSet(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var value: Value = ["list": [0, ["k": 1]], "m": ["k": ["k": 2]]]
    let paths = ["/list/0", "/list/1/k", "/m/k/k", "/m/n/o", "/p", "/list/2"]
    for number in 0..<10 {
      let pointer = try #require(DocumentPointer(paths.randomElement(using: &random) ?? ""))
      if case .some(let parent) = pointer.tokens.first, parent.string == "list",
        (value["list"]?.array ?? []).count < 2
      {
        continue
      }
      let new: Value? = pointer.tokens[0].string == "list" || number % 3 > 0 ? Value(number) : .none
      value[pointer] = new
      #expect(value[pointer] == new)
    }
  }

  @Test func renamedKeysKeepTheirPlace() throws {
    var value: Value = ["a": 1, "b": 2, "c": 3]
    try value.rename("b", to: "x")
    try value.rename("missing", to: "a")
    try value.rename("x", to: "x")
    #expect(value.mapping?.keys.compactMap(\.string) == ["a", "x", "c"] && value["x"] == 2)
    let error = #expect(throws: DecantError.self) { try value.rename("x", to: "c") }
    #expect(error?.problem == .collidingKeys("c") && value["x"] == 2)
    var scalar: Value = 1
    try scalar.rename("a", to: "b")
    #expect(scalar == 1)
  }

  @Test func allValuesAreChangedOnceFromTheInside() throws {
    var value: Value = ["a": [1, ["b": 2]], "c": [:]]
    var seen: [String] = []
    try value.forEachValue {
      seen.append($0.description)
      if let number = $0.int { $0 = Value(number + 1) }
    }
    #expect(value == ["a": [2, ["b": 3]], "c": [:]])
    #expect(
      seen == ["1", "2", #"{"b":3}"#, #"[2,{"b":3}]"#, "{}", #"{"a":[2,{"b":3}],"c":{}}"#])
    var deep: Value = 1
    for _ in 0..<1_000 { deep = [deep] }
    var count = 0
    try deep.forEachValue { _ in count += 1 }
    #expect(count == 1_001)
  }
}
