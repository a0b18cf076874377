internal import DecantCore

/// Tags with attributes, spaces or unusual names, and misplaced tags: the usual ones never come here.
extension XMLReader {
  @inline(never)
  mutating func parseUnusualMarkup(
    _ bytes: RawSpan, at p: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard p + 1 < input.end else {
      guard !input.isComplete else { throw failure(.xml(.unterminated(.tag)), at: p) }
      return nil
    }
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      return try openMarkup(bytes, at: p, input)
    default:
      break
    }
    guard let tag = try tag(bytes, at: p, input) else { return nil }
    let name = bytes.extracting(tag.name)
    if state == .epilogue { throw failure(.xml(.trailing(.scalar("<"))), at: p) }
    if tag.isEnd { return try endTag(tag, bytes, at: p, &batch) }
    guard let element = XMLElement(name) else {
      let name = Self.displayText(name)
      throw failure(
        .xml(.unknownElement(name, suggestion: XMLElement.nearest(to: name))), at: p)
    }
    return try startTag(tag, of: element, bytes, at: p, input, &batch)
  }

  private mutating func startTag(
    _ tag: Tag, of element: XMLElement, _ bytes: RawSpan, at p: Int, _ input: XMLInput,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    switch (element, state) {
    case (.plist, .prologue):
      guard !tag.isEmpty else { throw failure(.xml(.emptyPropertyList), at: p) }
      propertyListStart = origin + p
      state = .plist
      return tag.end
    case (.plist, _):
      throw failure(.xml(.misplaced(element.rawValue)), at: p)
    case (.key, .key):
      return try parseUnusualKey(tag, bytes, at: p, input, &batch)
    case (.key, .value):
      throw failure(.xml(.missingValue(key: keys.lastKey)), at: p)
    case (_, .afterValue):
      throw failure(.xml(.secondValue(element.rawValue)), at: p)
    case (.key, _):
      throw failure(.xml(.misplaced(element.rawValue)), at: p)
    case (_, .key):
      throw failure(.xml(.missingKey(found: element.rawValue)), at: p)
    case (_, .prologue), (_, .plist):
      if !hasBegunDocument { batch.append(.beginDocument, at: p) }
      state = .root
      return p
    default:
      return try value(tag, of: element, bytes, at: p, input, &batch)
    }
  }

  private mutating func value(
    _ tag: Tag, of element: XMLElement, _ bytes: RawSpan, at p: Int, _ input: XMLInput,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    var end: Int? = tag.end
    switch element {
    case .dict where !tag.isEmpty:
      guard let next = try uid(bytes, at: p, textAt: tag.end, input, &batch) else { return nil }
      guard next == tag.end else {
        end = next
        break
      }
      try beginMapping(at: p, &batch)
      state = .key
      return tag.end
    case .array where !tag.isEmpty:
      try push(isMapping: false, at: p)
      batch.append(.beginSequence, at: p)
      state = .element
      return tag.end
    case .dict:
      try beginMapping(at: p, &batch)
      batch.append(.endMapping, at: p)
      keys.endMapping()
      frames.removeLast()
    case .array:
      try push(isMapping: false, at: p)
      batch.append(.beginSequence, at: p)
      batch.append(.endSequence, at: p)
      frames.removeLast()
    case .string, .data:
      if tag.isEmpty {
        let kind: Event.Kind = element == .string ? .string : .data
        let flags: Event.Flags = element == .string ? [.isASCII, .needsNoJSONEscape] : []
        batch.events.append(Event(kind, flags: flags, at: p, textAt: tag.end, count: 0))
      } else if element == .string {
        end = try longString(bytes, at: p, textAt: tag.end, .string, [], input, &batch)
      } else {
        end = try data(bytes, at: p, textAt: tag.end, input, &batch)
      }
    case .true, .false:
      if !tag.isEmpty {
        end = try emptyElement(element, bytes, at: p, textAt: tag.end, input)
        if end == nil { return nil }
      }
      batch.append(element == .true ? .true : .false, at: p)
    case .integer, .real, .date:
      guard !tag.isEmpty else {
        throw failure(.xml(.invalidText("", of: element.rawValue)), at: p)
      }
      end = try parseUnusualScalar(element, bytes, at: p, textAt: tag.end, input, &batch)
    case .plist, .key:
      break
    }
    if end != nil {
      state = stateAfterValue
      if state == .element { frames[frames.count - 1].index += 1 }
    }
    return end
  }

  private mutating func parseUnusualKey(
    _ tag: Tag, _ bytes: RawSpan, at p: Int, _ input: XMLInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    var end: Int? = tag.end
    if tag.isEmpty {
      batch.events.append(
        Event(
          .string, flags: [.isKey, .isASCII, .needsNoJSONEscape], at: p, textAt: tag.end, count: 0))
    } else {
      end = try longString(bytes, at: p, textAt: tag.end, .key, .isKey, input, &batch)
    }
    guard let end else { return nil }
    try enterKey(at: p, &batch)
    state = .value
    return end
  }

  private mutating func emptyElement(
    _ element: XMLElement, _ bytes: RawSpan, at p: Int, textAt start: Int, _ input: XMLInput
  ) throws(DecantError) -> Int? {
    guard let scan = try scanText(bytes, at: p, textAt: start, element, input) else { return nil }
    guard scan.length == 0 else { throw failure(.xml(.notEmpty(element.rawValue)), at: p) }
    return try endTag(bytes, at: start, of: element, scan, input)
  }

  private mutating func endTag(
    _ tag: Tag, _ bytes: RawSpan, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int {
    let name = bytes.extracting(tag.name)
    let element = XMLElement(name)
    switch (element, state) {
    case (.dict, .key):
      batch.append(.endMapping, at: p)
      keys.endMapping()
    case (.array, .element):
      batch.append(.endSequence, at: p)
    case (.plist, .afterValue):
      state = .epilogue
      return tag.end
    case (.plist, .plist):
      throw failure(.xml(.emptyPropertyList), at: p)
    case (.dict, .value):
      throw failure(.xml(.missingValue(key: keys.lastKey)), at: p)
    default:
      throw failure(
        .xml(.mismatchedEnd(found: Self.displayText(name), of: openElement?.rawValue)), at: p)
    }
    frames.removeLast()
    state = stateAfterValue
    if state == .element { frames[frames.count - 1].index += 1 }
    return tag.end
  }
}
