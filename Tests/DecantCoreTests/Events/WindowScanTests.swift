import Decant
import DecantCore
import DecantTestSupport
import Testing

@Suite struct WindowScanTests {
  /// Scans each line again from its beginning after each refill; returns the number of bytes seen.
  private func scanned(_ text: String, inPiecesOf size: Int) throws -> Int {
    var window = Window(ChunkedSource(Array(text.utf8), sizes: [size]))
    var batch = EventBatch()
    var seen = 0
    while try window.scan(
      into: &batch,
      by: { (window, _) in
        seen += window.count - window.position
        guard window.isComplete else { return .windowEmpty }
        window.position = window.count
        return .ended
      })
    {}
    return seen
  }

  @Test(arguments: [1024, 4096, 65536]) func scansALongTokenInLinearTime(size: Int) throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 18)
    let short = (1 << 16) / size * (1 << 16)
    #expect(try scanned(text, inPiecesOf: size) < 5 * text.utf8.count + short)
  }

  static let texts: [(String, Event.Flags)] = [
    ("", [.isASCII, .needsNoJSONEscape]), ("plain text", [.isASCII, .needsNoJSONEscape]),
    ("a\"b", [.isASCII]), ("a\\b, and more of it", [.isASCII]), ("a\tb", [.isASCII]),
    ("é", [.needsNoJSONEscape]), ("ASCII, and then €uro 😀", [.needsNoJSONEscape]), ("\"é", []),
  ]

  @Test(arguments: texts) func returnsTheFlagsOfText(text: String, flags: Event.Flags) throws {
    var window = Window(MemorySource("<" + text + ">"))
    _ = try window.refill()
    #expect(try window.checkText(in: 1..<1 + text.utf8.count) == flags)
  }

  @Test(arguments: [
    [0x80], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ])
  func refusesOtherBytes(invalid: [UInt8]) throws {
    for before in 0..<20 {
      let bytes = [UInt8](repeating: 0x2E, count: before) + invalid + [0x2E, 0x2E]
      var window = Window(MemorySource(bytes))
      _ = try window.refill()
      let error = #expect(throws: DecantError.self) {
        try window.checkText(in: 0..<before + invalid.count)
      }
      #expect(error?.offset == before + (invalid[0] == 0x61 ? 1 : 0))
    }
  }

  @Test func findsRepeatedKeysInEachMapping() throws {
    var window = Window(MemorySource("a b a"))
    _ = try window.refill()
    var batch = EventBatch()
    batch.refer(to: window)
    var keys = MappingKeys()
    func isNew(_ offset: Int, _ rule: DuplicateKeys) throws -> Bool {
      batch.append(.string, textIn: offset..<offset + 1, flags: .isKey, at: offset)
      return try keys.recordLast(of: &batch, rule)
    }
    for _ in 0..<3 {
      keys.beginMapping()
      #expect(try isNew(0, .error))
      #expect(try isNew(2, .error))
      keys.beginMapping()
      #expect(try isNew(0, .error))
      keys.endMapping()
      #expect(try isNew(4, .last))
      #expect(batch[batch.count - 1].flags.contains(.isDuplicateKey))
      #expect(try !isNew(4, .error))
      keys.endMapping()
    }
  }
}
