import Decant
import Testing

/// Dictionaries are decoded without a container, with the same result as other types with one.
@Suite struct DecodableDictionaryTests {
  struct Entries<Value: Codable>: Decodable {
    var values: [String: Value] = [:]

    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int?
      init(stringValue: String) {
        self.stringValue = stringValue
        intValue = Int(stringValue)
      }
      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(Value.self, forKey: key)
      }
    }
  }

  static let sources = [
    "{}", "{a: x}", "{a: x, b: y, c: z}", "{a: 1}", "{a: x, b: [1]}", "{a: null}", "[a, b]", "null",
    "1",
    "{1: x, b: y}", "{1: x, '1': y}", "{'1': x, 1: y}", "{true: x, null: y}", "{[a]: x, b: y}",
    "{{a: b}: x}", "&all {&key a: &value x, b: *value}", "{? &k !!str 1 : x}", "{a: {b: c}}",
    "a: x\n<<: {b: y, a: z}\n", "{é: x, 'a b': y, '': z}", "!tag {a: !other x}",
  ]

  @Test(arguments: sources) func areTheSame(source: String) throws {
    try compare(String.self, source)
    try compare(Int.self, source)
    try compare(String?.self, source)
    try compare([String].self, source)
    try compare([String: String].self, source)
  }

  @Test func takeOneOfEqualKeys() throws {
    for source in [#"{"a":"x","a":"y"}"#, #"{"a":"x","b":"z","a":[]}"#, #"{"a":[],"a":"x"}"#] {
      try compare(String.self, source, as: .json)
    }
  }

  @Test(arguments: 1...4) func encodersAndDecodersCanBeValues(maximumDepth: Int) throws {
    var options = DecodingOptions()
    options.maximumDepth = maximumDepth
    for source in ["{}", "{a: {}}", "{a: {b: {}}}", "{a: {b: {c: []}}}", "{a: {b: [{}]}}"] {
      try compare([String: [String: [Int]]].self, source, as: .yaml, options)
      try compare([String: [[String: Int]]].self, source, as: .yaml, options)
    }
  }

  @Test func keepTheirKeysInEveryStyle() throws {
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase
    let source = #"{"aKey":{"b_key":1},"c_key":{"dKey":2}}"#
    let value = try Format.json.decode([String: [String: Int]].self, from: source, options: options)
    #expect(value == ["aKey": ["b_key": 1], "c_key": ["dKey": 2]])
  }

  @Test func holdMany() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<5000).map { ("key \($0)", $0) })
    for format in [Format.json, .yaml, .xmlPropertyList, .binaryPropertyList] {
      #expect(try format.decode([String: Int].self, from: format.encode(many)) == many)
    }
  }

  private func compare<Value: Codable & Equatable>(
    _ type: Value.Type, _ source: String, as format: Format = .yaml,
    _ options: DecodingOptions = DecodingOptions()
  ) throws {
    var dictionary: [String: Value]?
    var entries: [String: Value]?
    let ours = Outcome {
      dictionary = try format.decode([String: Value].self, from: source, options: options)
    }
    let theirs = Outcome {
      entries = try format.decode(Entries<Value>.self, from: source, options: options).values
    }
    #expect(ours == theirs, "\(type) from \(source)")
    #expect(dictionary == entries, "\(type) from \(source)")
  }
}
