import DecantTestSupport
import Testing
import Decant

@Suite struct CBORReaderTests {
  static let scalars: [(String, String)] = [
    ("00", "i0"), ("17", "i23"), ("1818", "i24"), ("1800", "i0"), ("190000", "i0"),
    ("1bffffffffffffffff", "i18446744073709551615"), ("20", "i-1"),
    ("3bffffffffffffffff", "i-18446744073709551616"),
    ("3b7fffffffffffffff", "i-9223372036854775808"),
    ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f93c00", "r1.0"), ("f98000", "r-0.0"),
    ("f90001", "r5.960464477539063e-08"), ("f903ff", "r6.097555160522461e-05"),
    ("f90400", "r6.103515625e-05"), ("f97bff", "r65504.0"), ("fa3dcccccd", "r0.10000000149011612"),
    ("fb3fb999999999999a", "r0.1"), ("f97e00", "rnan"), ("f97c00", "rinf"), ("faff800000", "r-inf"),
    ("60", "\"\""), ("62c3a9", "\"é\""), ("780161", "\"a\""), ("7b000000000000000161", "\"a\""),
    ("40", "data()"), ("43616263", "data(abc)"), ("5801ff", "data(\u{FFFD})"),
    ("7fff", "\"\""), ("7f6161606162ff", "\"ab\""),
    ("5f416141ffff", "data(a\u{FFFD})"),
    ("80", "[ ]"), ("a0", "{ }"), ("9fff", "[ ]"), ("bfff", "{ }"), ("9b0000000000000000", "[ ]"),
    ("820182f6f5", "[ i1 [ null true ] ]"), ("9f019fff820203ff", "[ i1 [ ] [ i2 i3 ] ]"),
    ("a2616101616282a0f6", "{ \"a\": i1 \"b\": [ { } null ] }"),
    ("bf6161bf616201ff616380ff", "{ \"a\": { \"b\": i1 } \"c\": [ ] }"),
    ("a3010220f640f7", "{ i1 i2 i-1 null data() tag(!cbor/undefined) null }"),
    ("a182010203", "{ [ i1 i2 ] i3 }"), ("a1a1f5f403", "{ { true false } i3 }"),
  ]

  @Test(arguments: scalars)
  func readsEachType(digits: String, script expected: String) throws {
    #expect(try script(of: hex(digits), as: .cbor) == expected + " ;")
    _ = try events(of: hex(digits), as: .cbor)
  }

  static let tags: [(String, String)] = [
    ("c074323031332d30332d32315432303a30343a30305a", "date(2013-03-21T20:04:00Z)"),
    ("c11a514b67b0", "date(2013-03-21T20:04:00Z)"), ("c120", "date(1969-12-31T23:59:59Z)"),
    ("c1fb41d452d9ec200000", "date(2013-03-21T20:04:00.5Z)"),
    ("c1fbbfe0000000000000", "date(1969-12-31T23:59:59.5Z)"),
    ("c1f93800", "date(1970-01-01T00:00:00.5Z)"),
    ("c1fa4f000000", "date(2038-01-19T03:14:08Z)"),
    ("c249010000000000000000", "i18446744073709551616"), ("c240", "i0"), ("c3420100", "i-257"),
    ("c340", "i-1"), ("c25f41014100ff", "i256"), ("c24a00000000000000000001", "i1"),
    ("c48221196ab3", "r273.15"), ("c4820a0f", "r150000000000.0"), ("c4820000", "r0.0"),
    ("c4823901f301", "r1e-500"), ("c49f2003ff", "r0.3"),
    ("c48232c24901000000000000000f", "r1.8446744073709551631"),
    ("c482381dc24901000000000000000f", "r1.8446744073709551631e-11"),
    ("c482063b0000000000000063", "r-100000000.0"),
    ("c4821b7fffffffffffffff01", "r1e+9223372036854775807"),
    ("c5822003", "r1.5"), ("c5820a01", "r1024.0"),
    ("d74401020304", "tag(!cbor/23) data(\u{1}\u{2}\u{3}\u{4})"),
    ("d8184101", "tag(!cbor/24) data(\u{1})"),
    ("d8206161", "tag(!cbor/32) \"a\""),
    ("d903e881d903e901", "tag(!cbor/1000) [ tag(!cbor/1001) i1 ]"),
    ("d903e8d903e9c24102", "tag(!cbor/1000/1001) i2"),
    ("d903e8f7", "tag(!cbor/1000/undefined) null"),
    ("d9d9f701", "i1"), ("d9d9f7d9d9f7d820d9d9f76161", "tag(!cbor/32) \"a\""),
    ("d9d9f7f7", "tag(!cbor/undefined) null"), ("f0", "tag(!cbor/simple) i16"),
    ("f8ff", "tag(!cbor/simple) i255"),
    ("dbffffffffffffffff80", "tag(!cbor/18446744073709551615) [ ]"),
    ("a1d820616101", "{ tag(!cbor/32) \"a\": i1 }"),
  ]

