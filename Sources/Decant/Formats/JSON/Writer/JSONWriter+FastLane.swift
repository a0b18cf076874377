extension JSONWriter {
  var copiesRuns: Bool { !options.ascii && !options.startsRecords }

  /// Writes the events of a run; precondition: `copiesRuns`.
  func copy(
    _ run: VerbatimRun, _ window: RawSpan, _ place: inout Place, _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    // The comma may be before the run, or the last byte of it: then it is written before the next value.
    if place.needsComma, !Self.mayFollowValue(window.byte(at: run.start)) {
      try cursor.reserve(1)
      cursor.put(UInt8(ascii: ","))
    }
    let endsInComma = window.byte(at: run.end &- 1) == UInt8(ascii: ",")
    let end = endsInComma ? run.end &- 1 : run.end
    try cursor.write(window.extracting(run.start..<run.documentsEnd))
    if run.documentsEnd > run.start { cursor.completeDocument() }
    try cursor.write(window.extracting(run.documentsEnd..<end))
    place.needsComma = endsInComma || Self.endsValue(window.byte(at: end &- 1))
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
  /// Writes a comma after each value and removes the last, so that most events do not depend on the previous one.
  @inline(never)
  func writeCommon(
    _ events: Span<Event>, from start: Int, _ window: RawSpan, _ scratch: RawSpan,
    _ place: inout Place, _ sink: ByteSink
  ) -> Int {
    let comma = UInt8(ascii: ",")
    let verbatim = verbatim
    var cursor = sink.cursor()
    let mark = cursor.mark
    if place.needsComma, !cursor.putIfRoom(UInt64(comma), count: 1) { return start }

    var index = start
    writing: while index < events.count {
      let event = events[index]
      switch event.kind {
      case .string:
        // `"` before the text, and `":` or `",` after it.
        let text = event.flags.contains(.inScratch) ? scratch : window
        guard event.flags.isSuperset(of: verbatim),
          cursor.putIfRoom(
            0x22, count: 1, text, from: event.offset, count: event.length,
            event.isKey ? 0x3A22 : 0x2C22, count: 2)
        else { break writing }
      case .integer, .real:
        let text = event.flags.contains(.inScratch) ? scratch : window
        guard event.flags.contains(.needsNoJSONEscape),
          cursor.putIfRoom(
            0, count: 0, text, from: event.offset, count: event.length, UInt64(comma), count: 1)
        else { break writing }
      case .beginSequence:
        guard cursor.putIfRoom(0x5B, count: 1) else { break writing }
      case .beginMapping:
        guard cursor.putIfRoom(0x7B, count: 1) else { break writing }
      case .endSequence, .endMapping:
        let hasContent = cursor.removeLast(comma, after: mark)
        guard cursor.putIfRoom(event.kind == .endSequence ? 0x2C5D : 0x2C7D, count: 2) else {
          if hasContent { cursor.put(comma) }
          break writing
        }
      case .null:
        guard cursor.putIfRoom(0x2C_6C6C_756E, count: 5) else { break writing }
      case .true:
        guard cursor.putIfRoom(0x2C_6575_7274, count: 5) else { break writing }
      case .false:
        guard cursor.putIfRoom(0x2C65_736C_6166, count: 6) else { break writing }
      case .beginDocument:
        guard !options.startsRecords else { break writing }
      case .endDocument:
        _ = cursor.removeLast(comma, after: mark)
        guard cursor.putIfRoom(0x0A, count: 1) else { break writing }
        cursor.completeDocument()
      case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .spelling,
        .blankLine, .trailingComment:
        break writing
      }
      index &+= 1
    }
    place.needsComma = cursor.removeLast(comma, after: mark)
    return index
  }
}
