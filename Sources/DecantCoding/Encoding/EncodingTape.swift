internal import DecantCore

/// A tape onto which values are being encoded, in order.
///
/// Each value appends exactly one node. Nested containers and encoders for superclasses may be
/// filled out of order, and the content of a shared instance may belong to a later slot: each has
/// a side tape, and a placeholder. They share the text of the session, so `TapeAssembly` copies
/// entries alone, 16 bytes each; a `Tape` owns its text and cannot be extended by several containers
/// in turn, and its arrays in a class would be checked for exclusive access at each append.
///
///     tape │ { "id" 7 "tags" ● "size" 3 }        side tape │ [ "a" "b" ]
///                            └─────── placeholder ────────▶
final class EncodingTape {
  let session: EncodingSession
  /// The slot of the parent tape that a side tape fills.
  let slot: (tape: EncodingTape, index: Int)?
  let entries: SharedBuffer<Tape.Entry>
  /// The start of the innermost open collection, or -1; its link is the start of the enclosing one.
  private(set) var innermost = -1
  private let depth: Int
  /// Whether the content of a side tape continues that of an earlier value of its key.
  let continuesEarlier: Bool
  /// The side tapes of keyed nested containers, which a second request for the same key returns.
  private var sides: [SideSlot: Side] = [:]
  /// The keys that a custom strategy has converted, by their entries.
  private(set) var originalKeys: [Int: any CodingKey] = [:]

  private struct SideSlot: Hashable {
    let mapping: Int
    let key: KeyText
  }

  private struct Side {
    let tape: EncodingTape
    /// The end of the pairs after which the tape still has the last value of its key.
    let end: Int
  }

  private static let limit = Int(Int32.max)

  init(_ session: EncodingSession) {
    self.session = session
    slot = nil
    depth = 0
    continuesEarlier = false
    entries = SharedBuffer(capacity: 256)
  }

  private init(for tape: EncodingTape, at index: Int, depth: Int, continuesEarlier: Bool = false) {
    session = tape.session
    slot = (tape, index)
    self.depth = depth
    self.continuesEarlier = continuesEarlier
    entries = SharedBuffer(capacity: 8)
    session.add(self)
  }

  var count: Int {
    @inline(__always) get { entries.count }
  }

  // MARK: Order of calls

  /// Throws unless the collection that begins at `start` is the innermost open one.
  @inline(__always)
  func expect(_ start: Int) throws {
    guard innermost == start else { throw orderError(at: start) }
  }

  /// Throws if a value already begins at `start`.
  @inline(__always)
  func expectNothing(at start: Int) throws {
    guard count == start else { throw orderError(at: start) }
  }

  @inline(never)
  private func orderError(at start: Int) -> EncodingError {
    if let failure = session.failure { return failure }
    let isOpen =
      start < count && innermost != start && entries[start].depthChange > 0 && !hasEnded(start)
    return (isOpen ? EncodingProblem.outOfTurn : .secondValue).error(at: path(of: start))
  }

  // MARK: Collections

  @inline(__always)
  func begin(_ kind: Event.Kind, flags: Event.Flags = []) {
    append(kind, flags: flags)
    entries[count &- 1].link = innermost
    innermost = count &- 1
  }

  func endCollection() {
    if count >= Self.limit { session.fail(DecantError(.tooLong)) }
    let start = innermost
    innermost = entries[start].link
    append(entries[start].kind == .beginMapping ? .endMapping : .endSequence)
    entries[start].link = count &- 1 &- start
    entries[count &- 1].link = start &- count &+ 1
  }

  func endCollections() {
    while innermost >= 0 { endCollection() }
  }

  /// Returns the collection at `start`, which begins there if the slot is free, and continues if it has ended.
  ///
  /// This cannot throw: any other value there fails the session and returns a detached tape.
  func collection(
    _ kind: Event.Kind, flags: Event.Flags = [], at start: Int
  ) -> (tape: EncodingTape, start: Int) {
    if count == start {
      begin(kind, flags: flags)
      return (self, start)
    }
    if count > start, entries[start].kind == kind {
      if hasEnded(start) {
        reopenCollection(at: start)
        if !flags.contains(.hasDataKeys) { entries[start].flags.subtract(.hasDataKeys) }
      }
      return (self, start)
    }
    session.fail(EncodingProblem.secondValue.error(at: path(of: start)))
    return (detachedTape(at: start), 0)
  }

