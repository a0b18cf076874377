internal import DecantCore

/// A node, by its first bytes: a key or a value in plain text, a dash, a question mark, properties, a bracket, a quote, an
/// alias or a block scalar.
///
/// In the column of the innermost mapping it must be a key, after `- `, `? ` or at the beginning of a block any node, and on
/// the line of its key a value: `Role` says which.
extension YAMLScanner {
  /// What a node may be.
  enum Role {
    /// A key of the innermost mapping.
    case key
    /// Any node, also the first key of a mapping.
    case node
    /// A value on the line of its key or of `---`, where no block collection can begin.
    case value
  }

  mutating func node(_ bytes: RawSpan) throws(YAMLPause) {
    let start = position
    guard shows(4, at: start) else { throw .windowEmpty }
    let top = frames.count &- 1
    let isInCollection = top >= 0 && frames[top].column == column && !frames[top].awaitsValue
    let byte = bytes.byte(at: start)
    // Keys such as '$ref' and '/path' are as usual as letters in descriptions of interfaces.
    if Self.isLetter(byte) || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "/"),
      !isInCollection || frames[top].kind == .blockMapping
    {
      return try plainNode(bytes, isKey: isInCollection)
    }
    if byte == UInt8(ascii: "-"), bytes.byte(at: start &+ 1) <= 0x20 {
      return try element(bytes, isFirst: !isInCollection)
    }
    if byte == UInt8(ascii: "?"), bytes.byte(at: start &+ 1) <= 0x20 {
      return try explicitKey(bytes, isFirst: !isInCollection)
    }
    guard !isInCollection || frames[top].kind == .blockMapping else {
      throw misplacedLine(bytes, at: start, in: frames[top], isElement: false)
    }
    var p = start
    var own = Properties()
    if Self.beginsProperty(byte) {
      guard let next = try readProperties(bytes, &own) else {
        guard !isInCollection else { throw failure(.missingColon, at: start) }
        return
      }
      p = next
    }
    if bytes.byte(at: p) == UInt8(ascii: ":"), bytes.byte(at: p &+ 1) <= 0x20 {
      try colonWithoutKey(bytes, at: p, own, isKey: isInCollection)
    } else {
      try content(bytes, at: p, own, isInCollection ? .key : .node)
    }
    if mode == .value { try value(bytes) }
  }

  mutating func value(_ bytes: RawSpan) throws(YAMLPause) {
    guard shows(4, at: position) else { throw .windowEmpty }
    let byte = bytes.byte(at: position)
    var own = Properties()
    guard Self.beginsProperty(byte) else { return try content(bytes, at: position, own, .value) }
    guard let p = try readProperties(bytes, &own) else { return }
    try content(bytes, at: p, own, .value)
  }

  /// Reads a node that is not an element and has no question mark, after its properties.
  @inline(__always)
  mutating func content(
    _ bytes: RawSpan, at p: Int, _ own: Properties, _ role: Role
  ) throws(YAMLPause) {
    let byte = bytes.byte(at: p)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = try quoted(bytes, at: p, byte)
      if role != .value, let colon = try colon(bytes, after: scalar.next) {
        guard scalar.isOnOneLine else { throw multilineKey(bytes, scalar, colon: colon) }
        return try key(bytes, scalar, colon: colon, own, isKey: role == .key)
      }
      guard role != .key else { throw unexpected(bytes, afterKey: scalar) }
      try take(bytes, scalar, own)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if role != .value, let colon = try colonAfterCollection(bytes, from: p) {
        return try beginCollectionKey(bytes, at: p, colon: colon, own, isKey: role == .key)
      }
      guard role != .key else { throw failure(.missingColon, at: p) }
      try beginFlow(byte, at: p, own)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      guard role != .key else { throw failure(.missingColon, at: p) }
      try block(bytes, at: p, own)
    case UInt8(ascii: "*"):
      guard own.isEmpty else { throw unexpectedStart(bytes, at: p) }
      try alias(bytes, role)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { throw unexpectedStart(bytes, at: p) }
      if role != .key, own.isEmpty, try takeUsualPlain(bytes) { return }
      let line = try plainLine(bytes, from: p, inFlow: false)
      if line.stop == .colon {
        guard role != .value else { throw misplacedColon(bytes, at: line.next, after: p) }
        let scalar = Scalar(style: .plain, start: p, text: p..<line.end, next: line.next)
        return try key(bytes, scalar, colon: line.next, own, isKey: role == .key)
      }
      guard role != .key else { throw missingColon(bytes, from: p, to: line.end) }
      try plain(bytes, line, at: p, own)
    }
  }

  @inline(__always)
  static func mayBeginPlain(_ bytes: RawSpan, at p: Int) -> Bool {
    let byte = bytes.byte(at: p)
    if byte >= 64 {
      guard byte < 128 else { return true }
      // @ [ ] ` { | } and U+007F
      return 0xB800_0001_2800_0001 & 1 &<< UInt64(byte & 63) == 0
    }
    guard byte > 0x20 else { return false }
    // ! " # % & ' * , - : > ?
    guard 0xC400_34EE_0000_0000 & 1 &<< UInt64(byte) != 0 else { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "?"):
      return bytes.byte(at: p &+ 1) > 0x20
    default: return false
    }
  }

  // MARK: Elements

  private mutating func element(_ bytes: RawSpan, isFirst: Bool) throws(YAMLPause) {
    let dash = position
    let content = try contentStart(bytes, after: dash)
    if isFirst {
      beginValue()
      let start = emitSavedProperties(before: dash)
      emit(.beginSequence, style: .block, at: start, text: dash..<dash &+ column)
      frames.append(Frame(kind: .blockSequence, column: column, start: origin &+ dash))
    } else if frames[frames.count &- 1].kind != .blockSequence {
      throw failure(.misplacedElement, at: dash)
    }
    awaitNode(bytes, after: dash, at: content)
  }

  @inline(__always)
  mutating func awaitNode(_ bytes: RawSpan, after sign: Int, at next: Int) {
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ sign &+ 1
    let byte = bytes.byte(at: next)
    if byte == 0x09 {
      awaitNodeAfterTab(bytes, at: next)
    } else if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = sign &+ 1
      mode = .lineEnd
    } else {
      position = next
      column = column &+ next &- sign
      mode = .node
    }
  }

  /// Moves past a tab, after which no block collection can begin (rule 184).
  @inline(never)
  private mutating func awaitNodeAfterTab(_ bytes: RawSpan, at first: Int) {
    let p = Self.endOfBlanks(bytes, from: first)
    let isLineEnd = bytes.byte(at: p) <= 0x20 || bytes.byte(at: p) == UInt8(ascii: "#")
    tab = (origin + first, origin + p)
    position = isLineEnd ? first : p
    mode = isLineEnd ? .lineEnd : .value
  }

  /// Returns the end of the spaces after a dash, question mark or colon; the window contains what follows them and tabs.
  @inline(__always)
  mutating func contentStart(_ bytes: RawSpan, after sign: Int) throws(YAMLPause) -> Int {
    var p = sign &+ 1
    while bytes.byte(at: p) == 0x20 { p &+= 1 }
    _ = try skipBlanks(bytes, from: p)
    return p
  }

  // MARK: Keys

  @inline(__always)
  private mutating func key(
    _ bytes: RawSpan, _ scalar: Scalar, colon: Int, _ own: Properties, isKey: Bool
  ) throws(YAMLPause) {
    let start = startOfNode(own, at: scalar.start)
    try beginKey(bytes, at: start, colon: colon, isKey: isKey)
    emit(scalar, at: emit(own, before: scalar.start))
  }

  /// Begins a key of the innermost mapping, or of a new one, and awaits its value.
  @inline(__always)
  mutating func beginKey(
    _ bytes: RawSpan, at start: Int, colon: Int, isKey: Bool
  ) throws(YAMLPause) {
    let next = bytes.byte(at: colon &+ 1)
    guard next <= 0x20 else { throw failure(.missingSpaceAfterColon, at: colon) }
    guard next > 0x08 || colon &+ 1 >= end else { throw unexpectedCharacter(bytes, at: colon &+ 1) }
    let p = try skipBlanks(bytes, from: colon &+ 1)
    try checkLength(bytes, ofKey: start, to: colon)
    if !isKey { beginBlockMapping(at: start) }
    awaitValue(bytes, after: colon, at: p)
  }

  @inline(__always)
  mutating func beginBlockMapping(at start: Int) {
    beginValue()
    let nodeStart = emitSavedProperties(before: start)
    emit(.beginMapping, style: .block, at: nodeStart, text: start..<start &+ column)
    frames.append(Frame(kind: .blockMapping, column: column, start: origin &+ start))
  }

  /// Refuses a key of more than 1024 characters (rule 154).
  @inline(__always)
  mutating func checkLength(
    _ bytes: RawSpan, ofKey start: Int, to colon: Int
  ) throws(YAMLPause) {
    guard colon &- start > Self.longestKey else { return }
    guard bytes.extracting(start..<colon).countOfScalars <= 1024 else {
      throw failure(.longKey, at: colon)
    }
  }

  @inline(__always)
  mutating func awaitValue(_ bytes: RawSpan, after colon: Int, at next: Int) {
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ colon &+ 1
    let byte = bytes.byte(at: next)
    if byte == 0x0A {
      position = next &+ 1
      mode = .lineStart
    } else if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = colon &+ 1
      mode = .lineEnd
    } else {
      position = next
      mode = .value
    }
  }

  @inline(__always)
  mutating func take(
    _ bytes: RawSpan, _ scalar: Scalar, _ own: Properties
  ) throws(YAMLPause) {
    emit(scalar, at: try emitProperties(with: own, before: scalar.start))
    beginValue()
    if bytes.byte(at: scalar.next) == 0x0A {
      beginLine(bytes, at: scalar.next &+ 1)
    } else {
      position = scalar.next
      mode = .lineEnd
    }
  }

  @inline(never)
  private mutating func alias(_ bytes: RawSpan, _ role: Role) throws(YAMLPause) {
    let start = position
    let end = try endOfName(bytes, from: start &+ 1)
    guard end > start &+ 1, bytes.byte(at: end) <= 0x20 else {
      throw unexpected(bytes, inNameFrom: start, at: end)
    }
    if let colon = try colon(bytes, after: end) {
      guard role != .value else { throw misplacedColon(bytes, at: colon, after: start) }
      try beginKey(bytes, at: start, colon: colon, isKey: role == .key)
    } else {
      guard role != .key else { throw missingColon(bytes, afterAliasFrom: start, to: end) }
      guard properties.isEmpty else { throw unexpectedStart(bytes, at: start) }
      beginValue()
      position = end
      mode = .lineEnd
    }
    emit(.alias, at: start, text: start &+ 1..<end)
  }
}
