import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

@Suite struct PropertyListFilterTests {
  private static let binary = PropertyListFilter(checkout: .binary, keyOrder: .asRead)

  private static func scratch(_ bytes: [UInt8]) throws -> ScratchFile {
    let file = ScratchFile()
    try bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
    return file
  }

  private static func clean(
    _ bytes: [UInt8], _ filter: PropertyListFilter = binary
  ) throws -> [UInt8] {
    try filter.clean(scratch(bytes)).readBack().readToEnd()
  }

  private static func smudge(
    _ bytes: [UInt8], _ filter: PropertyListFilter = binary
  ) throws -> (bytes: [UInt8], staysXML: Bool) {
    let result = try filter.smudge(scratch(bytes))
    return (try result.content.readBack().readToEnd(), result.staysXML)
  }

  private static func foundationValue(_ bytes: [UInt8]) throws -> BinaryPropertyListValue? {
    // SAFETY: no memory is passed for the format.
    let value = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return BinaryPropertyListValue(value)
  }

  private static func isXML(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("<?xml".utf8)) }

  // MARK: Round trips

  /// The laws of a filter, for a binary property list.
  private static func expectLaws(_ original: [UInt8]) throws {
    let text = try clean(original)
    #expect(isXML(text))
    #expect(try clean(original) == text)
    #expect(try clean(text) == text)
    let restored = try smudge(text)
    #expect(restored.bytes.starts(with: Array("bplist00".utf8)) && !restored.staysXML)
    #expect(try clean(restored.bytes) == text)
    #expect(try smudge(text, PropertyListFilter(checkout: .xml, keyOrder: .asRead)).bytes == text)
    let old = try Value(parsing: original, as: .binaryPropertyList)
    #expect(try Value(parsing: restored.bytes, as: .binaryPropertyList).isIdentical(to: old))
  }

  @Test(arguments: 0..<150 as Range<UInt64>) func restoresValues(seed: UInt64) throws {
    let value = RandomPropertyList(seed: seed, size: 80).value
    try Self.expectLaws(try value.encoded(as: .binaryPropertyList))
  }

  /// Foundation writes the binary, and reads the same values from the XML and the new binary.
  @Test(arguments: 0..<300 as Range<UInt64>) func restoresWhatFoundationWrites(seed: UInt64) throws
  {
    let value = BinaryPropertyListValue.random(seed: seed)
    let original = Array(
      try PropertyListSerialization.data(
        fromPropertyList: value.foundation, format: .binary, options: 0))
    guard value.isRepresentableInXML else {
      #expect(throws: DecantError.self) { try Self.clean(original) }
      return
    }
    try Self.expectLaws(original)
    let text = try Self.clean(original)
    #expect(try Self.foundationValue(text) == value)
    #expect(try Self.foundationValue(try Self.smudge(text).bytes) == value)
  }

  @Test(.enabled(if: Oracle.plistlibBinaryRewriter.isInstalled), arguments: 0..<40 as Range<UInt64>)
  func restoresWhatPlistlibWrites(seed: UInt64) throws {
    // plistlib has another calendar for early dates.
    let value = RandomPropertyList(
      seed: seed, contents: [.numbers, .recentDates, .data, .nonFiniteNumbers]
    ).value
    let xml = try value.encoded(as: .xmlPropertyList)
    // Years that Python does not have.
    guard let original = try Oracle.plistlibBinaryRewriter.run(xml) else { return }
    try Self.expectLaws(original)
    #expect(try Oracle.plistlibBinaryRewriter.run(Self.clean(original)) == original)
  }

  /// An archive of decant contains tagged forms of what XML cannot represent.
  @Test func restoresArchives() throws {
    let archive = decant(
      "archive", "--type", "T", "-t", "xml1", "--tagged",
      input: #"{"at": {"$date": "2001-01-01T00:00:00.5Z"}, "none": null}"#)
    #expect(archive.status == 0, "\(archive.errors)")
    let value = try Value(parsing: archive.output, as: .xmlPropertyList)
    try Self.expectLaws(try value.encoded(as: .binaryPropertyList))
    let binary = MemoryDestination()
    #expect(decant("-t", "binary1", input: archive.output) { $0.output = binary }.status == 0)
    #expect(String(decoding: try Self.clean(binary.bytes), as: UTF8.self) == archive.output)
    #expect(try Self.smudge(Self.clean(binary.bytes)).bytes == binary.bytes)
  }

  /// More than the part that is held in memory.
  @Test func restoresLargeFiles() throws {
    let values = (0..<60_000).map { Value.string("value number \($0)") }
    let original = try Value.sequence(values).encoded(as: .binaryPropertyList)
    #expect(original.count > 1 << 20)
    try Self.expectLaws(original)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func sortsKeys(seed: UInt64) throws {
    let filter = PropertyListFilter(checkout: .binary, keyOrder: .byBytes)
    let value = RandomPropertyList(seed: seed, size: 80).value
    let original = try value.encoded(as: .binaryPropertyList)
    let text = try Self.clean(original, filter)
    let restored = try Self.smudge(text, filter)
    #expect(!restored.staysXML)
    #expect(try Self.clean(restored.bytes, filter) == text)
    let reread = try Value(parsing: restored.bytes, as: .binaryPropertyList)
    #expect(reread.changes(from: try Value(parsing: original, as: .binaryPropertyList)).isEmpty)
    // Foundation's XML has sorted keys.
    let unsorted = try Self.clean(original)
    let staysXML = try Self.smudge(unsorted, filter).staysXML
    #expect(staysXML == (unsorted != text))
  }

  // MARK: Refusals

  /// A binary property list with single-byte offsets, whose first object is the root.
  private static func assembled(_ objects: [UInt8]...) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var starts: [UInt8] = []
    for object in objects {
      starts.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
    return bytes + starts + [0, 0, 0, 0, 0, 0, 1, 1] + number(UInt8(objects.count)) + number(0)
      + number(table)
  }

  private static func list(_ value: Value) throws -> [UInt8] {
    try value.encoded(as: .binaryPropertyList)
  }

  static func refused() throws -> [(String, [UInt8])] {
    let date = try Value(parsing: "a: [!!timestamp 2001-01-01T00:00:00.5Z]", as: .yaml)
    return [
      ("xml1 cannot represent fractions of a second at /a/0", try list(date)),
      ("xml1 cannot represent a character of this string at /a", try list(["a": "x\u{1}"])),
      ("XML cannot represent the value at /a/1 exactly", try list(["a": [1, ["CF$UID": 5]]])),
      ("XML cannot represent the property list exactly", try list(["CF$UID": 5])),
      ("xml1 cannot represent null at /0", assembled([0xA1, 1], [0x00])),
      (
        "xml1 cannot represent a repeated key at /k",
        assembled([0xD2, 1, 1, 2, 2], [0x51, 0x6B], [0x09])
      ),
    ]
  }

  @Test(arguments: try refused()) func refusesWhatXMLCannotRepresent(
    message: String, bytes: [UInt8]
  ) {
    let error = #expect(throws: DecantError.self) { try Self.clean(bytes) }
    #expect(error?.description == message)
  }

  @Test func refusesEveryIncompleteFile() throws {
    let bytes = try Self.list(["a": [1, 2.5, "x"], "b": .data([1, 2, 3])])
    for count in 7..<bytes.count {
      let error = #expect(throws: DecantError.self) { try Self.clean(Array(bytes.prefix(count))) }
      #expect(error?.category == .input)
    }
  }

  // MARK: Other content

  static let others = [
    "", "b", "bplist", "bplist15\0\0\0", "bplist16", " bplist00", "{\"a\": 1}\n", "a: 1\r\n",
    "<?xml version=\"1.0\"?><plist><true/></plist>", "<html>\n", "{ a = b; }",
    "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
    "<<<<<<< ours\n<plist>\n=======\n>>>>>>> theirs\n",
  ]

  @Test(arguments: others) func keepsOtherFiles(text: String) throws {
    #expect(try Self.clean(Array(text.utf8)) == Array(text.utf8))
    let isXML = text.contains("<true/>")
    let result = try Self.smudge(Array(text.utf8))
    #expect(result.bytes == Array(text.utf8))
    #expect(result.staysXML == isXML)
  }

  @Test func keepsFilesThatAreNotText() throws {
    var generator = SeededGenerator(seed: 3)
    for count in [0, 1, 7, 100, 3 << 20] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(try Self.clean(bytes) == bytes)
      #expect(try Self.smudge(bytes).bytes == bytes)
    }
  }

  /// An edit of stored XML, and whether it is still a property list.
  static let edits: [(String, String, Bool)] = [
    ("<dict>", "<dict><!-- a comment -->", true),
    ("\t<key>", "  <key>", true),
    ("\n", "\r\n", true),
    ("<integer>5", "<integer>+5", true),
    ("<integer>5", "<integer>0x5", true),
    ("encoding=\"UTF-8\"", "encoding=\"utf-8\"", true),
    ("</plist>\n", "</plist>", true),
    ("<real>0.5", "<real>0.50", true),
    ("</dict>", "<<<<<<< ours\n</dict>", false),
    ("</dict>", "", false),
    ("<key>b</key>", "<key>a</key>", false),
  ]

  @Test(arguments: edits)
  func keepsXMLThatItWouldNotStore(old: String, new: String, isValid: Bool) throws {
    let stored = try Self.clean(try Self.list(["a": 5, "b": 0.5]))
    #expect(!(try Self.smudge(stored).staysXML))
    let edited = Array(String(decoding: stored, as: UTF8.self).replacing(old, with: new).utf8)
    #expect(edited != stored)
    let result = try Self.smudge(edited)
    #expect(result.bytes == edited)
    #expect(result.staysXML == isValid)
    #expect(try Self.clean(result.bytes) == edited)
  }

  /// XML with other values, in the layout of the filter, becomes binary.
  @Test func convertsEditedValues() throws {
    let stored = try Self.clean(try Self.list(["a": 5, "b": 0.5]))
    let edited = Array(
      String(decoding: stored, as: UTF8.self).replacing("<integer>5", with: "<integer>6").utf8)
    let result = try Self.smudge(edited)
    #expect(try Self.foundationValue(result.bytes) == Self.foundationValue(edited))
    #expect(!Self.isXML(result.bytes))
  }
}

extension BinaryPropertyListValue {
  /// Whether XML 1.0 can contain all characters and dates.
  fileprivate var isRepresentableInXML: Bool {
    switch self {
    case .boolean, .integer, .real, .data: true
    case .date(let bits): Double(bitPattern: bits).rounded() == Double(bitPattern: bits)
    case .string(let text): text.isRepresentableInXML
    case .sequence(let elements): elements.allSatisfy(\.isRepresentableInXML)
    case .mapping(let pairs):
      pairs.allSatisfy { $0.key.isRepresentableInXML && $0.value.isRepresentableInXML }
    }
  }
}

extension String {
  /// `Char` of XML 1.0.
  fileprivate var isRepresentableInXML: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }
}
