import Decant
import Testing

/// Lists are decoded without a container, with the same result as other sequences with one.
@Suite struct DecodableListTests {
  struct Point: Codable, Equatable, Sendable {
    var x: Int
    var tags: [String]?
  }

  static let points = [
    "[]", #"[{"x":1}]"#, #"[{"x":1,"tags":["a","b"]},{"x":2,"tags":[]}]"#, #"[{"x":1},{}]"#,
    #"[{"x":1},{"x":2,"tags":["a",1]},{"x":3}]"#, #"[{"x":1},null]"#, #"[{"x":1},[{"x":2}]]"#,
    #"[{"x":1},{"x":99999999999999999999}]"#, #"{"x":1}"#, "null", "7", #"[[],{"x":1}]"#,
  ]

  @Test(arguments: points) func takesElementsOfAnyType(json: String) throws {
    try compare([Point].self, ContiguousArray<Point>.self, json)
    try compare([Point?].self, ContiguousArray<Point?>.self, json)
    try compare([[Point]].self, ContiguousArray<ContiguousArray<Point>>.self, "[\(json)]")
    try compare([String: [Point]].self, [String: ContiguousArray<Point>].self, #"{"a":\#(json)}"#)
  }

  static let numbers = [
    "[]", "[1]", "[1,2,300]", "[1,-1]", "[1,2,99999999999999999999]", "[1,2,1.5]", "[1,null]",
    #"[1,"2"]"#, "[1,[2]]", "[1,2e0]",
  ]

  @Test(arguments: numbers) func takesNumbersOfAnyType(json: String) throws {
    try compare([Int].self, ContiguousArray<Int>.self, json)
    try compare([UInt8].self, ContiguousArray<UInt8>.self, json)
    try compare([UInt64].self, ContiguousArray<UInt64>.self, json)
    try compare([Float].self, ContiguousArray<Float>.self, json)
    try compare([Double].self, ContiguousArray<Double>.self, json)
    try compare([[UInt8]].self, ContiguousArray<ContiguousArray<UInt8>>.self, "[[],\(json)]")
  }

  @Test(arguments: 1...6) func encodersAndDecodersCanBeValues(maximumDepth: Int) throws {
    var options = DecodingOptions()
    options.maximumDepth = maximumDepth
    for json in ["[]", "[[]]", "[[[]]]", #"[[[{"x":1}]]]"#, #"[[[{"x":1,"tags":["a"]}]]]"#] {
      try compare(
        [[[Point]]].self, ContiguousArray<ContiguousArray<ContiguousArray<Point>>>.self, json,
        options)
    }
  }

  @Test func reportThePlacesOfTheirElements() {
    let error = Outcome {
      try Format.json.decode([Point].self, from: #"[{"x":1},{"x":2,"tags":["a",1]}]"#)
    }
    #expect(error.kind == "typeMismatch")
    #expect(error.path == ["Index 1 1", "tags", "Index 1 1"])
    let overflow = Outcome {
      try Format.json.decode([Int].self, from: "[1,2,99999999999999999999]")
    }
    #expect(overflow.kind == "dataCorrupted")
    #expect(overflow.path == ["Index 2 2"])
  }

  /// Expects both types to decode to the same encoding, or to fail alike.
  private func compare<List: Codable, Other: Codable>(
    _ list: List.Type, _ other: Other.Type, _ json: String,
    _ options: DecodingOptions = DecodingOptions()
  ) throws {
    var texts = (list: "", other: "")
    let ours = Outcome {
      texts.list = try Format.json.encodeText(
        Format.json.decode(list, from: json, options: options))
    }
    let theirs = Outcome {
      texts.other = try Format.json.encodeText(
        Format.json.decode(other, from: json, options: options))
    }
    #expect(ours == theirs, "\(list) from \(json)")
    #expect(texts.list == texts.other, "\(list) from \(json)")
  }
}
