import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

@Suite struct TranscoderTests {
  /// A source of one piece per read that records the output before each.
  private final class Producer: ByteSource {
    private var pieces: [String]
    private let destination: MemoryDestination
    var seen: [String] = []

    init(_ pieces: [String], watching destination: MemoryDestination) {
      self.pieces = pieces
      self.destination = destination
    }

    func read(into output: inout OutputRawSpan) {
      seen.append(destination.text)
      guard !pieces.isEmpty else { return }
      for byte in pieces.removeFirst().utf8 { output.append(byte) }
    }

    var wouldWait: Bool { true }
  }

  @Test func aRecordComesOutBeforeTheNextOneIsWaitedFor() throws {
    let destination = MemoryDestination()
    let source = Producer(["1\n", "{\"a\"", ":2}\n[3]\n"], watching: destination)
    try Transcoder(from: .jsonLines, to: .jsonLines).run(from: source, to: destination)
    #expect(source.seen[1] == "1\n")
    #expect(source.seen[2].hasPrefix("1\n"))
    #expect(source.seen[3] == "1\n{\"a\":2}\n[3]\n")
  }

  @Test func theElementsOfASequenceComeOutBeforeTheNextOnesAreWaitedFor() throws {
    let destination = MemoryDestination()
    let source = Producer(["[1,", "2,", "3]"], watching: destination)
    var transcoder = Transcoder(from: .json, to: .json)
    transcoder.plan = .compact(.json)
    try transcoder.run(from: source, to: destination)
    #expect(source.seen.contains { $0.hasPrefix("[1") && !$0.contains("2") })
    #expect(destination.text == "[1,2,3]\n")
  }

  @Test func whatWasReadBeforeAnErrorIsWritten() throws {
    let destination = MemoryDestination()
    let error = #expect(throws: DecantError.self) {
      try Transcoder(from: .jsonLines, to: .jsonLines)
        .run(from: .text("{\"a\":1}\n{\"a\":2}\n{\"a\":x}\n"), named: "log", to: destination)
    }
    #expect(error?.source == "log")
    #expect(error?.position == .init(offset: 21, line: 3, column: 6))
    #expect(error?.excerpt == .init(text: "{\"a\":x}", caret: 5))
    #expect(error?.path?.description == "/a")
    #expect(destination.text.hasPrefix("{\"a\":1}\n{\"a\":2}\n"))
  }

  @Test func tellsTheFormatWhereNoneIsNamed() throws {
    let destination = MemoryDestination()
    try Transcoder(to: .json).run(from: .text("// hello\n{a:1}"), to: destination)
    #expect(destination.text == "{\n  \"a\": 1\n}\n")
  }

  @Test func aFormatThatCannotBeWrittenIsRefused() throws {
    let other = Format(name: "other", summary: "a format without a writer", abilities: [])
    let error = #expect(throws: DecantError.self) {
      try Transcoder(from: .json, to: other).run(from: .text("1"), to: MemoryDestination())
    }
    #expect(error?.problem == .unsupported(.write, format: "other"))
  }
}
