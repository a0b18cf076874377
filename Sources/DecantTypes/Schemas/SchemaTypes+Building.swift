internal import DecantCore
internal import DecantSchema

/// The content of nodes: of all subschemas that apply, the types; of alternatives, a node for each.
extension SchemaTypes {
  typealias JSONTypes = SubschemaFacts.JSONTypes

  /// What all parts require, and whether each of them has alternatives.
  private struct Merged {
    var facts = SubschemaFacts()
    var parts: [(subschema: Int, hasChoices: Bool)] = []
  }

  mutating func build(_ number: Int) throws(DecantError) {
    let parts = partsOfNode[number, default: []]
    annotate(number, parts)
    if parts.count == 1, !parts[0].isBare, let target = facts(of: parts[0].subschema).reference {
      try count()
      graph[number].content = .same(node(of: [Part(subschema: target)]))
      return
    }
    let merged = try merge(parts)
    if let choice = try choice(of: merged) {
      graph[number].content = try alternatives(choice.owner, choice.list, of: merged, choice.isOnly)
      return
    }
    let kinds = merged.facts.types
    guard kinds != .all else { return }
    graph[number].isNullable = kinds.contains(.null)
    var contents: [Content] = []
    for kind in [JSONTypes.string, .boolean, .number, .array, .object]
    where !kinds.isDisjoint(with: kind) {
      contents.append(try content(of: kind, merged.facts))
    }
    switch contents.count {
    case 0: graph[number].content = .never
    case 1: graph[number].content = contents[0]
    case 5 where merged.facts.isPlain: graph[number].content = .any
    default: graph[number].content = .union(contents.map { add($0) })
    }
  }

  private mutating func annotate(_ number: Int, _ parts: [Part]) {
    guard let part = parts.last(where: { !$0.isBare }) else { return }
    let facts = facts(of: part.subschema)
    graph[number].title = facts.title
    graph[number].description = facts.description
    if parts.count == 1 { graph[number].name = definitionKeys[part.subschema] }
  }

  /// Returns what parts and all that they combine require.
  private mutating func merge(_ parts: [Part]) throws(DecantError) -> Merged {
    var merged = Merged()
    var isKnown: Set<Int> = []
    var queue = parts
    var next = 0
    while next < queue.count {
      let part = queue[next]
      next += 1
      guard isKnown.insert(part.subschema).inserted else { continue }
      let facts = facts(of: part.subschema)
      try count(1 + facts.properties.count)
      merged.facts.add(facts)
      let hasChoices = !part.isBare && !facts.choices.isEmpty
      merged.parts.append((part.subschema, hasChoices))
      guard !part.isBare else { continue }
      queue += facts.parts.map { Part(subschema: $0) }
      merged.facts.choices += facts.choices
    }
    return merged
  }

  // MARK: Alternatives

  /// Returns the first list of alternatives that differ in type; others only require keys, formats and the like.
  private mutating func choice(
    of merged: Merged
  ) throws(DecantError) -> (owner: Int, list: [Int], isOnly: Bool)? {
    var first: (owner: Int, list: [Int])?
    var structural = 0
    for choice in merged.facts.choices {
      try count(choice.list.count)
      guard choice.list.contains(where: { facts(of: $0).isStructural }) else { continue }
      structural += 1
      first = first ?? choice
    }
    return first.map { ($0.owner, $0.list, structural == 1) }
  }

  private mutating func alternatives(
    _ owner: Int, _ list: [Int], of merged: Merged, _ isOnly: Bool
  ) throws(DecantError) -> Content {
    // What has no alternatives of its own need not be taken apart again.
    let bare = merged.parts.filter { $0.subschema == owner || !$0.hasChoices }
    let whole = merged.parts.filter { $0.subschema != owner && $0.hasChoices }
    let base =
      bare.map { Part(subschema: $0.subschema, isBare: true) }
      + whole.map { Part(subschema: $0.subschema) }
    var nodes: [Int] = []
    for alternative in list {
      let facts = facts(of: alternative)
      guard !facts.isNever else { continue }
      try count(1 + base.count)
      let isAlone = merged.facts.isPlain && isOnly && facts.isStructural
      nodes.append(
        node(of: (isAlone ? [] : base) + [Part(subschema: alternative)]))
    }
    return .union(nodes)
  }

