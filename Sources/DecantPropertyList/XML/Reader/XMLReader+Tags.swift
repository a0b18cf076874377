internal import DecantCore

/// The parts of a tag: its name, its attributes, which are skipped, and whether it ends an element or is empty.
///
///     </dict >   <array a="1"/>
extension XMLReader {
  struct Tag {
    let name: Range<Int>
    let isEnd: Bool
    var isEmpty = false
    var end = 0
  }

  @inline(never)
  func tag(
    _ bytes: RawSpan, at start: Int, _ input: XMLInput
  ) throws(DecantError) -> Tag? {
    let isEnd = bytes.byte(at: start + 1) == UInt8(ascii: "/")
    let name = start + (isEnd ? 2 : 1)
    guard let nameEnd = try skipName(bytes, from: name, of: start, input) else { return nil }
    var tag = Tag(name: name..<nameEnd, isEnd: isEnd)
    var p = nameEnd
    while true {
      let spaceEnd = Self.skipSpace(bytes, from: p)
      let isSpaced = spaceEnd > p
      p = spaceEnd
      guard p < input.end else { return try suspendOrFail(start, input) }
      switch bytes.byte(at: p) {
      case UInt8(ascii: ">"):
        tag.end = p + 1
        return tag
      case UInt8(ascii: "/") where !isEnd:
        guard p + 1 < input.end else { return try suspendOrFail(start, input) }
        guard bytes.byte(at: p + 1) == UInt8(ascii: ">") else {
          return try refuse(bytes, at: p + 1, input)
        }
        tag.isEmpty = true
        tag.end = p + 2
        return tag
      case _ where isSpaced && !isEnd:
        guard let next = try skipAttribute(bytes, from: p, of: start, input) else { return nil }
        p = next
      default:
        return try refuse(bytes, at: p, input)
      }
    }
  }

  private func skipName(
    _ bytes: RawSpan, from start: Int, of tag: Int, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    var p = start
    while Self.isNameByte(bytes.byte(at: p)) {
      if bytes.byte(at: p) >= 0x80 {
        guard let length = try scalarLength(bytes, at: p, input) else { return nil }
        p += length
      } else {
        p += 1
      }
    }
    guard p < input.end else { return try suspendOrFail(tag, input) }
    switch bytes.byte(at: start) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return try refuse(bytes, at: start, input)
    default:
      guard p > start else { return try refuse(bytes, at: p, input) }
      return p
    }
  }

  /// Skips an attribute, which has no meaning in a property list.
  private func skipAttribute(
    _ bytes: RawSpan, from start: Int, of tag: Int, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    guard let nameEnd = try skipName(bytes, from: start, of: tag, input) else { return nil }
    var p = Self.skipSpace(bytes, from: nameEnd)
    guard p < input.end else { return try suspendOrFail(tag, input) }
    guard bytes.byte(at: p) == UInt8(ascii: "=") else { return try refuse(bytes, at: p, input) }
    p = Self.skipSpace(bytes, from: p + 1)
    guard p < input.end else { return try suspendOrFail(tag, input) }
    let quote = bytes.byte(at: p)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return try refuse(bytes, at: p, input)
    }
    let quoteStart = p
    p += 1
    while bytes.byte(at: p) != quote {
      switch bytes.byte(at: p) {
      case 0x80...:
        guard let length = try scalarLength(bytes, at: p, input) else { return nil }
        p += length
      case UInt8(ascii: "<"):
        throw failure(.unterminatedString, at: quoteStart)
      case 0x09, 0x0A, 0x0D, 0x20...:
        p += 1
      default:
        guard p < input.end else { return try suspendOrFail(tag, input) }
        throw failure(.xml(.forbiddenCharacter(UInt32(bytes.byte(at: p)))), at: p)
      }
    }
    return p + 1
  }

  private func suspendOrFail<T>(_ tag: Int, _ input: XMLInput) throws(DecantError) -> T? {
    guard !input.isComplete else { throw failure(.xml(.unterminated(.tag)), at: tag) }
    return nil
  }

  @inline(__always)
  mutating func endTag(
    _ bytes: RawSpan, at p: Int, of element: XMLElement, _ scan: XMLTextScan, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    if XMLTagWord.matches(bytes.word(at: p), .endOfKey, count: 6), element == .key { return p &+ 6 }
    if element == .string, bytes.word(at: p) == XMLTagWord.endOfString.letters,
      bytes.byte(at: p &+ 8) == UInt8(ascii: ">")
    {
      return p &+ 9
    }
    return try otherEndTag(bytes, at: p, of: element, scan, input)
  }

  @inline(never)
  private mutating func otherEndTag(
    _ bytes: RawSpan, at p: Int, of element: XMLElement, _ scan: XMLTextScan, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    guard let tag = try tag(bytes, at: p, input) else {
      partialText = scan
      return nil
    }
    let name = bytes.extracting(tag.name)
    guard XMLElement(name) == element else {
      throw failure(
        .xml(.mismatchedEnd(found: Self.displayText(name), of: element.rawValue)), at: p)
    }
    return tag.end
  }

  static func displayText(_ name: RawSpan) -> String {
    var end = min(name.byteCount, 260)
    while end < name.byteCount, name.byte(at: end) & 0xC0 == 0x80 { end -= 1 }
    return String(utf8: name.extracting(0..<end))
  }
}
