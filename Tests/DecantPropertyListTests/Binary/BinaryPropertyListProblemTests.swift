import DecantTestSupport
import Testing
import Decant

/// Invalid and malicious inputs fail fast, with memory in proportion to their size.
@Suite struct BinaryPropertyListProblemTests {
  typealias Problem = DecantError.BinaryPropertyListProblem

  private static func altered(_ alter: (inout BinaryPropertyList) -> Void) -> [UInt8] {
    var list = BinaryPropertyList([0xA2, 1, 2], [0x51, 0x61], [0x10, 0x05])
    alter(&list)
    return list.bytes
  }

  static let structures: [([UInt8], Problem, Int)] = [
    (Array("bplist0".utf8), .truncated, 7),
    (Array("bplist00".utf8), .truncated, 8),
    (Array("bplist00".utf8) + [UInt8](repeating: 0, count: 32), .truncated, 40),
    (altered { $0.offsetWidth = 0 }, .malformed(.offsetWidth), 8 + 7 + 0 + 6),
    (altered { $0.offsetWidth = 9 }, .malformed(.offsetWidth), 8 + 7 + 27 + 6),
    (altered { $0.referenceWidth = 0 }, .malformed(.referenceWidth), 8 + 7 + 3 + 7),
    (altered { $0.referenceWidth = 9 }, .malformed(.referenceWidth), 8 + 7 + 3 + 7),
    (altered { $0.objectCount = 0 }, .malformed(.objectCount), 8 + 7 + 3 + 8),
    (altered { $0.objectCount = 4 }, .malformed(.objectCount), 8 + 7 + 3 + 8),
    (altered { $0.objectCount = 1 << 63 }, .malformed(.objectCount), 8 + 7 + 3 + 8),
    (altered { $0.objectCount = .max }, .malformed(.objectCount), 8 + 7 + 3 + 8),
    (altered { $0.topObject = 3 }, .malformed(.topObject), 8 + 7 + 3 + 16),
    (altered { $0.topObject = .max }, .malformed(.topObject), 8 + 7 + 3 + 16),
    (altered { $0.tableOffset = 0 }, .malformed(.tableOffset), 8 + 7 + 3 + 24),
    (altered { $0.tableOffset = 8 }, .malformed(.tableOffset), 8 + 7 + 3 + 24),
    (altered { $0.tableOffset = 18 }, .malformed(.tableOffset), 8 + 7 + 3 + 24),
    (altered { $0.tableOffset = 1 << 63 }, .malformed(.tableOffset), 8 + 7 + 3 + 24),
    (altered { $0.offsets[1] = 7 }, .misplacedObject(1), 16),
    (altered { $0.offsets[1] = 15 }, .misplacedObject(1), 16),
    (altered { $0.offsets[2] = 255 }, .misplacedObject(2), 17),
    (altered { $0.objects[0][2] = 3 }, .danglingReference(3, objects: 3), 15),
  ]

  @Test(arguments: structures)
  func pointsAtWhatTheStructureGetsWrong(bytes: [UInt8], problem: Problem, offset: Int) {
    let transcript = expectSameInPieces(bytes, as: .binaryPropertyList)
    #expect(transcript.error?.problem == .binaryPropertyList(problem))
    #expect(transcript.error?.offset == offset)
  }

  static let objects: [([UInt8], Problem)] = [
    ([0x0F], .unknownType(0x0F)), ([0x0C, 0x51, 0x61], .unknownType(0x0C)),
    ([0x71, 0x61], .unknownType(0x71)), ([0x90], .unknownType(0x90)), ([0xE0], .unknownType(0xE0)),
    ([0xF0], .unknownType(0xF0)), ([0x15] + [UInt8](repeating: 0, count: 32), .unknownWidth(0x15)),
    ([0x21, 0, 0], .unknownWidth(0x21)), ([0x32, 0, 0, 0, 0], .unknownWidth(0x32)),
    ([0x24] + [UInt8](repeating: 0, count: 16), .unknownWidth(0x24)),
    ([0x88] + [UInt8](repeating: 1, count: 9), .unknownWidth(0x88)),
    ([0x10], .overlongObject), ([0x11, 0], .overlongObject), ([0x13, 0], .overlongObject),
    ([0x14, 0], .overlongObject), ([0x22, 0], .overlongObject), ([0x23, 0], .overlongObject),
    ([0x33, 0], .overlongObject), ([0x41], .overlongObject), ([0x51], .overlongObject),
    ([0x61, 0], .overlongObject), ([0x81, 0], .overlongObject), ([0xA1], .overlongObject),
    ([0xD1, 0], .overlongObject), ([0x5F], .overlongObject), ([0x5F, 0x10], .overlongObject),
    ([0x5F, 0x10, 1], .overlongObject), ([0x5F, 0x14], .unknownWidth(0x14)),
    ([0x5F, 0x51, 1], .unknownWidth(0x51)), ([0x5F, 0x0F, 1], .unknownWidth(0x0F)),
    ([0x52, 0x61, 0xE9], .notASCII(0xE9)),
    ([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], .unknownDate),
    ([0x33, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0], .unknownDate),
    ([0x33, 0x7F, 0, 0, 0, 0, 0, 0, 0], .unknownDate),
  ]

