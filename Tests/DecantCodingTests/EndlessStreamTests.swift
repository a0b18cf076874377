import Decant
import Foundation
import Testing

@Suite struct EndlessStreamTests {
  final class Record: SharedInstance {
    var id: Int
    @Shared var again: Record?

    init(_ id: Int) { self.id = id }
  }

  final class Meter: ByteDestination {
    private(set) var count = 0

    func write(_ bytes: RawSpan) { count += bytes.byteCount }
  }

  /// An endless source of one document per read, like a slow pipe.
  final class Spring: ByteSource {
    private let document: (Int) -> String
    private(set) var given = 0

    init(_ document: @escaping (Int) -> String) { self.document = document }

    func read(into output: inout OutputRawSpan) {
      for byte in document(given).utf8 { output.append(byte) }
      given += 1
    }

    var wouldWait: Bool { true }
  }

  static let formats: [String: Format] = [
    "jsonl": .jsonLines, "json-seq": .jsonSequence, "yaml": .yaml,
  ]

  /// At most one buffer of encoded documents is pending.
  @Test(arguments: formats.keys.sorted()) func nothingPilesUpOnTheWayOut(_ name: String) throws {
    let format = try #require(Self.formats[name])
    let meter = Meter()
    var writer = try DocumentWriter(meter, as: format)
    let single = try format.encode(["text": String(repeating: "x", count: 100)]).count
    for number in 1...20_000 {
      try writer.write(["text": String(repeating: "x", count: 100)])
      #expect(meter.count >= number * single - (128 << 10))
    }
    try writer.finish()
    #expect(meter.count >= 20_000 * single)
  }

  @Test(arguments: formats.keys.sorted()) func eachDocumentIsWholeWhenItIsFlushed(
    _ name: String
  ) throws {
    let format = try #require(Self.formats[name])
    let destination = MemoryDestination()
    var writer = try DocumentWriter(destination, as: format)
    for number in 0..<20 {
      try writer.write(Record(number))
      try writer.flush()
      #expect(destination.bytes.last == UInt8(ascii: "\n"))
      var documents = try format.documents(of: Record.self, from: .bytes(destination.bytes))
      var count = 0
      while try documents.next() != nil { count += 1 }
      #expect(count == number + 1)
    }
  }

  @Test func readsNoFartherThanItMust() throws {
    let lines = Spring { "{\"id\": \($0)}\n" }
    var records = try Format.jsonLines.documents(of: Record.self, from: lines)
    for number in 0..<1000 {
      #expect(try records.next()?.id == number)
      #expect(lines.given <= number + 2)
    }
    let yaml = Spring { "id: \($0)\n---\n" }
    var documents = try Format.yaml.documents(of: Record.self, from: yaml)
    for number in 0..<1000 {
      #expect(try documents.next()?.id == number)
      #expect(yaml.given <= number + 3)
    }
  }

  @Test func canBeLeftAtAnyDocument() async throws {
    let lines = Spring { "{\"id\": \($0)}\n" }
    let records = try Format.jsonLines.documents(of: Record.self, from: lines)
    for try await record in records where record.id == 7 { break }
    func next() throws -> Record? {
      var rest = records
      return try rest.next()
    }
    #expect(try next()?.id == 8)
  }

  @Test func valuesAreFreedOnTheirWay() throws {
    let mark = #"{"$shared": 1, "$value": {"id": 1, "again": null}}"#
    var records = try Format.jsonLines.documents(of: Record.self, from: Spring { _ in mark + "\n" })
    var writer = try DocumentWriter(Meter(), as: .jsonLines)
    for _ in 0..<50 {
      weak var former: Record?
      do {
        let record = try #require(try records.next())
        former = record
        try writer.write([record, record])
      }
      #expect(former == nil)
    }
  }
}
