import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct ByteSinkTests {
  @Test func passesOnAllThatIsWritten() throws {
    var generator = SeededGenerator(seed: 3)
    let destination = MemoryDestination()
    let sink = ByteSink(destination, capacity: 256)
    var expected: [UInt8] = []
    for _ in 0..<2000 {
      let size =
        Int.random(in: 0...9, using: &generator) == 0
        ? Int.random(in: 0...20_000, using: &generator) : Int.random(in: 0...20, using: &generator)
      let piece = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if size.isMultiple(of: 2) {
        try sink.write(piece)
      } else {
        try piece.withBytes { (bytes) throws(DecantError) in try sink.write(bytes) }
      }
      expected += piece
      if Int.random(in: 0...30, using: &generator) == 0 { try sink.flush() }
    }
    try sink.flush()
    #expect(destination.bytes == expected)
  }

  @Test func holdsBackAnUnfinishedDocument() throws {
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    try sink.write("one\n")
    sink.completeDocument()
    try sink.write(String(repeating: "x", count: 60_000))
    try sink.flushDocuments()
    #expect(destination.text == "one\n" && !sink.hasPartialDocument)
    // The buffer has room for only one of the two documents.
    try sink.write("\n")
    sink.completeDocument()
    try sink.write(String(repeating: "y", count: 60_000))
    #expect(destination.bytes.count == 60_005 && !sink.hasPartialDocument)
    sink.dropUnfinishedDocument()
    try sink.flush()
    #expect(destination.bytes.count == 60_005)
    try sink.write(String(repeating: "z", count: 70_000))
    try sink.write(String(repeating: "z", count: 70_000))
    #expect(sink.hasPartialDocument)
    sink.dropUnfinishedDocument()
    try sink.flush()
    #expect(destination.bytes.dropFirst(60_005).allSatisfy { $0 == UInt8(ascii: "z") })
  }

  @Test func cursorPutsBytesWordsRunsAndCopies() throws {
    let destination = MemoryDestination()
    let sink = ByteSink(destination, capacity: 256)
    let source = ByteStorage(capacity: 300)
    let letters = (0..<300).map { UInt8(0x41 + $0 % 26) }
    letters.withBytes { source.append($0) }
    var expected: [UInt8] = []
    for round in 0..<40 {
      var cursor = sink.cursor()
      for length in 0...64 {
        try cursor.reserve(length + 20)
        try source.withBytes { (bytes) throws(DecantError) in
          cursor.put(bytes, from: round, count: length)
        }
        expected += letters[round..<round + length]
        cursor.put(UInt8(ascii: "."))
        cursor.put(0x6867_6665_6463_6261, count: length % 9)
        cursor.put(UInt8(ascii: " "), repeated: length % 5)
        expected += Array(".".utf8) + Array("abcdefgh".utf8.prefix(length % 9))
        expected += [UInt8](repeating: 0x20, count: length % 5)
      }
    }
    try sink.flush()
    #expect(destination.bytes == expected)
  }

  @Test func hasRoomForAnyWriter() throws {
    let destination = MemoryDestination()
    let sink = ByteSink(destination, capacity: 1)
    var writer = try Format.json.writer()
    var batch = EventBatch()
    batch.append(.beginDocument)
    for _ in 0..<200 { batch.append(.beginSequence) }
    batch.append(.string, text: String(repeating: "x", count: 8192), flags: .plainASCII)
    for _ in 0..<200 { batch.append(.endSequence) }
    batch.append(.endDocument)
    try writer.write(batch, to: sink)
    try writer.finish(to: sink)
    try sink.flush()
    #expect(destination.bytes.count == 8192 + 2 + 2 * 200 + 401 + 400 * 200)
  }

  @Test func longTextsDoNotPassThroughTheBufferButKeepTheirPlace() throws {
    let destination = MemoryDestination()
    let sink = ByteSink(destination, capacity: 256)
    let long = [UInt8](repeating: 0x78, count: 10_000)
    var cursor = sink.cursor()
    try cursor.reserve(1)
    cursor.put(0x28)
    try long.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    try cursor.reserve(1)
    cursor.put(0x29)
    _ = consume cursor
    try sink.flush()
    #expect(destination.bytes == [0x28] + long + [0x29])
  }

  @Test func rethrowsDestinationErrors() throws {
    final class Full: ByteDestination {
      func write(_ bytes: RawSpan) throws(DecantError) {
        throw DecantError(.system(.write, code: 28))
      }
    }
    let sink = ByteSink(Full(), capacity: 256)
    try sink.write("short")
    let error = #expect(throws: DecantError.self) { try sink.flush() }
    #expect(error?.problem == .system(.write, code: 28))
    #expect(error?.category == .transfer)
  }
}