  @Test(arguments: tags)
  func readsTags(digits: String, script expected: String) throws {
    #expect(try script(of: hex(digits), as: .cbor) == expected + " ;")
    _ = try events(of: hex(digits), as: .cbor)
  }

  @Test(arguments: [
    ("2013-03-21T20:04:00+01:30", "2013-03-21T18:34:00Z"),
    ("2013-03-21t20:04:00.50z", "2013-03-21T20:04:00.50Z"),
    ("2013-12-31T23:59:59.125-00:01", "2014-01-01T00:00:59.125Z"),
  ])
  func convertsDatesToUTC(text: String, date: String) throws {
    let bytes = [0xC0, 0x78, UInt8(text.utf8.count)] + Array(text.utf8)
    #expect(try script(of: bytes, as: .cbor) == "date(\(date)) ;")
  }

  @Test func computesBigfloatsExactly() throws {
    // 3 · 2⁻⁷⁰ has 70 digits after the point.
    let text = try script(of: hex("c582384503"), as: .cbor)
    #expect(text.hasPrefix("r2.541098841762901"))
    let value = try Document(parsing: hex("c582384503"), as: .cbor).value.number
    #expect(value?.double == 3 * 0x1p-70)
  }

  @Test func readsSequences() throws {
    #expect(try script(of: hex("018102a0d9d9f703"), as: .cbor) == "i1 ; [ i2 ] ; { } ; i3 ;")
    #expect(try script(of: [], as: .cbor) == "")
  }

  @Test(arguments: [
    "a2616101616102", "a201010102", "bf01010102ff", "a2f4f6f4f6", "a28201028082010280",
  ])
  func refusesRepeatedKeys(digits: String) throws {
    let error = Transcript(reading: hex(digits), as: .cbor).error
    if case .duplicateKey = error?.problem { return }
    #expect(error?.problem == .duplicateCollectionKey)
  }

  @Test(arguments: [("a2f93e0001f93e0002", "1.5"), ("a2f601f602", "null"), ("a2200120f6", "-1")])
  func namesRepeatedKeys(digits: String, key: String) {
    #expect(Transcript(reading: hex(digits), as: .cbor).error?.problem == .duplicateKey(key))
  }

  /// Keys that JSON would write alike are marked, in either order.
  @Test(arguments: ["a201f6613101", "a261310101f6", "a2f6f6646e756c6c01", "a240f66001"])
  func marksKeysThatLookAlike(digits: String) throws {
    #expect(throws: DecantError.self) {
      try convert(hex(digits), from: .cbor, by: Plan(to: .json))
    }
    #expect(try convert(hex(digits), from: .cbor, by: Plan(to: .cbor)) == hex(digits))
  }

  @Test func keepsConstantWindow() throws {
    let text = [UInt8](repeating: 0x61, count: 200_000)
    var bytes: [UInt8] = [0x9F]
    for _ in 0..<3 { bytes += hex("7a00030d40") + text }
    bytes += [0xFF]
    let transcript = Transcript(reading: bytes, as: .cbor, feeding: .init(sizes: [4096]))
    #expect(transcript.error == nil)
    #expect(transcript.entries.filter { $0.kind == .string }.count == 3)
  }
}
