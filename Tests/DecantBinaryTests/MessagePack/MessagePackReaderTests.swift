import DecantTestSupport
import Testing
import Decant

@Suite struct MessagePackReaderTests {
  static let values: [(String, String)] = [
    ("00", "i0"), ("7f", "i127"), ("e0", "i-32"), ("ff", "i-1"), ("cc00", "i0"), ("ccff", "i255"),
    ("cdffff", "i65535"), ("ceffffffff", "i4294967295"),
    ("cfffffffffffffffff", "i18446744073709551615"),
    ("d080", "i-128"), ("d18000", "i-32768"), ("d280000000", "i-2147483648"), ("d07f", "i127"),
    ("d38000000000000000", "i-9223372036854775808"), ("c0", "null"), ("c2", "false"),
    ("c3", "true"),
    ("ca3fc00000", "r1.5"), ("ca3dcccccd", "r0.10000000149011612"), ("cb3fb999999999999a", "r0.1"),
    ("ca7fc00000", "rnan"), ("cbfff0000000000000", "r-inf"),
    ("a0", "\"\""), ("a2c3a9", "\"é\""), ("d90161", "\"a\""), ("da000161", "\"a\""),
    ("db0000000161", "\"a\""),
    ("c400", "data()"), ("c40161", "data(a)"), ("c5000161", "data(a)"), ("c60000000161", "data(a)"),
    ("90", "[ ]"), ("80", "{ }"), ("dc0000", "[ ]"), ("dd00000000", "[ ]"), ("de0000", "{ }"),
    ("df00000000", "{ }"), ("9201c0", "[ i1 null ]"),
    ("82a16101a16291c0", "{ \"a\": i1 \"b\": [ null ] }"),
    ("dc00019101", "[ [ i1 ] ]"), ("df00000001a16180", "{ \"a\": { } }"),
    ("8301020304c002", "{ i1 i2 i3 i4 null i2 }"), ("8191c001", "{ [ null ] i1 }"),
    ("d6ff5a4af6a5", "date(2018-01-02T03:04:05Z)"),
    ("d7ffa1dcd7c85a4af6a5", "date(2018-01-02T03:04:05.678901234Z)"),
    ("c70cff3b9ac9ffffffffffffffffff", "date(1969-12-31T23:59:59.999999999Z)"),
    ("d40561", "tag(!msgpack/5) data(a)"), ("d5806162", "tag(!msgpack/-128) data(ab)"),
    ("d87f30313233343536373839616263646566", "tag(!msgpack/127) data(0123456789abcdef)"),
    ("c70005", "tag(!msgpack/5) data()"), ("c8000105" + "61", "tag(!msgpack/5) data(a)"),
    ("c90000000105" + "61", "tag(!msgpack/5) data(a)"),
  ]

  @Test(arguments: values) func readsEachType(digits: String, script expected: String) throws {
    #expect(try script(of: hex(digits), as: .messagePack) == expected + " ;")
    _ = try events(of: hex(digits), as: .messagePack)
  }

  @Test func readsManyDocuments() throws {
    #expect(try script(of: hex("fffe9101c0"), as: .messagePack) == "i-1 ; i-2 ; [ i1 ] ; null ;")
    #expect(try script(of: [], as: .messagePack) == "")
    // In text, these bytes would be a byte-order mark.
    #expect(
      try convert(hex("fffe00"), from: .messagePack, by: Plan(to: .jsonLines))
        == Array("-1\n-2\n0\n".utf8))
  }

  static let truncated = DecantError.BinaryProblem.truncated(format: "MessagePack")

  static let problems: [(String, DecantError.BinaryProblem, Int)] = [
    ("cc", truncated, 0), ("cb00", truncated, 0), ("92c0", truncated, 2),
    ("81a161", truncated, 3), ("ddffffffff", truncated, 5), ("dfffffffffc0", truncated, 6),
    ("d8", truncated, 0), ("c705", truncated, 0),
    ("c1", .unknownType(0xC1, format: "MessagePack"), 0),
    ("92c0c1", .unknownType(0xC1, format: "MessagePack"), 2), ("d5ff0000", .dateOutOfRange, 0),
    ("d7ffffffffff00000000", .dateOutOfRange, 0),
  ]

  @Test func refusesACollectionThatIsAKeyTwice() {
    let error = expectSameInPieces(hex("829100009100" + "00"), as: .messagePack).error
    #expect(error?.problem == .duplicateCollectionKey && error?.offset == 4)
  }

  @Test(arguments: problems)
  func pointsAtTheProblem(digits: String, problem: DecantError.BinaryProblem, offset: Int) {
    let transcript = expectSameInPieces(hex(digits), as: .messagePack)
    #expect(transcript.error?.problem == .binary(problem))
    #expect(transcript.error?.offset == offset)
  }

  @Test(arguments: ["dbffffffff61", "c6ffffffff", "c9ffffffff01"])
  func refusesLengthsBeyondAnyText(digits: String) {
    #expect(expectSameInPieces(hex(digits), as: .messagePack).error?.problem == .tooLong)
  }

  @Test(arguments: ["82a16101a16102", "8201020102", "82c001c002"])
  func refusesRepeatedKeys(digits: String) {
    let error = Transcript(reading: hex(digits), as: .messagePack).error
    guard case .duplicateKey? = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func readsTheOldForm() throws {
    var options = ReadingOptions()
    options.messagePackForm = .raw
    #expect(try script(of: hex("a161"), as: .messagePack, options) == "\"a\" ;")
    #expect(try script(of: hex("a26162da000161"), as: .messagePack, options) == "\"ab\" ; \"a\" ;")
    #expect(
      try script(of: hex("82a161a1ffa1feda0001ff"), as: .messagePack, options).hasPrefix(
        "{ \"a\": data("))
    #expect(
      Transcript(reading: hex("a1ff"), as: .messagePack).error?.problem == .invalidEncoding(.utf8))
  }

  @Test(arguments: [0x91, 0x81, 0xDC] as [UInt8]) func limitsTheDepth(byte: UInt8) {
    let unit: [UInt8] = byte == 0xDC ? [0xDC, 0, 1] : [byte]
    let bytes = Array(repeatElement(unit, count: 1_000_000).joined())
    #expect(Transcript(reading: bytes, as: .messagePack).error?.problem == .tooDeep(limit: 1000))
  }

  @Test func survivesTruncationAndChange() throws {
    var generator = SeededGenerator(seed: 7)
    let sample = hex(
      "85a16193cb3fb999999999999aca3fc00000cd03e8a2c3a9d7ffa1dcd7c85a4af6a5c4020102dc0002d40501c70305010203"
        + "a162df00000001a163d9026162a16483010203049101c0")
    for count in 1..<sample.count {
      let transcript = Transcript(reading: Array(sample.prefix(count)), as: .messagePack)
      #expect(transcript.error != nil, "\(count)")
      #expect(transcript.grammarFlaw == nil)
    }
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      let seed = UInt8.random(in: .min ... .max, using: &generator)
      #expect(Invariants.violation(of: [seed] + bytes, as: .messagePack) == nil)
    }
  }
}
