internal import DecantCore

/// Functions for each scalar are `mutating` and accept the batch as `inout`: otherwise, calls copy the reader.
extension YAMLComposer {
  @inline(__always)
  mutating func takeScalar(
    _ token: YAMLToken, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    let flags = beginNode()
    if token.isInScratch || anchor != nil || tag != nil || keys.isInKey {
      try takeUnusual(token, flags, bytes, &batch)
    } else {
      try takeBareScalar(bytes.extracting(token.text), of: token, flags, &batch)
    }
  }

  /// Appends a scalar with an anchor or a tag, inside a key, or with its text in the scratch bytes.
  @inline(never)
  private mutating func takeUnusual(
    _ token: YAMLToken, _ flags: Event.Flags, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard token.isInScratch else {
      return try takeSpecialText(bytes.extracting(token.text), of: token, flags, &batch)
    }
    let scratch = batch.scratch
    guard token.style == .plain || anchor != nil || tag != nil || keys.isInKey else {
      return try scratch.withBytes { (bytes) throws(DecantError) in
        try takeString(
          bytes.extracting(token.text), of: token, flags, style: token.style, &batch)
      }
    }
    // Copied, because appending to the scratch bytes may move them.
    let text = scratch.withBytes { [UInt8]($0.extracting(token.text)) }
    try text.withBytes { (text) throws(DecantError) in
      try takeSpecialText(text, of: token, flags, &batch)
    }
  }

  private mutating func takeSpecialText(
    _ text: RawSpan, of token: YAMLToken, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    if let anchor { appendAnchor(anchor, at: Int(token.position), &batch) }
    if let tag {
      try takeTaggedScalar(text, of: token, YAMLTag(tag), flags, &batch)
    } else {
      try takeBareScalar(text, of: token, flags, &batch)
    }
    if let anchor { anchors[anchor] = batch.identity(of: batch[batch.count - 1]) }
    if keys.isInKey { keys.identifyLast(of: batch) }
    clearNode()
  }

  @inline(__always)
  private mutating func takeBareScalar(
    _ text: RawSpan, of token: YAMLToken, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    let isPlain = token.style == .plain
    var flags = flags
    if isPlain, YAMLResolver.mightResolve(text),
      try resolveScalar(text, of: token, &flags, &batch)
    {
      return
    }
    try takeString(text, of: token, flags, style: isPlain ? plainStyle : token.style, &batch)
  }

  @inline(never)
  private mutating func resolveScalar(
    _ text: RawSpan, of token: YAMLToken, _ flags: inout Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    // Frequent values first, without a `YAMLValue`, which may own a text.
    if schema != .failsafe {
      if YAMLResolver.beginsAsWord(text) {
        if let kind = YAMLResolver.plain(text) {
          batch.append(kind, flags: flags, at: Int(token.position))
          if flags.contains(.isKey) { try takeOtherKey(&batch) }
          return true
        }
      } else if let kind = YAMLNumber.plain(text) {
        append(kind, of: token, flags.union(.plainASCII), style: .plain, &batch)
        if flags.contains(.isKey) { try takeOtherKey(&batch) }
        return true
      }
    }
    if options.needs.contains(.olderValues), ownOptions.schema == nil, schema == .core,
      !keys.isInKey,
      !flags.contains(.isKey), YAMLResolver.isOlderValue(text)
    {
      if let report = options.reportLoss {
        report(.olderValue) { path }
      } else {
        flags.insert(.isOlderValue)
      }
    }
    let value = YAMLResolver.resolve(text, in: schema)
    if case .string = value { return false }
    try append(value, text, of: token, flags, style: plainStyle, &batch)
    return true
  }

  @inline(__always)
  private mutating func takeString(
    _ text: RawSpan, of token: YAMLToken, _ flags: Event.Flags, style: Event.Style,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags
    if !flags.contains(.isKey) {
      flags.formUnion(text.scanned)
    } else if try !takeLikelyKey(text, &flags, at: Int(token.position), &batch) {
      try takeStringKey(text, of: token, &flags, &batch)
    }
    append(.string, of: token, flags, style: style, &batch)
  }

  /// Appends an event with the text of the token.
  @inline(__always)
  private func append(
    _ kind: Event.Kind, of token: YAMLToken, _ flags: Event.Flags, style: Event.Style,
    _ batch: inout EventBatch
  ) {
    batch.events.append(
      Event(
        kind, flags: token.isInScratch ? flags.union(.inScratch) : flags, style: style,
        at: Int(token.position), textAt: token.text.lowerBound, count: token.text.count))
  }

