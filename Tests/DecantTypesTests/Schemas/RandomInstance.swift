import DecantTestSupport

@testable import Decant
@testable import DecantCore

/// Documents made at random from a schema; most match it, and `JSONSchema.check` tells which.
struct RandomInstance {
  let root: Value
  var random: SeededGenerator
  private var depth = 0

  init(_ root: Value, seed: UInt64) {
    self.root = root
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> Value { value(of: [root]) }

  private mutating func value(of schemas: [Value]) -> Value {
    depth += 1
    defer { depth -= 1 }
    let all = flattened(schemas)
    if let constant = all.lazy.compactMap({ $0["const"] }).first { return constant }
    if let list = all.lazy.compactMap({ $0["enum"]?.array }).first { return pick(list) }
    if let list = all.lazy.compactMap({ $0["examples"]?.array }).first { return pick(list) }
    switch type(of: all) {
    case "null": return nil
    case "boolean": return .bool(flip())
    case "integer": return number(all, isInteger: true)
    case "number": return number(all, isInteger: flip())
    case "string":
      return .string(
        pick(["", "a", "x y", "é", "1", "https://example.com", "${{ x }}", "ES5", "3.1"]))
    case "array": return .sequence(elements(all))
    default: return .mapping(members(all))
    }
  }

  /// Returns the schemas that apply, with a choice for each list of alternatives.
  private mutating func flattened(_ schemas: [Value]) -> [Value] {
    var result: [Value] = []
    var queue = schemas
    while !queue.isEmpty, result.count < 50 {
      let schema = queue.removeFirst()
      guard schema.mapping != nil else { continue }
      result.append(schema)
      for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
        if let text = schema[key]?.string { queue.append(target(of: text)) }
      }
      queue += schema["allOf"]?.array ?? []
      for key in ["anyOf", "oneOf"] {
        guard let list = schema[key]?.array else { continue }
        queue.append(depth > 4 ? list.first { isScalar($0) } ?? pick(list) : pick(list))
      }
      if let then = schema["then"], flip() { queue.append(then) }
      if let other = schema["else"], flip() { queue.append(other) }
    }
    return result
  }

  private func isScalar(_ schema: Value) -> Bool {
    schema["type"]?.string.map { $0 != "object" && $0 != "array" } ?? false
  }

  private func target(of reference: String) -> Value {
    if reference == "#" || reference == "#node" { return root }
    if reference == "#stage" { return root["$defs"]?["stage"] ?? true }
    var value = root
    for token in reference.split(separator: "/").dropFirst() {
      value = value[String(token)] ?? true
    }
    return value
  }

  private mutating func type(of schemas: [Value]) -> String {
    var types: [String] = []
    for schema in schemas {
      guard let type = schema["type"] else { continue }
      let names = type.array?.compactMap(\.string) ?? [type.string ?? ""]
      let common = types.filter { names.contains($0) }
      types = types.isEmpty ? names : common.isEmpty ? types : common
    }
    if !types.isEmpty { return pick(types) }
    let keys = schemas.flatMap { $0.mapping.map { $0.map { $0.key.string ?? "" } } ?? [] }
    if !Set(keys).isDisjoint(with: [
      "properties", "required", "patternProperties", "additionalProperties",
    ]) {
      return "object"
    }
    if keys.contains("items") || keys.contains("minItems") { return "array" }
    if keys.contains("pattern") { return "string" }
    if keys.contains("minimum") { return "integer" }
    return pick(
      ["null", "boolean", "integer", "number", "string"] + (depth > 3 ? [] : ["array", "object"]))
  }

  private mutating func number(_ schemas: [Value], isInteger: Bool) -> Value {
    let least = schemas.compactMap { $0["minimum"]?.double }.max() ?? -5
    let greatest = schemas.compactMap { $0["maximum"]?.double }.min()
    if isInteger, flip(), let most = schemas.compactMap({ $0["maximum"]?.number }).first {
      return .number(most)
    }
    let value = Int(max(least, -1e15)) + Int.random(in: 0...20, using: &random)
    if let greatest, Double(value) > greatest { return .number(Number(Int(greatest))) }
    let isNoted = isInteger && Int.random(in: 0...4, using: &random) > 0
    return Number(isNoted ? "\(value)" : isInteger ? "\(value).0" : "\(value).25").map {
      .number($0)
    } ?? 0
  }

  private mutating func elements(_ schemas: [Value]) -> [Value] {
    let list =
      schemas.lazy.compactMap { $0["prefixItems"]?.array ?? $0["items"]?.array }.first ?? []
    let rest = schemas.lazy.compactMap {
      list.isEmpty || $0["prefixItems"] != nil ? $0["items"] : $0["additionalItems"]
    }.first
    let least = schemas.compactMap { $0["minItems"]?.int }.max() ?? 0
    let most = depth > 5 ? least : least + Int.random(in: 0...2, using: &random) + list.count
    return (0..<most).compactMap { index in
      if index < list.count { return value(of: [list[index]]) }
      if rest == false { return nil }
      return value(of: [rest ?? true])
    }
  }

  private mutating func members(_ schemas: [Value]) -> Mapping {
    var result = Mapping()
    let required = schemas.flatMap { $0["required"]?.array ?? [] }
    for schema in schemas {
      for (key, property) in schema["properties"]?.mapping ?? [:] {
        let others = schemas.compactMap { $0["properties"]?[key.string ?? ""] }
        let isLikely = depth < 5 ? Int.random(in: 0...2, using: &random) > 0 : false
        guard required.contains(key) || isLikely, property != false else { continue }
        guard result[forKey: key] == nil else { continue }
        result[forKey: key] = value(of: others)
      }
    }
    for key in required where result[forKey: key] == nil { result[forKey: key] = "x" }
    guard depth < 6, flip() else { return result }
    let name = pick(["a", "node_1", "x-y", "/path", "200", "_k", "[swift]"])
    guard !schemas.contains(where: { $0["properties"]?[name] != nil }) else { return result }
    let key = Value.string(name)
    for schema in schemas {
      guard result[forKey: key] == nil else { break }
      let patterned: Value? = schema["patternProperties"]?.mapping?.values.first
      let implied: Value? = schema["properties"] == nil ? nil : true
      let additional: Value? = schema["additionalProperties"] ?? implied
      if let patterned {
        result[forKey: key] = value(of: [patterned])
      } else if let additional {
        if additional != false { result[forKey: key] = value(of: [additional]) }
      } else if schema["type"] == "object" {
        result[forKey: key] = value(of: [true])
      }
    }
    return result
  }

  private mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }
}