  // MARK: Types

  private mutating func content(
    of kind: JSONTypes, _ merged: SubschemaFacts
  ) throws(DecantError) -> Content {
    switch kind {
    case .string: strings(of: merged)
    case .boolean: .bool
    case .number: .number(number(of: merged))
    case .array: try items(of: merged)
    default: try object(of: merged)
    }
  }

  private func number(of merged: SubschemaFacts) -> TypeGraph.Number {
    guard !merged.types.contains(.fraction) else { return .double }
    let end = 9_223_372_036_854_775_808.0
    let (least, greatest) = (merged.least, merged.greatest)
    let isLong = greatest > end && greatest < .infinity || least < -end && least > -.infinity
    guard isLong else { return .int }
    return least >= 0 && greatest <= 2 * end ? .uint64 : .double
  }

  private func strings(of merged: SubschemaFacts) -> Content {
    guard let constants = merged.constants else { return .string(format: nil) }
    let texts = constants.compactMap { constant in
      if case .string(let text) = constant { text } else { nil }
    }
    // Texts that Swift considers equal cannot be two cases.
    let isPossible = Set(texts).count == Set(texts.map { KeyText($0) }).count
    var known: Set<KeyText> = []
    guard isPossible else { return .string(format: nil) }
    return .enumeration(
      texts.filter { known.insert(KeyText($0)).inserted }.map { .string($0) })
  }

  private mutating func items(of merged: SubschemaFacts) throws(DecantError) -> Content {
    guard let items = merged.items, let rest = items.rest else { return .array(add(.any)) }
    var list = items.prefix
    if list.isEmpty || !facts(of: rest).isNever { list.append(rest) }
    try count(list.count)
    return .array(either(list))
  }

  /// Returns the node of values to which one of several subschemas applies.
  private mutating func either(_ list: [Int]) -> Int {
    let nodes = list.map { node(of: [Part(subschema: $0)]) }
    return nodes.count == 1 ? nodes[0] : add(.union(nodes))
  }

  private mutating func object(of merged: SubschemaFacts) throws(DecantError) -> Content {
    guard !merged.properties.isEmpty else { return .dictionary(try values(of: merged)) }
    var fields: [TypeGraph.Field] = []
    for (key, subschemas) in merged.properties {
      try count(subschemas.count)
      var known: Set<Int> = []
      let parts = subschemas.filter { known.insert($0).inserted }.map { Part(subschema: $0) }
      fields.append(
        TypeGraph.Field(
          key: key, node: node(of: parts),
          presence: merged.required.contains(key) ? .required : .optional))
    }
    // Where the condition is not met, a key can have any value.
    var known: Set<KeyText> = []
    for subschema in merged.conditional {
      let properties = facts(of: subschema).properties
      try count(1 + properties.count)
      for (key, _) in properties where !merged.declares(key) {
        guard known.insert(key).inserted else { continue }
        fields.append(TypeGraph.Field(key: key, node: add(.any), presence: .optional))
      }
    }
    return .structure(fields, additional: nil)
  }

  /// Returns the node of the values of an object without known keys.
  private mutating func values(of merged: SubschemaFacts) throws(DecantError) -> Int {
    if let all = merged.patterns.first(where: \.matchesAll) {
      return node(of: [Part(subschema: all.subschema)])
    }
    guard let additional = merged.additional else { return add(.any) }
    var list = merged.patterns.map(\.subschema)
    if list.isEmpty || !facts(of: additional).isNever { list.append(additional) }
    try count(list.count)
    return either(list)
  }
}
