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
    if file.name.hasPrefix("schema-") {
      #expect(SchemaInvariants.violation(of: file.bytes) == nil)
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

  @Test(arguments: Corpora.files(inPackage: "Samples").filter { !$0.name.hasSuffix(".sh") })
  func samplesHoldTheInvariants(_ file: Corpora.File) {
    for format in Self.formats {
      for seed in [UInt8(0), 0x2A, 0x7F] {
        #expect(Invariants.violation(of: [seed] + file.bytes, as: format) == nil)
      }
    }
  }
}
