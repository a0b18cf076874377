internal import DecantCore

/// Detection of repeated keys, which are compared by value.
///
/// The *identity* of a string is its text. For any other key, it is a zero byte, the kind, and one canonical text per
/// value: `1` and `0x1` are the same key, `1` and `"1"` are not.
extension YAMLComposer {
  struct OpenKey {
    let depth: Int
    let offset: Int
    let start: Int
    /// Nil if a node inside the key has redefined the anchor.
    var anchor: [UInt8]?
    /// Whether it begins as `{{` does.
    var isInBraces = false
  }

  // The second byte of an identity. All but `ofString` exceed every `Event.Kind`, and are ASCII: paths decode them.
  /// For a string that begins with a zero byte.
  private static var ofString: UInt8 { 0 }
  private static var ofCollection: UInt8 { 0x7F }
  private static var ofMerge: UInt8 { 0x7E }
  /// For the text of a key in formats that have only string keys.
  private static var likeString: UInt8 { 0x7D }

  @inline(__always)
  mutating func takeLikelyKey(
    _ text: RawSpan, _ flags: inout Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !frames[frames.count &- 1].hasNonStringKeys, let key = keys.recordPredicted(text) else {
      return false
    }
    flags.formUnion(key.flags)
    if key.isDuplicate { try noteDuplicate(String(utf8: text), &flags, at: position, batch) }
    return true
  }

  /// Records a string key that was not predicted; returns its flags, or nil if `take` must handle it.
  ///
  /// Precondition: the text is in the window, and the mapping has only string keys.
  @inline(never)
  mutating func recordNewKey(_ text: RawSpan, after place: MappingKeys.Place) -> Event.Flags? {
    guard !YAMLImplicit.isMergeKey(text) else { return nil }
    let flags = text.scanned.union(.isKey)
    keys.resume(at: place)
    do throws(DecantError) {
      guard try keys.record(text, flags: flags) else { return flags }
      return options.duplicateKeys == .error ? nil : flags.union(.isDuplicateKey)
    } catch {
      return nil
    }
  }

  @inline(never)
  mutating func takeStringKey(
    _ text: RawSpan, of token: YAMLToken, _ flags: inout Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    flags.formUnion(text.scanned)
    if try takeNewKey(text, of: token, &flags) {
      try noteDuplicate(String(utf8: text), &flags, at: Int(token.position), batch)
    } else if frames[frames.count &- 1].hasNonStringKeys {
      let likeness = [0, Self.likeString] + [UInt8](text)
      if likeness.withBytes({ keys.contains($0) }) { flags.insert(.isAmbiguousKey) }
    }
  }

  @inline(never)
  private func noteDuplicate(
    _ key: String, _ flags: inout Event.Flags, at position: Int, _ batch: borrowing EventBatch
  ) throws(DecantError) {
    flags.insert(.isDuplicateKey)
    try refuseDuplicate(key, at: batch.origin + position)
  }

  mutating func takeMergeKey(
    _ flags: Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags.union([.isMergeKey, .isASCII, .needsNoJSONEscape])
    if try record([0, Self.ofMerge]) { try noteDuplicate("<<", &flags, at: position, batch) }
    batch.append(.string, text: "<<", flags: flags, style: .plain, at: position)
  }

  private mutating func takeNewKey(
    _ text: RawSpan, of token: YAMLToken, _ flags: inout Event.Flags
  ) throws(DecantError) -> Bool {
    if text.byteCount > 0, text.byte(at: 0) == 0 {
      return try record([0, Self.ofString] + [UInt8](text))
    }
    if YAMLImplicit.isMergeKey(text) {
      // In quotes or with a tag it is a string, and never predicted, because the merge key has the same text.
      guard token.style == .plain, tag == nil else {
        return try keys.record(text, flags: [])
      }
      flags.insert(.isMergeKey)
      return try record([0, Self.ofMerge])
    }
    return try keys.record(text, flags: flags)
  }

  private mutating func record(_ identity: [UInt8]) throws(DecantError) -> Bool {
    try identity.withBytes { (key) throws(DecantError) in try keys.record(key, flags: []) }
  }

