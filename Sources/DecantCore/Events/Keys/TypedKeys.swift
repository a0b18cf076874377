/// The keys of the open mappings of a format in which any node can be a key.
///
/// A string is recorded by its text, any other key by its *identity*: a zero byte, the kind, and one canonical text per
/// value. `1` and `"1"` are different keys, which the flag `isAmbiguousKey` reports, because other formats write both as
/// `"1"`. The identity of a collection consists of those of its nodes.
@usableFromInline package struct TypedKeys: ~Copyable {
  @usableFromInline package struct OpenKey {
    package let depth: Int
    package let offset: Int
    let start: Int
    /// Nil also if a node inside the key has redefined the anchor.
    package var anchor: [UInt8]?
  }

  // The second byte of an identity, if it is not a kind of event. Paths decode them.
  /// For a string that begins with a zero byte.
  private static let ofString: UInt8 = 0
  private static let ofCollection: UInt8 = 0x7F
  private static let ofMerge: UInt8 = 0x7E
  /// For the text of a key in formats that have only string keys.
  private static let likeString: UInt8 = 0x7D

  /// All keys, among which those of strings are predicted.
  @usableFromInline package var texts = MappingKeys()
  /// The collections that are keys and not complete, outermost first.
  @usableFromInline package var open: [OpenKey] = []
  /// The identity of the outermost one so far.
  private var identity = Buffer<UInt8>()

  package init() {}

  // MARK: Scalars

  /// Records the last event of `batch`, a scalar key; returns false if it is a forbidden duplicate.
  package mutating func recordLast(
    of batch: inout EventBatch, _ duplicates: DuplicateKeys
  ) throws(DecantError) -> Bool {
    let last = batch.count - 1
    let event = batch[last]
    var flags = event.flags
    if event.kind == .string {
      try batch.withText(of: event) { (text) throws(DecantError) in
        try record(string: text, &flags)
      }
    } else {
      // Also records the text: a later string key may have the same one.
      let text =
        event.kind.word.map { Array($0.utf8) } ?? batch.withText(of: event) { [UInt8]($0) }
      let likeness = [0, Self.likeString] + text
      texts.hasOtherKeys = true
      if contains(text) || contains(likeness) { flags.insert(.isAmbiguousKey) }
      _ = try record(likeness)
      if try record(batch.identity(of: event)) { flags.insert(.isDuplicateKey) }
    }
    batch.events[last].flags = flags
    return duplicates != .error || !flags.contains(.isDuplicateKey)
  }

  /// Records a string, and adds what is known about the key to the flags of its text.
  package mutating func record(
    string text: RawSpan, _ flags: inout Event.Flags
  ) throws(DecantError) {
    let isKnown =
      text.byteCount > 0 && text.byte(at: 0) == 0
      ? try record([0, Self.ofString] + [UInt8](text)) : try texts.record(text, flags: flags)
    if isKnown {
      flags.insert(.isDuplicateKey)
    } else if texts.hasOtherKeys, contains([0, Self.likeString] + [UInt8](text)) {
      flags.insert(.isAmbiguousKey)
    }
  }

  /// Records a merge key, which is not the string that it looks like; returns whether the mapping already had one.
  package mutating func recordMerge() throws(DecantError) -> Bool {
    try record([0, Self.ofMerge])
  }

  /// Records a key by its identity; returns whether the mapping already contained it.
  package mutating func record(_ identity: [UInt8]) throws(DecantError) -> Bool {
    try identity.withBytes { (key) throws(DecantError) in try texts.record(key, flags: []) }
  }

  private func contains(_ identity: [UInt8]) -> Bool {
    identity.withBytes { texts.contains($0) }
  }

  // MARK: Collections

  /// Whether the next node is inside of a key.
  @inlinable @inline(__always)
  package var isInKey: Bool { !open.isEmpty }

  package mutating func beginCollection(depth: Int, at offset: Int, anchor: [UInt8]? = nil) {
    open.append(
      OpenKey(depth: depth, offset: offset, start: identity.count, anchor: anchor))
  }

  /// Adds the beginning of a collection to the key.
  package mutating func identify(_ kind: Event.Kind) { identity.append(kind.rawValue) }

  /// Adds the last event of `batch`, a scalar, to the key.
  package mutating func identifyLast(of batch: borrowing EventBatch) {
    identify(batch.identity(of: batch[batch.count - 1]))
  }

  package mutating func identify(_ node: [UInt8]) {
    guard !node.starts(with: [0, Self.ofCollection]) else {
      return Array(node.dropFirst(2)).withBytes { identity.append(contentsOf: $0) }
    }
    identity.append(Event.Kind.string.rawValue)
    identity.append(UInt64(UInt32(truncatingIfNeeded: node.count)), count: 4)
    node.withBytes { identity.append(contentsOf: $0) }
  }

  /// Ends a collection at `depth`; returns the key that it completes, its identity, and whether the mapping had it.
  ///
  /// A repeated one is refused in any case: its first event, which would have the flag, may have been emitted.
  package mutating func endCollection(
    depth: Int
  ) throws(DecantError) -> (key: OpenKey, identity: [UInt8], isKnown: Bool)? {
    identity.append(Event.Kind.endSequence.rawValue)
    guard let key = open.last, key.depth == depth else { return nil }
    open.removeLast()
    let bytes = identity.withBytes { [UInt8]($0.extracting(key.start..<identity.count)) }
    if open.isEmpty { identity.removeAll() }
    texts.hasOtherKeys = true
    let whole = [0, Self.ofCollection] + bytes
    return (key, whole, try record(whole))
  }

  // MARK: Paths

  package func path(
    through count: Int, _ collection: (Int) -> DocumentPath.Collection
  ) -> DocumentPath {
    var path = DocumentPath(texts, through: count, collection)
    for index in path.steps.indices {
      if case .key(let key) = path.steps[index] { path.steps[index] = .key(Self.shownKey(key)) }
    }
    return path
  }

  private static func shownKey(_ identity: String) -> String {
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
  /// Returns bytes that are equal for equal scalars.
  package func identity(of event: Event) -> [UInt8] {
    let text = withText(of: event) { event.valueText($0) }
    if event.kind == .string { return text.first == 0 ? [0, 0] + text : text }
    return [0, event.kind.rawValue] + text
  }

  /// Returns what a message shows of a key.
  package func shownKey(_ event: Event) -> String {
    event.kind == .alias ? "*" + string(of: event) : event.kind.word ?? string(of: event)
  }
}
