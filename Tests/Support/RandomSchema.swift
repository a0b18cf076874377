public import DecantSchema

/// A random JSON Schema of a draft, and instances that it may accept or refuse.
public struct RandomSchema: Sendable {
  public private(set) var schema = ""
  public private(set) var instances: [String] = []

  private let draft: JSONSchema.Draft
  private var generator: SeededGenerator

  private static let keys = ["a", "b", "c", "ab", "é", "e\u{301}", "K", "\u{212A}"]
  private static let scalars = [
    "null", "true", "false", "0", "1", "1.0", "2", "-1", "0.5", "10", "\"\"", "\"a\"", "\"ab\"",
    "\"äb\"", "\"xyz\"", "\"é\"", "\"e\u{301}\"",
  ]
  private static let patterns = [
    "^a", "b$", "^[a-c]*$", "x|y", "^.{1,2}$", "[^a]", "^(ab?)+$", "^é", "^e\u{301}",
  ]
  private static let types = [
    "null", "boolean", "integer", "number", "string", "array", "object",
  ]

  public init(seed: UInt64, draft: JSONSchema.Draft = .latest) {
    self.draft = draft
    generator = SeededGenerator(seed: seed)
    var members = self.members(depth: 0)
    // References lead to these only from children of an instance, so that none is endless.
    members.append(
      "\"\(definitions)\": {\"x\": \(subschema(depth: 2)), \"y\": \(subschema(depth: 2))}")
    schema = "{\(members.joined(separator: ", "))}"
    for _ in 0..<8 { instances.append(value(depth: 0)) }
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func pick(_ choices: [String]) -> String { choices[pick(0...choices.count - 1)] }

  private mutating func list(_ count: ClosedRange<Int>, _ item: (inout Self) -> String) -> String {
    (0..<pick(count)).map { _ in item(&self) }.joined(separator: ", ")
  }

  private mutating func distinctKeys(_ value: (inout Self) -> String) -> String {
    let keys = Self.keys.filter { _ in pick(0...2) == 0 }
    return "{\(keys.map { "\"\($0)\": \(value(&self))" }.joined(separator: ", "))}"
  }

  // MARK: Instances

  private mutating func value(depth: Int) -> String {
    switch pick(0...(depth < 3 ? 9 : 3)) {
    case 0...3: return pick(Self.scalars)
    case 4...6: return "[\(list(0...4) { $0.value(depth: depth + 1) })]"
    default: return distinctKeys { $0.value(depth: depth + 1) }
    }
  }

  // MARK: Schemas

  private var definitions: String { draft < .draft2019 ? "definitions" : "$defs" }

  private mutating func subschema(depth: Int) -> String {
    switch pick(0...9) {
    case 0: draft == .draft4 ? "{}" : "true"
    case 1: depth > 1 ? draft == .draft4 ? "{\"not\": {}}" : "false" : "{}"
    default: "{\(members(depth: depth + 1).joined(separator: ", "))}"
    }
  }

  /// A subschema of a child.
  private mutating func child(depth: Int) -> String {
    switch pick(0...5) {
    case 0: "{\"$ref\": \"#/\(definitions)/\(pick(["x", "y"]))\"\(sibling())}"
    case 1: "{\"$ref\": \"#\"}"
    case 2 where draft == .draft2019: "{\"$recursiveRef\": \"#\"}"
    default: subschema(depth: depth)
    }
  }

  /// A keyword beside `$ref`, which older drafts ignore.
  private mutating func sibling() -> String {
    guard pick(0...2) == 0 else { return "" }
    let (name, value) = assertion()
    return ", \"\(name)\": \(value)"
  }

  private mutating func members(depth: Int) -> [String] {
    var members: [String: String] = [:]
    for _ in 0..<pick(1...(depth < 2 ? 4 : 2)) {
      let (name, value) = depth < 4 && pick(0...1) == 0 ? applicator(depth: depth) : assertion()
      members[name] = value
    }
    for limit in ["Minimum", "Maximum"] where draft == .draft4 && pick(0...5) == 0 {
      members["exclusive\(limit)"] = pick(["true", "false"])
      members[limit.lowercased()] = pick(["0", "1"])
    }
    // Those of draft 2019-09 are the same here, but Python's jsonschema takes the keywords of `additionalProperties` for keys.
    guard draft == .draft2020 else { return members.sorted { $0.key < $1.key }.map(Self.member) }
    if pick(0...4) == 0 {
      members["unevaluatedProperties"] = pick(["false", "{\"type\": \"integer\"}"])
    }
    if pick(0...4) == 0 { members["unevaluatedItems"] = pick(["false", "{\"type\": \"string\"}"]) }
    return members.sorted { $0.key < $1.key }.map(Self.member)
  }

  private static func member(_ key: String, _ value: String) -> String { "\"\(key)\": \(value)" }

  private mutating func assertion() -> (String, String) {
    switch pick(0...11) {
    case 0: ("type", "\"\(pick(Self.types))\"")
    case 1:
      ("type", "[\"\(pick(["null", "string"]))\", \"\(pick(["array", "object", "integer"]))\"]")
    case 2 where draft > .draft4: ("const", value(depth: 2))
    case 3: ("enum", "[\(list(1...3) { $0.value(depth: 2) })]")
    case 4: (limit("Minimum"), pick(["0", "0.5", "1", "-1"]))
    case 5: (limit("Maximum"), pick(["0", "0.5", "1", "10"]))
    case 6: (pick(["minLength", "minItems", "minProperties"]), pick(["0", "1", "2"]))
    case 7: (pick(["maxLength", "maxItems", "maxProperties"]), pick(["0", "1", "2"]))
    case 8: ("pattern", "\"\(pick(Self.patterns))\"")
    case 9: ("uniqueItems", "true")
    case 10: ("required", "[\"\(pick(Self.keys))\"]")
    default: ("multipleOf", pick(["1", "2", "0.5"]))
    }
  }

  private mutating func limit(_ name: String) -> String {
    draft == .draft4 || pick(0...1) == 0 ? name.lowercased() : "exclusive\(name)"
  }

  private mutating func applicator(depth: Int) -> (String, String) {
    switch pick(0...15) {
    case 0...2: ("properties", distinctKeys { $0.child(depth: depth) })
    case 3: ("patternProperties", "{\"\(pick(Self.patterns))\": \(child(depth: depth))}")
    case 4: ("additionalProperties", child(depth: depth))
    case 5 where draft > .draft4: ("propertyNames", subschema(depth: depth))
    case 6: ("items", child(depth: depth))
    case 7:
      (
        draft < .draft2020 ? "items" : "prefixItems", "[\(list(1...3) { $0.child(depth: depth) })]"
      )
    case 8 where draft > .draft4: ("contains", child(depth: depth))
    case 9 where draft >= .draft2019:
      (pick(["minContains", "maxContains"]), pick(["0", "1", "2"]))
    case 9: ("additionalItems", child(depth: depth))
    case 10:
      (
        draft < .draft2019 ? "dependencies" : "dependentSchemas",
        "{\"\(pick(Self.keys))\": \(subschema(depth: depth))}"
      )
    case 11:
      (
        draft < .draft2019 ? "dependencies" : "dependentRequired",
        "{\"\(pick(Self.keys))\": [\"\(pick(Self.keys))\"]}"
      )
    case 12: ("not", subschema(depth: depth + 1))
    case 13 where draft >= .draft7: (pick(["if", "then", "else"]), subschema(depth: depth))
    default: (pick(["allOf", "anyOf", "oneOf"]), "[\(list(1...3) { $0.subschema(depth: depth) })]")
    }
  }
}
