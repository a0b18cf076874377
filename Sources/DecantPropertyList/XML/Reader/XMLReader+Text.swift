internal import DecantCore

/// The state of a partial scan of an element's text.
struct XMLTextScan {
  enum Section: UInt8 {
    case text, comment, instruction, verbatim
  }

  var length = 0
  var isASCII = true
  var needsDecoding = false
  var needsJSONEscape = false
  var hasForbidden = false
  var section = Section.text
  var sectionStart = 0

  var flags: Event.Flags {
    var flags: Event.Flags = isASCII ? .isASCII : []
    if !needsJSONEscape { flags.insert(.needsNoJSONEscape) }
    return flags
  }
}

extension XMLReader {
  @inline(__always)
  mutating func string(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    if partialText.length == 0 {
      let mask = WordScanning.endsPlainMarkupText(bytes.word(at: start))
      let end = start &+ WordScanning.bytesBefore(mask)
      if mask != 0, Self.endsString(bytes, at: end) {
        batch.events.append(
          Event(
            .string, flags: [.isASCII, .needsNoJSONEscape], at: tag, textAt: start,
            count: end &- start))
        return end &+ 9
      }
    }
    return try longString(bytes, at: tag, textAt: start, .string, [], input, &batch)
  }

  @inline(__always)
  private static func endsString(_ bytes: RawSpan, at end: Int) -> Bool {
    bytes.word(at: end) == XMLTagWord.endOfString.letters
      && bytes.byte(at: end &+ 8) == UInt8(ascii: ">")
  }

  @inline(never)
  mutating func longString(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ element: XMLElement, _ flags: Event.Flags,
    _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanText(bytes, at: tag, textAt: start, element, input),
      let next = try endTag(bytes, at: start &+ scan.length, of: element, scan, input)
    else { return nil }
    if scan.hasForbidden, options.invalidText.isReplaced {
      options.invalidText.report(.forbiddenCharacter, at: path)
      let text = try decoded(bytes, textAt: start, scan).withBytes {
        XMLText.replacingForbidden(in: $0)
      }
      text.withBytes { batch.append(.string, text: $0, flags: flags, at: tag) }
    } else if scan.needsDecoding {
      try decode(bytes, at: tag, textAt: start, scan, flags, &batch)
    } else {
      batch.events.append(
        Event(
          .string, flags: flags.union(scan.flags), at: tag, textAt: start, count: scan.length))
    }
    return next
  }

  // MARK: Keys

  @inline(__always)
  mutating func key(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let length = partialText.length == 0 ? keys.predictedLength(bytes, at: start) : -1
    if length >= 0, XMLTagWord.matches(bytes.word(at: start &+ length), .endOfKey, count: 6) {
      let key = keys.recordPredicted()
      if key.isDuplicate, options.duplicateKeys == .error { throw duplicateKey(at: tag) }
      batch.events.append(
        Event(
          .string, flags: key.flags, at: tag, textAt: start, count: length))
      return start &+ length &+ 6
    }
    return try newKey(bytes, at: tag, textAt: start, input, &batch)
  }

  @inline(never)
  private mutating func newKey(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let next = try longString(bytes, at: tag, textAt: start, .key, .isKey, input, &batch)
    else { return nil }
    try enterKey(at: tag, &batch)
    return next
  }

  mutating func enterKey(at tag: Int, _ batch: inout EventBatch) throws(DecantError) {
    let event = batch.events[batch.count - 1]
    let isDecoded = event.flags.contains(.inScratch)
    let flags = isDecoded ? batch.withText(of: event) { Self.flagsOfSpelling($0) } : event.flags
    guard try keys.recordLast(of: &batch, spelled: flags, options.duplicateKeys) else {
      throw duplicateKey(at: tag)
    }
  }

