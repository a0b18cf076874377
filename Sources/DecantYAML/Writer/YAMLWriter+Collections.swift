internal import DecantCore

/// Collections, which are written when their first node is known: an empty one is `[]` or `{}`.
extension YAMLWriter {
  // MARK: Collections

  /// Begins the pending collection, which is not empty.
  @inline(never)
  mutating func open(
    _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard let event = place.pending else { return }
    let isSequence = event.kind == .beginSequence
    let isKey = event.isKey
    place.gap = place.pendingGap
    let isFlow = place.isFlow || event.style == .flow || options.width == 0
    place.pending = nil
    try cursor.reserve(Self.roomForSigns)

    if isFlow {
      try beginNode(isKey: isKey, &place, &cursor)
      cursor.put(isSequence ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      levels.append(place.level)
      place.level = Place.Level(kind: isSequence ? .flowSequence : .flowMapping, indent: 0)
      place.isFresh = true
      return
    }

    let isAfterKey = place.isAfterKey && !isKey
    let indent =
      place.gap == 0
      ? childIndent(isKey: isKey, place)
      : indent(ofSequence: isSequence, isKey: isKey, isAfterKey: isAfterKey, &place)
    let isAnnotated = !annotations.isEmpty
    if isAnnotated {
      // On the same line, the anchor or tag would apply to the first key.
      annotations.removeLast()
      try beginNode(isKey: isKey, &place, &cursor)
    } else if isAfterKey {
      place.isFresh = false
    } else {
      let prefix = try separate(isKey: isKey, isExplicit: isKey, &place, &cursor)
      cursor.put(prefix.word, count: Int(prefix.count))
    }
    let isCompact = !isAnnotated && !isAfterKey
    let hasHead = isAfterKey || place.level.kind == .blockSequence
    levels.append(place.level)
    place.level = Place.Level(
      kind: isSequence ? .blockSequence : .blockMapping, isCompact: isCompact, indent: indent,
      head: hasHead ? cursor.position : -1)
    place.isFresh = isCompact
  }

  @inline(__always)
  mutating func close(
    _ event: Event, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    if let beginning = place.pending { return try closeEmpty(beginning, &place, &cursor) }
    if place.gap != 0 || event.style == .flow, place.isFlow {
      try closeAsWritten(event, place, &cursor)
    }
    switch place.level.kind {
    case .flowSequence: cursor.put(UInt8(ascii: "]"))
    case .flowMapping: cursor.put(UInt8(ascii: "}"))
    case .blockSequence, .blockMapping:
      place.isOffLine = true
      place.closed = place.level
    case .root: throw DecantError(.malformedEvents("an end without a beginning"))
    }
    place.level = levels.removeLast()
    place.isFresh = false
  }

  @inline(never)
  private mutating func closeEmpty(
    _ beginning: Event, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    place.gap = place.pendingGap
    place.pending = nil
    try beginNode(isKey: beginning.isKey, &place, &cursor)
    // "[]" and "{}", the first byte lowest.
    cursor.put(beginning.kind == .beginSequence ? 0x5D5B : 0x7D7B, count: 2)
  }

  mutating func childIndent(isKey: Bool, _ place: Place) -> Int {
    switch place.level.kind {
    case .root: 0
    case .blockMapping where place.isAfterKey && !isKey: place.level.indent + options.width
    default: place.level.indent + 2
    }
  }

  /// Writes what precedes a node of at most `count` bytes; a longer key than readers accept follows `?`, and so does a
  /// collection, of any length.
  mutating func beginNode(
    isKey: Bool, atMost count: Int = .max, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    let isExplicit = isKey && count > Self.longestKey - annotations.count
    let prefix = try separate(isKey: isKey, isExplicit: isExplicit, &place, &cursor)
    cursor.put(prefix.word, count: Int(prefix.count))
    try putAnnotations(&place, &cursor)
  }

  // MARK: Anchors and tags

  mutating func putAnnotations(
    _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard !annotations.isEmpty else { return }
    try annotations.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    try cursor.reserve(Self.roomForSigns)
    annotations.removeAll()
    place.hasTag = false
  }

  mutating func annotate(_ event: Event, _ text: RawSpan, _ place: inout Place) {
    if event.kind == .anchor {
      annotations.append(UInt8(ascii: "&"))
      annotations.append(contentsOf: text)
    } else {
      place.hasTag = true
      YAMLTagText.append(text, to: &annotations)
    }
    annotations.append(UInt8(ascii: " "))
  }

  mutating func writeAlias(
    _ event: Event, _ text: RawSpan, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try beginNode(
      isKey: event.isKey, atMost: text.byteCount + 2, &place, &cursor)
    cursor.put(UInt8(ascii: "*"))
    try cursor.write(text)
    try cursor.reserve(Self.roomForSigns)
    guard event.isKey, !place.level.hasExplicitKey else { return }
    // Without a space, the colon would become part of the name.
    cursor.put(0x3A20, count: 2)
  }
}
