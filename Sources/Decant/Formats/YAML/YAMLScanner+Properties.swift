extension YAMLScanner {
  mutating func endOfName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        p += 1
      default:
        guard p < end || isComplete else { return nil }
        return followsLibYAML ? p : endOfAnyName(bytes, from: p)
      }
    }
  }

  /// Accepts characters that libyaml does not support, such as a colon (rule 102).
  @inline(never)
  private mutating func endOfAnyName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0...0x20, 0x7F, 0xEF, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        return p < end || isComplete ? p : nil
      case 0x80...:
        let next = YAMLText.endOfWide(bytes, from: p, to: end)
        guard next > p else { return isCut(bytes, at: p) ? nil : p }
        p = next
      default: p += 1
      }
    }
  }

  /// Returns nil if the window ends first, `start` if the tag is invalid.
  private mutating func endOfTag(_ bytes: RawSpan, from start: Int) -> Int? {
    let isVerbatim = bytes.byte(at: start + 1) == UInt8(ascii: "<")
    var p = start + (isVerbatim ? 2 : 1)
    var name = p
    while true {
      let byte = bytes.byte(at: p)
      if byte == UInt8(ascii: "#"), followsLibYAML { return start }
      if Self.mayBeInTag(byte) || isVerbatim && Self.mayBeInURI(byte) {
        p += 1
      } else if byte == UInt8(ascii: "!"), !isVerbatim, name == start + 1 {
        guard p == name || !followsLibYAML else { return start }
        p += 1
        name = p
      } else if byte == UInt8(ascii: "%") {
        guard p + 3 <= end || isComplete else { return nil }
        let hasDigits =
          HexDigit.value(bytes.byte(at: p + 1)) != nil
          && HexDigit.value(bytes.byte(at: p + 2)) != nil
        guard hasDigits else { return start }
        p += 3
      } else {
        break
      }
    }
    guard p < end || isComplete else { return nil }
    guard isVerbatim else { return p > name || name == start + 1 ? p : start }
    return p > name && bytes.byte(at: p) == UInt8(ascii: ">") ? p + 1 : start
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

  /// Returns nil if the window ends first, `p` if the property is invalid or repeated.
  private mutating func readProperty(
    _ bytes: RawSpan, at p: Int, _ own: inout Properties
  ) -> Int? {
    if bytes.byte(at: p) == UInt8(ascii: "&") {
      guard own.anchor.isEmpty else { return p }
      guard let end = endOfName(bytes, from: p + 1) else { return nil }
      guard end > p + 1 else { return p }
      own.anchor = origin + p + 1..<origin + end
      return end
    }
    guard own.tag.isEmpty else { return p }
    guard let end = endOfTag(bytes, from: p) else { return nil }
    guard end > p else { return p }
    own.tag = origin + p..<origin + end
    return end
  }

  @inline(never)
  mutating func readProperties(_ bytes: RawSpan, _ own: inout Properties) -> Outcome {
    own.start = origin + position
    var p = position
    while bytes.byte(at: p) == UInt8(ascii: "&") || bytes.byte(at: p) == UInt8(ascii: "!") {
      guard let next = readProperty(bytes, at: p, &own) else { return .more }
      guard next > p else { return .giveUp }
      p = next
      while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
      guard p < end || isComplete else { return .more }
      let byte = bytes.byte(at: p)
      if byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") && p > next || p >= end {
        position = next
        mode = .lineEnd
        return .done
      }
      guard p > next, byte > 0x20, showsFour(at: p) else {
        return p > next && byte > 0x20 ? .more : .giveUp
      }
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
      guard let next = readProperty(bytes, at: p, &own) else { return .more }
      guard next > p else { return .giveUp }
      position = next
      switch bytes.byte(at: next) {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        // libyaml does not support a closing bracket directly after a tag.
        let isKnown =
          own.tag.upperBound < origin + next || bytes.byte(at: next) == UInt8(ascii: ",")
        guard !followsLibYAML || isKnown else { return .giveUp }
        return showsFour(at: next) ? .done : .more
      case 0...0x20: break
      default: return .giveUp
      }
      let space = skipFlowSpace(bytes)
      guard case .done = space else { return space }
    }
  }
}