  @inline(never)
  private static func flagsOfSpelling(_ text: RawSpan) -> Event.Flags {
    var scan = XMLTextScan()
    for offset in 0..<text.byteCount {
      switch text.byte(at: offset) {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), 0x0D: return []
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20: scan.needsJSONEscape = true
      case 0x80...: scan.isASCII = false
      default: break
      }
    }
    return scan.flags
  }

  @inline(never)
  private func duplicateKey(at tag: Int) -> DecantError {
    failure(.duplicateKey(keys.lastKey), at: tag)
  }

  // MARK: Finding the end

  mutating func scanText(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ element: XMLElement, _ input: XMLInput
  ) throws(DecantError) -> XMLTextScan? {
    var scan = partialText
    var p = start &+ scan.length
    while true {
      if scan.section != .text {
        guard try skipSection(bytes, &p, &scan, input) else {
          guard !input.isComplete else { throw unterminated(scan, textAt: start, element) }
          return suspend(scan, at: p, start)
        }
      }
      let mask = WordScanning.endsPlainMarkupText(bytes.word(at: p))
      guard mask != 0 else {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(mask)
      let byte = bytes.byte(at: p)
      switch byte {
      case UInt8(ascii: "<"):
        if bytes.byte(at: p &+ 1) == UInt8(ascii: "/") {
          partialText = XMLTextScan()
          scan.length = p &- start
          return scan
        }
        guard let section = try beginSection(bytes, at: p, element, input) else {
          return suspend(scan, at: p, start)
        }
        scan.section = section.kind
        scan.sectionStart = p &- start
        scan.needsDecoding = true
        p &+= section.length
      case UInt8(ascii: "&"):
        scan.needsDecoding = true
        p &+= 1
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x09, 0x0A:
        scan.needsJSONEscape = true
        p &+= 1
      case 0x0D:
        scan.needsJSONEscape = true
        scan.needsDecoding = true
        p &+= 1
      case 0x80...:
        scan.isASCII = false
        repeat {
          guard let length = try scalarLength(bytes, at: p, &scan, input) else {
            return suspend(scan, at: p, start)
          }
          p &+= length
        } while bytes.byte(at: p) >= 0x80
      default:
        guard p < input.end else {
          guard !input.isComplete else {
            throw failure(.xml(.unclosed(element.rawValue, before: nil)), at: p)
          }
          return suspend(scan, at: p, start)
        }
        try passForbidden(UInt32(byte), at: p, &scan)
        p &+= 1
      }
    }
  }

  private mutating func suspend(_ scan: XMLTextScan, at p: Int, _ start: Int) -> XMLTextScan? {
    partialText = scan
    partialText.length = p - start
    return nil
  }

  // MARK: Characters

  @inline(__always)
  func scalarLength(_ bytes: RawSpan, at p: Int, _ input: XMLInput) throws(DecantError) -> Int? {
    let length = try encodedLength(bytes, at: p, input)
    if Self.isNoncharacter(bytes, at: p) {
      throw failure(.xml(.forbiddenCharacter(Self.noncharacter(bytes, at: p))), at: p)
    }
    return length
  }

  @inline(__always)
  func scalarLength(
    _ bytes: RawSpan, at p: Int, _ scan: inout XMLTextScan, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    let length = try encodedLength(bytes, at: p, input)
    if Self.isNoncharacter(bytes, at: p) {
      try passForbidden(Self.noncharacter(bytes, at: p), at: p, &scan)
    }
    return length
  }

  @inline(__always)
  private func encodedLength(
    _ bytes: RawSpan, at p: Int, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    let length = UTF8Scanning.length(bytes, at: p)
    guard length == 0 else { return length }
    guard !input.isComplete, p &+ 4 > input.end else {
      throw failure(.invalidEncoding(.utf8), at: p)
    }
    return nil
  }

  @inline(__always)
  private static func isNoncharacter(_ bytes: RawSpan, at p: Int) -> Bool {
    bytes.halfWord(at: p) & 0xFE_FFFF == 0xBE_BFEF
  }

  private static func noncharacter(_ bytes: RawSpan, at p: Int) -> UInt32 {
    0xFFFE | UInt32(bytes.byte(at: p + 2) & 1)
  }

  /// Records a character that becomes U+FFFD or a tagged form.
  @inline(never)
  func passForbidden(
    _ value: UInt32, at position: Int, _ scan: inout XMLTextScan
  ) throws(DecantError) {
    switch options.invalidText {
    case .refused:
      throw failure(.xml(.forbiddenCharacter(value)), at: position)
    case .replaced, .kept:
      scan.hasForbidden = true
      if value < 0x20 { scan.needsJSONEscape = true }
    }
  }
}

extension WordScanning {
  /// Marks bytes that end a run of text which is the same in XML and JSON.
  @inline(__always)
  static func endsPlainMarkupText(_ word: UInt64) -> UInt64 {
    let ones = repeated(0x01)
    let control = word &- repeated(0x20)
    let tags = (word ^ repeated(0x3C)) &- ones
    // 0x22, the quote, with this bit is 0x26, the ampersand.
    let references = ((word | repeated(0x04)) ^ repeated(0x26)) &- ones
    let backslashes = (word ^ repeated(0x5C)) &- ones
    return (control | tags | references | backslashes | word) & highBits
  }
}
