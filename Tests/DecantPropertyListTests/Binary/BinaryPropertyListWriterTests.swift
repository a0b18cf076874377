import DecantTestSupport
import Foundation
import Testing
import Decant
import DecantCore

@testable import DecantPropertyList

@Suite struct BinaryPropertyListWriterTests {
  private func written(_ json: String, _ adjust: (inout Plan) -> Void = { _ in }) throws -> [UInt8]
  {
    var plan = Plan(to: .binaryPropertyList)
    adjust(&plan)
    return try convert(Array(json.utf8), from: .json, by: plan)
  }

  static let objects: [(String, [UInt8])] = [
    ("true", [0x09]), ("false", [0x08]), ("0", [0x10, 0]), ("-0", [0x10, 0]), ("255", [0x10, 255]),
    ("256", [0x11, 1, 0]), ("65535", [0x11, 255, 255]), ("65536", [0x12, 0, 1, 0, 0]),
    ("4294967295", [0x12, 255, 255, 255, 255]), ("4294967296", [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
    ("-1", [0x13] + [UInt8](repeating: 255, count: 8)),
    ("9223372036854775807", [0x13, 127] + [UInt8](repeating: 255, count: 7)),
    ("-9223372036854775808", [0x13, 128] + [UInt8](repeating: 0, count: 7)),
    ("9223372036854775808", [0x14] + BinaryPropertyList.bigEndian(1 << 63, width: 16)),
    (
      "-9223372036854775809",
      [0x14] + [UInt8](repeating: 255, count: 8) + [127]
        + [UInt8](repeating: 255, count: 7)
    ),
    ("170141183460469231731687303715884105727", [0x14, 127] + [UInt8](repeating: 255, count: 15)),
    ("1.5", [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]), ("-0.0", [0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    ("\"\"", [0x50]), ("\"abc\"", [0x53] + Array("abc".utf8)),
    ("\"0123456789abcdef\"", [0x5F, 0x10, 16] + Array("0123456789abcdef".utf8)),
    ("\"é\"", [0x61, 0, 0xE9]), ("\"a😀\"", [0x63, 0, 0x61, 0xD8, 0x3D, 0xDE, 0x00]),
    ("[]", [0xA0]), ("{}", [0xD0]),
  ]

  @Test(arguments: objects)
  func writesTheShortestObject(json: String, object: [UInt8]) throws {
    #expect(try written(json) == BinaryPropertyList(object).bytes)
  }

  @Test func storesEqualScalarsOnceAndKeysBeforeValues() throws {
    let bytes = try written("[{\"a\":1,\"b\":\"a\"},1,1.0,true,true]")
    let back = try convert(bytes, from: .binaryPropertyList, by: .compact(.json))
    #expect(String(decoding: back, as: UTF8.self) == "[{\"a\":1,\"b\":\"a\"},1,1.0,true,true]\n")
    // Two collections, "a", "b", 1, 1.0 and true.
    #expect(bytes[bytes.count - 17] == 7)
  }

  /// Foundation accepts references of one byte to at most 255 objects.
  @Test(arguments: [(254, 1), (255, 2), (65_534, 2), (65_535, 4)])
  func referencesAreAsWideAsTheNumberOfObjects(count: Int, width: UInt8) throws {
    let json = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
    let bytes = try written(json)
    #expect(bytes[bytes.count - 25] == width)
    // SAFETY: no pointer is passed, as the format is not needed.
    let back = try unsafe PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    #expect(back as? [Int] == Array(0..<count))
  }

  /// The table of reals is loaded a batch ahead, so both immediate and later repetitions count.
  @Test func storesEachOfManyRealsOnce() throws {
    let reals = (0..<20_000).map { Double($0) / 7 + 0.25 }
    let values = reals + reals.reversed() + reals.flatMap { [$0, $0] }
    let bytes = try written("[" + values.map(\.description).joined(separator: ",") + "]")
    // SAFETY: no pointer is used, because no format is requested.
    let back = try unsafe PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    #expect(back as? [Double] == values)
    let objects = bytes.suffix(24).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    #expect(objects == reals.count + 1)
  }

  /// The error is at the real's own position in the batch.
  @Test func refusesALargeRealAmongOthers() {
    var writer = BinaryPropertyListWriter()
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(.beginSequence)
    for (position, text) in ["1.5", "2.5", "1e999", "3.5"].enumerated() {
      batch.append(.real, text: text, at: position)
    }
    let error = #expect(throws: DecantError.self) {
      try writer.write(batch, to: ByteSink(MemoryDestination()))
    }
    #expect(error?.problem == .notRepresentable(.number, target: "binary1"))
    #expect(error?.offset == 2)
  }

  /// Guards usually refuse such values before the writer does.
  @Test func refusesEventsThatTheFormatDoesNotHave() throws {
    let kinds: [(Event.Kind, String, DecantError.ValueClass)] = [
      (.integer, "170141183460469231731687303715884105728", .number),
      (.real, "1e999", .number), (.date, "yesterday", .date), (.uid, "x", .uid),
      (.anchor, "a", .anchor), (.alias, "a", .anchor), (.tag, "t", .tag),
    ]
    for (kind, text, problem) in kinds {
      var writer = BinaryPropertyListWriter()
      var batch = EventBatch()
      batch.append(.beginDocument)
      batch.append(kind, text: text)
      do throws(DecantError) {
        try writer.write(batch, to: ByteSink(MemoryDestination()))
        Issue.record("\(kind) was written")
      } catch {
        #expect(error.problem == .notRepresentable(problem, target: "binary1"))
      }
    }
  }

  static let dates = [
    "2001-01-01T00:00:00Z", "2000-12-31T23:59:59.75Z", "1970-01-01T00:00:00.1Z",
    "2026-11-21T09:30:00.123456Z", "0001-01-01T00:00:00Z",
  ]

  /// The fraction is the shortest that restores the double.
  @Test(arguments: dates)
  func datesComeBackAsTheyWere(text: String) throws {
    let bytes = try convert(
      Array("!!timestamp \(text)\n".utf8), from: .yaml, by: Plan(to: .binaryPropertyList))
    #expect(try script(of: bytes, as: .binaryPropertyList) == "date(\(text)) ;")
  }
}
