internal import DecantCore

/// Keys: bare, in quotes, with dots; and the pairs that they begin.
extension TOMLParser {
  // Bit n of both together is set for each ASCII character n of bare keys: A…Z a…z 0…9 - _.
  private static var lowBare: UInt64 { ((1 << 10) - 1) << 0x30 | 1 << 0x2D }
  private static var highBare: UInt64 { ((1 << 26) - 1) << 1 | 1 << 31 | ((1 << 26) - 1) << 33 }

  @inline(__always)
  static func isBare(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? lowBare : highBare) &>> UInt64(byte & 0x3F) & 1 != 0
  }

  /// Parses a part of a key.
  @inline(__always)
  mutating func key(
    _ bytes: RawSpan, at start: Int, else sign: DecantError.TOMLProblem.Sign = .key
  ) throws(DecantError) -> TOMLKey {
    var p = start
    while Self.isBare(bytes.byte(at: p)) { p &+= 1 }
    guard p == start else { return TOMLKey(start..<p, end: p) }
    return try quotedKey(bytes, at: start, else: sign)
  }

  @inline(never)
  private mutating func quotedKey(
    _ bytes: RawSpan, at start: Int, else sign: DecantError.TOMLProblem.Sign
  ) throws(DecantError) -> TOMLKey {
    let quote = bytes.byte(at: start)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected(sign, at: start, bytes)
    }
    let string = try singleLineString(bytes, at: start)
    let text = start &+ 1..<string.end &- 1
    guard string.traits.contains(.isRespelled) else { return TOMLKey(text, end: string.end) }
    let decoded = TOMLText.decoded(bytes.extracting(text), isLiteral: quote == UInt8(ascii: "'"))
    let first = tree.decodedKeys.count
    guard first + decoded.count <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: start)
    }
    for byte in decoded { tree.decodedKeys.append(byte) }
    tree.sourcesOfDecodedKeys.append(TOMLKeySource(text: first, start..<string.end))
    return TOMLKey(first..<first + decoded.count, isDecoded: true, end: string.end)
  }

  // MARK: Pairs

  /// Parses a pair with a scalar or with a whole array or table, and returns its end.
  @inline(__always)
  mutating func pair(
    _ bytes: RawSpan, at start: Int, in table: Int32, depth: Int
  ) throws(DecantError) -> Int {
    let (slot, p) = try slot(bytes, at: start, in: table, depth: depth, else: .key)
    return try value(bytes, at: p, slot)
  }

  /// Parses a dotted key and the equals sign, and returns the beginning of the value.
  @inline(__always)
  mutating func slot(
    _ bytes: RawSpan, at start: Int, in table: Int32, depth: Int,
    else sign: DecantError.TOMLProblem.Sign
  ) throws(DecantError) -> (Slot, Int) {
    var key = try key(bytes, at: start, else: sign)
    var slot = Slot(parent: table, depth: depth, entry: start)
    var keyStart = start
    var p = Self.skipBlanks(bytes, from: key.end)
    while bytes.byte(at: p) == UInt8(ascii: ".") {
      slot.parent = try dottedTable(key, at: keyStart, slot, bytes)
      slot.depth &+= 1
      keyStart = Self.skipBlanks(bytes, from: p &+ 1)
      key = try self.key(bytes, at: keyStart)
      p = Self.skipBlanks(bytes, from: key.end)
    }
    guard bytes.byte(at: p) == UInt8(ascii: "=") else {
      throw unexpected(.equalsSign, at: p, bytes)
    }
    let first = tree.find(key, in: slot.parent, bytes)
    if first >= 0 {
      // A table is one mapping, however often it is defined.
      guard duplicateKeys != .error, tree.nodes[Int(first)].kind != .table,
        tree.nodes[Int(first)].kind != .tables
      else { throw repeated(key, first, at: keyStart, bytes) }
      slot.isDuplicate = true
    }
    slot.key = key
    return (slot, Self.skipBlanks(bytes, from: p &+ 1))
  }

  /// Returns the table that a part of a dotted key names, which it defines if necessary.
  private mutating func dottedTable(
    _ key: TOMLKey, at p: Int, _ slot: Slot, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    record(p..<key.end)
    let found = tree.find(key, in: slot.parent, bytes)
    guard found >= 0 else {
      try checkDepth(slot.depth, at: p)
      var node = TOMLNode(.table, p..<key.end, entry: slot.entry, key: key)
      node.traits.insert(.isDotted)
      return try tree.append(node, to: slot.parent, bytes)
    }
    let node = tree.nodes[Int(found)]
    guard node.kind == .table else {
      throw failure(
        .notATable(
          text(of: key, bytes), node.definition, line: line(bytes, at: node.entry)),
        at: p, about: key, in: slot.parent, bytes)
    }
    guard !node.traits.contains(.hasHeader) else {
      throw failure(
        .tableWithHeader(text(of: key, bytes), line: line(bytes, at: node.entry)), at: p,
        about: key, in: slot.parent, bytes)
    }
    tree.nodes[Int(found)].traits.insert(.isDotted)
    return found
  }

  /// Records a part of a dotted key or of a header.
  mutating func record(_ part: Range<Int>) {
    if marksExtents { tree.keyParts.append(TOMLKeyPart(part)) }
  }

  @inline(__always)
  func checkDepth(_ depth: Int, at p: Int) throws(DecantError) {
    guard depth < maximumDepth else {
      throw DecantError(.tooDeep(limit: maximumDepth), offset: p)
    }
  }
}
