internal import DecantCore
internal import DecantTypes

/// What the runs of one type's initializer decoded: the types of those that succeeded, of which similar ones are one.
struct ProbeFindings {
  /// Values that differ in more than one part, and the constants among their scalars.
  private struct Group {
    var type: Int
    var constants: [KeyText: Set<Value>] = [:]
  }

  let rawValues: [Value]
  /// Whether all answers were tried.
  var isComplete = true
  private let name: String
  private var groups: [Group] = []
  /// The group of each type.
  private var known: [Int: Int] = [:]
  /// The scalars at the root of which the type decoded each.
  private var roots: [Value] = []
  /// What each run that failed had decoded before.
  private var failures: [Int] = []
  private static let mostFailures = 100

  init(of name: String, rawValues: [Value]) {
    self.name = name
    self.rawValues = rawValues
  }

  var hasSucceeded: Bool { !known.isEmpty }

  /// Adds the document of a run that succeeded, and returns its group.
  mutating func add(_ root: ProbedNode, in graph: inout TypeGraph) -> Int {
    let type = root.type(in: &graph)
    let group = known[type] ?? group(of: type, in: &graph)
    known[type] = group
    for (key, value) in root.constants {
      if let key {
        groups[group].constants[KeyText(key), default: []].insert(value)
      } else {
        roots.append(value)
      }
    }
    return group
  }

  private mutating func group(of type: Int, in graph: inout TypeGraph) -> Int {
    for index in groups.indices {
      if groups[index].type == type { return index }
      if let merged = graph.mergedParts(of: groups[index].type, with: type), merged.differences <= 1
      {
        groups[index].type = merged.node
        return index
      }
    }
    groups.append(Group(type: type))
    return groups.count - 1
  }

  /// Adds what a run decoded before it failed, unless that is due to a refusal.
  mutating func addFailure(_ run: ProbeRun, in graph: inout TypeGraph) {
    guard !run.hasRefused, failures.count < Self.mostFailures else { return }
    failures.append(run.root.type(in: &graph, isFailure: true))
  }

  /// Returns the type of the values, and what is not known about them.
  func result(in graph: inout TypeGraph) -> (type: Int, note: String?) {
    guard hasSucceeded else { return (graph.node(common(in: graph)), unknown) }
    if let constants = constants(in: graph) { return (graph.node(.enumeration(constants)), nil) }
    guard isComplete else {
      return (graph.node(.any), "\(name) decodes more kinds of values than are tried")
    }
    let keys = discriminators
    var types: [Int] = []
    for group in groups {
      types.append(
        keys.reduce(group.type) {
          graph.type($0, with: group.constants[$1] ?? [], at: $1)
        })
    }
    return (graph.oneOf(types), nil)
  }

  /// Returns the values of an enumeration that decodes no others.
  private func constants(in graph: TypeGraph) -> [Value]? {
    guard !rawValues.isEmpty, groups.count == 1, graph.unnamed(groups[0].type)?.isScalar ?? false
    else {
      return nil
    }
    let values = Set(roots)
    let isClosed = TypeProbe.strangers(to: rawValues).allSatisfy { !values.contains($0) }
    return isClosed ? rawValues.filter(values.contains) : nil
  }

  /// The keys whose values say which group a document is of.
  private var discriminators: [KeyText] {
    guard groups.count > 1, let first = groups.first else { return [] }
    return first.constants.keys.sorted { $0.string < $1.string }.filter { key in
      var known: Set<Value> = []
      return groups.allSatisfy { group in
        guard let values = group.constants[key] else { return false }
        let isApart = known.isDisjoint(with: values)
        known.formUnion(values)
        return isApart
      }
    }
  }

  // MARK: Failures

  /// Returns the fields that all runs decoded before they failed.
  private func common(in graph: TypeGraph) -> TypeGraph.Content {
    let lists = failures.compactMap { failure in
      if case .structure(let fields, _)? = graph.unnamed(failure) { fields } else { nil }
    }
    guard case .structure?? = failures.first.map({ graph.unnamed($0) }) else { return .any }
    let fields = lists[0].filter { field in
      lists.allSatisfy { $0.contains { $0.key == field.key && $0.node == field.node } }
    }
    return .structure(fields, additional: nil)
  }

  private var unknown: String {
    rawValues.isEmpty
      ? "\(name) decodes no value that was tried, so what it requires is not all known"
      : "\(name) does not decode the raw values of its cases"
  }
}

extension TypeGraph {
  /// Returns a type with constants for a key.
  fileprivate mutating func type(_ node: Int, with values: Set<Value>, at key: KeyText) -> Int {
    guard case .structure(var fields, let additional)? = unnamed(node),
      let index = fields.firstIndex(where: { $0.key == key })
    else { return node }
    fields[index].node = self.node(.enumeration(values.sorted { "\($0)" < "\($1)" }))
    return self.node(.structure(fields, additional: additional))
  }
}

extension TypeGraph.Content {
  fileprivate var isScalar: Bool {
    switch self {
    case .bool, .number, .string, .data: true
    default: false
    }
  }
}
