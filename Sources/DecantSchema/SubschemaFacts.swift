package import DecantCore

/// What subschemas that apply to the same value require of its type, without what only narrows it.
///
/// Other subschemas have numbers, by which `JSONSchema.facts(of:)` returns their facts.
package struct SubschemaFacts {
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
  package var given: JSONTypes?
  /// The types that the other keywords are about.
  package var implied: JSONTypes = []
  /// The values of `const` and `enum`; nil without them.
  package var constants: [Constant]?
  /// The properties in the order in which they are first declared, each with all subschemas that apply to it.
  package private(set) var properties: [(key: KeyText, subschemas: [Int])] = []
  private var indexOfKey: [KeyText: Int] = [:]
  package var required: Set<KeyText> = []
  /// The subschemas of `patternProperties`.
  package var patterns: [(matchesAll: Bool, subschema: Int)] = []
  /// The subschema of `additionalProperties`, or of `unevaluatedProperties`.
  package var additional: Int?
  /// The subschemas of items: of the first ones, and of the others.
  package var items: (prefix: [Int], rest: Int?)?
  /// The subschemas that must all match: of `allOf` and references.
  package var parts: [Int] = []
  /// The lists of `anyOf` and `oneOf`, each with the subschema that has it.
  package var choices: [(owner: Int, list: [Int])] = []
  /// The subschemas that match only some values: of `if` and of dependencies.
  package var conditional: [Int] = []
  /// The bounds of integers.
  package var least = -Double.infinity
  package var greatest = Double.infinity

  package var title: String?
  package var description: String?

  package init() {}

  // MARK: Combining

  /// Adds what another subschema requires, other than by the subschemas that it combines.
  package mutating func add(_ other: SubschemaFacts) {
    isNever = isNever || other.isNever
    if let types = other.given { given = given?.intersection(types) ?? types }
    implied.formUnion(other.implied)
    constants = constants ?? other.constants
    for (key, subschemas) in other.properties { add(key, subschemas) }
    required.formUnion(other.required)
    patterns += other.patterns
    additional = additional ?? other.additional
    items = items ?? other.items
    least = max(least, other.least)
    greatest = min(greatest, other.greatest)
    conditional += other.conditional
  }

  package mutating func add(_ key: KeyText, _ subschemas: [Int]) {
    if let index = indexOfKey[key] {
      properties[index].subschemas += subschemas
    } else {
      indexOfKey[key] = properties.count
      properties.append((key, subschemas))
    }
  }

  package func declares(_ key: KeyText) -> Bool { indexOfKey[key] != nil }

  // MARK: Questions

  /// Whether nothing but types is required, which alternatives repeat or narrow.
  package var isPlain: Bool {
    properties.isEmpty && constants == nil && items == nil && patterns.isEmpty && !isNever
  }

  /// Whether it restricts the types of values, or of what they contain.
  package var isStructural: Bool {
    !isPlain || given != nil || additional != nil || !parts.isEmpty || !choices.isEmpty
  }

  /// The subschema that it consists of, if it is a mere reference.
  package var reference: Int? {
    var others = self
    others.parts = []
    let isAlone =
      parts.count == 1 && !others.isStructural && implied.isEmpty && conditional.isEmpty
    return isAlone ? parts[0] : nil
  }

  /// The types of values: those of `type` and of constants, or else those that the other keywords are about.
  package var types: JSONTypes {
    guard !isNever else { return [] }
    var types = given ?? .all
    if let constants {
      var kinds: JSONTypes = []
      for constant in constants {
        switch constant {
        case .string: kinds.insert(.string)
        case .other(let kind): kinds.formUnion(kind)
        }
      }
      types.formIntersection(kinds)
    } else if given == nil, !implied.isEmpty {
      types = implied
    }
    return types
  }
}
