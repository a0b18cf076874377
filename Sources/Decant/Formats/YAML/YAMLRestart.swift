/// The place from which libyaml can read a document on, and the state in which it must be there.
///
/// libyaml is brought into that state by a preamble, a short document that opens the same collections at the same
/// columns and stops where the input goes on. What it says of the preamble is dropped, and so are the steps that the
/// scanner has emitted since.
///
///     input               preamble
///     a: 1                0:
///     b:                    -
///       - c: 2                0: ""
///         d: !x,y z       ◀── restart
struct YAMLRestart: ~Copyable {
  /// The place in the input.
  private(set) var offset = 0
  /// The lines before the place.
  private(set) var lines = LineCounter()
  /// A step that libyaml will repeat.
  struct Step: BitwiseCopyable {
    let kind: YAMLStep.Kind
    /// Where in the input it begins.
    let offset: Int
  }

  /// The steps that have been emitted since, but for anchors and tags.
  private(set) var steps = Buffer<Step>(capacity: 1024)
  /// Whether a document of the stream has ended before.
  private(set) var followsDocument = false
  private var frames = Buffer<YAMLScanner.Frame>(capacity: 64)
  /// Whether an entry of the innermost collection comes before.
  private var isAfterEntry = false
  /// The `%TAG` directives of the document, a line for each.
  private var directives: [String] = []

  init() {}

  /// Notes a handle of tags, which libyaml must know.
  mutating func note(_ handle: RawSpan, _ prefix: RawSpan) {
    directives.append("%TAG \(String(utf8: handle)) \(String(utf8: prefix))")
  }

  /// Notes a step.
  @inline(__always)
  mutating func note(_ kind: YAMLStep.Kind, at offset: Int) {
    steps.append(Step(kind: kind, offset: offset))
  }

  /// Begins at a place between documents.
  mutating func begin(at offset: Int, _ lines: LineCounter, followsDocument: Bool) {
    self.offset = offset
    self.lines = lines
    self.followsDocument = followsDocument
    frames.removeAll()
    steps.removeAll()
    directives.removeAll()
  }

  /// Notes the end of a document; `move` follows.
  mutating func endDocument() {
    followsDocument = true
    frames.removeAll()
    directives.removeAll()
  }

  /// Moves to a place between documents.
  mutating func move(to place: Int, of bytes: RawSpan, _ origin: Int) {
    guard origin + place > offset || steps.count > 0 else { return }
    lines.count(bytes.extracting(offset - origin..<place))
    offset = origin + place
    steps.removeAll()
    frames.removeAll()
  }

  /// Moves to the beginning of an entry or value in `open`.
  mutating func move(
    to place: Int, of bytes: RawSpan, _ origin: Int, _ open: borrowing Buffer<YAMLScanner.Frame>
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
    isAfterEntry = open.count > 0 && !open[open.count - 1].awaitsValue
  }

  /// How many collections are open.
  var frameCount: Int { frames.count }

  /// The line of a flow collection that is open.
  func line(ofFrame index: Int) -> Int { frames[index].line }

  /// A short document that brings libyaml into the state.
  struct Preamble {
    /// Its bytes, which are ASCII.
    var bytes: [UInt8] = []
    /// How many line breaks it has.
    var lineCount = 0
    /// How many events libyaml has for it.
    var eventCount = 1

    init() {}

    /// Appends a line for each collection.
    mutating func appendLine(_ text: String, indentedBy column: Int, events: Int) {
      bytes += Array(repeating: UInt8(ascii: " "), count: column) + Array(text.utf8)
      bytes.append(UInt8(ascii: "\n"))
      lineCount += 1
      eventCount += events
    }
  }

  /// Creates the preamble.
  ///
  /// `showsDocument` is whether libyaml must know that a document comes before: it does not read one without `---` then.
  func preamble(before byte: UInt8, showsDocument: Bool) -> Preamble {
    var preamble = Preamble()
    guard frames.count > 0 else {
      // libyaml would take the end of a document at the beginning of the stream for a document of its own.
      if followsDocument, showsDocument || byte == UInt8(ascii: ".") {
        preamble.appendLine("--- 0", indentedBy: 0, events: 2)
        preamble.appendLine("...", indentedBy: 0, events: 1)
      }
      return preamble
    }
    preamble.eventCount += 1
    for directive in directives { preamble.appendLine(directive, indentedBy: 0, events: 0) }
    if !directives.isEmpty { preamble.appendLine("---", indentedBy: 0, events: 0) }
    var column = 0
    // The last entry is in quotes, so that no text goes on from it.
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
    // The column of the place, for errors on its line.
    preamble.bytes += Array(repeating: UInt8(ascii: " "), count: lines.column - 1)
    return preamble
  }
}
