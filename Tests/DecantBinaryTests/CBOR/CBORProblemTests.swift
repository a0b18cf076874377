import DecantTestSupport
import Testing
import Decant

/// Invalid and malicious inputs fail fast, with memory in proportion to their size.
@Suite struct CBORProblemTests {
  static let truncated = DecantError.BinaryProblem.truncated(format: "CBOR")

  static let binary: [(String, DecantError.BinaryProblem, Int)] = [
    ("18", truncated, 0), ("19ff", truncated, 0), ("82", truncated, 1), ("8201", truncated, 2),
    ("a101", truncated, 2), ("9f01", truncated, 2), ("6261", truncated, 0),
    ("7f6161", truncated, 0),
    ("c2", truncated, 0), ("d820", truncated, 0), ("d9d9f7", truncated, 0),
    ("c48201", truncated, 0),
    ("9bffffffffffffffff", truncated, 9), ("bbffffffffffffffff01", truncated, 10),
    ("9b8000000000000000", truncated, 9), ("ba8000000001", truncated, 6),
    ("8201da7fffffff", truncated, 2), ("c25b7fffffffffffffff", .numberTooLong, 1),
    ("1c", .unknownType(0x1C, format: "CBOR"), 0), ("82fd", .unknownType(0xFD, format: "CBOR"), 1),
    ("1f", .unknownType(0x1F, format: "CBOR"), 0), ("df01", .unknownType(0xDF, format: "CBOR"), 0),
    ("c1fb7ff8000000000000", .dateOutOfRange, 0), ("c11bffffffffffffffff", .dateOutOfRange, 0),
    ("c1fb7e37e43c8800759c", .dateOutOfRange, 0), ("c5821a7fffffff01", .numberTooLong, 0),
    ("c5823a7fffffff01", .numberTooLong, 0),
  ]

  @Test(arguments: binary)
  func pointsAtTheProblem(digits: String, problem: DecantError.BinaryProblem, offset: Int) {
    let transcript = expectSameInPieces(hex(digits), as: .cbor)
    #expect(transcript.error?.problem == .binary(problem))
    #expect(transcript.error?.offset == offset)
  }

  @Test func refusesACollectionThatIsAKeyTwice() {
    let error = expectSameInPieces(hex("a2810101810102"), as: .cbor).error
    #expect(error?.problem == .duplicateCollectionKey && error?.offset == 4)
  }

  @Test(arguments: [
    "7bffffffffffffffff61", "5b7fffffffffffffff", "82005bffffffff00000000", "7f7b7fffffffffffffff",
  ])
  func refusesLengthsBeyondAnyText(digits: String) {
    #expect(expectSameInPieces(hex(digits), as: .cbor).error?.problem == .tooLong)
  }

  static let own: [(String, DecantError.CBORProblem, Int)] = [
    ("ff", .unexpectedBreak, 0), ("81ff", .unexpectedBreak, 1), ("9fd820ff", .unexpectedBreak, 3),
    ("bf01ff", .breakAfterKey, 2), ("7f01ff", .wrongChunk(1), 1),
    ("7f4161ff", .wrongChunk(0x41), 1),
    ("7f7fffff", .wrongChunk(0x7F), 1), ("f818", .longSimpleValue(24), 0),
    ("f800", .longSimpleValue(0), 0), ("c201", .wrongContent(tag: 2), 1),
    ("c06161", .invalidDate("a"), 0), ("c001", .wrongContent(tag: 0), 1),
    ("c1f4", .wrongContent(tag: 1), 0), ("c401", .wrongContent(tag: 4), 0),
    ("c4830101", .wrongContent(tag: 4), 0), ("c482f90000", .wrongContent(tag: 4), 0),
    ("c48201f4", .wrongContent(tag: 4), 0), ("c49f010101ff", .wrongContent(tag: 4), 0),
  ]

  @Test(arguments: own)
  func pointsAtWhatIsNotCBOR(digits: String, problem: DecantError.CBORProblem, offset: Int) {
    let transcript = expectSameInPieces(hex(digits), as: .cbor)
    #expect(transcript.error?.problem == .cbor(problem))
    #expect(transcript.error?.offset == offset)
  }

  @Test(arguments: [
    ("61ff", 1), ("62c328", 1), ("63e28228", 1), ("7f61c361a9ff", 2), ("64f0908561", 1),
  ])
  func refusesInvalidText(digits: String, offset: Int) {
    let error = Transcript(reading: hex(digits), as: .cbor).error
    #expect(error?.problem == .invalidEncoding(.utf8))
    #expect(error?.offset == offset)
  }

  @Test func reportsThePath() {
    let bytes = hex("a16161") + hex("820182") + hex("01fc")
    let error = Transcript(reading: bytes, as: .cbor).error
    #expect(error?.path?.description == "/a/1/1")
  }

  static let bombs: [[UInt8]] = [
    [UInt8](repeating: 0x81, count: 1_000_000), [UInt8](repeating: 0x9F, count: 1_000_000),
    [UInt8](repeating: 0xA1, count: 1_000_000), [UInt8](repeating: 0xC6, count: 1_000_000),
    [UInt8](repeating: 0xBF, count: 1_000_000),
    Array(repeatElement([0xD9, 0xD9, 0xF7], count: 400_000).joined()) + [0x01],
  ]

  @Test(arguments: bombs.indices) func limitsTheDepth(bomb: Int) {
    let bytes = Self.bombs[bomb]
    let transcript = Transcript(reading: bytes, as: .cbor)
    #expect(transcript.error?.problem == .tooDeep(limit: 1000))
    #expect(transcript.entries.count < 1010)
  }

  @Test func survivesTruncationAndChange() throws {
    var generator = SeededGenerator(seed: 11)
    let sample = hex(
      "d9d9f7a4616182f93e00fb3fb999999999999a1903e87f61616162ff5f4101ffc249010000000000000000"
        + "c074323031332d30332d32315432303a30343a30305a9fd82061619f01ffa1820102f7ff")
    for count in 0..<sample.count {
      let transcript = Transcript(reading: Array(sample.prefix(count)), as: .cbor)
      #expect(transcript.error != nil || count == 0, "\(count)")
      #expect(transcript.grammarFlaw == nil)
    }
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      #expect(
        Invariants.violation(
          of: [UInt8.random(in: .min ... .max, using: &generator)] + bytes, as: .cbor) == nil)
    }
  }
}
