internal import DecantCore

/// Unions of one type, of equal types, and with what has no value or any value; and lists that contain only themselves.
extension SchemaTypes {
  mutating func simplify() throws(DecantError) {
    // What structures and lists become in the first round can make alternatives equal.
    for _ in 0..<2 {
      try simplifyUnions()
      for number in graph.nodes.indices {
        guard case .structure(let fields, _) = graph[number].content else { continue }
        let possible = fields.filter { !graph.isNever($0.node) }
        // A structure without properties would decode values of all types.
        graph[number].content =
          possible.isEmpty ? .dictionary(add(.any)) : .structure(possible, additional: nil)
      }
      for target in innermost(\.unnamed).targets { graph[target].content = .any }
    }
  }

  private func innermost(_ next: (Content) -> [Int]) -> (order: [Int], targets: Set<Int>) {
    graph.innermost(from: Array(graph.nodes.indices), next)
  }

  /// How a type without a name is written.
  private struct Spelling: Hashable {
    let content: Content
    let isNullable: Bool
  }

  /// Simplifies each union after its alternatives; of those that are written as one type, it keeps the first.
  private mutating func simplifyUnions() throws(DecantError) {
    if let target = innermost(\.alternatives).targets.first { throw endless(target) }
    var firsts: [Spelling: Int] = [:]
    var alike = Array(graph.nodes.indices)
    for number in innermost({ $0.alternatives + $0.unnamed }).order {
      var spelling = Spelling(content: graph[number].content, isNullable: false)
      switch graph[number].content {
      case .union(let nodes):
        simplify(number, nodes, alike)
        continue
      case .structure, .enumeration, .same: continue
      case .array(let inner):
        spelling = Spelling(
          content: .array(alike[graph.resolved(inner)]), isNullable: graph.isNullable(inner))
      case .dictionary(let inner):
        spelling = Spelling(
          content: .dictionary(alike[graph.resolved(inner)]), isNullable: graph.isNullable(inner))
      default: break
      }
      alike[number] = firsts[spelling, default: number]
      firsts[spelling] = alike[number]
    }
  }

  private mutating func simplify(_ number: Int, _ alternatives: [Int], _ alike: [Int]) {
    var isNullable = graph[number].isNullable
    var list: [Int] = []
    var known: Set<Int> = []
    for alternative in alternatives {
      isNullable = isNullable || graph.isNullable(alternative)
      let node = graph.resolved(alternative)
      switch graph[node].content {
      case .any:
        graph[number].content = .any
        return
      case .never:
        break
      default:
        if known.insert(alike[node]).inserted { list.append(node) }
      }
    }
    graph[number].isNullable = isNullable
    switch list.count {
    case 0: graph[number].content = .never
    case 1: graph[number].content = .same(list[0])
    default: graph[number].content = .union(ordered(list))
    }
  }

  /// Returns alternatives in an order in which few values decode as an earlier type than theirs.
  private func ordered(_ list: [Int]) -> [Int] {
    func rank(_ node: Int) -> Int {
      switch graph[node].content {
      case .enumeration: 0
      case .string: 1
      case .bool: 2
      case .number(let number): number.type == .int ? 3 : number.type == .uint64 ? 4 : 5
      case .array: 6
      // Those that require more keys refuse more values.
      case .structure(let fields, _): 1_000_000 - fields.count { $0.isRequired }
      case .union: 2_000_000
      default: 3_000_000
      }
    }
    return list.enumerated().map { (rank($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension TypeGraph.Content {
  /// The nodes whose values are the values of this one.
  fileprivate var alternatives: [Int] {
    switch self {
    case .union(let nodes): nodes
    case .same(let node): [node]
    default: []
    }
  }

  /// The nodes that a type without a name is written with.
  fileprivate var unnamed: [Int] {
    switch self {
    case .array(let node), .dictionary(let node), .same(let node): [node]
    default: []
    }
  }
}
