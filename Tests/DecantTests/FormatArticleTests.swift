import Decant
import DecantCore
import DecantEditing
import DecantTestSupport
import Testing

/// The format of the article about adding formats, line by line.
struct LinesReader: EventReader {
  private enum State {
    case start, lines, end
  }

  private let options: ReadingOptions
  private var state = State.start

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try appendLines(of: &window, to: &batch)
    }
  }

  private mutating func appendLines(
    of window: inout Window, to batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    if state == .start {
      batch.append(.beginDocument)
      batch.append(.beginSequence)
      state = .lines
    }
    let count = window.count
    while window.position < count {
      guard !batch.isFull else { return .batchFull }
      let start = window.position
      let end = window.withBytes { bytes in
        var end = start
        while end < count, bytes.byte(at: end) != UInt8(ascii: "\n") { end += 1 }
        return end
      }
      guard end < count || window.isComplete else { return .windowEmpty }
      // Throws with the place of a byte that is not UTF-8.
      let flags = try window.checkText(in: start..<end)
      batch.append(.string, textIn: start..<end, flags: flags, at: start)
      if options.marksExtents { batch.markLast(to: end) }
      window.position = min(end + 1, count)
    }
    guard window.isComplete else { return .windowEmpty }
    if state == .lines {
      batch.append(.endSequence, at: window.position)
      batch.append(.endDocument, at: window.position)
      state = .end
    }
    return .ended
  }
}

struct LinesWriter: EventWriter {
  private var depth = 0

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      switch event.kind {
      case .beginDocument:
        break
      case .endDocument:
        sink.completeDocument()
      case .beginSequence where depth == 0:
        depth += 1
      case .endSequence:
        depth -= 1
      case .string where depth == 1 && !batch.string(of: event).utf8.contains(0x0A):
        try sink.write(batch.string(of: event) + "\n")
      default:
        throw DecantError(
          .other("lines are a sequence of strings, each without a line break", hint: nil),
          offset: batch.offset(of: event))
      }
    }
  }
}

extension Format {
  static let lines = Format(
    name: "lines", extensions: ["lines"], summary: "a string on each line", abilities: [],
    reader: { LinesReader($0) }, writer: { _ in LinesWriter() })
}

struct LinesEditing: LineListSyntax {
  var writer: Format { .lines }

  func text(of value: Document.Node) -> String { value.text ?? "" }
}

@Suite struct FormatArticleTests {
  @Test func theFormatIsLikeTheOthers() throws {
    let words = try Format.lines.decode([String].self, from: "one\ntwo\n")
    let text = try Format.lines.encodeText(["three", "four"])
    #expect(words == ["one", "two"])
    #expect(text == "three\nfour\n")
  }

  @Test func theFormatIsEditedInPlace() throws {
    func edited(_ text: String, _ edits: [DocumentEdit]) throws -> String {
      let format = Format.lines.edited(by: LinesEditing())
      var editor = try DocumentEditor(Array(text.utf8), as: format)
      try editor.apply(edits)
      return String(decoding: editor.bytes, as: UTF8.self)
    }
    let (first, last) = (DocumentPointer(tokens: ["0"]), DocumentPointer(tokens: ["-"]))
    let new = try Document("x")
    #expect(
      try edited("one\ntwo", [.set(first, new), .insert(last, new)])
        == "x\ntwo\nx")
    #expect(try edited("one\ntwo\n", [.insert(first, new), .delete(first)]) == "one\ntwo\n")
    #expect(try edited("one\ntwo\n", [.delete(first), .insert(first, new)]) == "x\ntwo\n")
    #expect(try edited("", [.insert(last, new)]) == "x\n")
    #expect(try edited("one\n", [.delete(first)]) == "")
  }

  @Test(arguments: [
    ("[1, 2.50, \"x\"]", "1\n2.50\nx\n"), ("[]", ""), ("[\"\", \"é\"]", "\né\n"),
  ])
  func whatItLacksBecomesText(json: String, lines: String) throws {
    let target = MemoryDestination()
    try Transcoder(from: .json, to: .lines).run(from: MemorySource(json), to: target)
    #expect(target.text == lines)
  }

  @Test(arguments: ["[[]]", "{}", "\"x\"", "[null]", #"["a\nb"]"#, #"["a\r\nb"]"#])
  func refusesWhatItCannotEncode(json: String) {
    #expect(throws: DecantError.self) {
      try Transcoder(from: .json, to: .lines).run(
        from: MemorySource(json), to: MemoryDestination())
    }
  }

  @Test(arguments: [1, 3, 64, 100_000]) func linesComeInPiecesOfAnySize(size: Int) throws {
    let lines = (0..<9000).map { "line \($0)" }
    let text = lines.joined(separator: "\n")
    let source = ChunkedSource(Array(text.utf8), sizes: [size])
    #expect(try Format.lines.decode([String].self, from: source) == lines)
  }

  /// The reader emits the beginning of a document before it reads a byte.
  @Test func linesAreNotWaitedFor() throws {
    final class Watched: ByteSource {
      let output: MemoryDestination
      var pieces = ["one\n", "two\n"]
      var seen: [String] = []
      var wouldWait: Bool { true }

      init(_ output: MemoryDestination) { self.output = output }

      func read(into buffer: inout OutputRawSpan) {
        seen.append(output.text)
        guard !pieces.isEmpty else { return }
        for byte in pieces.removeFirst().utf8 { buffer.append(byte) }
      }
    }
    let output = MemoryDestination()
    let input = Watched(output)
    try Transcoder(from: .lines, to: .lines).run(from: input, to: output)
    #expect(input.seen == ["", "one\n", "one\ntwo\n"])
  }
}
