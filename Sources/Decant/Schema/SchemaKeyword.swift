/// A keyword of JSON Schema 2020-12 that affects whether an instance is valid.
enum SchemaKeyword: String, CaseIterable {
  // Core.
  case id = "$id"
  case schema = "$schema"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case vocabulary = "$vocabulary"
  case definitions = "$defs"

  // Assertions.
  case type
  case constant = "const"
  case enumeration = "enum"
  case multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum
  case minLength, maxLength, pattern
  case minItems, maxItems, uniqueItems, minContains, maxContains
  case minProperties, maxProperties, required, dependentRequired

  // Applicators.
  case prefixItems, items, contains
  case properties, patternProperties, additionalProperties, propertyNames, dependentSchemas
  case allOf, anyOf, oneOf, not
  case `if`, then, `else`
  case unevaluatedItems, unevaluatedProperties

  /// The number that `SchemaNames` gives its name.
  var number: Int { Self.numbers[self] ?? 0 }

  private static let numbers = [SchemaKeyword: Int](
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  /// The vocabularies, of which a metaschema can leave out some.
  struct Vocabularies: OptionSet, Sendable {
    let rawValue: UInt8
    static let applicator = Vocabularies(rawValue: 1)
    static let validation = Vocabularies(rawValue: 2)
    static let unevaluated = Vocabularies(rawValue: 4)
    static let all: Vocabularies = [.applicator, .validation, .unevaluated]
  }

  /// The vocabulary; empty for the core, which is always there.
  var vocabulary: Vocabularies {
    switch self {
    case .id, .schema, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary, .definitions: []
    case .type, .constant, .enumeration, .multipleOf, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems,
      .minContains, .maxContains, .minProperties, .maxProperties, .required, .dependentRequired:
      .validation
    case .prefixItems, .items, .contains, .properties, .patternProperties, .additionalProperties,
      .propertyNames, .dependentSchemas, .allOf, .anyOf, .oneOf, .not, .if, .then, .else:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    }
  }
}
