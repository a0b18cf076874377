internal import DecantCore

/// Collections, which are written when their first node is known: an empty one is `[]` or `{}`.
extension YAMLWriter {
  // MARK: Collections

  /// Begins the pending collection, which is not empty.
  @inline(never)
  mutating func open(
    _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard let event = state.pending else { return }
    let isSequence = event.kind == .beginSequence
    let isKey = event.isKey
    state.gap = state.pendingGap
    let isFlow = state.isFlow || event.style == .flow || indentWidth == 0
    state.pending = nil
    try cursor.reserve(Self.roomForSigns)

    if isFlow {
      try beginNode(isKey: isKey, &state, &cursor)
      cursor.put(isSequence ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      levels.append(state.level)
      state.level = State.Level(kind: isSequence ? .flowSequence : .flowMapping, indent: 0)
      state.isFresh = true
      return
    }

    let isAfterKey = state.isAfterKey && !isKey
    let indent =
      state.gap == 0
      ? childIndent(isKey: isKey, state)
      : indent(ofSequence: isSequence, isKey: isKey, isAfterKey: isAfterKey, &state)
    let isAnnotated = !annotations.isEmpty
    if isAnnotated {
      // On the same line, the anchor or tag would apply to the first key.
      annotations.removeLast()
      try beginNode(isKey: isKey, &state, &cursor)
    } else if isAfterKey {
      state.isFresh = false
    } else {
      let prefix = try separate(isKey: isKey, isExplicit: isKey, &state, &cursor)
      cursor.put(prefix.word, count: Int(prefix.count))
    }
    let isCompact = !isAnnotated && !isAfterKey
    let hasHead = isAfterKey || state.level.kind == .blockSequence
    levels.append(state.level)
    state.level = State.Level(
      kind: isSequence ? .blockSequence : .blockMapping, isCompact: isCompact, indent: indent,
      head: hasHead ? cursor.position : -1)
    state.isFresh = isCompact
  }

  @inline(__always)
  mutating func close(
    _ event: Event, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    if let beginning = state.pending { return try closeEmpty(beginning, &state, &cursor) }
    if state.gap != 0 || event.style == .flow, state.isFlow {
      try closeAsWritten(event, state, &cursor)
    }
    switch state.level.kind {
    case .flowSequence: cursor.put(UInt8(ascii: "]"))
    case .flowMapping: cursor.put(UInt8(ascii: "}"))
    case .blockSequence, .blockMapping:
      state.isOffLine = true
      state.closed = state.level
    case .root: throw DecantError(.malformedEvents("an end without a beginning"))
    }
    state.level = levels.removeLast()
    state.isFresh = false
  }

  @inline(never)
  private mutating func closeEmpty(
    _ beginning: Event, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    state.gap = state.pendingGap
    state.pending = nil
    try beginNode(isKey: beginning.isKey, &state, &cursor)
    // "[]" and "{}", the first byte lowest.
    cursor.put(beginning.kind == .beginSequence ? 0x5D5B : 0x7D7B, count: 2)
  }

  mutating func childIndent(isKey: Bool, _ state: State) -> Int {
    switch state.level.kind {
    case .root: 0
    case .blockMapping where state.isAfterKey && !isKey: state.level.indent + indentWidth
    default: state.level.indent + 2
    }
  }

  /// Writes what precedes a node of at most `count` bytes; a longer key than readers accept follows `?`, and so does a
  /// collection, of any length.
  mutating func beginNode(
    isKey: Bool, atMost count: Int = .max, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    let isExplicit = isKey && count > Self.longestKey - annotations.count
    let prefix = try separate(isKey: isKey, isExplicit: isExplicit, &state, &cursor)
    cursor.put(prefix.word, count: Int(prefix.count))
    try putAnnotations(&state, &cursor)
  }

  // MARK: Anchors and tags

  mutating func putAnnotations(
    _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard !annotations.isEmpty else { return }
    try annotations.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    try cursor.reserve(Self.roomForSigns)
    annotations.removeAll()
    state.hasTag = false
  }

  mutating func annotate(_ event: Event, _ text: RawSpan, _ state: inout State) {
    if event.kind == .anchor {
      annotations.append(UInt8(ascii: "&"))
      annotations.append(contentsOf: text)
    } else {
      state.hasTag = true
      YAMLTagText.append(text, to: &annotations)
    }
    annotations.append(UInt8(ascii: " "))
  }

  mutating func writeAlias(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try beginNode(
      isKey: event.isKey, atMost: text.byteCount + 2, &state, &cursor)
    cursor.put(UInt8(ascii: "*"))
    try cursor.write(text)
    try cursor.reserve(Self.roomForSigns)
    guard event.isKey, !state.level.hasExplicitKey else { return }
    // Without a space, the colon would become part of the name.
    cursor.put(0x3A20, count: 2)
  }
}
