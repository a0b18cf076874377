import DecantTestSupport
import Foundation
import Testing
import Decant

@Suite struct BinaryPropertyListLayoutTests {
  /// Counts at which lengths, references or offsets need another byte.
  static let counts = [0, 1, 14, 15, 16, 100, 253, 254, 255, 256, 65_534, 65_535]

  /// Precondition: no repeated strings or booleans, which Foundation on Linux stores separately.
  private static func outline(ofFoundation value: Any) throws -> (
    ours: BinaryPropertyListOutline, theirs: BinaryPropertyListOutline
  ) {
    let data = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    let written = try convert(
      Array(data), from: .binaryPropertyList, by: Plan(to: .binaryPropertyList))
    return (BinaryPropertyListOutline(written), BinaryPropertyListOutline(Array(data)))
  }

  @Test(arguments: counts)
  func listsOfAllSizesAreLaidOutAsByFoundation(count: Int) throws {
    let lists: [Any] = [
      (0..<count).map { $0 }, (0..<count).map { "text \($0)" },
      Dictionary(uniqueKeysWithValues: (0..<count / 2).map { ("key\($0)", $0) }),
      (0..<count / 4).map { ["name \($0)": [$0]] },
    ]
    for list in lists {
      let outlines = try Self.outline(ofFoundation: list)
      #expect(outlines.ours == outlines.theirs)
    }
  }

  @Test(arguments: [(100, 1), (254, 2), (65_535, 4), (1 << 24, 4)])
  func offsetsAreAsWideAsFoundationMakesThem(count: Int, width: UInt8) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [Data(count: count), "end"] as [Any], format: .binary, options: 0)
    let written = try convert(
      Array(data), from: .binaryPropertyList, by: Plan(to: .binaryPropertyList))
    #expect(written.count == data.count)
    #expect(written[written.count - 26] == width)
    #expect(data[data.count - 26] == width)
  }

  @Test(
    .enabled(if: Oracle.plistlibBinaryWriter.isInstalled), arguments: counts.filter { $0 < 65_000 })
  func listsOfAllSizesAreLaidOutAsByPlistlib(count: Int) throws {
    let json =
      "[" + (0..<count).map { "{\"k\($0 % 300)\":\"\($0)\",\"n\":-\($0)}" }.joined(separator: ",")
      + "]"
    let theirs = try #require(try Oracle.plistlibBinaryWriter.run(Array(json.utf8)))
    let ours = try convert(Array(json.utf8), from: .json, by: Plan(to: .binaryPropertyList))
    #expect(BinaryPropertyListOutline(ours) == BinaryPropertyListOutline(theirs))
  }

  @Test(.enabled(if: Oracle.plistlibBinaryWriter.isInstalled), arguments: UInt64(1)...30)
  func randomListsAreLaidOutAsByPlistlib(seed: UInt64) throws {
    // plistlib does not unique NaN and UIDs.
    let contents: RandomPropertyList.Contents = [.numbers, .dates, .data]
    let value = RandomPropertyList(seed: seed, size: 400, contents: contents).value
    let theirs = try #require(
      try Oracle.plistlibBinaryRewriter.run(value.encoded(as: .binaryPropertyList)))
    let ours = try convert(theirs, from: .binaryPropertyList, by: Plan(to: .binaryPropertyList))
    #expect(BinaryPropertyListOutline(ours) == BinaryPropertyListOutline(theirs))
  }
}