  @Test(arguments: objects)
  func pointsAtAnInvalidObject(object: [UInt8], problem: Problem) {
    let transcript = expectSameInPieces(
      BinaryPropertyList(object).bytes, as: .binaryPropertyList)
    #expect(transcript.error?.problem == .binaryPropertyList(problem))
  }

  static let lengths: [UInt64] = [1 << 31, 1 << 32, 1 << 62, 1 << 63, .max, .max - 7]

  /// A length is compared with the input before any multiplication or allocation.
  @Test(arguments: lengths, [UInt8(0x4F), 0x5F, 0x6F, 0xAF, 0xCF, 0xDF])
  func aLengthThatLiesIsRefused(length: UInt64, marker: UInt8) {
    for width in 1...8 {
      var list = BinaryPropertyList(
        [marker, 0x13] + BinaryPropertyList.bigEndian(length, width: 8) + [0, 0, 0, 0])
      list.referenceWidth = width
      let error = Transcript(reading: list.bytes, as: .binaryPropertyList).error
      #expect(error?.problem == .binaryPropertyList(.overlongObject))
    }
  }

  static let keys: [[UInt8]] = [[0x10, 0x05], [0x09], [0x00], [0x41, 0x61], [0xA0], [0xD0]]

  @Test(arguments: keys)
  func aKeyMustBeAString(key: [UInt8]) {
    let list = BinaryPropertyList([0xA1, 1], [0xD1, 2, 3], key, [0x09])
    let error = Transcript(reading: list.bytes, as: .binaryPropertyList).error
    #expect(error?.problem == .binaryPropertyList(.nonStringKey))
    #expect(error?.path?.description == "/0")
  }

  static let cycles: [([[UInt8]], String)] = [
    ([[0xA1, 0]], "/0"), ([[0xA2, 1, 0], [0x09]], "/1"),
    ([[0xD1, 1, 0], [0x51, 0x61]], "/a"),
    ([[0xA1, 1], [0xD1, 2, 3], [0x51, 0x61], [0xA2, 4, 1], [0x09]], "/0/a/1"),
  ]

  @Test(arguments: cycles)
  func aCycleIsRefusedWithItsPath(objects: [[UInt8]], path: String) {
    let error = Transcript(
      reading: BinaryPropertyList(objects: objects).bytes, as: .binaryPropertyList
    ).error
    #expect(error?.problem == .binaryPropertyList(.cycle))
    #expect(error?.path?.description == path)
  }

  /// Returns nested arrays with `width` references to the next level each.
  private static func bomb(levels: Int, width: Int) -> [UInt8] {
    let length: [UInt8] = width < 15 ? [0xA0 | UInt8(width)] : [0xAF, 0x10, UInt8(width)]
    let objects = (1...levels).map { level in
      level == levels ? [0xA0] : length + [UInt8](repeating: UInt8(level), count: width)
    }
    var list = BinaryPropertyList(objects: objects)
    list.offsetWidth = 4
    return list.bytes
  }

