/// Repeated keys, compared by their meaning.
///
/// A string is known by its text, any other key by a zero byte, its kind, and its text in one spelling
/// for each value: `1` and `0x1` are one key, `1` and `"1"` are two. A string that begins with a zero
/// byte gets two more in front.
extension YAMLReader {
  /// A key that is a collection and has not ended.
  struct OpenKey {
    /// How many collections are around it.
    let depth: Int
    /// The place of its first event.
    let mark: LibYAMLParser.Mark
    let offset: Int
    /// Where in `keyIdentity` it begins.
    let start: Int
    /// Its anchor, unless a node in it has the same.
    var anchor: [UInt8]?
  }

  // All but the first are above the kinds of events, and ASCII, for a path to tell them.
  /// What follows the zero byte in front of a string's text.
  private static var ofString: UInt8 { 0 }
  /// What follows the zero byte of a collection, and of a merge key.
  private static var ofCollection: UInt8 { 0x7F }
  private static var ofMerge: UInt8 { 0x7E }
  /// What follows the zero byte of the text that a key has where it must be a string.
  private static var likeString: UInt8 { 0x7D }

  /// Looks up a string that is about to be a key, if it is the one that is likely to come.
  @inline(__always)
  mutating func takeLikelyKey(
    _ text: RawSpan, _ flags: inout Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !frames[frames.count &- 1].hasNonStringKeys, let key = keys.takePredicted(text) else {
      return false
    }
    flags.formUnion(key.flags)
    if key.isDuplicate { try noteDuplicate(text, &flags, at: position, &batch) }
    return true
  }

  /// Looks up any other string that is about to be a key.
  @inline(never)
  mutating func takeStringKey(
    _ text: RawSpan, _ flags: inout Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    flags.formUnion(text.scanned)
    if try takeNewKey(text, &flags) {
      try noteDuplicate(text, &flags, at: position, &batch)
    } else if frames[frames.count &- 1].hasNonStringKeys {
      let likeness = [0, Self.likeString] + [UInt8](text)
      if likeness.withBytes({ keys.hasTaken($0) }) { flags.insert(.isAmbiguousKey) }
    }
  }

  @inline(never)
  private mutating func noteDuplicate(
    _ text: RawSpan, _ flags: inout Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    flags.insert(.isDuplicateKey)
    try refuseDuplicate(String(utf8: text), at: batch.origin + position)
  }

  /// Takes a key that a tag makes one that merges mappings, whatever its style.
  mutating func takeMergeKey(
    _ flags: Event.Flags, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    var flags = flags.union([.isMergeKey, .isASCII, .needsNoJSONEscape])
    let text = Array("<<".utf8)
    if try take([0, Self.ofMerge]) {
      try text.withBytes { (text) throws(DecantError) in
        try noteDuplicate(text, &flags, at: position, &batch)
      }
    }
    text.withBytes { batch.append(.string, text: $0, flags: flags, style: .plain, at: position) }
  }

  private mutating func takeNewKey(
    _ text: RawSpan, _ flags: inout Event.Flags
  ) throws(DecantError) -> Bool {
    if text.byteCount > 0, text.byte(at: 0) == 0 {
      return try take([0, Self.ofString] + [UInt8](text))
    }
    if YAMLImplicit.isMergeKey(text) {
      // In quotes it is a string; one that is never predicted, lest it be taken for the other.
      guard node.style == .plain, node.isImplicit else {
        return try keys.take(text, flags: [])
      }
      flags.insert(.isMergeKey)
      return try take([0, Self.ofMerge])
    }
    return try keys.take(text, flags: flags)
  }

  private mutating func take(_ identity: [UInt8]) throws(DecantError) -> Bool {
    try identity.withBytes { (key) throws(DecantError) in try keys.take(key, flags: []) }
  }