  /// Whether the collection at `start` is complete, and the last node.
  private func hasEnded(_ start: Int) -> Bool {
    let end = entries[count &- 1]
    return end.depthChange < 0 && count &- 1 &+ end.link == start
  }

  /// Undoes `endCollection`, for a container that continues what a value encoded.
  private func reopenCollection(at start: Int) {
    entries.truncate(to: count &- 1)
    entries[start].link = innermost
    innermost = start
  }

  /// Ends the collection of a value; throws unless exactly one node begins at `start`.
  @inline(__always)
  func endValue(from start: Int) throws {
    if innermost == start { endCollection() }
    guard end(of: start) == count else {
      throw session.failure ?? EncodingProblem.outOfTurn.error(at: path(of: start))
    }
  }

  /// Calls `encode`; if it fails, removes everything from `start` on, because the caller may catch
  /// the error and encode another value.
  @inline(__always)
  func append(orRestoreTo start: Int, _ encode: () throws -> Void) throws {
    do {
      try encode()
    } catch {
      truncate(to: start)
      throw error
    }
  }

  func truncate(to index: Int) {
    while innermost >= index { innermost = entries[innermost].link }
    if !session.instances.isEmpty { forgetContents(from: index) }
    entries.truncate(to: index)
    if !sides.isEmpty { forgetSides(from: index) }
  }

  private func forgetSides(from index: Int) {
    sides = sides.filter { $0.value.tape.slot.map { $0.index < index } ?? false }
      .mapValues { Side(tape: $0.tape, end: min($0.end, index)) }
  }

  func forgetSides() {
    sides.removeAll()
  }

  // MARK: Keys and scalars

  @inline(__always)
  func append(key: some CodingKey, in start: Int) throws {
    try expect(start)
    try append(key: key, named: name(of: key, in: start), in: start)
  }

  /// Appends a key; its flags survive a container that continues the mapping.
  @inline(__always)
  private func append(key: some CodingKey, named name: String, in start: Int) throws {
    if session.convertKey != nil { originalKeys[count] = key }
    let flags = entries[start].flags.intersection(.hasDataKeys)
    try append(.string, text: name, flags: flags.union(.isKey))
  }

  /// The name of a key after a custom strategy; `TapeAssembly` applies key styles.
  @inline(__always)
  private func name(of key: some CodingKey, in start: Int) -> String {
    guard let convert = session.convertKey, !entries[start].flags.contains(.hasDataKeys) else {
      return key.stringValue
    }
    return convert(path(of: start) + [key]).stringValue
  }

  /// Appends a scalar; `flags` are those that the caller knows of its text.
  @inline(__always)
  func append(_ kind: Event.Kind, text: String, flags: Event.Flags) throws(DecantError) {
    try text.withBytes { (bytes) throws(DecantError) in
      try append(kind, text: bytes, flags: flags)
    }
  }

  @inline(__always)
  func append(_ kind: Event.Kind, text bytes: RawSpan, flags: Event.Flags) throws(DecantError) {
    let text = session.text
    let start = text.count
    guard bytes.byteCount <= ByteStorage.limit - start else { throw DecantError(.tooLong) }
    let found = text.append(scanning: bytes)
    append(kind, flags: kind == .string ? flags.union(found) : flags, textAt: start)
  }

  @inline(__always)
  func append(
    number kind: Event.Kind, _ write: (ByteStorage) -> Void
  ) throws(DecantError) {
    let start = session.text.count
    guard start < ByteStorage.limit - 64 else { throw DecantError(.tooLong) }
    write(session.text)
    append(kind, flags: .plainASCII, textAt: start)
  }

  @inline(__always)
  func append(_ kind: Event.Kind, flags: Event.Flags = [], textAt start: Int? = nil) {
    let end = session.text.count
    let start = start ?? end
    let event = Event(kind, flags: flags, at: 0, textAt: start, count: end &- start)
    entries.append(Tape.Entry(event, at: 0, textAt: start))
  }

  func append(data: [UInt8]) throws(DecantError) {
    session.used.insert(.data)
    try data.withBytes { (bytes) throws(DecantError) in
      try append(.data, text: bytes, flags: [])
    }
  }
}

// MARK: - Reading

