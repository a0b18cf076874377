import Decant
import DecantCore
import DecantSystem
import DecantTestSupport
import Foundation
import Testing

@Suite struct DocumentStreamTests {
  struct Record: Codable, Equatable, Sendable {
    var id: Int
    var tags: [String]
  }

  static let records = (0..<5000).map {
    Record(id: $0, tags: ["tag \($0)", String(repeating: "x", count: $0 % 50)])
  }

  private func write(_ format: Format) throws -> [UInt8] {
    let destination = MemoryDestination()
    var writer = try DocumentWriter(destination, as: format)
    for record in Self.records { try writer.write(record) }
    try writer.finish()
    return destination.bytes
  }

  static let formats: [String: Format] = [
    "jsonl": .jsonLines, "json-seq": .jsonSequence, "yaml": .yaml,
  ]

  @Test(arguments: formats.keys.sorted()) func goesThroughEveryStream(_ name: String) throws {
    let format = try #require(Self.formats[name])
    let bytes = try write(format)
    var documents = try format.documents(
      of: Record.self, from: ChunkedSource(bytes, sizes: [7, 4096]))
    var read: [Record] = []
    while let record = try documents.next() { read.append(record) }
    #expect(read == Self.records)
    #expect(try documents.next() == nil)
  }

  @Test func isASequenceToWaitFor() async throws {
    var sum = 0
    let text = "{\"id\":1,\"tags\":[]}\n{\"id\":2,\"tags\":[]}\n"
    for try await record in try Format.jsonLines.documents(of: Record.self, from: .text(text)) {
      sum += record.id
    }
    #expect(sum == 3)
  }

  /// More streams wait for input than there are threads in the pool, of which none waits.
  @Test func waitingBlocksNoOtherTask() async throws {
    let meeting = Meeting(of: 64)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 {
        group.addTask {
          var sum = 0
          let lines = MeetingSource(meeting)
          for try await record in try Format.jsonLines.documents(of: Record.self, from: lines) {
            sum += record.id
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 64 * 3)
  }

  private final class Meeting: Sendable {
    private let missing: Monitor<Int>
    init(of count: Int) { missing = Monitor(count) }

    func join() {
      // Where there is a current task, this is a thread of the pool: to wait could block all of them.
      let isInPool = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
      #expect(!isInPool)
      guard !isInPool else { return }
      missing.change { $0 -= 1 }
      _ = missing.wait { $0 <= 0 ? true : nil }
    }
  }

  private final class MeetingSource: ByteSource {
    private let meeting: Meeting
    private var reads = 0
    init(_ meeting: Meeting) { self.meeting = meeting }

    var wouldWait: Bool { reads == 1 }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      reads += 1
      guard reads < 3 else { return }
      if reads == 2 { meeting.join() }
      for byte in #"{"id":\#(reads),"tags":[]}"#.utf8 { output.append(byte) }
      output.append(UInt8(ascii: "\n"))
    }
  }

  @Test func goesOnAfterADocumentOfAnotherShape() throws {
    let text = "{\"id\":1,\"tags\":[]}\n{\"id\":\"x\",\"tags\":[]}\n\n{\"id\":3,\"tags\":[]}\n"
    var documents = try Format.jsonLines.documents(of: Record.self, from: .text(text))
    #expect(try documents.next()?.id == 1)
    let error = Outcome { try documents.next() as Any }
    #expect(error.words == "expected Int but found a string, at line 2, column 7")
    #expect(try documents.next()?.id == 3)
    #expect(try documents.next() == nil)
  }

  /// At the error, the beginning of the input has left memory.
  @Test func knowsTheLineOfALateDocument() throws {
    let bytes = try write(.jsonLines) + Array("{\"id\":null}\n".utf8)
    var documents = try Format.jsonLines.documents(of: Record.self, from: .bytes(bytes))
    for _ in Self.records { _ = try documents.next() }
    let error = Outcome { try documents.next() as Any }
    #expect(error.words == "expected Int but found null, at line 5001, column 7")
  }

  /// A source in memory is not copied, another one is.
  @Test(arguments: [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]])
  func knowsTheSamePlacesWhereverTheInputStands(mark: [UInt8]) throws {
    let long = String(repeating: "long ", count: 3000)
    let lines = (0..<200).map { number in
      switch number % 10 {
      case 3: "{\"tags\":[\"\(long)\"],\"id\":\"\(number)\"}"
      case 7: "{\"id\":\(number),\"tags\":[\"ä\",null,\"\(long)\"]}"
      default: "{\"id\":\(number),\"tags\":[]}"
      }
    }
    let bytes = mark + Array((lines.joined(separator: "\n") + "\n").utf8)
    func problems(_ source: any ByteSource) throws -> [String] {
      var documents = try Format.jsonLines.documents(of: Record.self, from: source)
      var problems: [String] = []
      for _ in lines {
        do { _ = try documents.next() } catch { problems.append("\(error)") }
      }
      return problems
    }
    let copied = try problems(ChunkedSource(bytes, sizes: [5000, 100_000]))
    #expect(copied.count == 40)
    #expect(copied[1].contains("at line 8, column 21"))
    #expect(try problems(MemorySource(bytes)) == copied)
    // The source was read before.
    let source = MemorySource(Array("0123456789abcdef".utf8) + bytes)
    var window = Window(source, capacity: 16)
    #expect(try window.refill() && window.count == 16)
    #expect(try problems(source) == copied)
  }

  @Test func whatCannotBeEncodedIsNotWrittenInPart() throws {
    let destination = MemoryDestination()
    var writer = try DocumentWriter(destination, as: .jsonLines)
    try writer.write([1.5])
    #expect(throws: EncodingError.self) { try writer.write([1, Double.nan]) }
    try writer.write([2.5])
    try writer.finish()
    #expect(destination.text == "[1.5]\n[2.5]\n")
  }

  @Test func aFormatOfOneDocumentTakesOne() throws {
    var writer = try DocumentWriter(MemoryDestination(), as: .xmlPropertyList)
    try writer.write(["a": 1])
    #expect(throws: (any Error).self) { try writer.write(["b": 1]) }
    #expect(throws: DecodingError.self) { try Format.json.decode([Int].self, from: "[1] [2]") }
    #expect(throws: DecodingError.self) { try Format.yaml.decode([Int].self, from: "") }
  }

  @Test func transcodesByWayOfAType() throws {
    let yaml = Array("# comment\nid: 7\ntags: [a, b]\nextra: 1\n".utf8)
    let json = try transcode(yaml, as: Record.self, from: .yaml, to: .jsonLines)
    #expect(String(decoding: json, as: UTF8.self) == "{\"id\":7,\"tags\":[\"a\",\"b\"]}\n")
  }

  @Test func tellsTheMemberOfAFamilyByTheContent() throws {
    for format in [Format.xmlPropertyList, .binaryPropertyList, .openStepPropertyList] {
      let bytes = try format.encode(Self.records[1])
      #expect(try Format.propertyList.decode(Record.self, from: bytes) == Self.records[1])
    }
  }
}
