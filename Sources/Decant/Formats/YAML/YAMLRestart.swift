/// The position from which libyaml can continue a document, and the state that it needs there.
///
/// A preamble puts libyaml into that state: a short document that opens the same collections at the same columns. The
/// reader drops the events of the preamble and of the steps that the scanner has emitted since the restart.
///
///     input               preamble
///     a: 1                0:
///     b:                    -
///       - c: 2                0: ""
///         d: !x,y z       ◀── restart
struct YAMLRestart: ~Copyable {
  private(set) var offset = 0
  private(set) var lines = LineCounter()
  struct Step: BitwiseCopyable {
    let kind: YAMLStep.Kind
    let offset: Int
  }

  /// The steps emitted since `offset` that the reader has taken, except anchors, tags and tag handles, which libyaml
  /// reports with their node.
  private(set) var steps = Buffer<Step>(capacity: 1024)
  /// The index of the first step since `offset` among those that the reader has not taken.
  var firstStep = 0
  private(set) var followsDocument = false
  private var frames = Buffer<YAMLScanner.Frame>(capacity: 64)
  private var isAfterEntry = false
  private var directives: [String] = []

  init() {}

  mutating func note(_ handle: RawSpan, _ prefix: RawSpan) {
    directives.append("%TAG \(String(utf8: handle)) \(String(utf8: prefix))")
  }

  mutating func note(_ step: YAMLStep, _ origin: Int) {
    switch step.kind {
    case .anchor, .tag, .tagHandle: break
    default: steps.append(Step(kind: step.kind, offset: origin + Int(step.position)))
    }
  }

  mutating func begin(at offset: Int, _ lines: LineCounter, followsDocument: Bool) {
    self.offset = offset
    self.lines = lines
    self.followsDocument = followsDocument
    frames.removeAll()
    steps.removeAll()
    firstStep = 0
    directives.removeAll()
  }

  /// Precondition: the caller then calls `move`.
  mutating func endDocument() {
    followsDocument = true
    frames.removeAll()
    directives.removeAll()
  }

  /// Moves the restart to a place after `stepCount` steps that the reader has not taken.
  mutating func move(to place: Int, of bytes: RawSpan, _ origin: Int, after stepCount: Int) {
    lines.count(bytes.extracting(offset - origin..<place))
    offset = origin + place
    steps.removeAll()
    firstStep = stepCount
    frames.removeAll()
  }

  mutating func move(
    to place: Int, of bytes: RawSpan, _ origin: Int, after stepCount: Int,
    _ open: borrowing Buffer<YAMLScanner.Frame>
  ) {
    let old = frames.count
    for index in 0..<open.count {
      var frame = open[index]
      if frame.isFlow {
        if frame.offset >= offset {
          var lines = lines
          lines.count(bytes.extracting(offset - origin..<frame.offset - origin))
          frame.line = lines.line
        } else if index < old {
          frame.line = frames[index].line
        }
      }
      if index < frames.count { frames[index] = frame } else { frames.append(frame) }
    }
    frames.truncate(to: open.count)
    lines.count(bytes.extracting(offset - origin..<place))
    offset = origin + place
    steps.removeAll()
    firstStep = stepCount
    isAfterEntry = open.count > 0 && !open[open.count - 1].awaitsValue
  }

  var frameCount: Int { frames.count }

  func line(ofFrame index: Int) -> Int { frames[index].line }

  struct Preamble {
    var bytes: [UInt8] = []
    var lineCount = 0
    var eventCount = 1

    init() {}

    /// Creates a preamble of one document, after which directives or `---` may follow.
    init(afterDocumentInColumn column: Int) {
      appendLine("--- 0", indentedBy: 0, events: 2)
      appendLine("...", indentedBy: 0, events: 1)
      bytes += Array(repeating: UInt8(ascii: " "), count: column)
    }

    mutating func appendLine(_ text: String, indentedBy column: Int, events: Int) {
      bytes += Array(repeating: UInt8(ascii: " "), count: column) + Array(text.utf8)
      bytes.append(UInt8(ascii: "\n"))
      lineCount += 1
      eventCount += events
    }
  }

  /// Between documents, `showsDocument` adds a document, after which libyaml requires `---`.
  func preamble(before byte: UInt8, showsDocument: Bool) -> Preamble {
    guard frames.count > 0 else {
      // At the beginning of the stream, libyaml would read an empty document before `...`.
      let needsDocument = followsDocument && (showsDocument || byte == UInt8(ascii: "."))
      return needsDocument ? Preamble(afterDocumentInColumn: 0) : Preamble()
    }
    var preamble = Preamble()
    preamble.eventCount += 1
    for directive in directives { preamble.appendLine(directive, indentedBy: 0, events: 0) }
    if !directives.isEmpty { preamble.appendLine("---", indentedBy: 0, events: 0) }
    var column = 0
    // The last entry is quoted, so that no plain text can continue it.
    for index in 0..<frames.count {
      let frame = frames[index]
      let isComplete = isAfterEntry && index == frames.count - 1
      if !frame.isFlow { column = frame.column }
      switch frame.kind {
      case .blockSequence:
        preamble.appendLine(
          isComplete ? "- \"\"" : "-", indentedBy: column, events: isComplete ? 2 : 1)
      case .blockMapping where frame.hasExplicitKey:
        preamble.appendLine("?", indentedBy: column, events: 1)
      case .blockMapping:
        preamble.appendLine(
          isComplete ? "0: \"\"" : "0:", indentedBy: column, events: isComplete ? 3 : 2)
      case .flowSequence:
        preamble.appendLine(
          isComplete ? "[\"\"," : "[", indentedBy: column + 1, events: isComplete ? 2 : 1)
      case .flowMapping:
        preamble.appendLine(
          isComplete ? "{0: \"\"," : "{0:", indentedBy: column + 1, events: isComplete ? 3 : 2)
      case .flowPair:
        preamble.appendLine("0:", indentedBy: column + 1, events: 2)
      }
    }
    // Keeps columns in error positions correct.
    preamble.bytes += Array(repeating: UInt8(ascii: " "), count: lines.column - 1)
    return preamble
  }
}
