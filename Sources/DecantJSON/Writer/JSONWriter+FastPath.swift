internal import DecantCore

extension JSONWriter {
  var copiesRuns: Bool { !options.ascii && !options.startsRecords }

  /// Writes the events of a run; precondition: `copiesRuns`.
  func copy(
    _ run: VerbatimRun, _ window: RawSpan, _ state: inout State, _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    // The comma may be before the run, or the last byte of it: then it is written before the next value.
    if state.needsComma, !Self.mayFollowValue(window.byte(at: run.start)) {
      try cursor.reserve(1)
      cursor.put(UInt8(ascii: ","))
    }
    let endsInComma = window.byte(at: run.end &- 1) == UInt8(ascii: ",")
    let end = endsInComma ? run.end &- 1 : run.end
    try cursor.write(window.extracting(run.start..<run.documentsEnd))
    if run.documentsEnd > run.start { cursor.completeDocument() }
    try cursor.write(window.extracting(run.documentsEnd..<end))
    state.needsComma = endsInComma || Self.endsValue(window.byte(at: end &- 1))
  }

  private static func mayFollowValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"), 0x0A: false
    default: true
    }
  }

  /// Returns the index of the first event that is not common, such as a text that needs an escape.
  ///
  /// Writes a comma after each value, and the beginning of the next line, and removes the last ones, so that most events do
  /// not depend on the previous one. Without it, twitter.json as CBOR to JSON takes 39 % more instructions.
  @inline(never)
  func writeFast<Layout: JSONLayout>(
    _ events: Span<Event>, from start: Int, _ window: RawSpan, _ scratch: RawSpan,
    _ layout: Layout.Type, _ state: inout State, _ sink: ByteSink
  ) -> Int {
    let comma = UInt8(ascii: ",")
    let verbatim = verbatim
    var cursor = sink.cursor()
    let mark = cursor.mark
    var line = JSONLine<Layout>(options.indentation, state)
    guard cursor.hasRoom(line.count &+ 1) else { return start }
    if !state.followsKey {
      if state.needsComma { cursor.put(comma) }
      cursor.put(line)
    }

    var index = start
    writing: while index < events.count {
      let event = events[index]
      switch event.kind {
      case .string:
        // `"` before the text, and a colon or a comma after it.
        let text = event.flags.contains(.inScratch) ? scratch : window
        guard event.flags.isSuperset(of: verbatim),
          cursor.putIfRoom(
            0x22, count: 1, text, from: event.offset, count: event.length,
            event.isKey ? Layout.keyEnd : 0x2C22, count: event.isKey ? Layout.keyEndLength : 2,
            keeping: line.count)
        else { break writing }
        if Layout.isPretty, event.isKey {
          index &+= 1
          continue
        }
      case .integer, .real:
        let text = event.flags.contains(.inScratch) ? scratch : window
        guard event.flags.contains(.needsNoJSONEscape),
          cursor.putIfRoom(
            0, count: 0, text, from: event.offset, count: event.length, UInt64(comma), count: 1,
            keeping: line.count)
        else { break writing }
      case .beginSequence, .beginMapping:
        guard cursor.hasRoom(line.count &+ options.indentation.width &+ 2) else { break writing }
        cursor.put(event.kind == .beginSequence ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        line.begin()
      case .endSequence, .endMapping:
        guard cursor.hasRoom(line.count &+ 2) else { break writing }
        cursor.remove(line.count)
        let hasContent = cursor.removeLast(comma, after: mark)
        line.end()
        if hasContent { cursor.put(bracketLine: line) }
        cursor.put(event.kind == .endSequence ? 0x2C5D : 0x2C7D, count: 2)
      case .null:
        guard cursor.putIfRoom(0x2C_6C6C_756E, count: 5, keeping: line.count) else { break writing }
      case .true:
        guard cursor.putIfRoom(0x2C_6575_7274, count: 5, keeping: line.count) else { break writing }
      case .false:
        guard cursor.putIfRoom(0x2C65_736C_6166, count: 6, keeping: line.count) else {
          break writing
        }
      case .beginDocument:
        guard !options.startsRecords else { break writing }
      case .endDocument:
        _ = cursor.removeLast(comma, after: mark)
        guard cursor.putIfRoom(0x0A, count: 1) else { break writing }
        cursor.completeDocument()
      case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .notation,
        .blankLine, .trailingComment:
        break writing
      }
      cursor.put(line)
      index &+= 1
    }
    state.indentation = line.indentation
    if Layout.isPretty, index > start { state.followsKey = events[index &- 1].isKey }
    guard !state.followsKey else { return index }
    cursor.remove(line.count)
    state.needsComma = cursor.removeLast(comma, after: mark)
    return index
  }
}

/// The line break and the indentation before an element of an open collection; nothing outside, and in compact output.
private struct JSONLine<Layout: JSONLayout> {
  private(set) var indentation: Int
  private let width: Int
  let first: ByteBlock
  let next: ByteBlock

  init(_ options: Indentation, _ state: JSONWriter.State) {
    indentation = state.indentation
    width = options.width
    next = ByteBlock(repeating: options.byte)
    let spaces = UInt64(options.byte) &* 0x0101_0101_0101_0101
    first = ByteBlock(spaces & ~0xFF | 0x0A, spaces)
  }

  var count: Int { Layout.isPretty && indentation > 0 ? indentation &+ 1 : 0 }

  mutating func begin() {
    indentation &+= width
  }

  mutating func end() {
    indentation &-= width
  }
}

extension ByteCursor {
  @inline(__always)
  fileprivate mutating func put<Layout: JSONLayout>(_ line: JSONLine<Layout>) {
    guard Layout.isPretty else { return }
    put(line.first, then: line.next, count: line.count)
  }

  /// Begins the line of a closing bracket, which has one outside of collections too.
  @inline(__always)
  fileprivate mutating func put<Layout: JSONLayout>(bracketLine line: JSONLine<Layout>) {
    guard Layout.isPretty else { return }
    put(line.first, then: line.next, count: line.indentation &+ 1)
  }
}
