import DecantTestSupport
import Testing
import Decant

@Suite struct SharedValuesTests {
  static func document(_ json: String) throws -> Document {
    try Document(parsing: json, as: .json)
  }

  static func yaml(_ json: String) throws -> String {
    let bytes = try Archive.data(of: document(json), type: "T", as: .yaml)
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.split(separator: "$root:", maxSplits: 1)[1])
  }

  @Test(arguments: [
    (
      #"{"a":{"$shared":1,"$value":{"k":1}},"b":{"$shared":1,"$again":true},"c":{"$again":true,"$shared":1}}"#,
      "\n  a: &s1\n    $shared: 1\n    $value:\n      k: 1\n  b: *s1\n  c: *s1\n"
    ),
    // A reference cannot be an alias before or inside its definition.
    (
      #"{"a":{"$shared":1,"$value":{"me":{"$shared":1,"$again":true}}},"b":{"$shared":1,"$again":true}}"#,
      "\n  a: &s1\n    $shared: 1\n    $value:\n      me:\n        $shared: 1\n        $again: true\n  b: *s1\n"
    ),
    (
      #"{"a":{"$shared":1,"$again":true},"b":{"$shared":1,"$value":2}}"#,
      "\n  a:\n    $shared: 1\n    $again: true\n  b:\n    $shared: 1\n    $value: 2\n"
    ),
    (
      #"[{"$shared":1,"$value":2},{"$shared":1,"$value":3},{"$shared":1,"$again":true}]"#,
      "\n  - $shared: 1\n    $value: 2\n  - $shared: 1\n    $value: 3\n  - $shared: 1\n    $again: true\n"
    ),
  ])
  func yamlHasAliasesWhereItCan(json: String, yaml: String) throws {
    #expect(try Self.yaml(json) == yaml)
  }

  @Test(arguments: Format.ofArchives) func comeBackAsReferences(format: Format) throws {
    let json = """
      {"a":{"$shared":1,"$value":{"x":{"$shared":2,"$value":[{"$shared":1,"$again":true}]},\
      "y":{"$shared":2,"$again":true}}},"b":{"$shared":1,"$again":true},\
      "c":[{"$shared":2,"$again":true}]}
      """
    let yaml = try Archive.data(of: Self.document(json), type: "T", as: .yaml)
    #expect(String(decoding: yaml, as: UTF8.self).contains("*s1"))
    let other = try convert(yaml, from: .yaml, by: Plan(to: format))
    #expect(try Archive.contents(of: other, as: format).root.description == json)
    let back = try convert(other, from: format, by: Plan(to: .yaml))
    #expect(try Archive.contents(of: back, as: .yaml).root.description == json)
  }

  /// The expansion of nested shared values grows exponentially; aliases are used within the limit
  /// for reading.
  @Test func theirExpansionStaysInBounds() throws {
    let levels = (2...60).map { level in
      let below = "{\"$shared\":\(level - 1),\"$again\":true}"
      return "{\"$shared\":\(level),\"$value\":[\(below),\(below)]}"
    }
    let json = #"[{"$shared":1,"$value":"x"},"# + levels.joined(separator: ",") + "]"
    let bytes = try Archive.data(of: Self.document(json), type: "T", as: .yaml)
    #expect(try Archive.contents(of: bytes).root.description == json)
    #expect(String(decoding: bytes, as: UTF8.self).contains("*s10"))
  }
}
