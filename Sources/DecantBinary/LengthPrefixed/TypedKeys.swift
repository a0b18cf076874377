internal import DecantCore

/// The keys of the open mappings of a format in which any node can be a key.
///
/// A string is recorded by its text, any other key by its *identity*: a zero byte, the kind, and one canonical text per
/// value. `1` and `"1"` are different keys, which the flag `isAmbiguousKey` reports, because other formats write both as
/// `"1"`. The identity of a collection consists of those of its nodes.
struct TypedKeys: ~Copyable {
  struct OpenKey: BitwiseCopyable {
    let depth: Int
    let offset: Int
    let start: Int
  }

  // The second byte of an identity, if it is not a kind of event. Paths decode them.
  /// For a string that begins with a zero byte.
  private static let ofString: UInt8 = 0
  private static let ofCollection: UInt8 = 0x7F
  /// For the text of a key in formats that have only string keys.
  private static let likeString: UInt8 = 0x7D

  private var keys = MappingKeys()
  /// Whether each open mapping has a key that is not a string.
  private var haveOtherKeys = Buffer<Bool>(capacity: 64)
  private var openKeys = Buffer<OpenKey>()
  private var identity = Buffer<UInt8>()

  init() {}

  mutating func beginMapping() {
    keys.beginMapping()
    haveOtherKeys.append(false)
  }

  mutating func endMapping() {
    keys.endMapping()
    haveOtherKeys.removeLast()
  }

  // MARK: Likely keys

  /// Returns the length of the probable next key if the bytes at `offset` are that key, else -1.
  @inline(__always)
  func predictedLength(_ bytes: RawSpan, at offset: Int) -> Int {
    guard openKeys.isEmpty, !haveOtherKeys[haveOtherKeys.count &- 1] else { return -1 }
    return keys.predictedLength(bytes, at: offset)
  }

  @inline(__always)
  mutating func recordPredicted() -> MappingKeys.Key { keys.recordPredicted() }

  // MARK: Any keys

  /// Records the last event of `batch`, a scalar key; returns false if it is a forbidden duplicate.
  mutating func recordLast(
    of batch: inout EventBatch, _ duplicates: DuplicateKeys
  ) throws(DecantError) -> Bool {
    let last = batch.count - 1
    let event = batch[last]
    let isKnown: Bool
    if event.kind == .string {
      isKnown = try batch.withText(of: event) { (text) throws(DecantError) in
        if text.byteCount > 0, text.byte(at: 0) == 0 {
          return try record([0, Self.ofString] + [UInt8](text))
        }
        return try keys.record(text, flags: event.flags)
      }
      if !isKnown, haveOtherKeys[haveOtherKeys.count - 1] {
        let likeness = [0, Self.likeString] + batch.withText(of: event) { [UInt8]($0) }
        if contains(likeness) { batch.events[last].flags.insert(.isAmbiguousKey) }
      }
    } else {
      isKnown = try recordOther(event, last, &batch)
    }
    guard isKnown else { return true }
    batch.events[last].flags.insert(.isDuplicateKey)
    return duplicates != .error
  }

  private mutating func recordOther(
    _ event: Event, _ last: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    // Also records the text: a later string key may have the same one.
    let text = event.kind.word.map { Array($0.utf8) } ?? batch.withText(of: event) { [UInt8]($0) }
    let likeness = [0, Self.likeString] + text
    haveOtherKeys[haveOtherKeys.count - 1] = true
    if contains(text) || contains(likeness) {
      batch.events[last].flags.insert(.isAmbiguousKey)
    }
    _ = try record(likeness)
    return try record(Self.identity(of: event, batch))
  }

  private mutating func record(_ identity: [UInt8]) throws(DecantError) -> Bool {
    try identity.withBytes { (key) throws(DecantError) in try keys.record(key, flags: []) }
  }

  private func contains(_ identity: [UInt8]) -> Bool {
    identity.withBytes { keys.contains($0) }
  }

  private static func identity(of event: Event, _ batch: borrowing EventBatch) -> [UInt8] {
    let text = batch.withText(of: event) { event.valueText($0) }
    if event.kind == .string { return text.first == 0 ? [0, ofString] + text : text }
    return [0, event.kind.rawValue] + text
  }

  // MARK: Collections as keys

  /// Whether the next node is inside of a key.
  @inline(__always)
  var isInKey: Bool { !openKeys.isEmpty }

  mutating func beginCollectionKey(depth: Int, at offset: Int) {
    openKeys.append(OpenKey(depth: depth, offset: offset, start: identity.count))
  }

  mutating func identify(_ kind: Event.Kind) { identity.append(kind.rawValue) }

  mutating func identifyLast(of batch: borrowing EventBatch) {
    let scalar = Self.identity(of: batch[batch.count - 1], batch)
    identity.append(Event.Kind.string.rawValue)
    identity.append(UInt64(UInt32(truncatingIfNeeded: scalar.count)), count: 4)
    scalar.withBytes { identity.append(contentsOf: $0) }
  }

  /// Ends a collection at `depth`; returns the offset of a key that it completes and that the mapping already had.
  ///
  /// Such a key is refused in any case: its first event, which would have the flag, may have been emitted.
  mutating func endCollection(depth: Int) throws(DecantError) -> Int? {
    identity.append(Event.Kind.endSequence.rawValue)
    let key = openKeys[openKeys.count - 1]
    guard key.depth == depth else { return nil }
    openKeys.removeLast()
    let bytes = identity.withBytes { [UInt8]($0.extracting(key.start..<identity.count)) }
    if openKeys.isEmpty { identity.removeAll() }
    haveOtherKeys[haveOtherKeys.count - 1] = true
    return try record([0, Self.ofCollection] + bytes) ? key.offset : nil
  }

  // MARK: Paths

  var lastKey: String { Self.shownKey(keys.lastKey) }

  func path(
    through count: Int, _ collection: (Int) -> DocumentPath.Collection
  ) -> DocumentPath {
    var path = DocumentPath(keys, through: count, collection)
    for index in path.steps.indices {
      if case .key(let key) = path.steps[index] { path.steps[index] = .key(Self.shownKey(key)) }
    }
    return path
  }

  private static func shownKey(_ key: String) -> String {
    let scalars = key.unicodeScalars
    guard scalars.first == "\0" else { return key }
    let kind = scalars.dropFirst().first.map { UInt8(clamping: $0.value) }
    if kind == ofCollection { return "" }
    let text = String(scalars.dropFirst(2))
    return text.isEmpty ? kind.flatMap { Event.Kind(rawValue: $0) }.map { "\($0)" } ?? "" : text
  }
}
