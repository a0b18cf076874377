package import DecantCore

/// The types of data, each a node: what documents have, what a schema accepts, or what a `Codable` type decodes.
///
///     Shapes ─────┐                            ┌─▶ SwiftSource
///     JSONSchema ─┼─▶ TypeGraph ─▶ TypeNames ──┤
///     TypeProbe ──┘                            └─▶ TypeSchema
///
///     [{"id": 1, "next": null}]     3 array ──▶ 2 structure ── id ──▶ 0 number
///                                                          └── next ─▶ 1 never, nullable
package struct TypeGraph {
  package enum Content: Hashable {
    /// Values of all types.
    case any
    /// Only null, if the node is nullable; otherwise no value, or none that was seen.
    case never
    case bool
    case number(Number)
    /// Texts, of a format of JSON Schema.
    case string(format: String?)
    case data
    case enumeration([Value])
    case array(Int)
    /// A list with certain first elements, and others after them; nil if these are not decoded.
    case tuple(first: [Int], rest: Int?)
    /// A mapping whose keys are data.
    case dictionary(Int)
    case structure([Field], additional: Int?)
    /// Values that have one of several types.
    case union([Int])
    /// Values of which each of several types describes a part.
    case all([Int])
    case same(Int)
    /// A reference to an object of a keyed archive, which may be one that contains it.
    case reference(Int, isAlwaysUpward: Bool)
    /// A reference to an instance that is elsewhere in the document.
    case instance
  }

  package struct Field: Hashable {
    package let key: KeyText
    package var node: Int
    package var presence: Presence

    package init(key: KeyText, node: Int, presence: Presence) {
      self.key = key
      self.node = node
      self.presence = presence
    }

    var isRequired: Bool { presence == .required }
  }

  package enum Presence: Hashable {
    case required, optional
    /// Values with the key have another type.
    case absent
  }

  package struct Number: Hashable {
    enum SwiftType: String {
      case int = "Int"
      case uint64 = "UInt64"
      case int128 = "Int128"
      case double = "Double"
      case decimal = "Decimal"
    }

    var type: SwiftType
    /// Whether all values are integers, also if only a floating-point type has their range.
    var isInteger: Bool
    var least: Int64?
    var greatest: UInt64?
  }

  package struct Node {
    package var content = Content.any
    package var isNullable = false
    /// The name of the type: that of a class, of a `Codable` type, or the key in `$defs`.
    package var name: String?
    var title: String?
    var description: String?
    /// What is not known about the type.
    package var comment: String?
    var evidence: Evidence?

    package init(_ content: Content = .any, isNullable: Bool = false) {
      self.content = content
      self.isNullable = isNullable
    }
  }

  /// The values of a type in documents.
  struct Evidence {
    var count: Int
    /// The first path of values, as a pointer with `*` for elements.
    let path: String
    /// What was seen of each field's values.
    var fields: [String] = []
    /// The name of the class in a keyed archive, and whether an object has several references.
    var archivedClass: (name: String, isShared: Bool)?
  }

  package private(set) var nodes: [Node] = []
  package var root = 0
  /// Whether only types with a name of their own are declared.
  package var hasGivenNames = false
  private var known: [Content: Int] = [:]
  private var nullable: [Int: Int] = [:]

  package init() {}

  package subscript(_ node: Int) -> Node {
    get { nodes[node] }
    set { nodes[node] = newValue }
  }

  @discardableResult
  package mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Returns the node of a type without a name, of which equal ones are one; with `key`, those whose keys are equal.
  package mutating func node(_ content: Content, like key: Content? = nil) -> Int {
    if let node = known[key ?? content] { return node }
    let node = add(Node(content))
    known[key ?? content] = node
    return node
  }

  /// Returns the node of the values of another one, and of null.
  package mutating func nullable(_ node: Int) -> Int {
    if let nullable = nullable[node] { return nullable }
    let nullable = add(Node(.same(node), isNullable: true))
    self.nullable[node] = nullable
    return nullable
  }

  // MARK: Looking

  /// Returns the node that has the content of `node`.
  package func resolved(_ node: Int) -> Int {
    var node = node
    while case .same(let next) = nodes[node].content { node = next }
    return node
  }

  func content(of node: Int) -> Content { nodes[resolved(node)].content }

  /// Whether a value can be null; values of all types have a type that includes it.
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
  func isNever(_ node: Int) -> Bool { content(of: node) == .never && !isNullable(node) }

  /// Returns the nodes that are reached, those that they lead to first, and the targets of edges that close a cycle.
  func innermost(
    from starts: [Int], _ next: (Content) -> [Int]
  ) -> (order: [Int], targets: Set<Int>) {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: nodes.count)
    var order: [Int] = []
    var targets: Set<Int> = []
    for start in starts where states[start] == .new {
      var stack = [start]
      while let number = stack.last {
        if states[number] == .new {
          states[number] = .open
          for node in next(self[number].content).reversed() {
            switch states[node] {
            case .new: stack.append(node)
            case .open: targets.insert(node)
            case .done: break
            }
          }
        } else {
          stack.removeLast()
          guard states[number] == .open else { continue }
          states[number] = .done
          order.append(number)
        }
      }
    }
    return (order, targets)
  }
}

