extension YAMLScanner {
  /// Returns the end of the name of an anchor; nil with `failure` set.
  mutating func endOfName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        p += 1
      default:
        return endOfAnyName(bytes, from: p)
      }
    }
  }

  /// Accepts any character but white space and flow indicators (rule 102).
  @inline(never)
  private mutating func endOfAnyName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    scan: while true {
      switch bytes.byte(at: p) {
      case 0...0x20, 0x7F, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        break scan
      case 0x80...:
        let next = YAMLText.endOfWide(bytes, from: p, to: end)
        guard next > p else { break scan }
        p = next
      default: p += 1
      }
    }
    guard !isCut(bytes, at: p) else {
      failure = .more
      return nil
    }
    return p
  }

  /// Returns the end of a tag; nil with `failure` set.
  private mutating func endOfTag(_ bytes: RawSpan, from start: Int) -> Int? {
    let isVerbatim = bytes.byte(at: start + 1) == UInt8(ascii: "<")
    var p = start + (isVerbatim ? 2 : 1)
    var name = p
    while true {
      let byte = bytes.byte(at: p)
      if Self.mayBeInTag(byte) || isVerbatim && Self.mayBeInURI(byte) {
        p += 1
      } else if byte == UInt8(ascii: "!"), !isVerbatim, name == start + 1 {
        p += 1
        name = p
      } else if byte == UInt8(ascii: "%") {
        guard p + 3 <= end || isComplete else {
          failure = .more
          return nil
        }
        let hasDigits =
          HexDigit.value(bytes.byte(at: p + 1)) != nil
          && HexDigit.value(bytes.byte(at: p + 2)) != nil
        guard hasDigits else { return malformedTag(at: p) }
        p += 3
      } else {
        break
      }
    }
    guard p < end || isComplete else {
      failure = .more
      return nil
    }
    guard isVerbatim else { return p > name || name == start + 1 ? p : malformedTag(at: p) }
    return p > name && bytes.byte(at: p) == UInt8(ascii: ">") ? p + 1 : malformedTag(at: p)
  }

  private mutating func malformedTag(at p: Int) -> Int? {
    failure = refuse(.malformedTag, at: p)
    return nil
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

  /// Returns the end of an anchor or a tag; nil with `failure` set.
  private mutating func readProperty(
    _ bytes: RawSpan, at p: Int, _ own: inout Properties
  ) -> Int? {
    let isAnchor = bytes.byte(at: p) == UInt8(ascii: "&")
    guard isAnchor ? own.anchor.isEmpty : own.tag.isEmpty else {
      failure = unexpectedStart(bytes, at: p)
      return nil
    }
    if isAnchor {
      guard let end = endOfName(bytes, from: p + 1) else { return nil }
      guard end > p + 1 else {
        failure = refuseName(bytes, from: p, to: end)
        return nil
      }
      own.anchor = origin + p + 1..<origin + end
      return end
    }
    guard let end = endOfTag(bytes, from: p) else { return nil }
    own.tag = origin + p..<origin + end
    return end
  }

  @inline(never)
  mutating func readProperties(_ bytes: RawSpan, _ own: inout Properties) -> Outcome {
    own.start = origin + position
    var p = position
    while bytes.byte(at: p) == UInt8(ascii: "&") || bytes.byte(at: p) == UInt8(ascii: "!") {
      let start = p
      guard let next = readProperty(bytes, at: p, &own) else { return failure }
      p = next
      while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
      guard p < end || isComplete else { return .more }
      let byte = bytes.byte(at: p)
      if byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") && p > next || p >= end {
        position = next
        mode = .lineEnd
        return .done
      }
      guard byte > 0x20 else { return unexpectedCharacter(bytes, at: p) }
      guard p > next else { return refuseName(bytes, from: start, to: p) }
      guard showsFour(at: p) else { return .more }
    }
    position = p
    return .done
  }

  @inline(never)
  mutating func readFlowProperties(_ bytes: RawSpan, _ own: inout Properties) -> Outcome {
    own.start = origin + position
    while true {
      let p = position
      guard bytes.byte(at: p) == UInt8(ascii: "&") || bytes.byte(at: p) == UInt8(ascii: "!") else {
        return .done
      }
      guard let next = readProperty(bytes, at: p, &own) else { return failure }
      position = next
      switch bytes.byte(at: next) {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        return showsFour(at: next) ? .done : .more
      case 0...0x20: break
      default: return refuseName(bytes, from: p, to: next)
      }
      let space = skipFlowSpace(bytes)
      guard case .done = space else { return space }
    }
  }
}
