import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct RandomKeyTests {
  static let targets = FormatRegistry.standard.formats.filter { $0.isReadable && $0.isWritable }
  static let fidelities: [Fidelity] = [.standard, .strict, .lossy, .tagged]
  static let documents = (0..<UInt64(Thoroughness.isFull ? 400 : 100)).map {
    RandomAnchoredDocument(seed: $0).text
  }

  private func plan(_ target: Format, _ fidelity: Fidelity) -> Plan {
    var plan = Plan(to: target)
    plan.fidelity = fidelity
    return plan
  }

  // Python's tomllib reads TOML in tests of its own.
  @Test(
    arguments:
      targets.filter {
        !["yaml", "toml"].contains($0.name) && !$0.isBinaryStream && !$0.abilities.contains(.rows)
      })
  func outputIsValid(target: Format) throws {
    for fidelity in Self.fidelities {
      // Only GNUstep reads its notation of numbers, `<*I5>`.
      if fidelity == .tagged, ["openstep", "strings"].contains(target.name) { continue }
      var count = 0
      for source in Self.documents {
        let plan = plan(target, fidelity)
        guard let output = try? convert(Array(source.utf8), from: .yaml, by: plan) else { continue }
        count += 1
        #expect(
          Self.isValid(output, as: target),
          "\(fidelity): \(source)\n\(String(decoding: output, as: UTF8.self))")
      }
      if case .tagged = fidelity { #expect(count > Self.documents.count / 2) }
    }
  }

  private static func isValid(_ output: [UInt8], as format: Format) -> Bool {
    guard format.name.hasPrefix("json") else {
      // Foundation reads an empty file as a strings table only in a bundle.
      if output.isEmpty, format.name == "strings" { return true }
      return unsafe (try? PropertyListSerialization.propertyList(from: Data(output), format: nil))
        != nil
    }
    let text = output.first == 0x1E ? output.dropFirst() : output[...]
    return (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  @Test(.enabled(if: Oracle.pythonJudge.isInstalled))
  func outputIsValidForPython() throws {
    var lines = ""
    for source in Self.documents {
      let plan = plan(.jsonLines, .tagged)
      guard let output = try? convert(Array(source.utf8), from: .yaml, by: plan) else { continue }
      lines += output.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n"
    }
    let verdicts = try #require(try Oracle.pythonJudge.run(Array(lines.utf8)))
    #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0 == UInt8(ascii: "1") })
  }

  /// With tagged forms, each format supports everything but anchors.
  ///
  /// A table needs a mapping with keys as its document, see `RoundTripTests`.
  @Test(arguments: targets.filter { !$0.abilities.contains(.rows) })
  func everythingComesBackFromTaggedForms(target: Format) throws {
    var count = 0
    for source in Self.documents {
      guard
        let meaning = try? convert(
          Array(source.utf8), from: .yaml, by: plan(.jsonLines, .tagged))
      else { continue }
      let there = try convert(Array(source.utf8), from: .yaml, by: plan(target, .tagged))
      var back = try convert(there, from: target, by: plan(.jsonLines, .tagged))
      if target.name == "keyedarchive" {
        // Tagged forms keep its references; aliases in YAML are expanded.
        let yaml = try convert(there, from: target, by: plan(.yaml, .tagged))
        back = try convert(yaml, from: .yaml, by: plan(.jsonLines, .tagged))
      }
      #expect(back == meaning, "\(source)\n\(String(decoding: there, as: UTF8.self))")
      count += 1
    }
    #expect(count > Self.documents.count / 2)
  }
}
