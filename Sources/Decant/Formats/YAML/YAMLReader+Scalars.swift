/// Scalars, and the types that their tags give them.
extension YAMLReader {
  @inline(__always)
  mutating func takeScalar(
    _ step: LibYAMLParser.Step, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let flags = beginNode()
    if step.hasAnchor { appendAnchor(at: position, &batch) }
    var tag: YAMLTag?
    if step.hasTag {
      let explicit = YAMLTag(parser.tag)
      if case .other(let text) = explicit {
        text.withBytes { batch.append(.tag, text: $0, at: position) }
      }
      tag = explicit
    }
    let start = batch.scratch.count
    let textFlags = try parser.withValue { (value) throws(DecantError) in
      guard value.byteCount < ByteStorage.limit - start else {
        throw failure(.tooLong, step, at: batch.origin + position)
      }
      return batch.scratch.append(scanning: value)
    }
    let count = batch.scratch.count &- start
    let value: YAMLValue
    if let tag {
      value = try explicitValue(tag, step, textAt: start, count, at: position, &batch)
    } else if step.style == .plain {
      value = batch.scratch.withBytes {
        YAMLResolver.resolve($0.extracting(start..<start &+ count), in: options.yamlSchema)
      }
    } else {
      value = .string
    }
    if case .string = value {
      try appendString(
        step, flags.union(textFlags), textAt: start, count, at: position, &batch)
    } else {
      append(value, step, flags, textAt: start, count, at: position, &batch)
      if flags.contains(.isKey) { try takeOtherKey(step, &batch) }
    }
    if step.hasAnchor { nameScalar(step, batch) }
    if !openKeys.isEmpty { identify(batch.events[batch.count - 1], batch) }
  }

  /// Appends a string whose text is the last of the scratch bytes.
  @inline(__always)
  private mutating func appendString(
    _ step: LibYAMLParser.Step, _ flags: Event.Flags, textAt start: Int, _ count: Int,
    at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags.union(.inScratch)
    if flags.contains(.isKey) {
      try takeStringKey(step, &flags, textAt: start, count, at: position, batch)
    }
    batch.events.append(
      Event(.string, flags: flags, style: step.style, at: position, textAt: start, count: count))
  }

  /// Appends a scalar that is no string, and whose text, as written, is the last of the scratch bytes.
  @inline(never)
  private func append(
    _ value: YAMLValue, _ step: LibYAMLParser.Step, _ flags: Event.Flags, textAt start: Int,
    _ count: Int, at position: Int, _ batch: inout EventBatch
  ) {
    let style = step.style
    func number(_ kind: Event.Kind, _ textFlags: Event.Flags) {
      batch.events.append(
        Event(
          kind, flags: flags.union(.inScratch).union(textFlags), style: style,
          at: position, textAt: start, count: count))
    }
    switch value {
    case .integer:
      return number(.integer, .plainASCII)
    case .real:
      return number(.real, .plainASCII)
    case .respelled(let kind, _) where options.numberNotation == .asWritten:
      let text = start..<start + count
      if batch.scratch.withBytes({ YAMLNumber.isCommon($0.extracting(text), as: kind) }) {
        return number(kind, .isASCII)
      }
    default:
      break
    }
    batch.scratch.truncate(to: start)
    switch value {
    case .string, .integer, .real: break
    case .null: batch.append(.null, flags: flags, style: style, at: position)
    case .true: batch.append(.true, flags: flags, style: style, at: position)
    case .false: batch.append(.false, flags: flags, style: style, at: position)
    case .respelled(let kind, let text):
      text.withBytes {
        batch.append(
          kind, text: $0, flags: flags.union(.plainASCII), style: style, at: position)
      }
    case .nonFinite(let text):
      let flags = flags.union(.plainASCII).union(.isNonFinite)
      batch.append(.real, text: text, flags: flags, style: style, at: position)
    case .date(let text):
      batch.append(
        .date, text: text, flags: flags.union(.plainASCII), style: style, at: position)
    case .data(let bytes):
      bytes.withBytes { batch.append(.data, text: $0, flags: flags, style: style, at: position) }
    }
  }

  // MARK: Tags

  /// What a scalar is by its tag.
  @inline(never)
  private func explicitValue(
    _ tag: YAMLTag, _ step: LibYAMLParser.Step, textAt start: Int, _ count: Int, at position: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) -> YAMLValue {
    let value = batch.scratch.withBytes {
      tag.value(of: $0.extracting(start..<start + count), in: options.yamlSchema)
    }
    if let value { return value }
    let shown = batch.scratch.withBytes {
      String(utf8: $0.extracting(start..<start + min(count, 256)))
    }
    throw failure(
      .yaml(.mismatchedTag(tag.words, text: shown)), step, at: batch.origin + position)
  }
}

extension YAMLTag {
  /// What a scalar with this tag is; nil if it cannot have it.
  fileprivate func value(of text: RawSpan, in schema: YAMLSchema) -> YAMLValue? {
    switch self {
    case .string, .nonSpecific, .other:
      return .string
    case .null:
      if case .null? = YAMLResolver.word(text) { return .null }
      return nil
    case .boolean:
      switch YAMLResolver.word(text) ?? YAMLResolver.oldWord(text) {
      case .true?: return .true
      case .false?: return .false
      default: return nil
      }
    case .integer:
      let number = Self.number(text, in: schema)
      switch number {
      case .integer?, .respelled(.integer, _)?: return number
      default: return nil
      }
    case .real:
      switch YAMLResolver.word(text) ?? Self.number(text, in: schema) {
      case .integer?: return .respelled(.real, [UInt8](text) + Array(".0".utf8))
      case .respelled(.integer, let digits)?: return .respelled(.real, digits + Array(".0".utf8))
      case .real?: return .real
      case .respelled(.real, let digits)?: return .respelled(.real, digits)
      case .nonFinite(let word)?: return .nonFinite(word)
      default: return nil
      }
    case .data:
      let letters = [UInt8](text).filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return letters.withBytes { Base64.decode($0) }.map { .data($0) }
    case .date:
      return YAMLTimestamp.text(text).map { .date($0) }
    case .sequence, .mapping:
      return nil
    }
  }

  /// A number by the rules of the schema, else by those of the other one.
  private static func number(_ text: RawSpan, in schema: YAMLSchema) -> YAMLValue? {
    guard text.byteCount > 0 else { return nil }
    return schema == .yaml11
      ? YAMLNumber.old(text) ?? YAMLNumber.core(text)
      : YAMLNumber.core(text) ?? YAMLNumber.old(text)
  }

  /// The tag as people write it.
  var words: String {
    switch self {
    case .string: "!!str"
    case .null: "!!null"
    case .boolean: "!!bool"
    case .integer: "!!int"
    case .real: "!!float"
    case .data: "!!binary"
    case .date: "!!timestamp"
    case .sequence: "!!seq"
    case .mapping: "!!map"
    case .nonSpecific: "!"
    case .other(let text): String(decoding: text, as: UTF8.self)
    }
  }
}
