internal import DecantCore

/// A writer in the manner of Xcode's `project.pbxproj`, which reproduces an unchanged project: flow
/// collections stay on one line, quoted strings in quotes, and every element ends with a separator.
///
///     /* Begin PBXBuildFile section */
///     		0A1 /* main.m in Sources */ = {isa = PBXBuildFile; fileRef = 0A2 /* main.m */; };
struct XcodeProjectWriter: ~Copyable {
  struct Level: BitwiseCopyable {
    let isMapping: Bool
    let isFlow: Bool
  }

  static let signature = " !$*UTF8*$!"

  private let ascii: Bool
  private var levels = Buffer<Level>(capacity: 32)
  private var pending: String = ""
  private var followsKey = false
  private var isAtBeginning = true

  init(ascii: Bool) {
    self.ascii = ascii
  }

  private var isInFlow: Bool { levels.count > 0 && levels[levels.count - 1].isFlow }

  /// - Precondition: eight bytes are readable after each text.
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    try batch.forEachEvent { (event, text) throws(DecantError) in
      try cursor.reserve(OpenStepWriter.roomForSigns)
      try write(event, text, &cursor)
    }
  }

  private mutating func write(
    _ event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      break
    case .endDocument:
      put("\n", &cursor)
      cursor.completeDocument()
    case .comment, .trailingComment:
      try write(comment: event, text.extracting(event.textRange), &cursor)
    case .notation:
      break
    case .blankLine:
      guard !isInFlow else { return }
      putPending(&cursor)
      put("\n", &cursor)
    case .beginSequence, .beginMapping:
      let isMapping = event.kind == .beginMapping
      try begin(&cursor)
      put(isMapping ? "{" : "(", &cursor)
      levels.append(Level(isMapping: isMapping, isFlow: event.style == .flow || isInFlow))
    case .endSequence, .endMapping:
      try end(&cursor)
    default:
      try begin(&cursor)
      try write(scalar: event, text, &cursor)
      if event.isKey { pending = " = " } else { endValue() }
      followsKey = event.isKey
    }
  }

  // MARK: Between tokens

  private mutating func begin(_ cursor: inout ByteCursor) throws(DecantError) {
    putPending(&cursor)
    if !followsKey, !isInFlow { try beginLine(levels.count, &cursor) }
    followsKey = false
    isAtBeginning = false
  }

  private mutating func end(_ cursor: inout ByteCursor) throws(DecantError) {
    guard levels.count > 0 else {
      throw DecantError(.malformedEvents("an end without a beginning"))
    }
    putPending(&cursor)
    let level = levels.removeLast()
    if !level.isFlow { try beginLine(levels.count, &cursor) }
    put(level.isMapping ? "}" : ")", &cursor)
    endValue()
  }

  private mutating func endValue() {
    guard levels.count > 0 else { return }
    let level = levels[levels.count - 1]
    switch (level.isMapping, level.isFlow) {
    case (true, true): pending = "; "
    case (true, false): pending = ";"
    case (false, true): pending = ", "
    case (false, false): pending = ","
    }
  }

  private mutating func putPending(_ cursor: inout ByteCursor) {
    put(pending, &cursor)
    pending = ""
  }

  private func put(_ text: String, _ cursor: inout ByteCursor) {
    for byte in text.utf8 { cursor.put(byte) }
  }

  private func beginLine(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    if !isAtBeginning { put("\n", &cursor) }
    try cursor.putIndentation(0x09, width: depth, keeping: OpenStepWriter.roomForSigns)
  }

  // MARK: Comments

  private mutating func write(
    comment event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let comment = CommentText(text)
    let isBlock = event.style == .block || isInFlow || followsKey || comment.hasLineEnds
    if event.kind == .trailingComment || followsKey || isInFlow {
      if !isBlock { putPending(&cursor) }
      put(" ", &cursor)
    } else {
      putPending(&cursor)
      // The marks of Xcode's sections are in the first column.
      let words = String(utf8: text)
      let isSection =
        words.hasSuffix(" section ") && (words.hasPrefix(" Begin ") || words.hasPrefix(" End "))
      try beginLine(isSection ? 0 : levels.count, &cursor)
    }
    put(isBlock ? "/*" : "//", &cursor)
    let bytes = isBlock ? comment.separating("*", "/") : comment.bytes
    try bytes.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    try cursor.reserve(OpenStepWriter.roomForSigns)
    if isBlock { put("*/", &cursor) }
    isAtBeginning = false
  }

  // MARK: Scalars

  private func write(
    scalar event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let content = text.extracting(event.textRange)
    if event.kind == .string, event.style != .doubleQuoted, isWrittenBare(event, text) {
      try cursor.write(content)
    } else {
      try OpenStepScalar.write(event, content, ascii: ascii, &cursor)
    }
    try cursor.reserve(OpenStepWriter.roomForSigns)
  }

  private func isWrittenBare(_ event: Event, _ text: RawSpan) -> Bool {
    guard !event.flags.contains(.isEscaped),
      OpenStepText.needsNoQuotes(text, from: Int(event.offset), count: Int(event.length))
    else { return false }
    return event.style == .plain || !Self.hasThreeUnderscores(text.extracting(event.textRange))
  }

  private static func hasThreeUnderscores(_ text: RawSpan) -> Bool {
    var run = 0
    for offset in 0..<text.byteCount where run < 3 {
      run = text.byte(at: offset) == UInt8(ascii: "_") ? run + 1 : 0
    }
    return run == 3
  }
}
