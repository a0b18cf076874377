internal import DecantCore

/// Anchors and tags before a node, in either order and also on the lines before it.
///
///     &a !!map
///     k: v         the properties are those of the mapping
///     &a k: v      here the anchor is that of the key
extension YAMLScanner {
  /// Returns the end of the name of an anchor.
  mutating func endOfName(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Int {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        p += 1
      default:
        return try endOfAnyName(bytes, from: p)
      }
    }
  }

  /// Accepts any character but white space and flow indicators (rule 102).
  @inline(never)
  private mutating func endOfAnyName(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> Int {
    var p = start
    while true {
      let byte = bytes.byte(at: p)
      let isText = byte > 0x20 && byte != 0x7F && !Self.isFlowIndicator(byte)
      let next =
        byte >= 0x80 ? YAMLText.endOfWide(bytes, from: p, to: end) : isText ? p + 1 : p
      guard next > p else { break }
      p = next
    }
    guard !isCut(bytes, at: p) else { throw .windowEmpty }
    return p
  }

  private mutating func endOfTag(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Int {
    let isVerbatim = bytes.byte(at: start + 1) == UInt8(ascii: "<")
    var p = start + (isVerbatim ? 2 : 1)
    var name = p
    while true {
      let byte = bytes.byte(at: p)
      if Self.mayBeInTag(byte) || isVerbatim && Self.mayBeInURI(byte) {
        p += 1
      } else if byte == UInt8(ascii: "!"), !isVerbatim, name == start + 1,
        isHandle(bytes, start..<p + 1)
      {
        p += 1
        name = p
      } else if byte == UInt8(ascii: "%") {
        guard shows(3, at: p) else { throw .windowEmpty }
        guard Self.isEscapeInURI(bytes, at: p) else { throw failure(.malformedTag, at: p) }
        p += 3
      } else {
        break
      }
    }
    guard shows(1, at: p) else { throw .windowEmpty }
    let isClosed = !isVerbatim || bytes.byte(at: p) == UInt8(ascii: ">")
    let hasName = p > name || !isVerbatim && name == start + 1
    guard isClosed, hasName else { throw failure(.malformedTag, at: p) }
    return isVerbatim ? p + 1 : p
  }

  /// Whether two hexadecimal digits follow the percent sign at `p`.
  static func isEscapeInURI(_ bytes: RawSpan, at p: Int) -> Bool {
    (1...2).allSatisfy { HexDigit.value(bytes.byte(at: p + $0)) != nil }
  }

  /// Returns whether the byte may be unescaped in a tag after its handle (rule 40).
  static func mayBeInTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: ";"), UInt8(ascii: "$"),
      UInt8(ascii: "&")...UInt8(ascii: "+"),
      UInt8(ascii: "-")...UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "#"):
      true
    default: false
    }
  }

  /// Returns whether the byte may be unescaped in a URI (rule 39).
  static func mayBeInURI(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: mayBeInTag(byte)
    }
  }

  @inline(__always)
  static func beginsProperty(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!")
  }

  /// Returns the end of an anchor or a tag.
  private mutating func readProperty(
    _ bytes: RawSpan, at p: Int, _ own: inout Properties
  ) throws(YAMLPause) -> Int {
    let isAnchor = bytes.byte(at: p) == UInt8(ascii: "&")
    guard isAnchor ? own.anchor.isEmpty : own.tag.isEmpty else {
      throw unexpectedStart(bytes, at: p)
    }
    if own.isEmpty { own.start = origin + p }
    guard isAnchor else {
      let end = try endOfTag(bytes, from: p)
      own.tag = origin + p..<origin + end
      return end
    }
    let end = try endOfName(bytes, from: p + 1)
    guard end > p + 1 else { throw unexpected(bytes, inNameFrom: p, at: end) }
    own.anchor = origin + p + 1..<origin + end
    return end
  }

  /// Returns the offset of the node after the properties; nil if it is on a later line, for which they are saved.
  @inline(never)
  mutating func readProperties(
    _ bytes: RawSpan, _ own: inout Properties
  ) throws(YAMLPause) -> Int? {
    var p = position
    while Self.beginsProperty(bytes.byte(at: p)) {
      let start = p
      let next = try readProperty(bytes, at: p, &own)
      p = try skipBlanks(bytes, from: next)
      let byte = bytes.byte(at: p)
      if byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") && p > next || p >= end {
        try saveProperties(own)
        position = next
        mode = .lineEnd
        return nil
      }
      guard byte > 0x20 else { throw unexpectedCharacter(bytes, at: p) }
      guard p > next else { throw unexpected(bytes, inNameFrom: start, at: p) }
      guard shows(4, at: p) else { throw .windowEmpty }
    }
    return p
  }

  /// Moves to the node after the properties.
  @inline(never)
  mutating func readFlowProperties(
    _ bytes: RawSpan, _ own: inout Properties
  ) throws(YAMLPause) {
    while Self.beginsProperty(bytes.byte(at: position)) {
      let p = position
      let next = try readProperty(bytes, at: p, &own)
      position = next
      switch bytes.byte(at: next) {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard shows(4, at: next) else { throw .windowEmpty }
        return
      case 0...0x20: break
      default: throw unexpected(bytes, inNameFrom: p, at: next)
      }
      try skipFlowSpace(bytes)
    }
  }
}
