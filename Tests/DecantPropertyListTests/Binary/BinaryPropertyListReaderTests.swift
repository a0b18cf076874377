import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct BinaryPropertyListReaderTests {
  static let scalars: [([UInt8], String)] = [
    ([0x00], "null"), ([0x08], "false"), ([0x09], "true"),
    ([0x10, 0xFF], "i255"), ([0x11, 0xFF, 0xFF], "i65535"),
    ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "i4294967295"),
    ([0x13] + BinaryPropertyList.bigEndian(.max, width: 8), "i-1"),
    ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], "i-9223372036854775808"),
    ([0x14] + BinaryPropertyList.bigEndian(.max, width: 16), "i18446744073709551615"),
    ([0x14, 0xFF] + [UInt8](repeating: 0xFF, count: 15), "i-1"),
    ([0x14, 0x7F] + [UInt8](repeating: 0xFF, count: 15), "i\(Int128.max)"),
    ([0x14, 0x80] + [UInt8](repeating: 0, count: 15), "i\(Int128.min)"),
    ([0x22, 0x3D, 0xCC, 0xCC, 0xCD], "r0.10000000149011612"),
    ([0x23] + BinaryPropertyList.bigEndian(1.0.bitPattern, width: 8), "r1.0"),
    ([0x23] + BinaryPropertyList.bigEndian((-1e300).bitPattern, width: 8), "r-1e+300"),
    ([0x22, 0x7F, 0xC0, 0x00, 0x00], "rnan"), ([0x22, 0xFF, 0x80, 0x00, 0x00], "r-inf"),
    ([0x23] + BinaryPropertyList.bigEndian(Double.infinity.bitPattern, width: 8), "rinf"),
    ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], "date(2001-01-01T00:00:00Z)"),
    (date(-0.25), "date(2000-12-31T23:59:59.75Z)"), (date(0.1), "date(2001-01-01T00:00:00.1Z)"),
    (date(-63_113_904_000), "date(0001-01-01T00:00:00Z)"),
    (date(1e12), "date(+33689-09-27T01:46:40Z)"),
    (date(817_410_600.123), "date(2026-11-26T18:30:00.123Z)"),
    ([0x40], "data()"), ([0x43] + Array("a\"b".utf8), "data(a\"b)"),
    ([0x50], "\"\""), ([0x53] + Array("abc".utf8), "\"abc\""),
    ([0x5F, 0x10, 0x03] + Array("a\nb".utf8), "\"a<a>b\""),
    ([0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 3] + Array("abc".utf8), "\"abc\""),
    ([0x64, 0x00, 0x61, 0x00, 0xE9, 0x65, 0xE5, 0x00, 0x22], "\"aé日\"\""),
    ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "\"😀\""),
    ([0x80, 0x07], "uid(7)"), ([0x81, 0x01, 0x00], "uid(256)"),
    ([0x8F] + [UInt8](repeating: 0, count: 15) + [9], "uid(9)"),
    ([0x87] + [UInt8](repeating: 0xFF, count: 8), "uid(18446744073709551615)"),
    ([0xA0], "[ ]"), ([0xD0], "{ }"), ([0xC0], "[ ]"), ([0xB0], "[ ]"),
  ]

  private static func date(_ seconds: Double) -> [UInt8] {
    [0x33] + BinaryPropertyList.bigEndian(seconds.bitPattern, width: 8)
  }

  @Test(arguments: scalars)
  func readsEachType(object: [UInt8], script expected: String) throws {
    #expect(
      try script(of: BinaryPropertyList(object).bytes, as: .binaryPropertyList) == expected + " ;")
    _ = try events(of: BinaryPropertyList(object).bytes, as: .binaryPropertyList)
  }

  @Test(arguments: 1...8, 1...8)
  func readsEachWidthOfOffsetsAndReferences(offsetWidth: Int, referenceWidth: Int) throws {
    func references(_ numbers: UInt64...) -> [UInt8] {
      numbers.flatMap { BinaryPropertyList.bigEndian($0, width: referenceWidth) }
    }
    var list = BinaryPropertyList(
      [0xD2] + references(1, 2, 3, 4), [0x51, 0x61], [0x51, 0x62], [0xA3] + references(5, 5, 4),
      [0x09], [0x10, 0x05])
    list.offsetWidth = offsetWidth
    list.referenceWidth = referenceWidth
    #expect(
      try script(of: list.bytes, as: .binaryPropertyList)
        == "{ \"a\": [ i5 i5 true ] \"b\": true } ;")
    list.topObject = 3
    #expect(try script(of: list.bytes, as: .binaryPropertyList) == "[ i5 i5 true ] ;")
  }

  @Test func anObjectThatIsReferredToTwiceIsReadTwice() throws {
    let list = BinaryPropertyList(
      [0xA3, 1, 1, 2], [0xA1, 2], [0xD1, 3, 4], [0x51, 0x6B], [0xA0])
    #expect(
      try script(of: list.bytes, as: .binaryPropertyList)
        == "[ [ { \"k\": [ ] } ] [ { \"k\": [ ] } ] { \"k\": [ ] } ] ;")
  }

  @Test func keysMayDifferFromTheRecordBefore() throws {
    let list = BinaryPropertyList(
      [0xA4, 1, 2, 3, 1], [0xD2, 4, 5, 7, 7], [0xD2, 6, 5, 7, 7], [0xD2, 5, 4, 7, 7],
      [0x51, 0x61], [0x61, 0x00, 0xE9], [0x52, 0x61, 0x62], [0x09])
    #expect(
      try script(of: list.bytes, as: .binaryPropertyList) == """
        [ { "a": true "é": true } { "ab": true "é": true } { "é": true "a": true } \
        { "a": true "é": true } ] ;
        """)
  }

  static let lone: [UInt8] = BinaryPropertyList([0x63, 0x00, 0x61, 0xDE, 0x00, 0x00, 0x22]).bytes

  @Test func halfASurrogatePairIsRefusedReplacedOrKept() throws {
    let problem = Transcript(reading: Self.lone, as: .binaryPropertyList).error
    #expect(problem?.problem == .loneSurrogate(0xDE00))
    #expect(problem?.offset == 11)

    var options = ReadingOptions()
    let losses = Losses()
    options = options.adapted(to: .lossy, counting: losses)
    #expect(
      try script(of: Self.lone, as: .binaryPropertyList, options).hasPrefix("\"a\u{FFFD}\"\""))
    #expect(losses.counts[.loneSurrogate] ?? 0 > 0)

    options = options.adapted(to: .tagged)
    let kept = Transcript(reading: Self.lone, as: .binaryPropertyList, options)
    #expect(kept.script == "\"a\\ude00\\\"\" ;")
    #expect(Event.Flags(rawValue: kept.entries[1].flags) == [.isEscaped])
  }

  @Test func duplicateKeysAreRefusedOrMarked() throws {
    let list = BinaryPropertyList([0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09])
    let error = Transcript(reading: list.bytes, as: .binaryPropertyList).error
    #expect(error?.problem == .duplicateKey("a"))
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    let kept = Transcript(reading: list.bytes, as: .binaryPropertyList, options)
    #expect(kept.script == "{ \"a\": true \"a\": true } ;")
  }

  @Test func aLargeDocumentTakesManyBatches() throws {
    let count = 10_000
    let text =
      "[" + (0..<count).map { "{\"n\":\($0),\"é\":\"x\\n\($0 % 7)ü\"}" }.joined(separator: ",")
      + "]"
    let binary = try convert(
      Array(text.utf8), from: .json, by: Plan(to: .binaryPropertyList))
    let back = try convert(binary, from: .binaryPropertyList, by: .compact(.json))
    #expect(String(decoding: back, as: UTF8.self) == text + "\n")
  }
}
