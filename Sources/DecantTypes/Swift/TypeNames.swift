internal import DecantCore

/// The names of the types of a graph that are declared, in the order of their first use, and the number of uses.
struct TypeNames {
  let graph: TypeGraph
  let rootName: String
  /// The nodes of the declared types.
  private(set) var order: [Int] = []
  /// How often each declared type is referred to.
  private(set) var uses: [Int: Int] = [:]
  /// Whether the root is written as another type.
  private(set) var isAlias = false
  private var names: [Int: String] = [:]
  private var taken: TakenNames

  private static let longestName = 100

  /// The names of types that a module may need for several outputs.
  var nullableName: String { rootName + "Nullable" }
  var classTableName: String { rootName + "Classes" }

  /// Creates names; those that Swift needs for other types are left out if `areSwift`.
  init(_ graph: TypeGraph, named name: String, areSwift: Bool = true) {
    self.graph = graph
    taken = TakenNames(areSwift ? SwiftName.taken : [])
    let type = SwiftName.type(fromKey: name)
    rootName = areSwift && SwiftName.taken.contains(type) ? type + "Document" : type
    for name in [rootName, nullableName, classTableName] { taken.insert(name) }
    if graph.nodes.indices.contains(where: { graph.discriminator(of: $0) != nil }) {
      taken.insert("Discriminator")
    }
    declareAll()
  }

  subscript(_ node: Int) -> String? { names[graph.resolved(node)] }

  /// A node that is visited, with what its name is made of.
  private struct Visit {
    let node: Int
    let base: String
    let parent: String
  }

  /// Whether a type has a name, by which others refer to it.
  private func isDeclared(_ node: Int) -> Bool {
    graph.hasGivenNames ? graph[node].name != nil : graph[node].content.isDeclared
  }

  private mutating func declareAll() {
    let root = graph.resolved(graph.root)
    // The type of a definition keeps its name; a class has the name that is asked for.
    let name = graph[root].evidence == nil ? graph[root].name : nil
    let isRenamed = name.map { SwiftName.type(fromKey: $0) != rootName } ?? false
    isAlias = !isDeclared(root) || graph.isNullable(graph.root) || isRenamed
    if !isAlias { declare(root, as: rootName) }
    // The type of one document or none needs a name beside that of the alias.
    let base = isDeclared(root) ? rootName + "Object" : rootName
    var stack = [Visit(node: graph.root, base: base, parent: "")]
    while let visit = stack.popLast() {
      let node = graph.resolved(visit.node)
      uses[node, default: 0] += 1
      guard isDeclared(node) else {
        let single = EnglishNoun.singular(of: visit.base)
        let base = visit.parent.isEmpty && single == rootName ? single + "Element" : single
        stack += graph[node].content.nodes.reversed().map {
          Visit(node: $0, base: base, parent: visit.parent)
        }
        continue
      }
      if uses[node] == 1 { stack += declare(node, at: visit).reversed() }
    }
  }

  /// Declares a type, and returns the nodes in it.
  private mutating func declare(_ node: Int, at visit: Visit) -> [Visit] {
    let name = names[node] ?? freeName(of: node, at: visit)
    if names[node] == nil { declare(node, as: name) }
    switch graph[node].content {
    case .structure(let fields, let additional):
      return fields.map {
        Visit(node: $0.node, base: SwiftName.type(fromKey: $0.key.string), parent: name)
      } + (additional.map { [Visit(node: $0, base: name, parent: name)] } ?? [])
    case .union(let alternatives):
      let tags = graph.discriminator(of: node)?.tags ?? []
      return alternatives.enumerated().map { index, alternative in
        let tag = tags.indices.contains(index) ? tags[index].first : nil
        let base =
          graph[alternative].shortTitle ?? tag.map { SwiftName.type(fromKey: $0) }
          ?? name + graph[alternative].content.noun
        return Visit(node: alternative, base: base, parent: name)
      }
    case let content:
      return content.nodes.map { Visit(node: $0, base: name, parent: name) }
    }
  }

  private mutating func declare(_ node: Int, as name: String) {
    names[node] = name
    order.append(node)
  }

  private mutating func freeName(of node: Int, at visit: Visit) -> String {
    let base = graph[node].name.map { SwiftName.type(fromKey: $0) } ?? visit.base
    // Otherwise, the names of types inside one another would double their length.
    let isLong = visit.parent.utf8.count + base.utf8.count > Self.longestName
    let name = isLong ? String(base.prefix(Self.longestName / 2)) : base
    if taken.insert(name) { return name }
    let longer = visit.parent + name
    if !visit.parent.isEmpty, !isLong, taken.insert(longer) { return longer }
    return taken.unique(name)
  }
}

extension TypeGraph.Content {
  /// What follows the name of a union in the name of an alternative, or of the elements of one.
  fileprivate var noun: String {
    switch self {
    case .enumeration: "Text"
    case .array, .dictionary: "Element"
    default: "Object"
    }
  }
}

extension TypeGraph.Node {
  private static let mostWords = 3

  /// The title as the name of a type, unless it is a sentence.
  fileprivate var shortTitle: String? {
    guard let title, title.split(separator: " ").count <= Self.mostWords,
      title.utf8.count <= 40, title.first?.isLetter == true
    else { return nil }
    return SwiftName.type(fromKey: title)
  }
}
