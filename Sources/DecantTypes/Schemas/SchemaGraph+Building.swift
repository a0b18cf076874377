internal import DecantCore
internal import DecantSchema

/// The content of nodes: of all subschemas that apply, the types; of alternatives, a node for each.
extension SchemaGraph {
  typealias JSONTypes = SchemaOutline.JSONTypes

  mutating func build(_ number: Int) throws(DecantError) {
    let parts = self[number].parts
    try annotate(number)
    if parts.count == 1, !parts[0].isBare, let target = outline(of: parts[0].subschema).reference {
      try count()
      self[number].content = .same(node(of: [Part(subschema: target)]))
      return
    }
    let merged = try merge(parts)
    if let choice = try choice(of: merged) {
      self[number].content = try alternatives(choice.owner, choice.list, of: merged, choice.isOnly)
      return
    }
    let kinds = merged.kinds
    guard kinds != .all else { return }
    self[number].isNullable = kinds.contains(.null)
    var contents: [Content] = []
    for kind in [JSONTypes.string, .boolean, .number, .array, .object]
    where !kinds.isDisjoint(with: kind) {
      contents.append(try content(of: kind, merged))
    }
    switch contents.count {
    case 0: self[number].content = .never
    case 1: self[number].content = contents[0]
    case 5 where merged.isPlain: self[number].content = .any
    default: self[number].content = .union(contents.map { add($0) })
    }
  }

  private mutating func annotate(_ number: Int) throws(DecantError) {
    guard let part = self[number].parts.last(where: { !$0.isBare }) else { return }
    let outline = outline(of: part.subschema)
    self[number].title = outline.title
    self[number].description = outline.description
    if self[number].parts.count == 1 { self[number].definition = definitionKeys[part.subschema] }
  }

  /// Returns one outline for parts and all that they combine.
  private mutating func merge(_ parts: [Part]) throws(DecantError) -> MergedOutline {
    var merged = MergedOutline()
    var isKnown: Set<Int> = []
    var queue = parts
    var next = 0
    while next < queue.count {
      let part = queue[next]
      next += 1
      guard isKnown.insert(part.subschema).inserted else { continue }
      let outline = outline(of: part.subschema)
      try count(1 + outline.properties.count)
      merged.add(outline)
      let hasChoices = !part.isBare && !outline.choices.isEmpty
      merged.parts.append((part.subschema, hasChoices))
      guard !part.isBare else { continue }
      queue += outline.parts.map { Part(subschema: $0) }
      for list in outline.choices { merged.add(list, of: part.subschema) }
    }
    return merged
  }

  // MARK: Alternatives

  /// Returns the first list of alternatives that differ in type; others only require keys, formats and the like.
  private mutating func choice(
    of merged: MergedOutline
  ) throws(DecantError) -> (owner: Int, list: [Int], isOnly: Bool)? {
    var first: (owner: Int, list: [Int])?
    var structural = 0
    for choice in merged.choices {
      try count(choice.list.count)
      guard choice.list.contains(where: { outline(of: $0).isStructural }) else { continue }
      structural += 1
      first = first ?? choice
    }
    return first.map { ($0.owner, $0.list, structural == 1) }
  }

  private mutating func alternatives(
    _ owner: Int, _ list: [Int], of merged: MergedOutline, _ isOnly: Bool
  ) throws(DecantError) -> Content {
    // What has no alternatives of its own need not be taken apart again.
    let bare = merged.parts.filter { $0.subschema == owner || !$0.hasChoices }
    let whole = merged.parts.filter { $0.subschema != owner && $0.hasChoices }
    let base =
      bare.map { Part(subschema: $0.subschema, isBare: true) }
      + whole.map { Part(subschema: $0.subschema) }
    var nodes: [Int] = []
    for alternative in list {
      let outline = outline(of: alternative)
      guard !outline.isNever else { continue }
      try count(1 + base.count)
      let isAlone = merged.isPlain && isOnly && outline.isStructural
      nodes.append(
        node(of: (isAlone ? [] : base) + [Part(subschema: alternative)]))
    }
    return .union(nodes)
  }

  // MARK: Types

  private mutating func content(
    of kind: JSONTypes, _ merged: MergedOutline
  ) throws(DecantError) -> Content {
    switch kind {
    case .string: strings(of: merged)
    case .boolean: .bool
    case .number: merged.number
    case .array: try items(of: merged)
    default: try object(of: merged)
    }
  }

  private func strings(of merged: MergedOutline) -> Content {
    guard let constants = merged.constants else { return .string }
    let texts = constants.compactMap { constant in
      if case .string(let text) = constant { text } else { nil }
    }
    // Texts that Swift considers equal cannot be two cases.
    let isPossible = Set(texts).count == Set(texts.map { KeyText($0) }).count
    var known: Set<KeyText> = []
    return isPossible ? .enumeration(texts.filter { known.insert(KeyText($0)).inserted }) : .string
  }

  private mutating func items(of merged: MergedOutline) throws(DecantError) -> Content {
    guard let items = merged.items else { return .array(add(.any)) }
    var list = items.prefix
    guard let rest = items.rest else {
      return .array(add(.any))
    }
    if list.isEmpty || !outline(of: rest).isNever { list.append(rest) }
    try count(list.count)
    return .array(either(list))
  }

  /// Returns the node of values to which one of several subschemas applies.
  private mutating func either(_ list: [Int]) -> Int {
    let nodes = list.map { node(of: [Part(subschema: $0)]) }
    return nodes.count == 1 ? nodes[0] : add(.union(nodes))
  }

  private mutating func object(of merged: MergedOutline) throws(DecantError) -> Content {
    guard !merged.properties.isEmpty else { return .dictionary(try values(of: merged)) }
    var fields: [Field] = []
    for (key, subschemas) in merged.properties {
      try count(subschemas.count)
      var known: Set<Int> = []
      let parts = subschemas.filter { known.insert($0).inserted }.map { Part(subschema: $0) }
      fields.append(
        Field(
          key: key, node: node(of: parts), isRequired: merged.required.contains(KeyText(key))))
    }
    // Where the condition is not met, a key can have any value.
    var known: Set<KeyText> = []
    for subschema in merged.conditional {
      let properties = outline(of: subschema).properties
      try count(1 + properties.count)
      for (key, _) in properties where !merged.declares(key) {
        guard known.insert(KeyText(key)).inserted else { continue }
        fields.append(Field(key: key, node: add(.any), isRequired: false))
      }
    }
    return .structure(fields)
  }

  /// Returns the node of the values of an object without known keys.
  private mutating func values(of merged: MergedOutline) throws(DecantError) -> Int {
    if let all = merged.patterns.first(where: \.matchesAll) {
      return node(of: [Part(subschema: all.subschema)])
    }
    guard let additional = merged.additional else { return add(.any) }
    var list = merged.patterns.map(\.subschema)
    if list.isEmpty || !outline(of: additional).isNever { list.append(additional) }
    try count(list.count)
    return either(list)
  }
}
