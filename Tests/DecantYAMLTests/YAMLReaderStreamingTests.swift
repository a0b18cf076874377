import DecantTestSupport
import Testing
import Decant
import DecantCore

/// Events are emitted before the reader blocks for input, and freed after that.
@Suite struct YAMLReaderStreamingTests {
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
    var reader = YAMLReader(YAMLScanner(nil), ReadingOptions())
    var batch = EventBatch()
    var largest = 0
    while try reader.read(from: &window, into: &batch) {
      largest = max(largest, window.count)
      batch.removeAll()
    }
    #expect(window.origin > 100_000)
    #expect(largest <= (record.hasPrefix("#") ? 4 : 1) << 20)
  }

  final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ text: String, of size: Int) {
      rest = Array(text.utf8)[...]
      self.size = size
    }

    var wouldWait: Bool { false }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      let count = min(size, output.freeCapacity)
      for byte in rest.prefix(count) { output.append(byte) }
      rest = rest.dropFirst(count)
    }
  }

  @Test(arguments: [1000, 70_000], [700, 300_000, 1_500_000])
  func eventsTellWhereTheyBegin(sizeOfPieces: Int, lengthOfText: Int) throws {
    var generator = SeededGenerator(seed: UInt64(sizeOfPieces + lengthOfText))
    let words = ["ascii", "é", "語語語", "😀", "mixed é 語 😀 and more", "\"quoted é\"", "Ωmega"]
    var text = ""
    var offsets: [Int] = []
    for index in 0..<6000 {
      text += "- "
      offsets.append(text.utf8.count)
      text += words.randomElement(using: &generator) ?? ""
      if index % 2000 == 1000 {
        let long = String(repeating: "é語x ", count: lengthOfText / 7)
        text += "\n- \"\(long)\""
      }
      text += "\n"
    }
    var window = Window(Pieces(text, of: sizeOfPieces))
    var reader = YAMLReader(YAMLScanner(nil), ReadingOptions())
    var batch = EventBatch()
    var found: [Int] = []
    while try reader.read(from: &window, into: &batch) {
      for index in 0..<batch.count where batch[index].kind == .string {
        // The beginning of a long text may have left the window.
        if batch[index].length < 100 { found.append(batch.offset(of: batch[index])) }
      }
      batch.removeAll()
    }
    let isRight = found == offsets
    #expect(isRight, "\(zip(found, offsets).first { $0 != $1 } ?? (found.count, offsets.count))")
  }
}
