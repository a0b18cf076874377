internal import DecantCore

/// Headers of tables and of arrays of tables.
///
/// A table may get a header once, also after headers of tables in it have made it; not after dotted keys have.
///
///     [a.b]      defines `b`, and makes `a` if it is not there
///     [[c]]      adds an element to `c`, and makes `c` if it is not there
extension TOMLParser {
  /// Parses `[key]` or `[[key]]`, and returns its end.
  mutating func header(_ bytes: RawSpan, at start: Int) throws(DecantError) -> Int {
    table = TOMLTree.root
    let isArray = bytes.byte(at: start &+ 1) == UInt8(ascii: "[")
    var keyStart = Self.skipBlanks(bytes, from: start &+ (isArray ? 2 : 1))
    var key = try key(bytes, at: keyStart)
    var p = Self.skipBlanks(bytes, from: key.end)
    var parent = TOMLTree.root
    depth = 1
    while bytes.byte(at: p) == UInt8(ascii: ".") {
      parent = try superTable(key, at: keyStart, in: parent, start, bytes)
      keyStart = Self.skipBlanks(bytes, from: p &+ 1)
      key = try self.key(bytes, at: keyStart)
      p = Self.skipBlanks(bytes, from: key.end)
    }
    guard bytes.byte(at: p) == UInt8(ascii: "]") else {
      throw unexpected(.endOfHeader, at: p, bytes)
    }
    guard !isArray || bytes.byte(at: p &+ 1) == UInt8(ascii: "]") else {
      throw unexpected(.endOfTablesHeader, at: p &+ 1, bytes)
    }
    record(keyStart..<key.end)
    let end = p &+ (isArray ? 2 : 1)
    let header = Header(key: key, keyStart: keyStart, range: start..<end)
    table =
      isArray
      ? try element(header, in: parent, bytes) : try table(header, in: parent, bytes)
    record(table, .afterBegin)
    tree.sections.append(
      TOMLSection(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        table: table))
    return end
  }

  private struct Header {
    let key: TOMLKey
    let keyStart: Int
    let range: Range<Int>
  }

  /// Returns the table that a part of a header before the last one names; adds its levels to `depth`.
  private mutating func superTable(
    _ key: TOMLKey, at p: Int, in parent: Int32, _ start: Int, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    record(p..<key.end)
    let found = tree.find(key, in: parent, bytes)
    guard found >= 0 else {
      try checkDepth(depth, at: p)
      depth &+= 1
      return try tree.append(
        TOMLNode(.table, p..<key.end, entry: start, key: key), to: parent, bytes)
    }
    let node = tree.nodes[Int(found)]
    switch node.kind {
    case .table:
      depth &+= 1
      return found
    case .tables:
      depth &+= 2
      return node.last
    default:
      throw failure(
        .notATable(
          text(of: key, bytes), node.definition, line: line(bytes, at: node.entry)), at: p,
        about: key, in: parent, bytes)
    }
  }

  private mutating func table(
    _ header: Header, in parent: Int32, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    let key = header.key
    let found = tree.find(key, in: parent, bytes)
    try checkDepth(depth, at: header.keyStart)
    depth &+= 1
    guard found >= 0 else {
      var node = TOMLNode(.table, header.range, entry: header.range.lowerBound, key: key)
      node.traits.insert(.hasHeader)
      let added = try tree.append(node, to: parent, bytes)
      attachTrivia(to: added, .before)
      return added
    }
    let node = tree.nodes[Int(found)]
    guard node.kind == .table else {
      throw failure(
        .notATable(
          text(of: key, bytes), node.definition, line: line(bytes, at: node.entry)),
        at: header.keyStart, about: key, in: parent, bytes)
    }
    guard node.traits.isDisjoint(with: [.hasHeader, .isDotted]) else {
      throw failure(
        .repeatedTable(text(of: key, bytes), firstLine: line(bytes, at: node.entry)),
        at: header.keyStart, about: key, in: parent, bytes)
    }
    tree.nodes[Int(found)].traits.insert(.hasHeader)
    tree.nodes[Int(found)].start = UInt32(truncatingIfNeeded: header.range.lowerBound)
    tree.nodes[Int(found)].end = UInt32(truncatingIfNeeded: header.range.upperBound)
    tree.nodes[Int(found)].entry = UInt32(truncatingIfNeeded: header.range.lowerBound)
    attachTrivia(to: found, .before)
    return found
  }

  private mutating func element(
    _ header: Header, in parent: Int32, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    let key = header.key
    let found = tree.find(key, in: parent, bytes)
    try checkDepth(depth &+ 1, at: header.keyStart)
    depth &+= 2
    let start = header.range.lowerBound
    var tables = found
    if found < 0 {
      tables = try tree.append(
        TOMLNode(.tables, header.range, entry: start, key: key), to: parent, bytes)
      attachTrivia(to: tables, .before)
    } else {
      let node = tree.nodes[Int(found)]
      guard node.kind == .tables else {
        throw failure(
          .notTables(
            text(of: key, bytes), node.definition, line: line(bytes, at: node.entry)),
          at: header.keyStart, about: key, in: parent, bytes)
      }
    }
    var node = TOMLNode(.table, header.range, entry: start)
    node.traits.insert(.hasHeader)
    let added = try tree.append(node, to: tables, bytes)
    attachTrivia(to: added, .before)
    return added
  }
}
