internal import DecantCore

/// Whether new tables have headers, braces or keys with dots.
extension TOMLEditedText {
  enum Layout {
    /// A table with a header, or a sequence of tables with one for each.
    case section
    /// A value on a line.
    case braces
    /// A line for each pair, with the key of the table before its key.
    case dotted
  }

  /// Returns how a node is written; nil if it is neither a table nor a sequence of tables.
  private func layout(of node: Int) -> Layout? {
    switch nodes[node].kind {
    case .tables: .section
    case .table where isInBrackets(node): .dotted
    case .table: statements[firstStatement(of: node) ?? 0].isHeader ? .section : .dotted
    case .inlineTable: .braces
    case .array where hasTables(node): .braces
    default: nil
    }
  }

  private func hasTables(_ array: Int) -> Bool {
    let first = Int(nodes[array].first)
    return nodes[array].kind == .array && first >= 0 && nodes[first].kind == .inlineTable
  }

  private func hasKind(of new: NewTable, _ node: Int) -> Bool {
    nodes[node].isMapping == (new.keys != nil)
  }

  /// A new table, or sequence of tables.
  private struct NewTable {
    /// The keys of a table; nil for a sequence.
    let keys: Set<[UInt8]>?
    /// Whether no table is inside it.
    let isFlat: Bool

    /// Returns nil for another value.
    init?(_ node: Document.Node) {
      guard node.isTables else { return nil }
      keys = node.kind == .beginMapping ? Set(node.pairs.map { $0.key.bytes }) : nil
      isFlat = keys != nil && !node.pairs.contains { $0.value.isTables }
    }

    var canBeDotted: Bool { isFlat && keys?.isEmpty == false }
  }

  /// Returns the layout that most nodes have; if as many have headers as lines, that of the lines for a table without others.
  private func mostCommon(_ layouts: [Layout], for new: NewTable, isRoot: Bool) -> Layout? {
    guard !layouts.isEmpty else { return nil }
    let sections = layouts.count { $0 == .section }
    if sections > 0, isRoot || sections * 2 + (new.isFlat ? 0 : 1) > layouts.count {
      return .section
    }
    let dotted = layouts.count { $0 == .dotted }
    return new.canBeDotted && dotted * 2 > layouts.count - sections ? .dotted : .braces
  }

  /// Returns how the value of a new key is written: as those of the same key in other elements, or else as those beside it.
  func layout(of new: Document.Node, forKey key: [UInt8], in table: Int) -> Layout? {
    guard let new = NewTable(new) else { return nil }
    let siblings = Array(children(of: table).suffix(Self.siblingCount))
    let twins = twins(of: table)
    let others = twins.flatMap { children(of: $0).suffix(Self.siblingCount) }
    let isDependencies = self.key(of: table).map(Self.namesDependencies) ?? false
    let evidence: [[Layout]] = [
      twins.compactMap { child(of: $0, named: key).flatMap(layout) },
      (new.keys.map { keys in siblings.filter { hasKeys(keys, $0) } } ?? []).compactMap(layout),
      siblings.compactMap { node in
        // A version alone is short for a table with it.
        hasKind(of: new, node) ? layout(of: node) : isDependencies ? .braces : nil
      },
      others.filter { hasKind(of: new, $0) }.compactMap(layout),
      twins.isEmpty ? [] : (siblings + others).compactMap(layout),
    ]
    let found = evidence.lazy.compactMap { mostCommon($0, for: new, isRoot: table == 0) }.first
    if table > 0, section(of: table) == nil, !dottedPairs(of: table).isEmpty {
      // It has no header, after which those inside it could be.
      return found == .dotted ? .dotted : .braces
    }
    if let found { return found }
    if isDependencies, new.isFlat { return .braces }
    if new.keys != nil || nodes.contains(where: { $0.kind == .tables }) { return .section }
    return statements.contains { hasTables($0.node) } ? .braces : .section
  }

  /// More than people have beside each other, but for lists of thousands.
  private static let siblingCount = 32

  /// Whether the table with the key, or path, has a line for each entry by convention, as in `Cargo.toml`.
  private static func namesDependencies(_ path: [UInt8]) -> Bool {
    path.suffix(12).elementsEqual("dependencies".utf8)
  }

  /// Returns how a value inside of a new table, which has a name, is written.
  func layout(
    of new: Document.Node, like models: TOMLModels, in outer: TOMLModels, _ name: [UInt8]
  ) -> Layout? {
    guard let new = NewTable(new) else { return nil }
    let others = outer.same.flatMap { children(of: $0).suffix(Self.siblingCount) }
    let evidence = [models.all, others.filter { hasKind(of: new, $0) }, others]
    let found = evidence.lazy.compactMap {
      mostCommon($0.compactMap(layout), for: new, isRoot: false)
    }.first
    return found ?? (Self.namesDependencies(name) && new.isFlat ? .braces : .section)
  }
}

extension Document.Node {
  /// Whether the node is a table, or a sequence of at least one table and nothing else.
  var isTables: Bool {
    if kind == .beginMapping { return true }
    var isEmpty = true
    for element in elements {
      guard element.kind == .beginMapping else { return false }
      isEmpty = false
    }
    return !isEmpty
  }
}
