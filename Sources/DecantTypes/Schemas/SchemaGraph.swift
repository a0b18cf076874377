internal import DecantCore
internal import DecantSchema

/// The types that decode what a schema accepts: a graph with a node for each set of subschemas that apply to the same values.
///
///     {"properties": {"next": {"$ref": "#"}}}     0 structure ── next ──▶ 1 same as 0
///
/// What only narrows a type is left out, such as patterns and limits, so that a type decodes more values than the schema accepts.
struct SchemaGraph {
  indirect enum Content {
    case any
    /// Only null, if the node is nullable; otherwise no value.
    case never
    case bool, int, uint64, double, string
    case array(Int)
    case dictionary(Int)
    case structure([Field])
    case enumeration([String])
    case union([Int])
    case same(Int)
  }

  struct Field {
    let key: String
    let node: Int
    let isRequired: Bool
  }

  struct Node {
    var content = Content.any
    var isNullable = false
    /// What applies to the values; empty for the nodes of single types.
    var parts: [Part] = []
    var title: String?
    var description: String?
    /// The key in `$defs` or `definitions`.
    var definition: String?
  }

  /// A subschema that applies to values.
  struct Part: Hashable {
    let subschema: Int
    /// Whether the subschemas that it combines are parts of their own.
    var isBare = false
  }

  /// The steps after which a schema is refused; large schemas of editors and services take some 50,000.
  static let maximumSteps = 500_000

  let schema: JSONSchema
  private(set) var nodes: [Node] = []
  private var nodeOfParts: [[Part]: Int] = [:]
  private var waiting: [Int] = []
  private var steps = 0
  private var outlines: [Int: SchemaOutline] = [:]
  let definitionKeys: [Int: String]

  static let root = 0

  init(_ schema: JSONSchema) throws(DecantError) {
    self.schema = schema
    definitionKeys = schema.definitionKeys
    _ = node(of: [Part(subschema: schema.rootSubschema)])
    while let number = waiting.popLast() { try build(number) }
    try simplify()
  }

  subscript(_ node: Int) -> Node {
    get { nodes[node] }
    set { nodes[node] = newValue }
  }

  /// Returns the node that has the content of `node`.
  func resolved(_ node: Int) -> Int {
    var node = node
    while case .same(let next) = nodes[node].content { node = next }
    return node
  }

  /// Whether a value can be null; values of any type have a type that includes it.
  func isNullable(_ node: Int) -> Bool {
    var node = node
    var isNullable = nodes[node].isNullable
    while case .same(let next) = nodes[node].content {
      node = next
      isNullable = isNullable || nodes[node].isNullable
    }
    if case .any = nodes[node].content { return false }
    return isNullable
  }

  /// Whether no value has the type of a node.
  func isNever(_ node: Int) -> Bool {
    guard case .never = nodes[resolved(node)].content else { return false }
    return !isNullable(node)
  }

  // MARK: Building

  /// Returns the node of values to which all parts apply; it is built later if it is new.
  mutating func node(of parts: [Part]) -> Int {
    if let known = nodeOfParts[parts] { return known }
    let number = add(Node(parts: parts))
    nodeOfParts[parts] = number
    waiting.append(number)
    return number
  }

  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func add(_ content: Content) -> Int { add(Node(content: content)) }

  mutating func outline(of subschema: Int) -> SchemaOutline {
    if let known = outlines[subschema] { return known }
    let outline = schema.outline(of: subschema)
    outlines[subschema] = outline
    return outline
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
    let place = nodes[node].parts.first.map { schema.location(of: $0.subschema) } ?? "/"
    return DecantError(
      .other("the schema at \(place) refers to itself endlessly", hint: nil))
  }
}
