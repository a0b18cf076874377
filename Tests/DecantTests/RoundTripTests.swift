import Decant
import DecantTestSupport
import Testing

@Suite struct RoundTripTests {
  struct Pair: CustomTestStringConvertible {
    let first: Format
    let second: Format
    var hasRows: Bool { first.abilities.union(second.abilities).contains(.rows) }

    /// A table is an array where a file has one document, which need not be a mapping.
    var hasArray: Bool {
      hasRows
        && ["json", "json5", "plist", "xml1", "binary1", "openstep", "keyedarchive"].contains {
          $0 == first.name || $0 == second.name
        }
    }

    var testDescription: String { "\(first.name) and \(second.name)" }
  }

  static let pairs: [Pair] = {
    let formats = FormatRegistry.standard.formats.filter { $0.isReadable && $0.isWritable }
    return formats.flatMap { first in formats.map { Pair(first: first, second: $0) } }
  }()

  private static func tagged(_ target: Format) -> Plan {
    var plan = Plan(to: target)
    plan.fidelity = .tagged
    return plan
  }

  @Test(arguments: pairs)
  func everythingComesBackWithTaggedForms(pair: Pair) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let document = RandomTaggedDocument(seed: seed)
      if pair.hasRows, document.text == "{}" { continue }
      let text = pair.hasArray ? "[\(document.text)]" : document.text
      let source = try convert(Array(text.utf8), from: .json, by: Self.tagged(pair.first))
      let there = try convert(source, from: pair.first, by: Self.tagged(pair.second))
      let back = try convert(there, from: pair.second, by: Self.tagged(pair.first))
      guard back != source else { continue }
      Issue.record(
        """
        \(seed) \(document.text)
        \(String(decoding: source, as: UTF8.self))
        \(String(decoding: there, as: UTF8.self))
        \(String(decoding: back, as: UTF8.self))
        """)
      return
    }
  }

  @Test(arguments: pairs.filter { $0.first.name == "json" })
  func everythingIsInATaggedDocument(pair: Pair) throws {
    for seed in 100...200 as ClosedRange<UInt64> {
      let document = RandomTaggedDocument(seed: seed)
      if pair.hasRows, document.text == "{}" { continue }
      let there = try convert(
        Array(document.text.utf8), from: .json, by: Self.tagged(pair.second))
      let back = try convert(there, from: pair.second, by: Self.tagged(.jsonLines))
      #expect(String(decoding: back, as: UTF8.self) == document.text + "\n", "\(seed)")
    }
  }

  /// Rows hold no sequence and no mapping, which all these documents may contain.
  @Test(arguments: pairs.filter { !$0.hasRows })
  func whatBothCanHoldComesBack(pair: Pair) throws {
    let kinds = RandomTaggedDocument.Kind.heldBy(pair.first, pair.second)
    for seed in 300...320 as ClosedRange<UInt64> {
      let document = RandomTaggedDocument(seed: seed, of: kinds)
      let source = try convert(Array(document.text.utf8), from: .json, by: Self.tagged(pair.first))
      var strict = Plan(to: pair.second)
      strict.fidelity = .strict
      let there = try convert(source, from: pair.first, by: strict)
      strict.target = pair.first
      let back = try convert(there, from: pair.second, by: strict)
      // YAML 1.1 requires a point in a number with an exponent.
      let spelled = String(decoding: back, as: UTF8.self).replacing(/\.0([eE][-+])/) { $0.1 }
      let expected = String(decoding: source, as: UTF8.self).replacing(/\.0([eE][-+])/) { $0.1 }
      #expect(spelled == expected, "\(seed) \(document.text)")
    }
  }
}

extension RandomTaggedDocument.Kind {
  fileprivate static func heldBy(_ first: Format, _ second: Format) -> [Self] {
    let abilities = first.abilities.intersection(second.abilities)
    let limits = [first.limits, second.limits]
    return allCases.filter { kind in
      switch kind {
      case .null: abilities.contains(.null)
      case .boolean: abilities.contains(.booleans)
      case .integer, .real: abilities.contains(.numbers)
      case .unsignedInteger:
        abilities.contains(.numbers) && limits.allSatisfy { $0.integers != .signed64 }
      case .largeInteger: abilities.contains(.numbers) && limits.allSatisfy { $0.integers == .any }
      case .preciseReal: abilities.contains(.numbers) && limits.allSatisfy { $0.reals == .any }
      case .nonFinite: abilities.contains(.nonFiniteNumbers)
      case .oddText: limits.allSatisfy { $0.text == .any }
      case .date: abilities.contains(.dates)
      case .exactDate: abilities.contains(.dates) && limits.allSatisfy { $0.dates == .any }
      case .localTime: abilities.contains(.localTimes)
      case .data: abilities.contains(.data)
      case .uid: abilities.contains(.uids)
      case .otherKeys: abilities.contains(.nonStringKeys)
      case .tag: abilities.contains(.tags) && limits.allSatisfy { $0.tags == .any }
      case .taggedKeys:
        abilities.isSuperset(of: [.nonStringKeys, .tags])
          && limits.allSatisfy { $0.tags == .any }
      case .text, .sequence, .mapping: true
      // Readers keep these only with tagged forms.
      case .surrogate, .lookalike: false
      }
    }
  }
}
