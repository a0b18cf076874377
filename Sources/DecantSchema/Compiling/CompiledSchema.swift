internal import DecantCore

/// A schema in the form in which instances are checked: tables that refer to one another by index.
///
///     subschemas │ 0 ──▶ keywords 0..<2 │ 1 ──▶ keywords 2..<5 │ …
///     keywords   │ type ─ mask │ properties ─▶ objects │ ref ─▶ subschemas │ …
struct CompiledSchema: Sendable {
  /// A node in one of the documents of the schema.
  struct Location: Hashable, Sendable {
    var document: Int
    var node: Int
  }

  struct Subschema: Sendable {
    enum Verdict: Sendable { case always, never, byKeywords }

    let location: Location
    var resource: Int
    var verdict = Verdict.always
    var keywords = 0..<0
    /// The kinds of instances whose evaluated children it must know.
    var tracked: KindSet = []
  }

  struct Keyword: Sendable {
    let operation: Operation
    /// The kinds of instances that it applies to.
    let kinds: KindSet
    /// A number, or the index in the table of the operation.
    var operand: Int
    /// The node of its value in the document of the subschema.
    let node: Int

    /// The operand of `type`.
    @inline(__always)
    var types: KindSet { KindSet(rawValue: UInt8(truncatingIfNeeded: operand)) }
  }

  enum Operation: Sendable {
    case type, constant, enumeration
    case multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum
    case minLength, maxLength, pattern, format, content
    case minItems, maxItems, uniqueItems
    case minProperties, maxProperties, required, dependentRequired
    case members, propertyNames, dependentSchemas
    case items, contains
    case reference, dynamicReference
    case allOf, anyOf, oneOf, not, condition
    case unevaluatedItems, unevaluatedProperties
  }

  /// A set of kinds of instances; the integers are kinds of their own for the keyword `type`.
  struct KindSet: OptionSet, Sendable {
    let rawValue: UInt8
    static let object = KindSet(.object)
    static let array = KindSet(.array)
    static let string = KindSet(.string)
    static let number = KindSet(.number)
    static let integer = KindSet(rawValue: 1 << 6)
    /// The integers that are written as such, unlike `1.0`.
    static let notedInteger = KindSet(rawValue: 1 << 7)
    static let all: KindSet = [
      KindSet(.null), KindSet(.boolean), .object, .array, .string, .number, .integer,
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inline(__always)
    init(_ kind: NumberedDocument.Kind) { rawValue = 1 &<< kind.rawValue }
  }

  /// The keywords `properties`, `patternProperties` and `additionalProperties`.
  struct Members: Sendable {
    /// Sorted by name.
    var properties: [(name: Int32, schema: Int32)] = []
    var patterns: [(pattern: Int, schema: Int)] = []
    var additional: Int?

    func schema(of name: Int32) -> Int? {
      let first = (0..<properties.count).binarySearch { properties[$0].name >= name }
      guard first < properties.count, properties[first].name == name else { return nil }
      return Int(properties[first].schema)
    }
  }

  /// The keywords `prefixItems` and `items`, or `items` and `additionalItems`.
  struct Items: Sendable {
    var prefix: [Int] = []
    var rest: Int?
  }

  struct Contains: Sendable {
    let schema: Int
    let minimum: Int
    let maximum: Int?
    let minimumNode: Int
    let maximumNode: Int
    /// Whether an item that matches is evaluated.
    let evaluates: Bool
  }

  struct Condition: Sendable {
    let test: Int
    let then: Int?
    let otherwise: Int?
  }

  /// What a key requires: other keys, or a subschema.
  struct Dependency: Sendable {
    let name: Int
    var required: [Int] = []
    var schema = 0
    let node: Int
  }

  struct Enumeration: Sendable {
    /// The numbers of the strings.
    var names: Set<Int> = []
    /// The nodes of other values, by their hash.
    var others: [Int: [Int]] = [:]
    var nodes: [Int] = []
  }

  struct DynamicReference: Sendable {
    let target: Int
    /// The number of the dynamic anchor, or of `$recursiveAnchor`; nil if it is like an ordinary reference.
    let anchor: Int?
  }

  struct Resource: Sendable {
    var uri: URIReference
    var root: Int
    var document: Int
    var anchors: [KeyText: Int] = [:]
    var dynamicAnchors: [Int: Int] = [:]
    var dialect: Dialect
  }

  var names = SchemaNames()
  var documents: [SchemaDocument] = []
  var resources: [Resource] = []
  var subschemas: [Subschema] = []
  var keywords: [Keyword] = []
  var numbers: [ExactNumber] = []
  /// The double that is nearest to each number.
  var approximations: [Double] = []
  /// Nil for those that are not supported.
  var patterns: [Pattern?] = []
  var unknownPatterns: [Int: SchemaProblem.Limit] = [:]
  /// Numbers of names, or subschemas.
  var lists: [[Int]] = []
  var members: [Members] = []
  var items: [Items] = []
  var contains: [Contains] = []
  var conditions: [Condition] = []
  var dependencies: [[Dependency]] = []
  var enumerations: [Enumeration] = []
  var dynamicReferences: [DynamicReference] = []
}

/// A document with schemas in it.
struct SchemaDocument: Sendable {
  let instance: NumberedDocument
  let source: JSONSchema.Source
  /// The URI from which it was read.
  let uri: URIReference
  /// The subschema that each node is; -1 for other nodes.
  var subschemas: [Int32]
}
