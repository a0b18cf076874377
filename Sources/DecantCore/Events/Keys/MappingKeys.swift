/// The keys of the open mappings, and of earlier mappings under the same keys.
///
/// It finds duplicate keys in linear time. It also predicts the next key, which a reader compares with the input
/// instead of finding the key's end, checking its text and looking it up.
///
///     parent "/" ─child▶ header ─next▶ "id" ─next▶ "user" ─next▶ "text"
///                                                   └child▶ header ─next▶ "name" …
///
/// A parent is an entry: the key of a mapping (sequences in between do not count) or, if a mapping has more than
/// `recordLimit` keys, its header for all values. An entry's stamp is the serial number of the mapping that last
/// contained it, so a key with the stamp of the open mapping is a duplicate. `next` is the key that followed last time.
///
/// A mapping adds at most `tableLimit` entries; its other keys are in a `KeySet` of half the size, without prediction.
public struct MappingKeys: ~Copyable {
  @usableFromInline package struct Entry: BitwiseCopyable {
    /// The first eight bytes of the key, with zeros after a shorter one.
    @usableFromInline var opening: UInt64 = 0
    @usableFromInline var keyOffset: UInt32
    @usableFromInline var keyLength: UInt32
    @usableFromInline var next: Int32 = -1
    @usableFromInline var child: Int32 = -1
    @usableFromInline var stamp: UInt64 = 0
    var header: Int32
    /// In a header, the number of known keys; in a key, its flags.
    @usableFromInline var detail: UInt32
  }

  @usableFromInline struct Open: BitwiseCopyable {
    @usableFromInline var header: Int32
    @usableFromInline var last: Int32
    @usableFromInline var added: Int32 = 0
    /// For `TypedKeys`: whether a key is not a string.
    @usableFromInline var hasOtherKeys = false

    @inlinable init(header: Int32, last: Int32) {
      self.header = header
      self.last = last
    }
  }

  /// The values of mappings with more keys share one parent.
  @inlinable static var recordLimit: UInt32 { 64 }
  private static let tableLimit: Int32 = 4096
  /// Zeros after each key, so that keys can be compared word by word.
  @inlinable static var keyPadding: Int { 8 }
  @inlinable static var root: Int32 { 0 }
  /// The entry of all keys without an entry of their own; it predicts no next key.
  @inlinable static var surplus: Int32 { 1 }

  @usableFromInline var entries = Buffer<Entry>(capacity: 64)
  @usableFromInline var keys = Buffer<UInt8>(capacity: 1024)
  private var index = HashIndex()
  @usableFromInline var open = Buffer<Open>(capacity: 64)
  @usableFromInline var surplus = SurplusKeys()
  private let keyHash = KeyHash()
  @usableFromInline var serial: UInt64 = 0
  @usableFromInline var budget = 1 << 20

  /// Creates a value without open mappings.
  public init() {
    for header in [Self.root, Self.surplus] {
      entries.append(Entry(keyOffset: 0, keyLength: 0, header: header, detail: 0))
    }
  }

  package mutating func removeOpenMappings() {
    open.removeAll()
    surplus.removeAll()
  }

  // MARK: Mappings

  /// Opens a mapping, as the value of the last key or as the document.
  @inlinable @inline(__always)
  public mutating func beginMapping() {
    var header = entries[currentParent].child
    if header < 0 || entries.count &* 48 &+ keys.count > budget { header = newHeader() }
    serial &+= 1
    entries[Int(header)].stamp = serial
    open.append(Open(header: header, last: header))
  }

  @inline(never)
  @usableFromInline mutating func newHeader() -> Int32 {
    if entries.count &* 48 &+ keys.count > budget { compact() }
    let parent = currentParent
    guard entries[parent].child < 0 else { return entries[parent].child }
    let header = Int32(entries.count)
    entries.append(Entry(keyOffset: 0, keyLength: 0, header: header, detail: 0))
    entries[parent].child = header
    return header
  }

  /// Closes the innermost mapping.
  @inlinable
  public mutating func endMapping() {
    if open.count == surplus.depth { surplus.endMapping() }
    open.removeLast()
  }

  @inlinable package var depth: Int { open.count }

