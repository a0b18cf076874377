internal import DecantCore

/// A keyword of a draft of JSON Schema that affects whether an instance is valid.
enum SchemaKeyword: UInt8, CaseIterable {
  // Core.
  case id, schema, ref, anchor, dynamicRef, dynamicAnchor, vocabulary, definitions
  /// The name of `$id` in draft 4.
  case olderID
  /// The name of `$defs` in older drafts.
  case olderDefinitions
  /// The keywords `$dynamicRef` and `$dynamicAnchor` of draft 2019-09.
  case recursiveRef, recursiveAnchor

  // Assertions.
  case type, constant, enumeration
  case multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum
  case minLength, maxLength, pattern
  case minItems, maxItems, uniqueItems, minContains, maxContains
  case minProperties, maxProperties, required, dependentRequired
  /// Annotations, unless formats are asserted.
  case format, contentEncoding, contentMediaType

  // Applicators.
  case prefixItems, items, contains
  /// The keyword `items` of older drafts, if theirs is an array.
  case additionalItems
  case properties, patternProperties, additionalProperties, propertyNames, dependentSchemas
  /// The keywords `dependentRequired` and `dependentSchemas` of older drafts.
  case dependencies
  case allOf, anyOf, oneOf, not
  case `if`, then, `else`
  case unevaluatedItems, unevaluatedProperties

  /// The names of all cases, in their order: those that Swift knows would take two thirds of the start of a check.
  static let names = """
    $id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $defs id definitions $recursiveRef $recursiveAnchor \
    type const enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern \
    minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired \
    format contentEncoding contentMediaType prefixItems items contains additionalItems properties patternProperties \
    additionalProperties propertyNames dependentSchemas dependencies allOf anyOf oneOf not if then else \
    unevaluatedItems unevaluatedProperties
    """.split(separator: " ")

  var name: String { String(Self.names[number]) }

  /// The number that `SchemaNames` gives its name.
  var number: Int { Int(rawValue) }

  /// The drafts that have it; those after 7 keep `definitions` and `dependencies` for compatibility.
  var drafts: ClosedRange<JSONSchema.Draft> {
    switch self {
    case .olderID: .draft4 ... .draft4
    case .id, .constant, .contains, .propertyNames: .draft6 ... .latest
    case .if, .then, .else, .contentEncoding, .contentMediaType: .draft7 ... .latest
    case .anchor, .vocabulary, .definitions, .minContains, .maxContains, .dependentRequired,
      .dependentSchemas, .unevaluatedItems, .unevaluatedProperties:
      .draft2019 ... .latest
    case .recursiveRef, .recursiveAnchor: .draft2019 ... .draft2019
    case .dynamicRef, .dynamicAnchor, .prefixItems: .draft2020 ... .latest
    case .additionalItems: .draft4 ... .draft2019
    default: .draft4 ... .latest
    }
  }

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
      .olderID, .olderDefinitions, .recursiveRef, .recursiveAnchor, .format, .contentEncoding,
      .contentMediaType:
      []
    case .type, .constant, .enumeration, .multipleOf, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .minLength, .maxLength, .pattern, .minItems, .maxItems, .uniqueItems,
      .minContains, .maxContains, .minProperties, .maxProperties, .required, .dependentRequired:
      .validation
    case .prefixItems, .items, .contains, .additionalItems, .properties, .patternProperties,
      .additionalProperties,
      .propertyNames, .dependentSchemas, .dependencies, .allOf, .anyOf, .oneOf, .not, .if, .then,
      .else:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    }
  }
}