  @inline(never)
  mutating func takeOtherKey(_ batch: inout EventBatch) throws(DecantError) {
    let last = batch.count - 1
    let event = batch.events[last]
    // Also stores the text: a later string key may have the same one.
    let text = event.kind.word.map { Array($0.utf8) } ?? batch.withText(of: event) { [UInt8]($0) }
    let likeness = [0, Self.likeString] + text
    frames[frames.count - 1].hasNonStringKeys = true
    if text.withBytes({ keys.contains($0) }) || likeness.withBytes({ keys.contains($0) }) {
      batch.events[last].flags.insert(.isAmbiguousKey)
    }
    _ = try record(likeness)
    try takeKey(known: Self.identity(of: batch.events[last], batch), at: last, &batch)
  }

  mutating func takeKey(
    known identity: [UInt8], at index: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard try record(identity) else { return }
    batch.events[index].flags.insert(.isDuplicateKey)
    let event = batch.events[index]
    try refuseDuplicate(batch.word(of: event), at: batch.offset(of: event))
  }

  @inline(never)
  private func refuseDuplicate(_ key: String, at offset: Int) throws(DecantError) {
    guard options.duplicateKeys == .error else { return }
    throw failure(.duplicateKey(key), at: offset)
  }

  // MARK: Identities

  static func identity(of event: Event, _ batch: borrowing EventBatch) -> [UInt8] {
    let text = batch.withText(of: event) { event.valueText($0) }
    if event.kind == .string { return text.first == 0 ? [0, ofString] + text : text }
    return [0, event.kind.rawValue] + text
  }

  @inline(never)
  mutating func beginOpenKey(at offset: Int) {
    openKeys.append(
      OpenKey(
        depth: frames.count, offset: offset, start: keyIdentity.count,
        anchor: anchor))
  }

  @inline(never)
  mutating func identify(_ event: Event, _ batch: borrowing EventBatch) {
    guard event.depthChange == 0 else { return keyIdentity.append(event.kind.rawValue) }
    identify(Self.identity(of: event, batch))
  }

  mutating func identify(_ identity: [UInt8]) {
    guard !identity.starts(with: [0, Self.ofCollection]) else {
      keyIdentity += identity.dropFirst(2)
      return
    }
    keyIdentity.append(Event.Kind.string.rawValue)
    for shift in [24, 16, 8, 0] {
      keyIdentity.append(UInt8(truncatingIfNeeded: identity.count >> shift))
    }
    keyIdentity += identity
  }

  /// Refuses a repeated collection in any case: its first event, which would carry the flag, may have been emitted.
  @inline(never)
  mutating func endOpenKey(at offset: Int) throws(DecantError) {
    keyIdentity.append(Event.Kind.endSequence.rawValue)
    guard let key = openKeys.last, key.depth == frames.count else { return }
    openKeys.removeLast()
    if key.isInBraces { braces = (key.offset - 1, offset + 1) }
    let identity = [0, Self.ofCollection] + keyIdentity[key.start...]
    if openKeys.isEmpty { keyIdentity.removeAll() }
    if let anchor = key.anchor { anchors[anchor] = identity }
    guard try record(identity) else { return }
    throw failure(.duplicateCollectionKey, at: key.offset)
  }

  static func shownKey(_ identity: String) -> String {
    let scalars = identity.unicodeScalars
    guard scalars.first == "\0" else { return identity }
    let kind = scalars.dropFirst().first.map { UInt8(clamping: $0.value) }
    if kind == ofMerge { return "<<" }
    if kind == ofCollection { return "" }
    let text = String(scalars.dropFirst(2))
    return text.isEmpty ? kind.flatMap { Event.Kind(rawValue: $0) }.map { "\($0)" } ?? "" : text
  }
}

extension EventBatch {
  fileprivate func word(of event: Event) -> String {
    switch event.kind {
    case .alias: "*" + string(of: event)
    default: event.kind.word ?? string(of: event)
    }
  }
}
