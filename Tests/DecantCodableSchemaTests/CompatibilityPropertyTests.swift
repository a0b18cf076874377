import Decant
import DecantCodableSchema
import DecantSchema
import DecantTestSupport
import Testing

/// Random pairs of schemas as types have them, whose documents the validator judges.
@Suite struct CompatibilityPropertyTests {
  static let seeds = 0..<UInt64(Thoroughness.isFull ? 30_000 : 1_500)

  /// No document contradicts what is compatible, and what is known to differ has a document that shows it.
  @Test func documentsAgreeWithTheComparison() throws {
    var counts = (compatible: 0, documents: 0, known: 0, shown: 0, unknown: 0)
    for seed in Self.seeds {
      var random = RandomTypeSchema(seed: seed)
      let old = random.document()
      let new = random.variant(of: old)
      let differences = Compatibility.differences(from: old, to: new)
      for (written, read, direction) in [
        (old, new, Compatibility.Direction.readingOldFiles), (new, old, .readingNewFiles),
      ] {
        let found = differences.filter { $0.direction == direction }
        let documents: [Value]
        let refused: Value?
        do {
          documents = try random.documents(of: written)
          let reader = try JSONSchema(read, formats: .asserted)
          refused = try documents.first { try !reader.check($0).isEmpty }
        } catch let error as DecantError {
          guard case .limit(.endlessReference, _)? = error.problem.specific(SchemaProblem.self)
          else {
            throw error
          }
          continue
        }
        counts.documents += documents.count
        if found.isEmpty {
          counts.compatible += 1
          if let refused {
            Issue.record("seed \(seed): \(refused)\nis of \(written)\nand not of \(read)")
          }
        } else if found.contains(where: \.isKnown) {
          counts.known += 1
          counts.shown += refused == nil ? 0 : 1
        } else {
          counts.unknown += 1
        }
      }
      #expect(Compatibility.differences(from: old, to: old).allSatisfy { !$0.isKnown })
    }
    print(counts)
    #expect(counts.compatible * 10 > Self.seeds.count && counts.known * 10 > Self.seeds.count)
    #expect(counts.shown * 100 > counts.known * 90)
    #expect(counts.unknown * 20 < counts.known)
  }
}