  /// Whether the innermost mapping has a key that is not a string.
  @inlinable package var hasOtherKeys: Bool {
    get { open[open.count &- 1].hasOtherKeys }
    set { open[open.count &- 1].hasOtherKeys = newValue }
  }

  @usableFromInline var currentParent: Int { parent(of: open.count) }

  @inlinable @inline(__always)
  package func parent(of depth: Int) -> Int {
    guard depth > 0 else { return Int(Self.root) }
    let top = open[depth &- 1]
    let isTable = entries[Int(top.header)].detail > Self.recordLimit
    return Int(isTable ? top.header : top.last)
  }

  // MARK: Keys

  @usableFromInline package struct Key {
    @usableFromInline package let flags: Event.Flags
    @usableFromInline package let isDuplicate: Bool

    @inlinable init(flags: Event.Flags, isDuplicate: Bool) {
      self.flags = flags
      self.isDuplicate = isDuplicate
    }
  }

  /// Returns the length of the probable next key if the bytes at `offset` are that key, else -1.
  @inlinable @inline(__always)
  package func predictedLength(_ bytes: RawSpan, at offset: Int) -> Int {
    let top = open[open.count &- 1]
    let next = entries[Int(top.last)].next
    guard next >= 0 else { return -1 }
    let entry = entries[Int(next)]
    return begins(bytes, from: offset, with: entry) ? Int(entry.keyLength) : -1
  }

  @inlinable @inline(__always)
  package mutating func recordPredicted(_ key: RawSpan) -> Key? {
    let next = entries[Int(open[open.count &- 1].last)].next
    guard next >= 0, Int(entries[Int(next)].keyLength) == key.byteCount else { return nil }
    let range = range(of: next)
    guard keys.withBytes({ key.isEqual(to: $0.extracting(range)) }) else { return nil }
    return recordPredicted()
  }

  @inlinable @inline(__always)
  package mutating func recordPredicted() -> Key {
    let top = open.count &- 1
    let next = entries[Int(open[top].last)].next
    open[top].last = next
    let current = entries[Int(open[top].header)].stamp
    let isDuplicate = entries[Int(next)].stamp == current
    entries[Int(next)].stamp = current
    let flags = Event.Flags(rawValue: UInt16(truncatingIfNeeded: entries[Int(next)].detail))
    return Key(
      flags: flags.union(isDuplicate ? [.isKey, .isDuplicateKey] : .isKey),
      isDuplicate: isDuplicate)
  }

  /// Records any other key; returns whether the mapping already contained it.
  ///
  /// Only plain keys are predicted later: the text of other keys differs from their spelling.
  @inline(never)
  package mutating func record(_ key: RawSpan, flags: Event.Flags) throws(DecantError) -> Bool {
    let top = open.count &- 1
    let header = open[top].header
    let hash = keyHash(key, in: header)
    let found: Int32
    if let known = find(key, in: header, flags, hash) {
      found = known
    } else {
      guard open[top].added < Self.tableLimit else {
        open[top].last = Self.surplus
        return try surplus.record(key, flags, hash, at: open.count)
      }
      open[top].added &+= 1
      found = try add(key, to: header, flags, hash)
    }
    if flags.contains(.needsNoJSONEscape), open[top].last != Self.surplus {
      entries[Int(open[top].last)].next = found
    }
    open[top].last = found
    let current = entries[Int(header)].stamp
    let isDuplicate = entries[Int(found)].stamp == current
    entries[Int(found)].stamp = current
    return isDuplicate
  }

  /// Records the last event of `batch`, a key; returns false if it is a forbidden duplicate.
  ///
  /// A permitted duplicate gets the flag `.isDuplicateKey`. `flags` describes the key's spelling in
  /// the input where the event's own flags do not. Precondition: a mapping is open.
  public mutating func recordLast(
    of batch: inout EventBatch, spelled flags: Event.Flags? = nil, _ duplicates: DuplicateKeys
  ) throws(DecantError) -> Bool {
    let last = batch.count - 1
    let event = batch.events[last]
    let isDuplicate = try batch.withText(of: event) { (text) throws(DecantError) in
      try record(text, flags: flags ?? event.flags)
    }
    guard isDuplicate else { return true }
    batch.events[last].flags.insert(.isDuplicateKey)
    return duplicates != .error
  }

