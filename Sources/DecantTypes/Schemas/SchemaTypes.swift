internal import DecantCore
internal import DecantSchema

/// A builder of the graph of the types that decode what a schema accepts: a node for each set of subschemas that apply to the same values.
///
///     {"properties": {"next": {"$ref": "#"}}}     0 structure ── next ──▶ 1 same as 0
///
/// What only narrows a type is left out, such as patterns and limits, so that a type decodes more values than the schema accepts.
struct SchemaTypes {
  typealias Content = TypeGraph.Content

  /// A subschema that applies to values.
  struct Part: Hashable {
    let subschema: Int
    /// Whether the subschemas that it combines are parts of their own.
    var isBare = false
  }

  /// The steps after which a schema is refused; large schemas of editors and services take some 50,000.
  private static let maximumSteps = 500_000

  var graph = TypeGraph()
  private let schema: JSONSchema
  /// What applies to the values of a node; the nodes of single types have no parts.
  private(set) var partsOfNode: [Int: [Part]] = [:]
  private var nodeOfParts: [[Part]: Int] = [:]
  private var waiting: [Int] = []
  private var steps = 0
  private var knownFacts: [Int: SubschemaFacts] = [:]
  let definitionKeys: [Int: String]

  init(_ schema: JSONSchema) throws(DecantError) {
    self.schema = schema
    definitionKeys = schema.definitionKeys
    graph.root = node(of: [Part(subschema: schema.rootSubschema)])
    while let number = waiting.popLast() { try build(number) }
    try simplify()
  }

  /// Returns the node of values to which all parts apply; it is built later if it is new.
  mutating func node(of parts: [Part]) -> Int {
    if let known = nodeOfParts[parts] { return known }
    let number = graph.add(TypeGraph.Node())
    partsOfNode[number] = parts
    nodeOfParts[parts] = number
    waiting.append(number)
    return number
  }

  mutating func add(_ content: Content) -> Int { graph.add(TypeGraph.Node(content)) }

  mutating func facts(of subschema: Int) -> SubschemaFacts {
    if let known = knownFacts[subschema] { return known }
    let facts = schema.facts(of: subschema)
    knownFacts[subschema] = facts
    return facts
  }

  mutating func count(_ number: Int = 1) throws(DecantError) {
    steps += number
    guard steps <= Self.maximumSteps else {
      throw DecantError(
        .other(
          "the schema combines too many subschemas to print types for it",
          hint: "anyOf, oneOf and allOf inside one another make a type for each combination"))
    }
  }

  func endless(_ node: Int) -> DecantError {
    let location = partsOfNode[node]?.first.map { schema.location(of: $0.subschema) } ?? "/"
    return DecantError(
      .other("the schema at \(location) refers to itself endlessly", hint: nil))
  }
}