  @Test(arguments: [2, 3, 10, 255])
  func aBombOfSharedObjectsIsRefused(width: Int) {
    var options = ReadingOptions()
    options.maximumAliasNodes = 100_000
    let transcript = Transcript(
      reading: Self.bomb(levels: 30, width: width), as: .binaryPropertyList, options)
    #expect(
      transcript.error?.problem == .binaryPropertyList(.tooManySharedNodes(limit: 100_000)))
    // Each collection is read once before it is copied.
    #expect(transcript.entries.count < 100)
  }

  /// 2 KB of text with about 2000 references.
  @Test(arguments: [(100_000, true), (300_000, false)])
  func aLongTextIsNotRepeatedWithoutEnd(limit: Int, isRefused: Bool) {
    let text = [0x5F, 0x11, 0x08, 0x00] + [UInt8](repeating: 0x61, count: 2048)
    var list = BinaryPropertyList(
      [0xAF, 0x11, 0x08, 0x00] + [UInt8](repeating: 1, count: 2048), text)
    list.offsetWidth = 4
    var options = ReadingOptions()
    options.maximumAliasNodes = limit
    let transcript = Transcript(reading: list.bytes, as: .binaryPropertyList, options)
    #expect((transcript.error != nil) == isRefused)
    if isRefused {
      #expect(
        transcript.error?.problem == .binaryPropertyList(.tooManySharedNodes(limit: limit)))
      #expect(transcript.entries.count < 10)
    }
  }

  /// The budget counts each node of a copy, as for aliases.
  @Test func theBudgetOfSharedObjectsIsExact() {
    // Object 1 has four nodes and contains a mapping of three; it is referenced three times.
    let list = BinaryPropertyList(
      [0xA3, 1, 1, 1], [0xD2, 2, 3, 4, 5], [0x51, 0x61], [0x51, 0x62], [0x09], [0xD1, 2, 4])
    for (limit, isEnough) in [(14, true), (13, false)] {
      var options = ReadingOptions()
      options.maximumAliasNodes = limit
      let error = Transcript(reading: list.bytes, as: .binaryPropertyList, options).error
      #expect((error == nil) == isEnough)
    }
  }

  /// Otherwise few bytes could encode many large objects.
  @Test func collectionsThatOverlapAreRefused() {
    var list = BinaryPropertyList([0xAF, 0x10, 200] + (0..<200).map { UInt8($0) })
    list.objects += [[UInt8]](repeating: [], count: 255)
    list.offsetWidth = 2
    for object in 1...255 { list.offsets[object] = 8 }
    let transcript = Transcript(reading: list.bytes, as: .binaryPropertyList)
    #expect(transcript.error?.problem != nil)
    #expect(transcript.entries.count < 1000)
  }

  @Test func nestingHasALimit() {
    let objects = (1...2000).map { [0xA1] + BinaryPropertyList.bigEndian(UInt64($0), width: 2) }
    var list = BinaryPropertyList(objects: objects + [[0x09]])
    list.offsetWidth = 2
    list.referenceWidth = 2
    let error = Transcript(reading: list.bytes, as: .binaryPropertyList).error
    #expect(error?.problem == .tooDeep(limit: 1000))
  }

  @Test func anEmptyInputAndOneOfAnotherFormatAreNamed() {
    let empty = Transcript(reading: [], as: .binaryPropertyList).error
    #expect(empty?.problem == .emptyInput)
    let text = Transcript(reading: Array("{}\n".utf8), as: .binaryPropertyList).error
    #expect(text?.problem == .binaryPropertyList(.notBinary))
    #expect(
      text?.description
        == "1:1: not a binary property list: it does not begin with 'bplist0'")
  }

  @Test func errorsHaveAByteOrAPath() throws {
    let list = BinaryPropertyList([0xA2, 1, 2], [0x09], [0xF0])
    var error = Transcript(reading: list.bytes, as: .binaryPropertyList).error
    #expect(error?.description == "unknown object type 0xf0 at byte 12")
    let cycle = BinaryPropertyList([0xD1, 1, 0], [0x51, 0x61])
    error = Transcript(reading: cycle.bytes, as: .binaryPropertyList).error
    #expect(error?.description == "the collection contains itself at /a")
  }

  static let samples: [[UInt8]] = [
    BinaryPropertyList(
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x62, 0, 0x62, 0, 0xE9], [0x53, 0x61, 0x62, 0x63],
      [0xA3, 7, 8, 4 + 5], [0x33] + BinaryPropertyList.bigEndian(0.5.bitPattern, width: 8),
      [0x43, 1, 2, 3], [0x23] + BinaryPropertyList.bigEndian(1.5.bitPattern, width: 8),
      [0x12, 1, 2, 3, 4], [0x81, 1, 2]
    ).bytes,
    BinaryPropertyList([0xA2, 1, 1], [0xD1, 2, 3], [0x51, 0x61], [0xA1, 4], [0x08]).bytes,
  ]

  @Test(arguments: samples)
  func everyPrefixAndEveryChangedByteHoldsTheInvariants(sample: [UInt8]) {
    #expect(Invariants.violation(of: [0x2A] + sample, as: .binaryPropertyList) == nil)
    for count in 0..<sample.count {
      let violation = Invariants.violation(
        of: [0x11] + sample.prefix(count), as: .binaryPropertyList)
      #expect(violation == nil)
    }
    for index in sample.indices {
      for change: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var bytes = sample
        bytes[index] ^= change
        let violation = Invariants.violation(of: [0x11] + bytes, as: .binaryPropertyList)
        #expect(violation == nil, "byte \(index) ^ \(change)")
      }
    }
  }
}
