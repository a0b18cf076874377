/// What a subschema requires of the types of values, without what only narrows them.
///
/// Other subschemas have numbers, by which `JSONSchema.outline(of:)` returns their outlines.
package struct SchemaOutline {
  /// The types of JSON Schema; a number that may be an integer is both.
  package struct JSONTypes: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = JSONTypes(rawValue: 1)
    package static let boolean = JSONTypes(rawValue: 2)
    package static let integer = JSONTypes(rawValue: 4)
    package static let fraction = JSONTypes(rawValue: 8)
    package static let string = JSONTypes(rawValue: 16)
    package static let array = JSONTypes(rawValue: 32)
    package static let object = JSONTypes(rawValue: 64)
    package static let number: JSONTypes = [.integer, .fraction]
    package static let all: JSONTypes = [.null, .boolean, .number, .string, .array, .object]
  }

  /// A value of `const` or `enum`.
  package enum Constant {
    case string(String)
    case other(JSONTypes)
  }

  /// Whether no value matches.
  package var isNever = false
  /// The types of `type`; nil without the keyword.
  package var kinds: JSONTypes?
  /// The types that the other keywords are about.
  package var implied: JSONTypes = []
  /// The values of `const` and `enum`; nil without them.
  package var constants: [Constant]?
  /// The subschemas of `properties`, in their order.
  package var properties: [(key: String, subschema: Int)] = []
  package var required: [String] = []
  /// The subschemas of `patternProperties`.
  package var patterns: [(matchesAll: Bool, subschema: Int)] = []
  /// The subschema of `additionalProperties`, or of `unevaluatedProperties`.
  package var additional: Int?
  /// The subschemas of items: of the first ones, and of the others.
  package var items: (prefix: [Int], rest: Int?)?
  /// The subschemas that must all match: of `allOf` and references.
  package var parts: [Int] = []
  /// The lists of `anyOf` and `oneOf`.
  package var choices: [[Int]] = []
  /// The subschemas that match only some values: of `if` and of dependencies.
  package var conditional: [Int] = []
  /// The bounds of integers.
  package var least = -Double.infinity
  package var greatest = Double.infinity

  package var title: String?
  package var description: String?

  package init() {}

  /// Whether it restricts the types of values, or of what they contain.
  package var isStructural: Bool {
    isNever || kinds != nil || constants != nil || !properties.isEmpty || !patterns.isEmpty
      || additional != nil || items != nil || !parts.isEmpty || !choices.isEmpty
  }

  /// The subschema that it consists of, if it is a mere reference.
  package var reference: Int? {
    var others = self
    others.parts = []
    let isAlone =
      parts.count == 1 && !others.isStructural && implied.isEmpty && conditional.isEmpty
    return isAlone ? parts[0] : nil
  }
}
