import DecantTestSupport
import Testing
import Decant
import DecantConversion
import DecantCore

/// A conversion with a thread for the writer has the same result as one without.
@Suite struct PipelineOutputTests {
  struct Result: Equatable {
    var written: [UInt8]
    var error: DecantError?
    var losses: Set<Losses.Entry>
  }

  private static func convert(
    _ source: some ByteSource, from format: Format, to destination: some ByteDestination,
    concurrently: Bool, _ plan: Plan
  ) -> (error: DecantError?, losses: Set<Losses.Entry>) {
    let losses = Losses()
    var plan = plan
    plan.losses = losses
    plan.writesConcurrently = concurrently
    do throws(DecantError) {
      var input = try Input(source, named: "input", as: format)
      var pipeline = try Pipeline(plan, to: destination)
      do {
        try pipeline.convert(&input)
        try pipeline.finish()
        return (nil, Set(losses.entries))
      } catch {
        try pipeline.abort()
        return (error, [])
      }
    } catch {
      return (error, [])
    }
  }

  private static func convert(
    _ source: [UInt8], from format: Format, concurrently: Bool, _ plan: Plan
  ) -> Result {
    let destination = MemoryDestination()
    let (error, losses) = convert(
      MemorySource(source), from: format, to: destination, concurrently: concurrently, plan)
    return Result(written: destination.bytes, error: error, losses: losses)
  }

