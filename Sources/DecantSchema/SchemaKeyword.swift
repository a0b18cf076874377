internal import DecantCore

/// A keyword of JSON Schema 2020-12 that affects whether an instance is valid.
enum SchemaKeyword: UInt8, CaseIterable {
  // Core.
  case id, schema, ref, anchor, dynamicRef, dynamicAnchor, vocabulary, definitions
  /// The name of `$defs` in older drafts.
  case olderDefinitions

  // Assertions.
  case type, constant, enumeration
  case multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum
  case minLength, maxLength, pattern
  case minItems, maxItems, uniqueItems, minContains, maxContains
  case minProperties, maxProperties, required, dependentRequired

  // Applicators.
  case prefixItems, items, contains
  case properties, patternProperties, additionalProperties, propertyNames, dependentSchemas
  /// The keywords `dependentRequired` and `dependentSchemas` of older drafts.
  case dependencies
  case allOf, anyOf, oneOf, not
  case `if`, then, `else`
  case unevaluatedItems, unevaluatedProperties

  var name: String {
    switch self {
    case .id, .schema, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary: "$\(self)"
    case .definitions: "$defs"
    case .olderDefinitions: "definitions"
    case .constant: "const"
    case .enumeration: "enum"
    default: "\(self)"
    }
  }

  /// The number that `SchemaNames` gives its name.
  var number: Int { Int(rawValue) }

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
    case .id, .schema, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary, .definitions,
      .olderDefinitions:
      []
    case .type, .constant, .enumeration, .multipleOf, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems,
      .minContains, .maxContains, .minProperties, .maxProperties, .required, .dependentRequired:
      .validation
    case .prefixItems, .items, .contains, .properties, .patternProperties, .additionalProperties,
      .propertyNames, .dependentSchemas, .dependencies, .allOf, .anyOf, .oneOf, .not, .if, .then,
      .else:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    }
  }
}
