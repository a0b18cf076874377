internal import DecantCore

/// Unions of one type, of equal types, and with what has no value or any value; and lists that contain only themselves.
extension SchemaGraph {
  mutating func simplify() throws(DecantError) {
    // What structures and lists become in the first round can make alternatives equal.
    for _ in 0..<2 {
      try simplifyUnions()
      for number in nodes.indices {
        guard case .structure(let fields) = self[number].content else { continue }
        let possible = fields.filter { !isNever($0.node) }
        // A structure without properties would decode values of all types.
        self[number].content = possible.isEmpty ? .dictionary(add(.any)) : .structure(possible)
      }
      for target in innermost(\.unnamed).targets { self[target].content = .any }
    }
  }

  /// How a type without a name is written.
  private struct Spelling: Hashable {
    let name: String
    var inner = -1
    var isNullable = false
  }

  /// Simplifies each union after its alternatives; of those that are written as one type, it keeps the first.
  private mutating func simplifyUnions() throws(DecantError) {
    if let target = innermost(\.alternatives).targets.first { throw endless(target) }
    var firsts: [Spelling: Int] = [:]
    var alike = Array(nodes.indices)
    for number in innermost({ $0.alternatives + $0.unnamed }).order {
      let spelling: Spelling
      switch self[number].content {
      case .union(let nodes):
        simplify(number, nodes, alike)
        continue
      case .structure, .enumeration, .same: continue
      case .array(let inner), .dictionary(let inner):
        let isArray = if case .array = self[number].content { true } else { false }
        spelling = Spelling(
          name: isArray ? "[]" : "[:]", inner: alike[resolved(inner)], isNullable: isNullable(inner)
        )
      case .any: spelling = Spelling(name: "Value")
      case let content: spelling = Spelling(name: content.scalarName ?? "Never")
      }
      alike[number] = firsts[spelling, default: number]
      firsts[spelling] = alike[number]
    }
  }

  private mutating func simplify(_ number: Int, _ alternatives: [Int], _ alike: [Int]) {
    var isNullable = self[number].isNullable
    var list: [Int] = []
    var known: Set<Int> = []
    for alternative in alternatives {
      isNullable = isNullable || self.isNullable(alternative)
      let node = resolved(alternative)
      switch self[node].content {
      case .any:
        self[number].content = .any
        return
      case .never:
        break
      default:
        if known.insert(alike[node]).inserted { list.append(node) }
      }
    }
    self[number].isNullable = isNullable
    switch list.count {
    case 0: self[number].content = .never
    case 1: self[number].content = .same(list[0])
    default: self[number].content = .union(ordered(list))
    }
  }

  /// Returns alternatives in an order in which few values decode as an earlier type than theirs.
  private func ordered(_ list: [Int]) -> [Int] {
    func rank(_ node: Int) -> Int {
      switch self[node].content {
      case .enumeration: 0
      case .string: 1
      case .bool: 2
      case .int: 3
      case .uint64: 4
      case .double: 5
      case .array: 6
      // Those that require more keys refuse more values.
      case .structure(let fields): 1_000_000 - fields.count { $0.isRequired }
      case .union: 2_000_000
      default: 3_000_000
      }
    }
    return list.enumerated().map { (rank($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Returns the nodes that are reached from any, those that they lead to first, and the targets of edges that close a cycle.
  func innermost(_ next: (Content) -> [Int]) -> (order: [Int], targets: Set<Int>) {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: nodes.count)
    var order: [Int] = []
    var targets: Set<Int> = []
    for start in nodes.indices where states[start] == .new {
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

extension SchemaGraph.Content {
  /// The nodes whose values are the values of this one.
  var alternatives: [Int] {
    switch self {
    case .union(let nodes): nodes
    case .same(let node): [node]
    default: []
    }
  }

  /// The nodes that a type without a name is written with.
  var unnamed: [Int] {
    switch self {
    case .array(let node), .dictionary(let node), .same(let node): [node]
    default: []
    }
  }

  /// The name of a type of single values.
  var scalarName: String? {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .uint64: "UInt64"
    case .double: "Double"
    case .string: "String"
    default: nil
    }
  }
}
