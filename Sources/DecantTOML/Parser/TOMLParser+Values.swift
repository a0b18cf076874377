internal import DecantCore

/// Values, with all that is in brackets. A loop over `Step` instead of recursion, so that depth takes no stack.
extension TOMLParser {
  private enum Step {
    case value, separator, firstItem, item
  }

  /// Parses a value with all that is in it, and returns its end.
  @inline(__always)
  mutating func value(_ bytes: RawSpan, at start: Int, _ slot: Slot) throws(DecantError) -> Int {
    let byte = bytes.byte(at: start)
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else {
      return try scalar(bytes, at: start, slot)
    }
    return try collection(bytes, at: start, slot)
  }

  private mutating func collection(
    _ bytes: RawSpan, at start: Int, _ slot: Slot
  ) throws(DecantError) -> Int {
    var slot = slot
    var step = Step.value
    var p = start
    while true {
      switch step {
      case .value:
        let byte = bytes.byte(at: p)
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
          try open(byte == UInt8(ascii: "[") ? .array : .inlineTable, at: p, slot, bytes)
          p &+= 1
          step = .firstItem
        } else {
          p = try scalar(bytes, at: p, slot)
          step = .separator
        }
      case .separator:
        let isArray = innermostIsArray
        p = try skipTrivia(bytes, from: p, allowsLines: isArray || version != .v1_0, after: 0)
        let byte = bytes.byte(at: p)
        if byte == UInt8(ascii: ",") {
          p &+= 1
          step = .item
        } else if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
          p &+= 1
          guard !close(at: p) else { return p }
        } else {
          throw unclosed(at: p, isArray ? .commaOrBracket : .commaOrBrace, bytes)
        }
      case .firstItem, .item:
        let isArray = innermostIsArray
        p = try skipTrivia(bytes, from: p, allowsLines: isArray || version != .v1_0, after: 0)
        let byte = bytes.byte(at: p)
        if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
          guard isArray || step == .firstItem || version != .v1_0 else {
            throw failure(.newer(.finalComma), at: p, bytes)
          }
          p &+= 1
          guard !close(at: p) else { return p }
          step = .separator
        } else {
          let frame = frames[frames.count &- 1]
          if isArray {
            slot = Slot(parent: frame.node, depth: frame.depth, entry: p)
          } else {
            (slot, p) = try self.slot(
              bytes, at: p, in: frame.node, depth: frame.depth, else: .keyOrBrace)
          }
          step = .value
        }
      }
    }
  }

  private var innermostIsArray: Bool {
    @inline(__always) mutating get {
      tree.nodes[Int(frames[frames.count &- 1].node)].kind == .array
    }
  }

  private mutating func open(
    _ kind: TOMLNode.Kind, at p: Int, _ slot: Slot, _ bytes: RawSpan
  ) throws(DecantError) {
    try checkDepth(slot.depth, at: p)
    let node = try append(kind, p..<p &+ 1, slot, bytes)
    frames.append(Frame(node: node, depth: slot.depth &+ 1))
    record(node, .afterBegin)
  }

  /// Closes the innermost collection, and returns whether it was the outermost.
  @inline(__always)
  private mutating func close(at end: Int) -> Bool {
    let node = frames.removeLast().node
    tree.nodes[Int(node)].end = UInt32(truncatingIfNeeded: end)
    attachTrivia(to: node, .beforeEnd)
    record(node, .after)
    return frames.isEmpty
  }

  @inline(__always)
  @discardableResult
  mutating func append(
    _ kind: TOMLNode.Kind, _ value: Range<Int>, _ slot: Slot, traits: TOMLNode.Traits = [],
    detail: UInt16 = 0, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    var node = TOMLNode(kind, value, entry: slot.entry, key: slot.key)
    node.traits.formUnion(traits)
    if slot.isDuplicate { node.traits.insert(.isDuplicate) }
    node.detail = detail
    let added = try tree.append(node, to: slot.parent, bytes)
    attachTrivia(to: added, .before)
    record(added, .after)
    return added
  }

  /// Returns the error for an array or table that does not continue, or that is never closed.
  @inline(never)
  func unclosed(
    at p: Int, _ sign: DecantError.TOMLProblem.Sign, _ bytes: RawSpan
  ) -> DecantError {
    guard !frames.isEmpty else { return unexpected(sign, at: p, bytes) }
    let node = tree.nodes[Int(frames[frames.count - 1].node)]
    if node.kind == .array, beginsPair(bytes, at: p) {
      return failure(
        general: .unclosedBracket("[", before: closing(bytes, at: p)), at: Int(node.start), bytes)
    }
    guard p >= end else { return unexpected(sign, at: p, bytes) }
    let bracket: Unicode.Scalar = node.kind == .array ? "[" : "{"
    return failure(
      general: .unclosedBracket(bracket, before: nil), at: Int(node.start), bytes)
  }

  /// Whether a key with its equals sign is on the line, as after an array that is not closed.
  private func beginsPair(_ bytes: RawSpan, at start: Int) -> Bool {
    var p = start
    while Self.isBare(bytes.byte(at: p)) || bytes.byte(at: p) == UInt8(ascii: ".") { p += 1 }
    return p > start && bytes.byte(at: Self.skipBlanks(bytes, from: p)) == UInt8(ascii: "=")
  }

  private func closing(_ bytes: RawSpan, at p: Int) -> DecantError.Closing {
    var end = p
    while Self.isBare(bytes.byte(at: end)) || bytes.byte(at: end) == UInt8(ascii: ".") { end += 1 }
    return DecantError.Closing(
      text: String(utf8: bytes.extracting(p..<end)).quoted,
      line: line(bytes, at: UInt32(truncatingIfNeeded: p)))
  }

  // MARK: Scalars

  @inline(__always)
  mutating func scalar(_ bytes: RawSpan, at p: Int, _ slot: Slot) throws(DecantError) -> Int {
    switch bytes.byte(at: p) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let string = try string(bytes, at: p)
      try append(
        .string, p..<string.end, slot, traits: string.traits, detail: string.flags.rawValue, bytes)
      return string.end
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      let number = try number(bytes, at: p)
      try append(number.kind, p..<number.end, slot, traits: number.traits, bytes)
      return number.end
    default:
      return try word(bytes, at: p, slot)
    }
  }

  @inline(never)
  private mutating func word(
    _ bytes: RawSpan, at p: Int, _ slot: Slot
  ) throws(DecantError) -> Int {
    var end = p
    while Self.isBare(bytes.byte(at: end)) { end &+= 1 }
    let kind: TOMLNode.Kind
    let text = bytes.extracting(p..<end)
    if text.isWord("true") {
      kind = .true
    } else if text.isWord("false") {
      kind = .false
    } else if text.isWord("inf") || text.isWord("nan") {
      kind = .real
    } else if end > p {
      throw frames.isEmpty || !beginsPair(bytes, at: p)
        ? failure(.word(String(utf8: text)), at: p, bytes) : unclosed(at: p, .value, bytes)
    } else {
      throw p >= self.end && !frames.isEmpty
        ? unclosed(at: p, .value, bytes) : unexpected(.value, at: p, bytes)
    }
    try append(kind, p..<end, slot, bytes)
    return end
  }
}

extension RawSpan {
  fileprivate func isWord(_ word: StaticString) -> Bool {
    word.utf8CodeUnitCount == byteCount && word.description.withBytes { $0.isEqual(to: self) }
  }
}