  package func contains(_ key: RawSpan) -> Bool {
    let header = open[open.count &- 1].header
    let hash = keyHash(key, in: header)
    guard let found = find(key, in: header, [], hash) else {
      return surplus.contains(key, hash, at: open.count)
    }
    return entries[Int(found)].stamp == entries[Int(header)].stamp
  }

  package var lastKey: String { lastKey(ofMappingAt: depth - 1) ?? "" }

  package func lastKey(ofMappingAt depth: Int) -> String? {
    guard depth < open.count, open[depth].last != open[depth].header else { return nil }
    return withLastKey(ofMappingAt: depth) { key, _ in String(utf8: key) }
  }

  /// Precondition: the innermost mapping has a key.
  @inlinable
  package func withLastKey<R, E>(_ body: (RawSpan, Event.Flags) throws(E) -> R) throws(E) -> R {
    try withLastKey(ofMappingAt: open.count - 1, body)
  }

  @usableFromInline func withLastKey<R, E>(
    ofMappingAt depth: Int, _ body: (RawSpan, Event.Flags) throws(E) -> R
  ) throws(E) -> R {
    let last = open[depth].last
    if last == Self.surplus, let result = try surplus.withLastKey(at: depth + 1, body) {
      return result
    }
    let flags = Event.Flags(rawValue: UInt16(truncatingIfNeeded: entries[Int(last)].detail))
    let range = range(of: last)
    return try keys.withBytes { (keys) throws(E) -> R in
      try body(keys.extracting(range), flags)
    }
  }

  @usableFromInline func range(of entry: Int32) -> Range<Int> {
    let start = Int(entries[Int(entry)].keyOffset)
    return start..<start + Int(entries[Int(entry)].keyLength)
  }

  // MARK: Look-up

  @inline(__always)
  private func find(
    _ key: RawSpan, in header: Int32, _ flags: Event.Flags, _ hash: UInt32
  ) -> Int32? {
    let opening = Self.opening(of: key)
    return index.find(hash) {
      entries[$0].opening == opening && entries[$0].header == header && isKey($0, key, flags)
    }.map { Int32(truncatingIfNeeded: $0) }
  }

  @inline(__always)
  private func isKey(_ entry: Int, _ key: RawSpan, _ flags: Event.Flags) -> Bool {
    let isEscaped = UInt32(flags.intersection(.isEscaped).rawValue)
    guard Int(entries[entry].keyLength) == key.byteCount,
      entries[entry].detail & UInt32(Event.Flags.isEscaped.rawValue) == isEscaped
    else { return false }
    let range = range(of: Int32(truncatingIfNeeded: entry))
    return keys.withBytes { key.isEqual(to: $0.extracting(range)) }
  }

  @inline(__always)
  private static func opening(of key: RawSpan) -> UInt64 {
    let length = key.byteCount
    return length >= 8 ? key.word(at: 0) : length > 0 ? key.lastWord(from: 0) : 0
  }

  private mutating func add(
    _ key: RawSpan, to header: Int32, _ flags: Event.Flags, _ hash: UInt32
  ) throws(DecantError) -> Int32 {
    guard keys.count <= Int(UInt32.max), entries.count < Int(Int32.max) else {
      throw DecantError(.tooLong)
    }
    let number = entries.count
    let kept = flags.intersection(KeySet.kept)
    entries.append(
      Entry(
        opening: Self.opening(of: key), keyOffset: UInt32(keys.count),
        keyLength: UInt32(key.byteCount), header: header, detail: UInt32(kept.rawValue)))
    entries[Int(header)].detail += 1
    keys.append(contentsOf: key)
    keys.append(0, count: Self.keyPadding)
    index.add(number, hash)
    return Int32(truncatingIfNeeded: number)
  }

  /// Enters the keys in an index of their own, after some were dropped.
  mutating func resetIndex() {
    index.removeAll()
    for number in 0..<entries.count where entries[number].header != number {
      let range = range(of: Int32(number))
      let header = entries[number].header
      index.add(number, keys.withBytes { keyHash($0.extracting(range), in: header) })
    }
  }
}
