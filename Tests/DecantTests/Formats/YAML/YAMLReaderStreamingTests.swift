import DecantTestSupport
import Testing

@testable import Decant

/// What is known is said before more is waited for, and what has been said is forgotten.
@Suite struct YAMLReaderStreamingTests {
  /// A producer that tells how much had come out each time it was asked for more.
  final class Producer: ByteSource {
    private var pieces: [String]
    let destination: MemoryDestination
    private(set) var seen: [String] = []

    init(_ pieces: [String], _ destination: MemoryDestination) {
      self.pieces = pieces.reversed()
      self.destination = destination
    }

    var wouldWait: Bool { true }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      seen.append(destination.text)
      for byte in (pieces.popLast() ?? "").utf8 { output.append(byte) }
    }
  }

  @Test func aDocumentComesOutBeforeTheNextIsWaitedFor() throws {
    let destination = MemoryDestination()
    let producer = Producer(["a: 1\n...\n", "---\nb: 2\n...\n", "--- 3\n"], destination)
    try Transcoder(from: .yaml, to: .jsonLines).run(from: producer, to: destination)
    #expect(producer.seen[1].hasPrefix("{\"a\":1}"))
    #expect(producer.seen[2].hasPrefix("{\"a\":1}\n{\"b\":2}"))
    #expect(destination.text == "{\"a\":1}\n{\"b\":2}\n3\n")
  }

  /// A source of as many copies of a record as are asked for, which are nowhere at once.
  final class Endless: ByteSource {
    private let record: [UInt8]
    private var count: Int

    init(_ record: String, count: Int) {
      self.record = Array(record.utf8)
      self.count = count
    }

    var wouldWait: Bool { false }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      while count > 0, output.freeCapacity >= record.count {
        for byte in record { output.append(byte) }
        count -= 1
      }
    }
  }

  @Test(arguments: [
    ("- {id: 1, name: a, é: [ñ, 1.5]}\n", 20_000), ("---\nid: 1\n", 20_000),
    ("# a comment\n", 400_000),
  ])
  func theWindowDoesNotGrowWithTheInput(record: String, count: Int) throws {
    var window = Window(Endless(record, count: count))
    var reader = YAMLReader(ReadingOptions())
    var batch = EventBatch()
    var largest = 0
    while try reader.read(from: &window, into: &batch) {
      largest = max(largest, window.count)
      batch.removeAll()
    }
    #expect(window.origin > 100_000)
    #expect(largest <= (record.hasPrefix("#") ? 4 : 1) << 20)
  }
}
