import DecantTestSupport
import Testing
import Decant

@testable import DecantConversion

/// CBOR and MessagePack, beside Python's modules, over random values.
@Suite struct BinaryFormatOracleTests {
  private static let seeds = Array(1...600)

  @Test(.enabled(if: Oracle.cbor2Writer.isInstalled)) func readsWhatCBOR2Writes() throws {
    try expectReading(.cbor, writtenBy: .cbor2Writer)
  }

  @Test(.enabled(if: Oracle.cbor2Reader.isInstalled), arguments: CBORForm.allCases)
  func writesWhatCBOR2Reads(form: CBORForm) throws {
    var plan = Plan(to: .cbor)
    plan.writing.cborForm = form
    try expectWriting(plan, .cbor2Writer, readBy: .cbor2Reader)
  }

  @Test(.enabled(if: Oracle.messagePackWriter.isInstalled))
  func readsWhatPythonsMessagePackWrites() throws {
    try expectReading(.messagePack, writtenBy: .messagePackWriter)
  }

  @Test(.enabled(if: Oracle.messagePackReader.isInstalled))
  func writesWhatPythonsMessagePackReads() throws {
    try expectWriting(Plan(to: .messagePack), .messagePackWriter, readBy: .messagePackReader)
  }

  private func samples(of writer: Oracle) throws -> [(bytes: [UInt8], json: [UInt8])] {
    let input = Self.seeds.map { "\($0)\n" }.joined()
    let output = try #require(try writer.run(Array(input.utf8)))
    return output.split(separator: 0x0A).map { line in
      let parts = line.split(separator: 0x20, maxSplits: 1)
      return (hex(String(decoding: parts[0], as: UTF8.self)), Array(parts[1]))
    }
  }

  private func expectReading(_ format: Format, writtenBy writer: Oracle) throws {
    var plan = Plan(to: .canonicalForm)
    plan.fidelity = .tagged
    for sample in try samples(of: writer) {
      let found = try convert(sample.bytes, from: format, by: plan)
      let wanted = try convert(sample.json, from: .json, by: plan)
      #expect(
        found == wanted,
        "\(hexDigits(sample.bytes)) \(String(decoding: sample.json, as: UTF8.self))")
    }
  }

  private func expectWriting(_ plan: Plan, _ writer: Oracle, readBy reader: Oracle) throws {
    var plan = plan
    plan.fidelity = .tagged
    let samples = try samples(of: writer)
    let lines = try zip(Self.seeds, samples).map { seed, sample in
      let written = try convert(sample.json, from: .json, by: plan)
      return "\(seed) \(hexDigits(written))\n"
    }
    let output = try #require(try reader.run(Array(lines.joined().utf8)))
    let answers = output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    #expect(answers.count == lines.count)
    for (answer, (line, sample)) in zip(answers, zip(lines, samples)) where answer != "1" {
      Issue.record("\(line) \(String(decoding: sample.json, as: UTF8.self)) \(answer)")
    }
  }
}
