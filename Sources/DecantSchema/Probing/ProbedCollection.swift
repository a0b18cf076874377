internal import DecantCore

/// A generic type whose decoder asks for as many values as there are.
protocol ProbedCollection {
  /// Returns the schema and a value without elements.
  static func described(by probe: TypeProbe) -> (schema: Value, sample: Any)
}

extension Optional: ProbedCollection where Wrapped: Decodable {
  static func described(by probe: TypeProbe) -> (schema: Value, sample: Any) {
    (TypeProbe.either([probe.describe(Wrapped.self).schema, ["type": "null"]]), Self.none as Any)
  }
}

extension Array: ProbedCollection where Element: Decodable {
  static func described(by probe: TypeProbe) -> (schema: Value, sample: Any) {
    (["type": "array", "items": probe.describe(Element.self).schema], Self())
  }
}

extension Set: ProbedCollection where Element: Decodable {
  static func described(by probe: TypeProbe) -> (schema: Value, sample: Any) {
    (["type": "array", "items": probe.describe(Element.self).schema], Self())
  }
}

extension Dictionary: ProbedCollection where Key: Decodable, Value: Decodable {
  static func described(by probe: TypeProbe) -> (schema: DecantCore.Value, sample: Any) {
    let values = probe.describe(Value.self).schema
    let hasKeys =
      Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    guard hasKeys else {
      return (["type": "array", "$comment": "keys and values alternate"], Self())
    }
    return (["type": "object", "additionalProperties": values], Self())
  }
}
