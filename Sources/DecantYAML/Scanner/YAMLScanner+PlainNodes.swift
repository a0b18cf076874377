internal import DecantCore

/// Plain keys and values, most of which are ASCII text on one line.
extension YAMLScanner {
  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Reads a node that begins with plain text, most often a key.
  mutating func plainNode(_ bytes: RawSpan, isKey: Bool) throws(YAMLPause) {
    let start = position
    let colon = Self.endOfPlainASCII(bytes, from: start)
    // Most texts in lists have neither a colon nor `#`.
    if !isKey, bytes.byte(at: colon) == 0x0A, try takeUsualPlain(bytes, upTo: colon) { return }
    let next = colon &+ 2
    guard bytes.byte(at: colon) == UInt8(ascii: ":"), next < end,
      bytes.byte(at: colon &- 1) != 0x20, colon &- start <= Self.longestKey
    else { return try unusualPlainNode(bytes, isKey: isKey) }
    let space = bytes.byte(at: colon &+ 1)
    let first = bytes.byte(at: next)
    // Either the line ends, or one space and a value follow.
    let hasValue = space == 0x20 && first > 0x20 && first != UInt8(ascii: "#")
    guard hasValue || space == 0x0A else { return try unusualPlainNode(bytes, isKey: isKey) }
    if !isKey { beginBlockMapping(at: start) }
    emit(.scalar, style: .plain, at: start, text: start..<colon)
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ colon &+ 1
    position = next
    mode = hasValue ? .value : .lineStart
    if hasValue { try value(bytes) }
  }

  @inline(never)
  private mutating func unusualPlainNode(_ bytes: RawSpan, isKey: Bool) throws(YAMLPause) {
    try content(bytes, at: position, Properties(), isKey ? .key : .node)
    if mode == .value { try value(bytes) }
  }

  /// Returns the offset of the first character that may end plain text, or is not ASCII.
  @inline(__always)
  private static func endOfPlainASCII(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let block = bytes.block(at: p)
      // The zeros after the window are below 0x20.
      let plain =
        (block.isBelow(0x20) | block.isAtLeast(0x7F) | block.equals(UInt8(ascii: ":"))
        | block.equals(UInt8(ascii: "#"))).bytesBefore
      p &+= plain
      if plain < ByteBlock.width { return p }
    }
  }

  /// Reads printable ASCII text on one line; returns false, without effect, for any other.
  @inline(__always)
  mutating func takeUsualPlain(_ bytes: RawSpan) throws(YAMLPause) -> Bool {
    var p = position
    while true {
      p = Self.endOfPlainASCII(bytes, from: p)
      let byte = bytes.byte(at: p)
      if byte == 0x0A { return try takeUsualPlain(bytes, upTo: p) }
      // Only a colon before a blank and `#` after one end the text.
      let isText =
        byte == UInt8(ascii: ":")
        ? bytes.byte(at: p &+ 1) > 0x20
        : byte == UInt8(ascii: "#") && p > position && bytes.byte(at: p &- 1) > 0x20
      guard isText else { return false }
      p &+= 1
    }
  }

  @inline(__always)
  private mutating func takeUsualPlain(
    _ bytes: RawSpan, upTo lineEnd: Int
  ) throws(YAMLPause) -> Bool {
    let start = position
    guard properties.isEmpty, !frames.isEmpty, bytes.byte(at: lineEnd &- 1) != 0x20,
      try endsPlain(bytes, at: lineEnd)
    else { return false }
    emit(.scalar, style: .plain, at: start, text: start..<lineEnd)
    return true
  }

  @inline(never)
  mutating func plain(
    _ bytes: RawSpan, _ line: PlainLine, at start: Int, _ own: Properties
  ) throws(YAMLPause) {
    if line.stop == .lineEnd, own.isEmpty, properties.isEmpty, !frames.isEmpty,
      try endsPlain(bytes, at: line.next)
    {
      emit(.scalar, style: .plain, at: start, text: start..<line.end)
      return
    }
    var scalar = Scalar(style: .plain, start: start, text: start..<line.end, next: line.next)
    if line.stop == .lineEnd { try continuePlain(bytes, &scalar) }
    try take(bytes, scalar, own)
  }
}
