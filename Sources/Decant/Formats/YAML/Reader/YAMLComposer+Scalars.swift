/// Functions for each scalar are `mutating` and accept the batch as `inout`: otherwise, calls copy the reader.
extension YAMLComposer {
  mutating func takeSpecialText(
    _ text: RawSpan, _ flags: Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    if node.hasAnchor { appendAnchor(at: position, &batch) }
    if node.hasTag {
      try takeTaggedScalar(text, YAMLTag(node.tag), flags, at: position, &batch)
    } else {
      try takeBareScalar(text, flags, at: position, &batch)
    }
    if node.hasAnchor { nameScalar(batch) }
    if !openKeys.isEmpty { identify(batch.events[batch.count - 1], batch) }
  }

  @inline(__always)
  mutating func takeBareScalar(
    _ text: RawSpan, _ flags: Event.Flags, place: TextPlace = .elsewhere, at position: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    var style = node.style
    if style == .plain {
      style = plainStyle
      if YAMLResolver.mightResolve(text),
        try resolveScalar(of: text, flags, place: place, at: position, &batch)
      {
        return
      }
    }
    try takeString(text, flags, style: style, place: place, at: position, &batch)
  }

  enum TextPlace: Equatable {
    case elsewhere
    case window(Int)
    case scratch(Int)
  }

  @inline(never)
  private mutating func resolveScalar(
    of text: RawSpan, _ flags: Event.Flags, place: TextPlace, at position: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    // Frequent values first, without a `YAMLValue`, which may own a text.
    if schema != .failsafe {
      if YAMLResolver.beginsAsWord(text) {
        if let kind = YAMLResolver.plain(text) {
          try appendWord(kind, flags, at: position, &batch)
          return true
        }
      } else if let kind = YAMLNumber.plain(text) {
        try appendNumber(kind, text, flags, style: .plain, place: place, at: position, &batch)
        return true
      }
    }
    let value = YAMLResolver.resolve(text, in: schema)
    if case .string = value { return false }
    try append(value, of: text, flags, style: plainStyle, at: position, &batch)
    return true
  }

  @inline(__always)
  mutating func takeString(
    _ text: RawSpan, _ flags: Event.Flags, style: Event.Style, place: TextPlace = .elsewhere,
    at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags
    let start: Int
    switch place {
    case .elsewhere:
      try checkRoom(for: text, at: position, &batch)
      flags.insert(.inScratch)
      start = batch.scratch.count
    case .scratch(let offset):
      flags.insert(.inScratch)
      start = offset
    case .window(let offset): start = offset
    }
    if flags.contains(.isKey) {
      if try !takeLikelyKey(text, &flags, at: position, &batch) {
        try takeStringKey(text, &flags, at: position, &batch)
      }
      if place == .elsewhere { batch.scratch.append(next: text) }
    } else if place == .elsewhere {
      flags.formUnion(batch.scratch.append(scanning: text))
    } else {
      flags.formUnion(text.scanned)
    }
    batch.events.append(
      Event(
        .string, flags: flags, style: style, at: position, textAt: start,
        count: text.byteCount))
  }

  @inline(__always)
  private mutating func checkRoom(
    for text: RawSpan, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard text.byteCount < ByteStorage.limit - batch.scratch.count else {
      throw failure(.tooLong, at: batch.origin + position)
    }
  }

  @inline(__always)
  private mutating func appendWord(
    _ kind: Event.Kind, _ flags: Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    batch.append(kind, flags: flags, at: position)
    if flags.contains(.isKey) { try takeOtherKey(&batch) }
  }

