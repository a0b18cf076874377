internal import DecantCore

/// The types of a schema that have names: structures, enumerations and unions, in the order of their first use.
struct SchemaDeclarations {
  let graph: SchemaGraph
  let rootName: String
  /// The nodes of the declared types.
  private(set) var order: [Int] = []
  private(set) var names: [Int: String] = [:]
  /// Whether the root is written as another type.
  private(set) var isAlias = false
  private var taken = TakenNames(SwiftName.taken)

  private static let longestName = 100

  /// The name of the type of values that can be missing and null.
  var nullableName: String { rootName + "Nullable" }

  init(_ graph: SchemaGraph, named name: String) {
    self.graph = graph
    let type = SwiftName.type(fromKey: name)
    rootName = SwiftName.taken.contains(type) ? type + "Document" : type
    declareAll()
  }

  /// A node with a place, from which its name is made.
  private struct Place {
    let node: Int
    let base: String
    let parent: String
  }

  private mutating func declareAll() {
    let root = graph.resolved(SchemaGraph.root)
    let definition = graph[root].definition.map { SwiftName.type(fromKey: $0) }
    isAlias =
      !graph[root].content.isDeclared || graph.isNullable(SchemaGraph.root)
      || definition.map { $0 != rootName } ?? false
    for name in [rootName, nullableName, "Discriminator"] { taken.insert(name) }
    if !isAlias {
      names[root] = rootName
      order.append(root)
    }
    // A type of one document or none needs a name beside that of the alias.
    let base = graph[root].content.isDeclared ? rootName + "Object" : rootName
    var isVisited: Set<Int> = []
    var stack = [Place(node: SchemaGraph.root, base: base, parent: "")]
    while let place = stack.popLast() {
      let node = graph.resolved(place.node)
      guard isVisited.insert(node).inserted else { continue }
      stack += inner(place, node).reversed()
    }
  }

  /// Declares the type of a node, if it has a name, and returns the places in it.
  private mutating func inner(_ place: Place, _ node: Int) -> [Place] {
    let single = EnglishNoun.singular(of: place.base)
    let elementBase =
      place.parent.isEmpty && single == rootName ? single + "Element" : single
    switch graph[node].content {
    case .array(let element), .dictionary(let element):
      return [Place(node: element, base: elementBase, parent: place.parent)]
    case .enumeration:
      _ = declare(node, place)
      return []
    case .structure(let fields):
      let name = declare(node, place)
      return fields.map {
        Place(node: $0.node, base: SwiftName.type(fromKey: $0.key), parent: name)
      }
    case .union(let alternatives):
      let name = declare(node, place)
      let tags = graph.discriminator(of: node)?.tags ?? []
      return alternatives.enumerated().map { index, alternative in
        let tag = tags.indices.contains(index) ? tags[index].first : nil
        let isText = if case .enumeration = graph[alternative].content { true } else { false }
        let base =
          graph[alternative].shortTitle ?? tag.map { SwiftName.type(fromKey: $0) }
          ?? name + (isText ? "Text" : "Object")
        return Place(node: alternative, base: base, parent: name)
      }
    default:
      return []
    }
  }

  private mutating func declare(_ node: Int, _ place: Place) -> String {
    if let known = names[node] { return known }
    let base = graph[node].definition.map { SwiftName.type(fromKey: $0) } ?? place.base
    // Otherwise, the names of types inside one another would double their length.
    let isLong = place.parent.utf8.count + base.utf8.count > Self.longestName
    let name = InferredTypes.free(
      isLong ? String(base.prefix(Self.longestName / 2)) : base, in: isLong ? "" : place.parent,
      &taken)
    names[node] = name
    order.append(node)
    return name
  }
}

extension SchemaGraph.Content {
  var isDeclared: Bool {
    switch self {
    case .structure, .enumeration, .union: true
    default: false
    }
  }
}

extension SchemaGraph.Node {
  private static let mostWords = 3

  /// The title as the name of a type, unless it is a sentence.
  fileprivate var shortTitle: String? {
    guard let title, title.split(separator: " ").count <= Self.mostWords,
      title.utf8.count <= 40, title.first?.isLetter == true
    else { return nil }
    return SwiftName.type(fromKey: title)
  }
}
