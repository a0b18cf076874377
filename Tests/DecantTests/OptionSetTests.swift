import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantCoding

/// The bits of option sets: no two members of one agree.
@Suite struct OptionSetTests {
  /// The members of each set that are declared by their bits, and not as a combination of others.
  private static let sets: [String: [(name: String, bits: String)]] = {
    var sets: [String: [(String, String)]] = [:]
    let files = SourceTests.sources
    for file in files {
      for match in file.text.matches(of: /struct (\w+): [^{\n]*\bOptionSet\b/) {
        sets[String(match.1)] = []
      }
    }
    for file in files {
      for match in file.text.matches(
        of: /static (?:let|var) (\w+)(?:: \w+)? [={] (?:\w+\.)*(\w+)\(([^\n]*?)\)(?: \})?\n/)
      {
        sets[String(match.2)]?.append((String(match.1), String(match.3)))
      }
    }
    return sets
  }()

  /// Each is of another kind of event: of a mapping or a sequence that begins, of an anchor or alias, of a tag, of a scalar but
  /// a date.
  private static let flagsOfKinds: Set = [
    "hasNonStringKeys", "isHeader", "isKept", "isInstance", "isOfScalar", "isOlderValue",
  ]

  @Test func allSetsAreFound() throws {
    #expect(Set(Self.sets.keys).isSuperset(of: ["Abilities", "Flags", "StageNeeds", "Traits"]))
    #expect(Self.sets.values.allSatisfy { $0.count > 1 })
    #expect(try #require(Self.sets["Abilities"]).count > 20)
  }

  @Test func membersHaveDifferentBits() throws {
    for (set, members) in Self.sets {
      var names: [String: String] = [:]
      for member in members where !Self.flagsOfKinds.contains(member.name) {
        let bits = Self.number(member.bits).map(String.init) ?? member.bits
        let other = names.updateValue(member.name, forKey: bits)
        #expect(other == nil, "\(set): \(member.name) and \(other ?? "")")
      }
    }
  }

  @Test func membersHaveOneBit() {
    for (set, members) in Self.sets {
      for member in members {
        // A case of an enumeration, of which each bit is derived.
        if member.bits.wholeMatch(of: /\.\w+/) != nil { continue }
        if set == "Flags", member.name == "hasDataKeys" { continue }
        let bits = Self.number(member.bits)
        #expect(bits?.nonzeroBitCount == 1, "\(set): \(member.name) is \(member.bits)")
      }
    }
  }

  private static func number(_ bits: String) -> UInt64? {
    if let match = bits.wholeMatch(of: /rawValue: 1 << (\d+)/) {
      return UInt64(match.1).map { 1 << $0 }
    }
    return bits.wholeMatch(of: /rawValue: (\d+)/).flatMap { UInt64($0.1) }
  }

  @Test func flagsOfKindsShareABitWithNoOther() {
    let shared: Event.Flags = .hasNonStringKeys
    #expect(Event.Flags.isKept == shared && Event.Flags.isOfScalar == shared)
    let others: Event.Flags = [
      .isKey, .inScratch, .isASCII, .needsNoJSONEscape, .isDuplicateKey, .isMergeKey, .isEscaped,
      .isNonFinite, .isAmbiguousKey,
    ]
    #expect(others.isDisjoint(with: shared) && others.rawValue.nonzeroBitCount == 9)
    let gap = Event.Flags(gap: 63)
    #expect(gap.gap == 63 && gap.isDisjoint(with: others.union(shared)))
    #expect(Event.Flags.hasDataKeys.isSubset(of: gap) && Event.Flags.hasDataKeys != [])
  }
}