extension EncodingTape {
  /// The end of the node at `index`, which must be complete.
  @inline(__always)
  func end(of index: Int) -> Int { entries.withSpan { $0.end(of: index) } }

  func bytes(at index: Int) -> [UInt8] {
    session.text.withBytes { [UInt8]($0.extracting(entries[index].textRange)) }
  }

  func text(at index: Int) -> String { String(decoding: bytes(at: index), as: UTF8.self) }

  /// The nodes of a complete collection, in runs of `size`; a pair of a mapping is a run of 2.
  func runs(in start: Int, of size: Int) -> some Sequence<Range<Int>> {
    let end = end(of: start) - 1
    return sequence(state: start + 1) { node in
      guard node < end else { return nil }
      let first = node
      for _ in 0..<size where node < end { node = self.end(of: node) }
      return first..<node
    }
  }
}

extension Event.Flags {
  /// The keys of the mapping that begins are data, exempt from key strategies; the only gap on the tape of an encoder.
  static let hasDataKeys = Event.Flags(gap: 1)
}

// MARK: - Side tapes

extension EncodingTape {
  /// Returns the side tape for a key of the mapping at `start`; a nil `kind` allows any value.
  ///
  /// A collection continues an earlier one of the key; any value replaces an earlier one.
  func side(_ kind: Event.Kind?, of key: some CodingKey, in start: Int) -> EncodingTape {
    let name = name(of: key, in: start)
    guard let kind else {
      return side(nil, continuesEarlier: false) {
        try expect(start)
        try append(key: key, named: name, in: start)
      }
    }
    let slot = SideSlot(mapping: start, key: KeyText(name))
    if let side = sides[slot], side.tape.entries[0].kind == kind, innermost == start,
      !contains(name, from: side.end)
    {
      sides[slot] = Side(tape: side.tape, end: count)
      return side.tape
    }
    let side = side(kind, continuesEarlier: true) {
      try expect(start)
      try append(key: key, named: name, in: start)
    }
    sides[slot] = Side(tape: side, end: count)
    return side
  }

  /// Whether a key is among the pairs from `pair` to the end of the tape.
  private func contains(_ name: String, from pair: Int) -> Bool {
    var pair = pair
    while pair < count {
      let isEqual = session.text.withBytes { text in
        name.withBytes { text.extracting(entries[pair].textRange).isEqual(to: $0) }
      }
      if isEqual { return true }
      pair = end(of: pair + 1)
    }
    return false
  }

  func side(_ kind: Event.Kind?, in start: Int) -> EncodingTape {
    side(kind, continuesEarlier: false) { try expect(start) }
  }

  private func side(
    _ kind: Event.Kind?, continuesEarlier: Bool, after prepare: () throws -> Void
  ) -> EncodingTape {
    do {
      try session.checkStack(on: self)
      try prepare()
      let limit = session.options.maximumDepth
      guard depth + 1 < limit else {
        let nesting = NestingDepth(limit: limit, depth: limit)
        throw EncodingProblem.tooDeep(nesting).error(at: path)
      }
      let side = EncodingTape(
        for: self, at: count, depth: depth + 1, continuesEarlier: continuesEarlier)
      append(placeholder: .tape(side))
      if let kind { side.begin(kind) }
      return side
    } catch {
      session.fail(error)
      return detachedTape(at: count)
    }
  }

  /// Returns a detached tape, which rejects all values because its slot is taken.
  private func detachedTape(at index: Int) -> EncodingTape {
    let tape = EncodingTape(for: self, at: index, depth: depth)
    tape.append(.null)
    return tape
  }

  /// Appends a placeholder of a shared instance, and returns a side tape for its content.
  func contentTape(of instance: Int) -> EncodingTape {
    let tape = EncodingTape(for: self, at: count, depth: depth)
    append(placeholder: .instance(instance))
    return tape
  }
}

// MARK: - Placeholders

extension EncodingTape {
  func append(placeholder: EncodingSession.Placeholder) {
    append(.alias)
    entries[count - 1].link = session.add(placeholder)
  }

  func placeholder(at index: Int) -> EncodingSession.Placeholder? {
    let entry = entries[index]
    // A container that the caller keeps may be used after the end of its session.
    guard entry.kind == .alias, entry.link < session.placeholders.count else { return nil }
    return session.placeholders[entry.link]
  }
}
