import DecantSystem
import DecantTestSupport
import Foundation
import Testing
import Decant

@testable import DecantCore

/// The table of mapped ranges is that of the process, and one test fills it.
@Suite(.serialized) struct WholeInputTests {
  private static let input = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  init() {
    System.survivesTruncatedFiles()
  }

  private func shown(_ window: borrowing Window) -> [UInt8] {
    window.withBytes { Array($0.extracting(0..<window.count)) }
  }

  private func withFile(of count: Int, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("decant-\(UUID().uuidString)").path
    try Data(Self.input.prefix(count)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test(arguments: [[], [1], [1000], [1, 70_000]])
  func aSourceGivesAllThatIsLeft(sizes: [Int]) throws {
    let source = ChunkedSource(Self.input, sizes: sizes)
    #expect(try source.readToEnd() == Self.input)
    #expect(try source.readToEnd().isEmpty)
    try withFile(of: 70_000) { path in
      let bytes = try FileSource(path).readToEnd()
      #expect(bytes == Array(Self.input.prefix(70_000)))
    }
  }

  @Test(arguments: [[], [1000], [1, 70_000]])
  func gathersWhatComesInPieces(sizes: [Int]) throws {
    var window = Window(ChunkedSource(Self.input, sizes: sizes), capacity: 64)
    while window.count < 5, try window.refill() {}
    window.position = 5
    try window.showAll()
    #expect(shown(window) == Array(Self.input[5...]))
    let (origin, isComplete) = (window.origin, window.isComplete)
    #expect(origin == 5)
    #expect(isComplete)
  }

  /// The file may end at any offset in a page.
  @Test(arguments: [1, 4000, 4095, 4096, 4097, 8192, 65_536, 100_000])
  func mapsAFileWithZerosAfterIt(count: Int) throws {
    try withFile(of: count) { path in
      for hasBegun in [false, true] {
        var window = Window(try FileSource(path), capacity: 64)
        if hasBegun { _ = try window.refill() }
        try window.showAll()
        #expect(shown(window) == Array(Self.input.prefix(count)))
        let padding = window.withBytes { bytes in
          (window.count..<bytes.byteCount).map { bytes.byte(at: $0) }
        }
        #expect(padding == [UInt8](repeating: 0, count: ByteStorage.padding))
        let hasMore = try window.refill()
        #expect(!hasMore)
      }
    }
  }

  @Test func mapsFromWhereADescriptorStands() throws {
    try withFile(of: 50_000) { path in
      let file = try #require(FileHandle(forReadingAtPath: path))
      try file.seek(toOffset: 4099)
      let source = DescriptorSource(file.fileDescriptor)
      let mapping = source.mapRest(after: 3)
      #expect(mapping?.count == 50_000 - 4096)
      #expect(try file.offset() == 50_000)
    }
  }

  /// Zeros take the place of what is cut off, also if pages before it have been read.
  @Test(arguments: [0, 1, 4096, 40_000, 99_999]) func survivesAFileThatBecomesShorter(rest: Int)
    throws
  {
    try withFile(of: 100_000) { path in
      var window = Window(try FileSource(path))
      try window.showAll()
      #expect(shown(window) == Self.input)
      try window.checkUnchanged()
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.truncate(atOffset: UInt64(rest))
      let bytes = shown(window)
      #expect(bytes.prefix(rest) == Self.input.prefix(rest))
      #expect(bytes.dropFirst(rest).allSatisfy { $0 == 0 })
      #expect(throws: DecantError.self) { try window.checkUnchanged() }
      let error = DecantError(.emptyInput).located(in: window, named: "a")
      #expect(error.problem == .changedFile && error.source == "a")
    }
  }

  /// Files are mapped only while the table of their ranges has room.
  @Test func readsWhatIsNotMapped() throws {
    try withFile(of: 70_000) { path in
      for _ in 0..<3 {
        let windows = try (0..<40).map { _ in try Whole(FileSource(path)) }
        for window in windows { #expect(window.bytes == Array(Self.input.prefix(70_000))) }
      }
    }
  }

  private final class Whole {
    private var window: Window

    init(_ source: any ByteSource) throws {
      window = Window(source)
      try window.showAll()
    }

    var bytes: [UInt8] { window.withBytes { Array($0.extracting(0..<window.count)) } }
  }

  @Test func anEmptyFileIsReadAndNotMapped() throws {
    try withFile(of: 0) { path in
      var window = Window(try FileSource(path))
      try window.showAll()
      let (count, isComplete) = (window.count, window.isComplete)
      #expect(count == 0)
      #expect(isComplete)
    }
  }

  /// Beyond `limit` bytes, a spool writes to an unnamed file.
  @Test(arguments: [1, 99_999, 100_000, 100_001])
  func aSpoolMovesToAFile(limit: Int) throws {
    let memory = ByteStorage(capacity: 64)
    [UInt8](Self.input.prefix(10)).withBytes { memory.append($0) }
    var spool = Spool(memory, limit: limit)
    let rest = ChunkedSource(Array(Self.input.dropFirst(10)), sizes: [1, 777, 30_000])
    let whole = try spool.readAll(from: rest)
    #expect(whole.withBytes { Array($0.extracting(0..<whole.count)) } == Self.input)
  }
}