extension TypeGraph.Number {
  static let int = Self(type: .int, isInteger: true)
  static let uint64 = Self(type: .uint64, isInteger: true)
  package static let double = Self(type: .double, isInteger: false)

  package static func integer(least: Int64?, greatest: UInt64?) -> Self {
    Self(type: .int, isInteger: true, least: least, greatest: greatest)
  }
}

extension TypeGraph.Content {
  /// The nodes that a type leads to.
  var nodes: [Int] {
    switch self {
    case .any, .never, .bool, .number, .string, .data, .enumeration, .instance: []
    case .array(let node), .dictionary(let node), .same(let node), .reference(let node, _): [node]
    case .tuple(let first, let rest): first + (rest.map { [$0] } ?? [])
    case .structure(let fields, let additional):
      fields.map(\.node) + (additional.map { [$0] } ?? [])
    case .union(let nodes), .all(let nodes): nodes
    }
  }

  /// Whether Swift needs a declaration of the type.
  var isDeclared: Bool {
    switch self {
    case .structure, .enumeration, .union: true
    default: false
    }
  }

  /// The name of a type of single values.
  var scalarName: String? {
    switch self {
    case .bool: "Bool"
    case .number(let number): number.type.rawValue
    case .string(let format):
      switch format {
      case "uri": "URL"
      case "uuid": "UUID"
      case "date-time": "Date"
      default: "String"
      }
    case .data: "Data"
    default: nil
    }
  }
}

/// The property whose text says which alternative a value is.
///
///     {"oneOf": [{"properties": {"kind": {"const": "a"}}, "required": ["kind"]}, …]}
extension TypeGraph {
  struct Discriminator {
    let key: String
    /// The texts of each alternative.
    let tags: [[String]]
  }

  /// Returns the discriminator of a union of structures; nil if they have no such property in common.
  func discriminator(of union: Int) -> Discriminator? {
    guard case .union(let alternatives) = self[union].content else { return nil }
    var structures: [[Field]] = []
    for alternative in alternatives {
      guard case .structure(let fields, _) = self[alternative].content else { return nil }
      structures.append(fields)
    }
    for field in structures[0] where texts(of: field) != nil {
      let tags = structures.compactMap { fields in
        fields.first { $0.key == field.key }.flatMap { texts(of: $0) }
      }
      guard tags.count == structures.count else { continue }
      // Swift compares texts by their characters.
      let all = tags.flatMap(\.self)
      if Set(all).count == all.count { return Discriminator(key: field.key.string, tags: tags) }
    }
    return nil
  }

  private func texts(of field: Field) -> [String]? {
    guard field.isRequired, !isNullable(field.node),
      case .enumeration(let values) = content(of: field.node)
    else { return nil }
    return values.compactMap(\.string)
  }
}
