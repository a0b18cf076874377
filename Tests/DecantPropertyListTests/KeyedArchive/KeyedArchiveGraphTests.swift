import DecantTestSupport
import Foundation
import Testing
import Decant

/// Archives by NSKeyedArchiver, read and written by decant, and read by NSKeyedUnarchiver.
@Suite struct KeyedArchiveGraphTests {
  private static func archive(_ graph: ArchivedGraph) throws -> [UInt8] {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(graph.root, forKey: NSKeyedArchiveRootObjectKey)
    archiver.encode("other" as NSString, forKey: "other")
    archiver.encode(graph.root, forKey: "again")
    archiver.encode(5, forKey: "$five")
    archiver.finishEncoding()
    return Array(archiver.encodedData)
  }

  private static func tagged(_ target: Format) -> Plan {
    var plan = Plan(to: target)
    plan.fidelity = .tagged
    return plan
  }

  private static func unarchived(_ bytes: [UInt8]) throws -> String {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
    unarchiver.requiresSecureCoding = false
    let keys = [NSKeyedArchiveRootObjectKey, "other", "again"]
    return keys.map { ArchivedNode.text(of: unarchiver.decodeObject(forKey: $0)) }
      .joined(separator: "\n") + "\n\(unarchiver.decodeInteger(forKey: "$five"))"
  }

  @Test(arguments: UInt64(1)...200)
  func writesTheGraphThatItReads(seed: UInt64) throws {
    let hasCycles = seed.isMultiple(of: 2)
    let archive = try Self.archive(ArchivedGraph(seed: seed, hasCycles: hasCycles))
    let graph = try ArchiveGraph(archive)
    var xml = Plan(to: .keyedArchive)
    xml.writing.keyedArchiveEncoding = .xml
    var results = [
      try convert(archive, from: .keyedArchive, by: Plan(to: .keyedArchive)),
      try convert(archive, from: .keyedArchive, by: xml),
    ]
    for format in [Format.yaml, .json, .jsonLines, .xmlPropertyList, .binaryPropertyList] {
      let there = try convert(archive, from: .keyedArchive, by: Self.tagged(format))
      results.append(try convert(there, from: format, by: Self.tagged(.keyedArchive)))
    }
    var named = Plan(to: .yaml)
    named.reading.classNames = .tags
    let yaml = try convert(archive, from: .keyedArchive, by: named)
    results.append(try convert(yaml, from: .yaml, by: Plan(to: .keyedArchive)))

    let original = hasCycles ? nil : try Self.unarchived(archive)
    for result in results {
      let difference = graph.difference(from: try ArchiveGraph(result))
      #expect(difference == nil)
      if let original { #expect(try Self.unarchived(result) == original) }
    }
  }

  @Test(arguments: UInt64(1)...100)
  func writesPlainDataForFoundation(seed: UInt64) throws {
    let value = BinaryPropertyListValue.random(seed: seed, size: 40)
    let list = try PropertyListSerialization.data(
      fromPropertyList: value.foundation, format: .binary, options: 0)
    let archive = try convert(Array(list), from: .binaryPropertyList, by: Plan(to: .keyedArchive))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(archive))
    unarchiver.requiresSecureCoding = false
    let back = try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey))
    #expect(BinaryPropertyListValue(back) == BinaryPropertyListValue(value.foundation))
  }
}