  /// Looks up the key that was appended last and is not a string.
  @inline(never)
  mutating func takeOtherKey(_ batch: inout EventBatch) throws(DecantError) {
    let last = batch.count - 1
    let event = batch.events[last]
    // The texts that other keys would have are kept beside them: a string may come that has the same.
    let text = event.kind.word.map { Array($0.utf8) } ?? batch.withText(of: event) { [UInt8]($0) }
    let likeness = [0, Self.likeString] + text
    frames[frames.count - 1].hasNonStringKeys = true
    if text.withBytes({ keys.hasTaken($0) }) || likeness.withBytes({ keys.hasTaken($0) }) {
      batch.events[last].flags.insert(.isAmbiguousKey)
    }
    _ = try take(likeness)
    try takeKey(known: Self.identity(of: batch.events[last], batch), at: last, &batch)
  }

  mutating func takeKey(
    known identity: [UInt8], at index: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard try take(identity) else { return }
    batch.events[index].flags.insert(.isDuplicateKey)
    let event = batch.events[index]
    try refuseDuplicate(batch.word(of: event), at: batch.offset(of: event))
  }

  @inline(never)
  private func refuseDuplicate(_ key: String, at offset: Int) throws(DecantError) {
    guard options.duplicateKeys == .error else { return }
    throw failure(.duplicateKey(key), at: offset)
  }

  // MARK: What nodes are known by

  /// What a scalar is known by as a key.
  private static func identity(of event: Event, _ batch: borrowing EventBatch) -> [UInt8] {
    let text = batch.withText(of: event) { event.valueText($0) }
    if event.kind == .string { return text.first == 0 ? [0, ofString] + text : text }
    return [0, event.kind.rawValue] + text
  }

  /// Remembers what the scalar that was appended last is known by, for aliases of it that are keys.
  @inline(never)
  mutating func nameScalar(_ batch: borrowing EventBatch) {
    let identity = Self.identity(of: batch.events[batch.count - 1], batch)
    anchors[node.anchor] = identity
  }

  /// Says that a key begins that is a collection.
  @inline(never)
  mutating func beginOpenKey(at offset: Int) {
    openKeys.append(
      OpenKey(
        depth: frames.count, mark: parser.start, offset: offset, start: keyIdentity.count,
        anchor: node.hasAnchor ? node.anchor : nil))
  }

  /// Adds an event of a key that is a collection to what that is known by.
  @inline(never)
  mutating func identify(_ event: Event, _ batch: borrowing EventBatch) {
    guard event.depthChange == 0 else { return keyIdentity.append(event.kind.rawValue) }
    identify(Self.identity(of: event, batch))
  }

  /// Adds a node of a key that is a collection, or what an alias in it refers to.
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

  /// Looks up the key that ends, if what has ended is one.
  ///
  /// A repeated collection is always refused: its beginning, which would be marked as a
  /// duplicate, may have been handed on.
  @inline(never)
  mutating func endOpenKey() throws(DecantError) {
    keyIdentity.append(Event.Kind.endSequence.rawValue)
    guard let key = openKeys.last, key.depth == frames.count else { return }
    openKeys.removeLast()
    let identity = [0, Self.ofCollection] + keyIdentity[key.start...]
    if openKeys.isEmpty { keyIdentity.removeAll() }
    if let anchor = key.anchor { anchors[anchor] = identity }
    guard try take(identity) else { return }
    throw failure(.yaml(.duplicateCollectionKey), key.mark, at: key.offset)
  }

  /// A key as it is shown, which is known by `identity`.
  static func shownKey(_ identity: String) -> String {
    let scalars = identity.unicodeScalars
    guard scalars.first == "\0" else { return identity }
    let kind = scalars.dropFirst().first.map { UInt8(clamping: $0.value) }
    if kind == ofMerge { return "<<" }
    // There is no short text for a collection.
    if kind == ofCollection { return "" }
    let text = String(scalars.dropFirst(2))
    return text.isEmpty ? kind.flatMap { Event.Kind(rawValue: $0) }.map { "\($0)" } ?? "" : text
  }
}

extension EventBatch {
  /// A scalar as an error shows it.
  fileprivate func word(of event: Event) -> String {
    switch event.kind {
    case .alias: "*" + string(of: event)
    default: event.kind.word ?? string(of: event)
    }
  }
}
