/// The properties of a string whose escapes are being decoded into scratch bytes.
@usableFromInline package struct DecodedText {
  @usableFromInline private(set) var isASCII: Bool
  @usableFromInline private(set) var needsNoJSONEscape: Bool
  /// Whether the output contains a lone surrogate, encoded as in `SurrogateText`.
  private(set) var isEscaped = false

  package init(isASCII: Bool, needsNoJSONEscape: Bool) {
    self.isASCII = isASCII
    self.needsNoJSONEscape = needsNoJSONEscape
  }

  @inlinable
  package mutating func put(verbatim text: RawSpan, from start: Int, _ output: inout OutputRawSpan)
    -> Int
  {
    var p = start
    while true {
      while text.byteCount &- p >= ByteBlock.width {
        let block = text.block(at: p)
        let plain = (block.equals(UInt8(ascii: "\\")) | block.equals(UInt8(ascii: "\"")))
          .bytesBefore
        p &+= plain
        if plain < ByteBlock.width { break }
      }
      guard p < text.byteCount, text.byte(at: p) != UInt8(ascii: "\\") else { break }
      if text.byte(at: p) == UInt8(ascii: "\"") { needsNoJSONEscape = false }
      p += 1
    }
    text.extracting(start..<p).append(to: &output)
    return p
  }

  @inlinable
  package mutating func put(_ scalar: Unicode.Scalar, _ output: inout OutputRawSpan) {
    if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" { needsNoJSONEscape = false }
    if !scalar.isASCII { isASCII = false }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  package mutating func put(
    loneSurrogate unit: UInt32, _ treatment: InvalidText, _ output: inout OutputRawSpan,
    at path: @autoclosure () -> DocumentPath
  ) -> Bool {
    switch treatment {
    case .refused:
      return false
    case .replaced:
      treatment.report(.loneSurrogate, at: path())
      put("\u{FFFD}", &output)
    case .kept:
      isEscaped = true
      needsNoJSONEscape = false
      for byte in SurrogateText.bytes(of: unit) { output.append(byte) }
    }
    return true
  }

  fileprivate var flags: Event.Flags {
    var flags: Event.Flags = .inScratch
    if isASCII { flags.insert(.isASCII) }
    if needsNoJSONEscape { flags.insert(.needsNoJSONEscape) }
    if isEscaped { flags.insert(.isEscaped) }
    return flags
  }
}

extension EventBatch {
  package mutating func appendString(
    _ flags: Event.Flags, at position: Int, capacity: Int, _ text: DecodedText,
    _ decode: (inout DecodedText, inout OutputRawSpan) throws(DecantError) -> Void
  ) throws(DecantError) {
    var text = text
    let start = scratch.count
    scratch.reserve(capacity)
    var count = try scratch.fill { (output) throws(DecantError) in try decode(&text, &output) }
    if text.isEscaped {
      let escaped = scratch.withBytes {
        SurrogateText.escaped($0.extracting(start..<start + count))
      }
      scratch.truncate(to: start)
      escaped.withBytes { scratch.append($0) }
      count = escaped.count
    }
    events.append(
      Event(
        .string, flags: flags.union(text.flags), at: position, textAt: start, count: count))
  }
}