  /// Keeps the notation of a number only with the style `.plain`.
  @inline(never)
  private mutating func append(
    _ value: YAMLValue, _ text: RawSpan, of token: YAMLToken, _ flags: Event.Flags,
    style: Event.Style, _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(token.position)
    guard text.byteCount < ByteStorage.limit - batch.scratch.count else {
      throw failure(.tooLong, at: batch.origin + position)
    }
    let plainASCII = flags.union(.plainASCII)
    switch value {
    case .string:
      return try takeString(text, of: token, flags, style: style, &batch)
    case .word(let kind): batch.append(kind, flags: flags, at: position)
    case .number(let kind):
      if kind == .real, options.readsTaggedForms, !options.needs.contains(.numberNotation),
        let lexeme = DecimalLexeme([UInt8](text)[...])?.beforeYAML
      {
        lexeme.withBytes {
          batch.append(.real, text: $0, flags: plainASCII, style: style, at: position)
        }
      } else {
        append(kind, of: token, plainASCII, style: style, &batch)
      }
    case .respelled(let kind, _)
    where options.needs.contains(.numberNotation)
      && (style == .plain || YAMLNumber.isCommon(text, as: kind)):
      append(kind, of: token, flags.union(.isASCII), style: style, &batch)
    case .respelled(let kind, let text):
      text.withBytes {
        batch.append(kind, text: $0, flags: plainASCII, style: style, at: position)
      }
    case .nonFinite(let text):
      batch.append(
        .real, text: text, flags: plainASCII.union(.isNonFinite), style: style, at: position)
    case .date(let date):
      let flags = flags.union(.ofDate(text))
      if flags.contains(.hadOffset) { options.reportLoss?(.dateOffset) { path } }
      batch.append(.date, text: date, flags: flags, style: style, at: position)
    case .data(let bytes):
      bytes.withBytes { batch.append(.data, text: $0, flags: flags, style: style, at: position) }
    }
    if flags.contains(.isKey) { try takeOtherKey(&batch) }
  }

  // MARK: Tags

  private mutating func takeTaggedScalar(
    _ text: RawSpan, of token: YAMLToken, _ tag: YAMLTag, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(token.position)
    switch tag {
    case .core(.merge) where flags.contains(.isKey) && YAMLImplicit.isMergeKey(text):
      return try takeMergeKey(flags, at: position, &batch)
    case .other(let name) where options.readsTaggedForms && LocalTime.Kind(tag: name) != nil:
      guard LocalTime(String(utf8: text))?.kind == LocalTime.Kind(tag: name) else {
        throw mismatch(tag, text, at: batch.origin + position)
      }
      append(.localTime, of: token, flags.union(.plainASCII), style: .any, &batch)
      if flags.contains(.isKey) { try takeOtherKey(&batch) }
      return
    case .core(.merge), .other: batch.append(.tag, text: tag.text, at: position)
    default: break
    }
    guard let value = tag.value(of: text, in: schema) else {
      throw mismatch(tag, text, at: batch.origin + position)
    }
    let style = token.style == .plain ? style(of: value, text, tag) : token.style
    try append(value, text, of: token, flags, style: style, &batch)
  }

  @inline(never)
  private func mismatch(_ tag: YAMLTag, _ text: RawSpan, at offset: Int) -> DecantError {
    let shown = String(utf8: text.extracting(0..<min(text.byteCount, 256)))
    return failure(.yaml(.mismatchedTag(tag.text, text: shown)), at: offset)
  }

  /// Returns the style of a plain scalar, which is `.plain` only if its value is the same without the tag: tags of YAML's
  /// own types are not emitted.
  private func style(of value: YAMLValue, _ text: RawSpan, _ tag: YAMLTag) -> Event.Style {
    let isImplied =
      switch tag {
      case .other, .core(.merge): true
      case .core(.integer), .core(.real): YAMLNumber.isNumberInBoth(text, as: value)
      default: false
      }
    return isImplied ? plainStyle : .any
  }
}

extension YAMLTag {
  fileprivate func value(of text: RawSpan, in schema: YAMLSchema) -> YAMLValue? {
    guard case .core(let type) = self else { return .string }
    switch type {
    case .string, .merge:
      return .string
    case .null:
      return YAMLResolver.plain(text) == .null ? .word(.null) : nil
    case .boolean:
      guard case .word(let kind)? = YAMLResolver.word(text) ?? YAMLResolver.oldWord(text),
        kind != .null
      else { return nil }
      return .word(kind)
    case .integer:
      let number = Self.number(text, in: schema)
      return number?.numberKind == .integer ? number : nil
    case .real:
      switch YAMLResolver.word(text) ?? Self.number(text, in: schema) {
      case .number(.integer)?: return .respelled(.real, [UInt8](text) + ".0".utf8)
      case .respelled(.integer, let digits)?: return .respelled(.real, digits + ".0".utf8)
      case .word?: return nil
      case let number: return number
      }
    case .data:
      let letters = [UInt8](text).filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return letters.withBytes { Base64.decode($0) }.map { .data($0) }
    case .date:
      return YAMLTimestamp.tagged(text).map { .date($0) }
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
}