  @inline(__always)
  private mutating func appendNumber(
    _ kind: Event.Kind, _ text: RawSpan, _ flags: Event.Flags, style: Event.Style,
    place: TextPlace = .elsewhere, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    if case .window(let offset) = place {
      batch.events.append(
        Event(
          kind, flags: flags.union(.plainASCII), style: style, at: position, textAt: offset,
          count: text.byteCount))
      if flags.contains(.isKey) { try takeOtherKey(&batch) }
      return
    }
    try checkRoom(for: text, at: position, &batch)
    let start = batch.scratch.count
    batch.scratch.append(next: text)
    batch.events.append(
      Event(
        kind, flags: flags.union(.plainASCII).union(.inScratch), style: style, at: position,
        textAt: start, count: text.byteCount))
    if flags.contains(.isKey) { try takeOtherKey(&batch) }
  }

  /// Keeps the notation of a number only with the style `.plain`.
  @inline(never)
  private mutating func append(
    _ value: YAMLValue, of text: RawSpan, _ flags: Event.Flags, style: Event.Style,
    at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    try checkRoom(for: text, at: position, &batch)
    switch value {
    case .string:
      return try takeString(text, flags, style: style, at: position, &batch)
    case .integer:
      return try appendNumber(.integer, text, flags, style: style, at: position, &batch)
    case .real where options.readsTaggedForms && options.numberNotation == .json:
      guard let lexeme = DecimalLexeme([UInt8](text)[...])?.beforeYAML else { fallthrough }
      return try lexeme.withBytes { (text) throws(DecantError) in
        try appendNumber(.real, text, flags, style: style, at: position, &batch)
      }
    case .real:
      return try appendNumber(.real, text, flags, style: style, at: position, &batch)
    case .respelled(let kind, _)
    where options.numberNotation == .asWritten
      && (style == .plain || YAMLNumber.isCommon(text, as: kind)):
      batch.append(kind, text: text, flags: flags.union(.isASCII), style: style, at: position)
    case .null: return try appendWord(.null, flags, at: position, &batch)
    case .true: return try appendWord(.true, flags, at: position, &batch)
    case .false: return try appendWord(.false, flags, at: position, &batch)
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
    if flags.contains(.isKey) { try takeOtherKey(&batch) }
  }

  // MARK: Tags

  private mutating func takeTaggedScalar(
    _ text: RawSpan, _ tag: YAMLTag, _ flags: Event.Flags, at position: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    switch tag {
    case .merge where flags.contains(.isKey) && YAMLImplicit.isMergeKey(text):
      return try takeMergeKey(flags, at: position, &batch)
    case .merge:
      YAMLTag.mergeText.withBytes { batch.append(.tag, text: $0, at: position) }
    case .other(let tag):
      tag.withBytes { batch.append(.tag, text: $0, at: position) }
    default: break
    }
    guard let value = tag.value(of: text, in: schema) else {
      let shown = String(utf8: text.extracting(0..<min(text.byteCount, 256)))
      throw failure(.yaml(.mismatchedTag(tag.words, text: shown)), at: batch.origin + position)
    }
    try append(
      value, of: text, flags, style: style(of: value, text, tag), at: position, &batch)
  }

  /// Returns `.plain` only if the value is the same without the tag: tags of YAML's own types are not emitted.
  private func style(of value: YAMLValue, _ text: RawSpan, _ tag: YAMLTag) -> Event.Style {
    let style = node.style
    guard style == .plain else { return style }
    switch (tag, value) {
    case (.other, _), (.merge, _): return plainStyle
    case (.integer, _), (.real, _):
      return YAMLNumber.isNumberInBoth(text, as: value) ? plainStyle : .any
    default: return .any
    }
  }
}

extension YAMLTag {
  fileprivate func value(of text: RawSpan, in schema: YAMLSchema) -> YAMLValue? {
    switch self {
    case .string, .nonSpecific, .merge, .other:
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

  private static func number(_ text: RawSpan, in schema: YAMLSchema) -> YAMLValue? {
    guard text.byteCount > 0 else { return nil }
    return schema == .yaml11
      ? YAMLNumber.old(text) ?? YAMLNumber.core(text)
      : YAMLNumber.core(text) ?? YAMLNumber.old(text)
  }

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
    case .merge: "!!merge"
    case .nonSpecific: "!"
    case .other(let text): String(decoding: text, as: UTF8.self)
    }
  }
}
