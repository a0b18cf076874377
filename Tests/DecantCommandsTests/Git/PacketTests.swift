import Decant
import DecantTestSupport
import Testing

@testable import DecantCommands

@Suite struct PacketTests {
  private func packets(of bytes: [UInt8], sizes: [Int] = []) throws -> [Packet] {
    var reader = PacketReader(ChunkedSource(bytes, sizes: sizes))
    var packets: [Packet] = []
    while let packet = try reader.next() { packets.append(packet) }
    return packets
  }

  /// The first four are the examples of gitprotocol-common(5).
  static let examples: [(String, [Packet])] = [
    ("0006a\n", [.payload(Array("a\n".utf8))]),
    ("0005a", [.payload(Array("a".utf8))]),
    ("000bfoobar\n", [.payload(Array("foobar\n".utf8))]),
    ("0004", [.payload([])]),
    ("", []),
    ("0000", [.flush]),
    ("00000005a0000", [.flush, .payload(Array("a".utf8)), .flush]),
    ("000Cabcdefgh000cabcdefgh", Array(repeating: .payload(Array("abcdefgh".utf8)), count: 2)),
  ]

  @Test(arguments: examples) func readsPackets(text: String, expected: [Packet]) throws {
    #expect(try packets(of: Array(text.utf8)) == expected)
    #expect(try packets(of: Array(text.utf8), sizes: [1]) == expected)
    #expect(try packets(of: Array(text.utf8), sizes: [3, 2]) == expected)
  }

  @Test(arguments: [
    ("0001", GitProblem.invalidLength(1)), ("0002", .invalidLength(2)), ("0003", .invalidLength(3)),
    ("fff1", .invalidLength(65521)), ("FFFF", .invalidLength(65535)),
    ("00 5a", .noPacket), ("-005a", .noPacket), ("+005a", .noPacket), ("0x05a", .noPacket),
    ("git-filter-client", .noPacket), ("\0\0\0\0", .noPacket),
  ])
  func refusesOtherLengths(text: String, problem: GitProblem) {
    for before in ["", "0000", "0005a"] {
      let error = #expect(throws: DecantError.self) {
        try packets(of: Array((before + text).utf8) + [UInt8](repeating: 0x30, count: 70_000))
      }
      #expect(error?.problem == .git(problem))
      #expect(error?.offset == before.utf8.count)
    }
  }

  @Test func readsTheLongestPacket() throws {
    let payload = [UInt8](repeating: 7, count: 65516)
    let bytes = Array("fff0".utf8) + payload
    for sizes in [[], [1 << 15, 3], [65516], [4]] {
      #expect(
        try packets(of: bytes + bytes, sizes: sizes) == [.payload(payload), .payload(payload)])
    }
  }

  @Test func noticesTheEndAnywhere() throws {
    let stream = Array("0008abcd00000005x".utf8)
    for count in 0...stream.count {
      var reader = PacketReader(ChunkedSource(Array(stream.prefix(count)), sizes: [1]))
      let isComplete = [0, 8, 12, 17].contains(count)
      let error: DecantError?
      do throws(DecantError) {
        while try reader.next() != nil {}
        error = nil
      } catch let thrown {
        error = thrown
      }
      #expect(error?.problem == (isComplete ? nil : .git(.endsInsidePacket)), "\(count)")
    }
  }

  @Test func readsLinesWithAndWithoutTheirEnds() throws {
    var reader = PacketReader(.text("0006a\n0005b0004000000050000"))
    #expect(try reader.nextLines() == ["a", "b", ""])
    #expect(throws: DecantError.self) { try reader.nextLines() }
    var empty = PacketReader(.text(""))
    #expect(try empty.nextLines() == nil)
    var open = PacketReader(.text("0006a\n"))
    let error = #expect(throws: DecantError.self) { try open.nextLines() }
    #expect(error?.problem == .git(.endsInsideRequest))
  }

  /// The rest of the content is read, so that the next request can be.
  @Test func continuesAfterAFailureOfTheDestination() throws {
    var reader = PacketReader(.text("0005a0005b00000005c0000"))
    let full = DecantError(.system(.write, code: 28))
    #expect(try reader.copyContent(to: FullDestination(full)) == full)
    let rest = MemoryDestination()
    #expect(try reader.copyContent(to: rest) == nil)
    #expect(rest.text == "c")
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    (0, []), (1, ["0005"]), (5, ["0009"]), (65516, ["fff0"]), (65517, ["fff0", "0005"]),
    (200_000, ["fff0", "fff0", "fff0", "0d80"]),
  ])
  func dividesContent(count: Int, headers: [String]) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let destination = MemoryDestination()
    let writer = PacketWriter(destination)
    try content.withBytes { (bytes) throws(DecantError) in try writer.write(bytes) }
    try writer.endList()
    try writer.flush()
    var expected: [UInt8] = []
    for (index, header) in headers.enumerated() {
      expected += Array(header.utf8) + content.dropFirst(index * 65516).prefix(65516)
    }
    #expect(destination.bytes == expected + Array("0000".utf8))
  }

  @Test func writesLines() throws {
    let destination = MemoryDestination()
    let writer = PacketWriter(destination)
    try writer.write(lines: ["status=success"])
    try writer.write(lines: [])
    try writer.flush()
    #expect(destination.text == "0013status=success\n00000000")
  }
}

final class FullDestination: ByteDestination {
  private let error: DecantError

  init(_ error: DecantError) {
    self.error = error
  }

  func write(_ bytes: RawSpan) throws(DecantError) { throw error }
}
