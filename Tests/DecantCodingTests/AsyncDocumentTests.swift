import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct AsyncDocumentTests {
  struct Record: Codable, Equatable, Sendable {
    var id: Int
  }

  private struct Broken: Error {}

  private static func stream(
    _ chunks: [String], then error: (any Error)? = nil
  ) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
      for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
      continuation.finish(throwing: error)
    }
  }

  private static func chunks(of text: String, _ size: Int) -> [String] {
    let text = Array(text)
    return stride(from: 0, to: text.count, by: size).map {
      String(text[$0..<min($0 + size, text.count)])
    }
  }

  @Test(arguments: [1, 7, 64, 1 << 20]) func comeFromChunks(size: Int) async throws {
    let records = (0..<500).map { Record(id: $0) }
    let lines = records.map { "{\"id\":\($0.id)}\n" }.joined()
    var read: [Record] = []
    let source = AsyncSource(Self.stream(Self.chunks(of: lines, size)))
    for try await record in try Format.jsonLines.documents(of: Record.self, from: source) {
      read.append(record)
    }
    #expect(read == records)

    let text = try Format.json.encodeText(["l": records])
    let elements = try Format.json.elements(
      of: Record.self, at: "/l", from: .chunks(Self.stream(Self.chunks(of: text, size))))
    read = []
    for try await record in elements { read.append(record) }
    #expect(read == records)
  }

  @Test func comeFromBytes() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in "{\"id\":1}\n{\"id\":2}".utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var ids: [Int] = []
    for try await record in try Format.jsonLines.documents(of: Record.self, from: .bytes(bytes)) {
      ids.append(record.id)
    }
    #expect(ids == [1, 2])
  }

  /// A line is decoded when it is there, though the stream goes on.
  @Test func doNotWaitForMore() async throws {
    let (chunks, continuation) = AsyncStream<Data>.makeStream()
    let documents = try Format.jsonLines.documents(of: Record.self, from: .chunks(chunks))
    var iterator = documents.makeAsyncIterator()
    for id in 0..<20 {
      continuation.yield(Data("{\"id\":\(id)}\n".utf8))
      #expect(try await iterator.next()?.id == id)
    }
    continuation.finish()
    #expect(try await iterator.next() == nil)
  }

  @Test func theErrorIsThatOfTheSequence() async throws {
    let source = AsyncSource(Self.stream(["{\"id\":1}\n{\"i"], then: Broken()))
    var ids: [Int] = []
    await #expect(throws: Broken.self) {
      for try await record in try Format.jsonLines.documents(of: Record.self, from: source) {
        ids.append(record.id)
      }
    }
    #expect(ids == [1])
  }

  /// What ends early is an error with its place, not an end.
  @Test func aStreamThatEndsEarlyIsNotWhole() async throws {
    let elements = try Format.json.elements(
      of: Record.self, from: .chunks(Self.stream(["[{\"id\":1}, {\"id\":2}"])))
    var count = 0
    await #expect(throws: DecodingError.self) {
      for try await _ in elements { count += 1 }
    }
    #expect(count == 2)
  }

  @Test(.timeLimit(.minutes(1))) func aCanceledTaskWaitsNoLonger() async throws {
    let (chunks, continuation) = AsyncStream<Data>.makeStream()
    continuation.yield(Data("{\"id\":1}\n".utf8))
    let (begun, tell) = AsyncStream<Int>.makeStream()
    let task = Task {
      for try await record in try Format.jsonLines.documents(of: Record.self, from: .chunks(chunks))
      {
        tell.yield(record.id)
      }
    }
    for await _ in begun { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(continuation) {}
  }

  /// The producer ends with its source.
  @Test(.timeLimit(.minutes(1))) func aSourceThatIsDroppedEndsItsSequence() async throws {
    let (ended, tell) = AsyncStream<Int>.makeStream()
    do {
      let (chunks, continuation) = AsyncStream<Data>.makeStream()
      continuation.onTermination = { _ in tell.yield(1) }
      continuation.yield(Data("{\"id\":1}\n".utf8))
      var iterator = try Format.jsonLines.documents(of: Record.self, from: .chunks(chunks))
        .makeAsyncIterator()
      #expect(try await iterator.next()?.id == 1)
    }
    for await _ in ended { break }
  }

  /// An actor decodes where it is, into values that need not be sendable.
  @MainActor @Test func decodesWhereTheCallerIs() async throws {
    final class Local: Decodable {
      let id: Int
      enum CodingKeys: CodingKey { case id }
      init(from decoder: any Decoder) throws {
        MainActor.preconditionIsolated()
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      }
    }
    let text = (0..<2000).map { "{\"id\":\($0)}\n" }.joined()
    var ids: [Int] = []
    for try await local in try Format.jsonLines.documents(
      of: Local.self, from: ChunkedSource(Array(text.utf8), sizes: [100]))
    {
      ids.append(local.id)
    }
    #expect(ids == Array(0..<2000))
  }
}
