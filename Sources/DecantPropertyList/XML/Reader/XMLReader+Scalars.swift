internal import DecantCore

/// The text of scalars. Usual numbers and dates with their end tags are recognized in one pass; any other text is gathered and
/// parsed as a whole.
///
///     <integer>42</integer>     in one pass
///     <integer> 0x2A</integer>  as a whole
extension XMLReader {
  @inline(__always)
  mutating func integer(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let digits = bytes.byte(at: start) == UInt8(ascii: "-") ? start &+ 1 : start
    let p = bytes.endOfDigits(from: digits)
    // 18 digits always fit 64 bits.
    let isPlain =
      p &- digits == 1
      || (p &- digits <= 18 && p > digits && bytes.byte(at: digits) != UInt8(ascii: "0"))
    guard isPlain, partialText.length == 0,
      bytes.word(at: p) == XMLTagWord.endOfInteger.letters,
      bytes.byte(at: p &+ 8) == UInt8(ascii: "r"), bytes.byte(at: p &+ 9) == UInt8(ascii: ">")
    else { return try parseUnusualScalar(.integer, bytes, at: tag, textAt: start, input, &batch) }
    batch.events.append(
      Event(
        .integer, flags: [.isASCII, .needsNoJSONEscape], at: tag, textAt: start, count: p &- start))
    return p &+ 10
  }

  @inline(__always)
  mutating func real(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let number = NumberScan(bytes, at: start)
    let p = number?.end ?? start
    guard number?.isReal == true, partialText.length == 0,
      XMLTagWord.matches(bytes.word(at: p), .endOfReal, count: 7)
    else { return try parseUnusualScalar(.real, bytes, at: tag, textAt: start, input, &batch) }
    batch.events.append(
      Event(
        .real, flags: [.isASCII, .needsNoJSONEscape], at: tag, textAt: start, count: p &- start))
    return p &+ 7
  }

  @inline(never)
  mutating func parseUnusualScalar(
    _ element: XMLElement, _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanText(bytes, at: tag, textAt: start, element, input),
      let next = try endTag(bytes, at: start &+ scan.length, of: element, scan, input)
    else { return nil }
    let text = try decoded(bytes, textAt: start, scan)
    let plain: Event.Flags = [.isASCII, .needsNoJSONEscape]
    switch element {
    case .integer:
      switch XMLNumber.integer(text) {
      case .value(let text): batch.append(.integer, text: text, flags: plain, at: tag)
      case .tooLarge:
        throw failure(.xml(.integerOutOfRange(Self.displayText(text))), at: tag)
      case .none:
        throw failure(.xml(.invalidText(Self.displayText(text), of: element.rawValue)), at: tag)
      }
    case .real:
      guard let real = XMLNumber.real(text) else {
        throw failure(.xml(.invalidText(Self.displayText(text), of: element.rawValue)), at: tag)
      }
      let flags = real.isFinite ? plain : plain.union(.isNonFinite)
      real.text.withBytes { batch.append(.real, text: $0, flags: flags, at: tag) }
    default:
      guard let date = XMLDate.text(of: text, options[PropertyListCalendar.self]) else {
        throw failure(.xml(.invalidText(Self.displayText(text), of: element.rawValue)), at: tag)
      }
      batch.append(.date, text: date, flags: plain, at: tag)
    }
    return next
  }

  private static func displayText(_ text: [UInt8]) -> String { text.withBytes { displayText($0) } }

  // MARK: Data

  @inline(never)
  mutating func data(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanText(bytes, at: tag, textAt: start, .data, input),
      let next = try endTag(bytes, at: start &+ scan.length, of: .data, scan, input)
    else { return nil }
    let textStart = batch.scratch.count
    let flaw: XMLBase64.Flaw?
    if scan.needsDecoding {
      let text = try decoded(bytes, textAt: start, scan)
      flaw = text.withBytes { XMLBase64.decode($0, into: batch.scratch) }
    } else {
      let text = bytes.extracting(start..<start &+ scan.length)
      flaw = XMLBase64.decode(text, into: batch.scratch)
    }
    switch flaw {
    case .none:
      break
    case .unfinished:
      throw failure(.xml(.unfinishedBase64), at: tag)
    case .unexpected(let index):
      let offset = scan.needsDecoding ? tag : start + index
      throw failure(.xml(.invalidBase64(Self.found(bytes, at: offset))), at: offset)
    }
    batch.events.append(
      Event(
        .data, flags: .inScratch, at: tag, textAt: textStart,
        count: batch.scratch.count - textStart))
    return next
  }

  // MARK: References

  /// The window must contain the whole reference, including white space.
  private static var longestUID: Int { 4096 }

  @inline(__always)
  mutating func uid(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let p = Self.skipSpace(bytes, from: start)
    let difference = bytes.word(at: p) ^ XMLTagWord.keyOfUID.letters
    if difference != 0 {
      // The window may cut the key off: only the bytes before its end can differ.
      let known = UInt64(truncatingIfNeeded: max(input.end &- p, 0))
      guard known < 8, !input.isComplete, p &- start < Self.longestUID else { return start }
      return known == 0 || difference &<< (64 &- known &* 8) == 0 ? nil : start
    }
    return try possibleUID(bytes, at: tag, from: p, start, input, &batch)
  }

  @inline(never)
  private mutating func possibleUID(
    _ bytes: RawSpan, at tag: Int, from key: Int, _ start: Int, _ input: XMLInput,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    var p = key
    var text: [UInt8] = []
    for part in ["<key>CF$UID</key>", "<integer>", "</integer>", "</dict>"] {
      if part == "</integer>" {
        let digits = p
        while bytes.byte(at: p) != UInt8(ascii: "<"), p < input.end, p - digits < 64 { p += 1 }
        text = [UInt8](bytes.extracting(digits..<p))
      } else {
        p = Self.skipSpace(bytes, from: p)
      }
      guard p - start < Self.longestUID else { return start }
      switch Self.begins(with: part, bytes, at: p, input) {
      case .yes: p += part.utf8.count
      case .no: return start
      case .maybe: return nil
      }
    }
    guard case .value(let number) = XMLNumber.integer(text), !number.hasPrefix("-") else {
      return start
    }
    batch.append(.uid, text: number, flags: [.isASCII, .needsNoJSONEscape], at: tag)
    return p
  }
}