  @discardableResult
  private static func compare(
    _ source: [UInt8], from format: Format, _ plan: Plan,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Result {
    let one = convert(source, from: format, concurrently: false, plan)
    let two = convert(source, from: format, concurrently: true, plan)
    let isSame = one == two
    #expect(isSame, "\(one.error as Any) \(two.error as Any)", sourceLocation: sourceLocation)
    return two
  }

  /// A sequence of random documents with texts of all lengths, of more batches than a short input has.
  private static func longDocument(seed: UInt64) -> [UInt8] {
    var texts: [String] = []
    for number in 0..<(Thoroughness.isFull ? 1500 : 500) {
      texts.append(RandomDocument(seed: seed * 10_000 + UInt64(number)).text)
      texts.append(
        "{\"number\": \(number), \"text\": \"\(String(repeating: "é\\n", count: number % 40))\"}")
    }
    texts.append("\"\(String(repeating: "long ", count: 300_000))\"")
    return Array("[\(texts.joined(separator: ",\n"))]".utf8)
  }

  @Test func writesTheSame() throws {
    let source = Self.longDocument(seed: 1)
    for target in BrokenOffOutputTests.targets + [.json5] {
      var plan = Plan(to: target)
      plan.fidelity = .lossy
      let result = Self.compare(source, from: .json, plan)
      #expect(result.error == nil && result.written.count > source.count / 4, "\(target.name)")
      if target.name == "strings" { continue }
      // Its output is an input of each format.
      Self.compare(result.written, from: target, Plan(to: .json))
    }
  }

  @Test func writesTheSameAfterStages() throws {
    let source = Self.longDocument(seed: 2)
    for change in [
      { $0.keyOrder = .byBytes }, { $0.gathering = .split }, { $0.fidelity = .tagged },
      { $0.writing.indentation = .spaces(2) }, { $0.scalars = .raw },
    ] as [(inout Plan) -> Void] {
      var plan = Plan(to: .yaml)
      change(&plan)
      #expect(Self.compare(source, from: .json, plan).error == nil)
    }
  }

  @Test func failsTheSame() throws {
    let source = Self.longDocument(seed: 3)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<6 {
      let end = Int.random(in: source.count / 4..<source.count, using: &generator)
      for target in [Format.json, .yaml, .xmlPropertyList] {
        var plan = Plan(to: target)
        plan.fidelity = .lossy
        #expect(Self.compare(Array(source[..<end]), from: .json, plan).error != nil)
      }
    }
  }

  /// The reader has left the line of the error when the writer finds it.
  @Test func locatesErrorsOfTheWriter() throws {
    var lines = (0..<60_000).map { "  {\"n\": \($0), \"text\": \"some é\"}" }
    lines[41_234] = "  {\"é\": [1, \"refused\"]}"
    let source = Array("[\n\(lines.joined(separator: ",\n"))\n]".utf8)
    let error = Self.compare(source, from: .json, Plan(to: .refusing)).error
    #expect(error?.problem == .tooLong)
    #expect(error?.source == "input")
    #expect(error?.position?.line == 41_236)
    #expect(error?.position?.column == 13)
    #expect(error?.excerpt?.text == lines[41_234] + ",")
    #expect(error?.excerpt?.caret == 12)
  }

  @Test func anErrorOfTheWriterPrecedesThatOfTheReader() throws {
    var lines = (0..<40_000).map { "{\"n\": \($0), \"text\": \"some\"}" }
    lines[30_000] = "\"refused\""
    for errorAt in [30_010, 39_999] {
      var lines = lines
      lines[errorAt] = "}"
      let source = Array("[\n\(lines.joined(separator: ",\n"))\n]".utf8)
      let error = Self.compare(source, from: .json, Plan(to: .refusing)).error
      #expect(error?.position?.line == 30_002)
    }
  }

  /// The thread begins at a certain batch, which must not be that of the end.
  @Test(arguments: 11...19) func writesTheEndOfAnInputOfAnyLength(batches: Int) throws {
    for events in [batches * 2048 - 500, batches * 2048 - 1, batches * 2048 + 500] {
      let items = Array(repeating: "1", count: events).joined(separator: ",")
      var plan = Plan(to: .json)
      plan.writing.indentation = .compact
      plan.pointer = DocumentPointer("/x")
      plan.gathering = .slurp
      let result = Self.compare(Array("{\"x\":[\(items)]}".utf8), from: .json, plan)
      #expect(result.written.count == 2 * events + 4)
    }
  }

  @Test func writesALongDocumentAfterAShortInput() throws {
    let source = Self.longDocument(seed: 6)
    let destination = MemoryDestination()
    var plan = Plan(to: .json)
    plan.writing.indentation = .compact
    plan.writesConcurrently = true
    var pipeline = try Pipeline(plan, to: destination)
    var input = try Input(MemorySource("[1]"), named: nil, as: .json)
    try pipeline.convert(&input)
    let document = try Document(parsing: source, as: .json)
    try pipeline.convert(document)
    try pipeline.finish()
    let alone = Self.convert(source, from: .json, concurrently: false, plan)
    let isSame = destination.bytes == Array("[1]\n".utf8) + alone.written
    #expect(isSame)
  }

  /// A stage holds events back until the window has moved on.
  @Test func locatesNoErrorInTheWrongWindow() throws {
    var lines = (0..<40_000).map { "  \"k\($0)\": \"some é\"" }
    lines[20_000] = "  \"k20000\": \"refused\""
    let source = Array("{\n\(lines.joined(separator: ",\n"))\n}".utf8)
    var plan = Plan(to: .refusing)
    plan.keyOrder = .byBytes
    for concurrently in [false, true] {
      let error = Self.convert(source, from: .json, concurrently: concurrently, plan).error
      #expect(error?.problem == .tooLong)
      #expect([nil, 20_002].contains(error?.position?.line))
    }
  }

  @Test func stopsWhenTheDestinationFails() throws {
    let source = Self.longDocument(seed: 5)
    for limit in [0, 100_000, 1_000_000] {
      for concurrently in [false, true] {
        let destination = FullDestination(after: limit)
        let (error, _) = Self.convert(
          MemorySource(source), from: .json, to: destination, concurrently: concurrently,
          Plan(to: .yaml))
        #expect(error?.problem == .system(.write, code: 28))
        #expect(destination.failures <= 2)
      }
    }
  }

  /// Before a read that would wait, the destination has all that follows from the bytes so far.
  @Test func flushesBeforeItWaits() throws {
    let documents = (0..<90_000).map { "- \($0)\n" }.joined()
    let destination = MemoryDestination()
    let source = WaitingSource(Array((documents + "...\n---\nlast: 1\n...\n").utf8)) {
      String(decoding: destination.bytes.suffix(8), as: UTF8.self)
    }
    let (error, _) = Self.convert(
      source, from: .yaml, to: destination, concurrently: true, Plan(to: .yaml))
    #expect(error == nil)
    #expect(source.seen == ["last: 1\n"])
  }
}

extension Format {
  /// A format whose writer refuses the string "refused".
  fileprivate static let refusing = Format(
    name: "refusing", summary: "Events", abilities: .ofValues.union([.manyDocuments]),
    writer: { _ in RefusingWriter() })
}

private struct RefusingWriter: EventWriter {
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      try sink.write([event.kind.rawValue])
      if event.kind == .string, batch.string(of: event) == "refused" {
        throw DecantError(.tooLong, offset: batch.offset(of: event))
      }
    }
  }
}

private final class FullDestination: ByteDestination {
  private var room: Int
  private(set) var failures = 0

  init(after room: Int) {
    self.room = room
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    room -= bytes.byteCount
    guard room < 0 else { return }
    failures += 1
    throw DecantError(.system(.write, code: 28))
  }
}

/// A source that would wait once all its bytes are read.
private final class WaitingSource: ByteSource {
  private let bytes: MemorySource
  private var unread: Int
  private let look: () -> String
  private(set) var seen: [String] = []

  init(_ bytes: [UInt8], _ look: @escaping () -> String) {
    self.bytes = MemorySource(bytes)
    unread = bytes.count
    self.look = look
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    if unread == 0 { seen.append(look()) }
    let before = output.byteCount
    try bytes.read(into: &output)
    unread -= output.byteCount - before
  }

  var wouldWait: Bool { unread == 0 }
}
