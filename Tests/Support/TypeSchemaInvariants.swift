public import Decant
import DecantCodableSchema
import DecantSchema

/// The invariants of the schema of a type, which accepts what the type encodes, and what it decodes.
public enum TypeSchemaInvariants {
  /// Returns the documents on which the schema and the decoder of a type disagree: a value, and the same one with a key missing or a
  /// part of another type.
  public static func violations<T: Codable>(
    of value: T, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions()
  ) throws -> [String] {
    let schema = try JSONSchema(of: T.self, options: decoding)
    let text = try Format.json.encodeText(value, options: encoding)
    let document = try Value(parsing: text, as: .json)
    var violations = try schema.check(document).map { "\($0) in \(text)" }
    for changed in changes(of: document) {
      let text = try Format.json.encodeText(changed)
      let isDecoded = (try? Format.json.decode(T.self, from: text, options: decoding)) != nil
      let isAccepted = try schema.check(changed).isEmpty
      if isDecoded != isAccepted {
        let line = try Format.jsonLines.encodeText(changed)
        violations.append("\(isDecoded ? "not accepted" : "not decoded"): \(line)")
      }
    }
    return violations
  }

  private static func changes(of value: Value) -> [Value] {
    var list: [Value] = [true, nil, [], [:], "other", 7].filter { $0 != value }
    // The format of a string is not checked, nor the range of a number.
    if value.string.map({ Timestamp($0) != nil }) ?? false { list.removeAll { $0 == "other" } }
    if value.number != nil { list.removeAll { $0 == 7 } }
    if let elements = value.array, let first = elements.first {
      list += changes(of: first).map { .sequence([$0] + elements.dropFirst()) }
    }
    for (key, child) in value.mapping ?? [:] {
      var mapping = value.mapping ?? [:]
      mapping[forKey: key] = nil
      list.append(.mapping(mapping))
      for changed in changes(of: child) {
        mapping = value.mapping ?? [:]
        mapping[forKey: key] = changed
        list.append(.mapping(mapping))
      }
    }
    return list
  }
}