/// A random schema of the keywords that the schemas of types have, its documents, and schemas that differ in a place.
private struct RandomTypeSchema {
  private var generator: SeededGenerator
  private static let keys = ["a", "b", "c", "d"]
  private static let words: [Value] = ["x", "y", "z"]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func any(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func pick<T>(_ list: [T]) -> T { list[any(list.count)] }

  private mutating func subset<T>(_ list: [T]) -> [T] { list.filter { _ in any(2) == 0 } }

  // MARK: Schemas

  mutating func document() -> Value {
    var root = object(depth: 0)
    root["$defs"] = ["x": object(depth: 1), "y": schema(depth: 2)]
    return root
  }

  private mutating func schema(depth: Int) -> Value {
    switch any(depth < 3 ? 16 : 9) {
    case 0: return ["type": "boolean"]
    case 1: return ["type": .string(pick(["integer", "number"]))]
    case 2: return ["type": "integer", "minimum": Value(any(3)), "maximum": Value(3 + any(3))]
    case 3: return ["type": ["integer", "null"]]
    case 4: return ["type": "string"]
    case 5: return ["type": "string", "format": pick(["uuid", "date-time"])]
    case 6: return ["type": "string", "enum": .sequence(subset(Self.words) + ["w"])]
    case 7: return ["const": pick([true, 1, "x", nil])]
    case 8:
      return pick([[:], ["type": "array"], ["type": "object", "additionalProperties": true]])
    case 9: return ["type": "array", "items": schema(depth: depth + 1)]
    case 10:
      let first = (0...any(2)).map { _ in schema(depth: depth + 1) }
      let tuple: Value = [
        "type": "array", "prefixItems": .sequence(first), "minItems": Value(first.count),
      ]
      return any(2) == 0 ? tuple : with(tuple, "items", schema(depth: depth + 1))
    case 11: return ["type": "object", "additionalProperties": schema(depth: depth + 1)]
    case 12: return union(depth: depth)
    case 13: return ["anyOf": .sequence((0...1).map { _ in schema(depth: depth + 1) })]
    case 14: return ["$ref": pick(["#", "#/$defs/x", "#/$defs/y"])]
    default: return object(depth: depth)
    }
  }

  private func with(_ schema: Value, _ keyword: String, _ value: Value?) -> Value {
    var schema = schema
    schema[keyword] = value
    return schema
  }

  private mutating func object(depth: Int) -> Value {
    var properties = Mapping()
    for key in subset(Self.keys) {
      properties[key] = any(12) == 0 ? false : schema(depth: depth + 1)
    }
    let keys = properties.filter { $0.value != false }.map(\.key)
    let required = depth == 0 ? [] : subset(keys)
    var result: Value = ["type": "object", "properties": .mapping(properties)]
    if !required.isEmpty { result["required"] = .sequence(required) }
    if any(8) == 0 { result["additionalProperties"] = schema(depth: depth + 1) }
    return result
  }

  /// Objects that are told apart by an enumeration or by their keys.
  private mutating func union(depth: Int) -> Value {
    let isByKey = any(2) == 0
    let parts: [Value] = (0...any(3)).map { index in
      var part = object(depth: depth + 1)
      let key = isByKey ? "k\(index)" : "kind"
      let values = subset(Self.words) + [Self.words[index % 3]]
      part["properties"]?[key] =
        isByKey
        ? ["type": "integer"] : any(3) == 0 ? ["enum": .sequence(values)] : ["const": values[0]]
      part["required"] = .sequence((part["required"]?.array ?? []) + [.string(key)])
      return part
    }
    return parts.count == 1 ? parts[0] : ["anyOf": .sequence(parts)]
  }

  /// Returns a schema that differs in a place or in several.
  mutating func variant(of schema: Value) -> Value {
    var variant = schema
    for _ in 0...any(2) { change(&variant, depth: 0) }
    return variant
  }

  private mutating func change(_ schema: inout Value, depth: Int) {
    guard any(6) > 0 || depth == 0 else { return schema = self.schema(depth: 2) }
    var inner: [DocumentPointer] = []
    for keyword in ["properties", "$defs"] {
      for (key, _) in schema[keyword]?.mapping ?? [:] {
        inner.append(DocumentPointer(tokens: [keyword, key.string ?? ""]))
      }
    }
    for keyword in ["anyOf", "prefixItems"] {
      for index in (schema[keyword]?.array ?? []).indices {
        inner.append(DocumentPointer(tokens: [keyword, "\(index)"]))
      }
    }
    for keyword in ["items", "additionalProperties"] where schema[keyword]?.mapping != nil {
      inner.append(DocumentPointer(tokens: [keyword]))
    }
    if !inner.isEmpty, any(3) > 0 {
      let place = pick(inner)
      guard var part = schema[place], part.bool == nil else { return }
      change(&part, depth: depth + 1)
      return schema[place] = part
    }
    switch schema["type"] {
    case "object"?:
      let key = pick(Self.keys)
      var required = schema["required"]?.array ?? []
      switch any(4) {
      case 0: schema["properties"]?[key] = Value?.none
      case 1: schema["properties"]?[key] = self.schema(depth: 2)
      case 2: required.removeAll { $0 == .string(key) }
      default:
        let isThere = schema["properties"]?[key] ?? false != false
        if isThere, depth > 0, !required.contains(.string(key)) { required.append(.string(key)) }
      }
      required.removeAll { schema["properties"]?.mapping?[forKey: $0] == nil }
      schema["required"] = required.isEmpty ? Value?.none : .sequence(required)
    case "integer"?:
      let bound = any(6)
      if let least = schema["minimum"]?.int { schema["minimum"] = Value(min(least, bound)) }
      if let greatest = schema["maximum"]?.int { schema["maximum"] = Value(max(greatest, bound)) }
    case "string"? where schema["enum"] != nil:
      schema["enum"] = .sequence(subset(Self.words) + ["v"])
    case let type? where type.string != nil && any(2) == 0: schema["type"] = [type, "null"]
    default:
      guard depth > 0, var parts = schema["anyOf"]?.array else { return }
      if any(2) == 0, parts.count > 1 {
        parts.removeLast()
      } else {
        parts.append(self.schema(depth: 2))
      }
      schema["anyOf"] = .sequence(parts)
    }
  }

  // MARK: Documents

  /// Returns documents of a schema in which objects have only known keys, and variants of them that a validator finds to be that.
  mutating func documents(of schema: Value) throws -> [Value] {
    var closed = schema
    try closed.forEachValue { part in
      if part["type"] == "object", part["additionalProperties"] == nil {
        part["additionalProperties"] = false
      }
      if part["prefixItems"] != nil, part["items"] == nil { part["items"] = false }
    }
    let writer = try JSONSchema(closed, formats: .asserted)
    var documents: [Value] = []
    for _ in 0..<20 {
      guard let document = value(of: schema, in: schema, depth: 0) else { continue }
      #expect(try writer.check(document).isEmpty, "\(document) \(schema)")
      documents.append(document)
      let variant = DocumentVariant.of(document, &generator)
      if try writer.check(variant).isEmpty { documents.append(variant) }
    }
    return documents
  }

  /// Returns a value of a schema; nil if none is found.
  private mutating func value(of schema: Value, in root: Value, depth: Int) -> Value? {
    if schema == false || depth > 12 { return nil }
    if let reference = schema["$ref"]?.string {
      let target = reference == "#" ? root : root["$defs"]?[String(reference.dropFirst(8))]
      return target.flatMap { value(of: $0, in: root, depth: depth + 1) }
    }
    if let parts = schema["anyOf"]?.array {
      return value(of: pick(parts), in: root, depth: depth + 1)
    }
    if let constant = schema["const"] { return constant }
    if let constants = schema["enum"]?.array { return pick(constants) }
    let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
    guard !types.isEmpty else {
      return pick([nil, true, 1, 0.5, "x", [], ["x"], [:], ["a": 1], ["a": [:]]])
    }
    switch pick(types) {
    case "null": return .null
    case "boolean": return .bool(any(2) == 0)
    case "number" where any(2) == 0: return 0.5
    case "integer", "number": return integer(schema)
    case "string":
      switch schema["format"] {
      case "uuid"?: return "00000000-0000-0000-0000-000000000000"
      case "date-time"?: return "2001-01-01T00:00:00Z"
      default: return pick(Self.words + ["w", "v", "other"])
      }
    case "array":
      var elements: [Value] = []
      for part in schema["prefixItems"]?.array ?? [] {
        guard let element = value(of: part, in: root, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      guard let rest = schema["items"] ?? (elements.isEmpty ? [:] : Value?.none) else {
        return .sequence(elements)
      }
      for _ in 0..<any(3) {
        guard let element = value(of: rest, in: root, depth: depth + 1) else { break }
        elements.append(element)
      }
      return .sequence(elements)
    default:
      var members = Mapping()
      let required = schema["required"]?.array ?? []
      for (key, part) in schema["properties"]?.mapping ?? [:] {
        let isRequired = required.contains(key)
        guard isRequired || depth < 6 && any(2) == 0 else { continue }
        if let member = value(of: part, in: root, depth: depth + 1) {
          members[forKey: key] = member
        } else if isRequired {
          return nil
        }
      }
      if let additional = schema["additionalProperties"], depth < 6 {
        for key in subset(["a", "d", "e"]) where schema["properties"]?[key] == nil {
          guard let member = value(of: additional, in: root, depth: depth + 1) else { continue }
          members[key] = member
        }
      }
      return .mapping(members)
    }
  }

  private mutating func integer(_ schema: Value) -> Value {
    let least = schema["minimum"]?.int ?? -3
    return Value(Int.random(in: least...(schema["maximum"]?.int ?? 300), using: &generator))
  }
}
