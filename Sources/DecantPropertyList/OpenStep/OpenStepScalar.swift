internal import DecantCore

enum OpenStepScalar {
  static func write(
    _ event: Event, _ text: RawSpan, ascii: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(64)
    switch event.kind {
    case .string:
      guard !event.flags.contains(.isEscaped) else { throw refusal(.loneSurrogate) }
      try writeQuoted(text, ascii: ascii, &cursor)
    case .data:
      try writeData(text, &cursor)
    case .true:
      put("<*BY>", &cursor)
    case .false:
      put("<*BN>", &cursor)
    case .integer:
      try writeTyped("I", text, &cursor)
    case .real:
      try writeTyped("R", text, &cursor)
    case .date:
      try writeDate(text, &cursor)
    case .null:
      throw refusal(.null)
    default:
      throw DecantError(.malformedEvents("an OpenStep property list has no \(event.kind)"))
    }
  }

  private static func refusal(_ kind: DecantError.ValueClass) -> DecantError {
    DecantError(.notRepresentable(kind, target: Format.openStepPropertyList.name))
  }

  static func put(_ text: String, _ cursor: inout ByteCursor) {
    for byte in text.utf8 { cursor.put(byte) }
  }

  // MARK: Strings

  static func writeQuoted(
    _ text: RawSpan, ascii: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(64)
    cursor.put(UInt8(ascii: "\""))
    var p = 0
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, isVerbatim(text.byte(at: p), ascii: ascii) { p += 1 }
      if p > run { try cursor.write(text.extracting(run..<p)) }
      try cursor.reserve(64)
      if p < text.byteCount { p += writeEscape(text, at: p, &cursor) }
    }
    try cursor.reserve(64)
    cursor.put(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func isVerbatim(_ byte: UInt8, ascii: Bool) -> Bool {
    guard byte < 0x80 else { return !ascii }
    return byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func writeEscape(
    _ text: RawSpan, at p: Int, _ cursor: inout ByteCursor
  ) -> Int {
    let byte = text.byte(at: p)
    if let letter = letter(for: byte) {
      cursor.put(UInt8(ascii: "\\"))
      cursor.put(letter)
      return 1
    }
    // An octal escape would be in NeXTSTEP's encoding, and run into digits that follow.
    let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
    if let unit = UInt16(exactly: scalar.value) {
      put(unit, &cursor)
    } else {
      put(UTF16.leadSurrogate(scalar), &cursor)
      put(UTF16.trailSurrogate(scalar), &cursor)
    }
    return width
  }

  private static func put(_ unit: UInt16, _ cursor: inout ByteCursor) {
    cursor.put(0x555C, count: 2)  // "\U"
    cursor.put(UInt64(HexDigit.digits(unit)), count: 4)
  }

  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case 0x07: UInt8(ascii: "a")
    case 0x0B: UInt8(ascii: "v")
    default: JSONEscape.letter(for: byte)
    }
  }

  // MARK: Other kinds

  private static func writeData(
    _ data: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    cursor.put(UInt8(ascii: "<"))
    var p = 0
    while p < data.byteCount {
      let end = min(p + 1024, data.byteCount)
      try cursor.reserve(2 * 1024)
      while p < end {
        let byte = data.byte(at: p)
        cursor.put(HexDigit.digit(byte >> 4))
        cursor.put(HexDigit.digit(byte))
        p += 1
      }
    }
    try cursor.reserve(64)
    cursor.put(UInt8(ascii: ">"))
  }

  private static func writeTyped(
    _ type: String, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    put("<*" + type, &cursor)
    try cursor.write(text)
    try cursor.reserve(64)
    cursor.put(UInt8(ascii: ">"))
  }

  /// Writes a space instead of `T`, and a zone instead of `Z`, as GNUstep does.
  private static func writeDate(
    _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var spelled = [UInt8](text)
    guard spelled.last == UInt8(ascii: "Z"), let middle = spelled.firstIndex(of: UInt8(ascii: "T"))
    else { throw refusal(.date) }
    spelled[middle] = 0x20
    spelled.removeLast()
    spelled += " +0000".utf8
    try spelled.withBytes { (bytes) throws(DecantError) in try writeTyped("D", bytes, &cursor) }
  }
}
