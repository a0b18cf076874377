internal import DecantCore

/// A writer of JSON with comments, the part of JSON5 that most tools read.
///
/// Comments are gathered until the next event, because a comma precedes them only if another element follows.
struct JSON5Writer: EventWriter, ~Copyable {
  struct Level: BitwiseCopyable {
    var isMapping: Bool
    var isFlow: Bool
  }

  private let options: JSONWritingOptions
  private var levels = Buffer<Level>(capacity: 32)
  private var gathered = GatheredComments()
  private var needsComma = false
  private var followsKey = false

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  private var scalars: JSONWriter { JSONWriter(options) }

  private var isCompact: Bool { options.indentation.width == 0 }

  private var isInFlow: Bool { levels.count > 0 && levels[levels.count - 1].isFlow }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      try batch.withText(of: event) { (text) throws(DecantError) in
        try write(event, text, to: sink)
      }
    }
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    // A comment may be open, but not after two line ends and a star.
    try sink.write("\n*/\n!incomplete\n")
  }

  private mutating func write(
    _ event: Event, _ text: RawSpan, to sink: ByteSink
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      reset()
    case .endDocument:
      try gathered.put(to: sink)
      try sink.write("\n")
      sink.completeDocument()
    case .beginSequence, .beginMapping:
      try beginCollection(event, sink)
    case .endSequence, .endMapping:
      try endCollection(sink)
    case .comment, .trailingComment:
      gather(comment: event, text)
    case .notation:
      break
    case .blankLine:
      if !isInFlow, !followsKey, !isCompact { gathered.appendBlankLine() }
    case .null, .true, .false, .integer, .real, .string:
      try separate(sink)
      try put(scalar: event, text, sink)
      needsComma = !event.isKey
      followsKey = event.isKey
    case .date, .localTime, .data, .uid, .anchor, .tag, .alias:
      throw DecantError(.malformedEvents("JSON5 has no \(event.kind)"))
    }
  }

  private mutating func reset() {
    levels.removeAll()
    gathered.removeAll()
    needsComma = false
    followsKey = false
  }

  // MARK: Between tokens

  private mutating func separate(_ sink: ByteSink) throws(DecantError) {
    if needsComma { try sink.write(",") }
    let hasComments = !gathered.isEmpty
    try gathered.put(to: sink)
    if followsKey {
      if gathered.endsWithLine {
        try beginLine(levels.count + 1, sink)
      } else if hasComments, !isCompact {
        try sink.write(" ")
      }
    } else if levels.count == 0 {
      if hasComments { try sink.write("\n") }
    } else if !isInFlow {
      try beginLine(levels.count, sink)
    } else if !isCompact, needsComma || hasComments || levels[levels.count - 1].isMapping {
      try sink.write(" ")
    }
    followsKey = false
    gathered.removeAll()
  }

  private mutating func beginCollection(_ event: Event, _ sink: ByteSink) throws(DecantError) {
    let isMapping = event.kind == .beginMapping
    let isFlow = isCompact || event.style == .flow || event.style == .padded
    if followsKey, gathered.endsWithLine, !isFlow {
      // A comment after the key moves after the bracket, which stays on the line of the key.
      followsKey = false
      gathered.insertSpace()
    } else {
      try separate(sink)
    }
    try sink.write(isMapping ? "{" : "[")
    levels.append(Level(isMapping: isMapping, isFlow: isFlow))
    needsComma = false
  }

  private mutating func endCollection(_ sink: ByteSink) throws(DecantError) {
    guard levels.count > 0 else {
      throw DecantError(.malformedEvents("an end without a beginning"))
    }
    let isEmpty = !needsComma && gathered.isEmpty
    try gathered.put(to: sink)
    let level = levels.removeLast()
    if !isEmpty {
      if !level.isFlow {
        try beginLine(levels.count, sink)
      } else if level.isMapping, !isCompact {
        try sink.write(" ")
      }
    }
    try sink.write(level.isMapping ? "}" : "]")
    gathered.removeAll()
    needsComma = true
  }

  private func beginLine(_ depth: Int, _ sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    try cursor.reserve(JSONWriter.roomForSigns)
    cursor.put(UInt8(ascii: "\n"))
    try cursor.putIndentation(
      options.indentation.byte, width: depth * options.indentation.width, keeping: 0)
  }

  // MARK: Comments

  private mutating func gather(comment event: Event, _ text: RawSpan) {
    gathered.append(
      event, text, after: separator(isTrailing: event.kind == .trailingComment),
      allowsLines: !isInFlow)
  }

  private func separator(isTrailing: Bool) -> GatheredComments.Separator {
    let isAtBeginning = levels.count == 0 && !needsComma && gathered.isEmpty
    if isCompact || isAtBeginning { return .none }
    if isInFlow { return followsKey && gathered.isEmpty ? .none : .space }
    if gathered.endsWithLine || gathered.hasLines || !isTrailing && !followsKey {
      return .line(options.indentation, depth: followsKey ? levels.count + 1 : levels.count)
    }
    return followsKey && gathered.isEmpty ? .none : .space
  }

  // MARK: Scalars

  private func put(scalar event: Event, _ text: RawSpan, _ sink: ByteSink) throws(DecantError) {
    var event = event
    event.offset = 0
    if options.palette != nil, !isCompact {
      try put(event, text, ColoredLayout.self, sink)
    } else if isCompact {
      try put(event, text, CompactLayout.self, sink)
    } else {
      try put(event, text, PrettyLayout.self, sink)
    }
  }

  private func put<Layout: JSONLayout>(
    _ event: Event, _ text: RawSpan, _ layout: Layout.Type, _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    try cursor.reserve(JSONWriter.roomForSigns)
    switch event.kind {
    case .string:
      _ = try scalars.writeString(event, text, scalars.verbatim, layout, cursor)
    case .integer, .real:
      if event.flags.contains(.isNonFinite) {
        try put(nonFinite: event, text, layout, &cursor)
      } else {
        _ = try scalars.writeNumber(event, text, layout, cursor)
      }
    default:
      if Layout.isColored { try scalars.color(event, &cursor) }
      cursor.putWord(of: event.kind)
      if Layout.isColored { try scalars.endColor(&cursor) }
    }
  }

  private func put<Layout: JSONLayout>(
    nonFinite event: Event, _ text: RawSpan, _ layout: Layout.Type, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if Layout.isColored { try scalars.color(event, &cursor) }
    let isNegative = text.byteCount > 0 && text.byte(at: 0) == UInt8(ascii: "-")
    let isNaN = text.byteCount > 0 && text.byte(at: 0) == UInt8(ascii: "n")
    for byte in (isNaN ? "NaN" : isNegative ? "-Infinity" : "Infinity").utf8 { cursor.put(byte) }
    if Layout.isColored { try scalars.endColor(&cursor) }
  }
}
