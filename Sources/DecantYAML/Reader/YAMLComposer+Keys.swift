internal import DecantCore

/// Repeated keys: what `TypedKeys` does not know of YAML are merge keys, and anchors of keys.
///
///     <<: *a      a merge key, unless it is in quotes or has a tag
///     ? &k [x]    an alias of `k` as a key repeats this one
extension YAMLComposer {
  @inline(__always)
  mutating func takeLikelyKey(
    _ text: RawSpan, _ flags: inout Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !keys.texts.hasOtherKeys, let key = keys.texts.recordPredicted(text) else {
      return false
    }
    flags.formUnion(key.flags)
    if key.isDuplicate { try refuseDuplicate(String(utf8: text), at: batch.origin + position) }
    return true
  }

  /// Records a string key that was not predicted; returns its flags, or nil if `take` must handle it.
  ///
  /// Precondition: the text is in the window, and the mapping has only string keys.
  @inline(never)
  mutating func recordNewKey(_ text: RawSpan, after cursor: MappingKeys.Cursor) -> Event.Flags? {
    guard !YAMLImplicit.isMergeKey(text) else { return nil }
    let flags = text.scanned.union(.isKey)
    keys.texts.resume(at: cursor)
    do throws(DecantError) {
      guard try keys.texts.record(text, flags: flags) else { return flags }
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
    if !YAMLImplicit.isMergeKey(text) {
      try keys.record(string: text, &flags)
    } else if token.style == .plain, tag == nil {
      flags.insert(.isMergeKey)
      if try keys.recordMerge() { flags.insert(.isDuplicateKey) }
    } else {
      // Never predicted, because the merge key has the same text.
      var known: Event.Flags = []
      try keys.record(string: text, &known)
      flags.formUnion(known)
    }
    guard flags.contains(.isDuplicateKey) else { return }
    try refuseDuplicate(String(utf8: text), at: batch.origin + Int(token.position))
  }

  mutating func takeMergeKey(
    _ flags: Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags.union([.isMergeKey, .isASCII, .needsNoJSONEscape])
    if try keys.recordMerge() {
      flags.insert(.isDuplicateKey)
      try refuseDuplicate("<<", at: batch.origin + position)
    }
    batch.append(.string, text: "<<", flags: flags, style: .plain, at: position)
  }

  @inline(never)
  mutating func takeOtherKey(_ batch: inout EventBatch) throws(DecantError) {
    guard try !keys.recordLast(of: &batch, options.duplicateKeys) else { return }
    let event = batch[batch.count - 1]
    try refuseDuplicate(batch.shownKey(event), at: batch.offset(of: event))
  }

  /// Takes the last event, an alias of a node with a known identity, as a key.
  mutating func takeKey(known identity: [UInt8], _ batch: inout EventBatch) throws(DecantError) {
    guard try keys.record(identity) else { return }
    let last = batch.count - 1
    batch.events[last].flags.insert(.isDuplicateKey)
    try refuseDuplicate(batch.shownKey(batch[last]), at: batch.offset(of: batch[last]))
  }

  @inline(never)
  private func refuseDuplicate(_ key: String, at offset: Int) throws(DecantError) {
    guard options.duplicateKeys == .error else { return }
    throw failure(.duplicateKey(key), at: offset)
  }

  @inline(never)
  mutating func endOpenKey(at offset: Int) throws(DecantError) {
    guard let (key, identity, isKnown) = try keys.endCollection(depth: frames.count) else {
      return
    }
    if bracedKeys.last == key.offset {
      bracedKeys.removeLast()
      braces = (key.offset - 1, offset + 1)
    }
    if let anchor = key.anchor { anchors[anchor] = identity }
    if isKnown { throw failure(.duplicateCollectionKey, at: key.offset) }
  }
}
