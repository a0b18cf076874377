import DecantTestSupport
import Foundation
import Testing
import Decant

@Suite struct BinaryPropertyListOracleTests {
  static let seeds = Array(UInt64(1)...400)

  @Test(arguments: seeds)
  func readsWhatFoundationWrites(seed: UInt64) throws {
    let value = BinaryPropertyListValue.random(seed: seed)
    let data = try PropertyListSerialization.data(
      fromPropertyList: value.foundation, format: .binary, options: 0)
    let document = try Document(parsing: Array(data), as: .binaryPropertyList)
    #expect(try BinaryPropertyListValue(document.root) == value)
  }

  @Test(arguments: seeds)
  func writesWhatFoundationReads(seed: UInt64) throws {
    let value = BinaryPropertyListValue.random(seed: seed)
    let data = try PropertyListSerialization.data(
      fromPropertyList: value.foundation, format: .binary, options: 0)
    let written = try convert(
      Array(data), from: .binaryPropertyList, by: Plan(to: .binaryPropertyList))
    // SAFETY: no pointer is passed, as the format is not needed.
    let back = try unsafe PropertyListSerialization.propertyList(
      from: Data(written), options: [], format: nil)
    #expect(BinaryPropertyListValue(back) == value)
    let again = try convert(
      written, from: .binaryPropertyList, by: Plan(to: .binaryPropertyList))
    #expect(again == written)
  }
}
