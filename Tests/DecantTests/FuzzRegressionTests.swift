import Decant
import DecantTestSupport
import Testing

@Suite struct FuzzRegressionTests {
  static let formats = FormatRegistry.standard.formats.filter(\.isReadable)

  @Test(arguments: Corpora.files(inPackage: "Tests/Fuzz/Regressions"))
  func passesWhatOnceFailed(_ file: Corpora.File) throws {
    if file.name.hasPrefix("yaml-parsers-") {
      #expect(ParserComparison.difference(of: Array(file.bytes.dropFirst())) == nil)
      return
    }
    let others: [String: ([UInt8]) -> String?] = [
      "archive-": ArchiveInvariants.violation, "changes-": ChangeInvariants.violation,
      "schema-": SchemaInvariants.violation, "types-": TypesInvariants.violation,
    ]
    if let (_, violation) = others.first(where: { file.name.hasPrefix($0.key) }) {
      #expect(violation(file.bytes) == nil)
      return
    }
    let isEdit = file.name.hasPrefix("edit-")
    let name = isEdit ? String(file.name.dropFirst("edit-".count)) : file.name
    let format = try #require(
      Self.formats
        .filter { name.hasPrefix($0.name + "-") }.max { $0.name.count < $1.name.count },
      "the name begins with that of the format")
    #expect(
      (isEdit ? EditInvariants.violation(of:as:) : Invariants.violation(of:as:))(
        file.bytes, format) == nil)
  }

  @Test(arguments: Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") })
  func samplesHoldTheInvariantsOfEdits(_ file: Corpora.File) {
    for format in Self.formats where format.isEditable {
      for seed in stride(from: UInt8(0), through: 250, by: 5) {
        let violation = EditInvariants.violation(of: [seed] + file.bytes, as: format)
        #expect(violation == nil, "\(format.name), \(seed)")
      }
    }
  }

  /// Of two samples in one format, the second is what the first becomes.
  @Test(arguments: Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") })
  func samplesHoldTheInvariantsOfChanges(_ file: Corpora.File) {
    let all = Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") }
    for other in all where other.bytes.count < 4000 && file.bytes.count < 4000 {
      for format in [Format.json, .yaml, .xmlPropertyList, .toml] {
        #expect(ChangeInvariants.violation(from: file.bytes, to: other.bytes, as: format) == nil)
      }
    }
  }

  @Test(arguments: Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") })
  func samplesHoldTheInvariantsOfTypesAndArchives(_ file: Corpora.File) {
    for seed in UInt8(0)..<14 {
      #expect(TypesInvariants.violation(of: [seed &* 33] + file.bytes) == nil)
      #expect(ArchiveInvariants.violation(of: [seed] + file.bytes) == nil)
    }
  }

  @Test(arguments: Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") })
  func samplesHoldTheInvariants(_ file: Corpora.File) {
    for format in Self.formats {
      for seed in [UInt8(0), 0x2A, 0x7F] {
        #expect(Invariants.violation(of: [seed] + file.bytes, as: format) == nil)
      }
    }
  }
}
