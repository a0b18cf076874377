import DecantTestSupport
import Testing
import Decant

/// Values survive conversion between notations without tagged forms, even references of keyed
/// archives, which are mappings in OpenStep.
@Suite struct PropertyListPairTests {
  static let formats = [Format.xmlPropertyList, .binaryPropertyList, .openStepPropertyList]

  @Test(arguments: UInt64(1)...60)
  func everyPairGivesBackWhatBothHold(seed: UInt64) throws {
    let list = RandomPropertyList(seed: seed, size: 120)
    let source = try list.value.encoded(as: .binaryPropertyList)
    for first in Self.formats {
      let written = try convert(source, from: .binaryPropertyList, by: Plan(to: first))
      for second in Self.formats {
        let there = try convert(written, from: first, by: Plan(to: second))
        let back = try convert(there, from: second, by: Plan(to: first))
        // OpenStep converts numbers, dates and booleans to strings.
        if second.name != "openstep" {
          #expect(back == written, "\(first.name) and \(second.name)")
        }
        let again = try convert(back, from: first, by: Plan(to: second))
        #expect(again == there, "\(first.name) and \(second.name)")
      }
      let references = try Document(parsing: written, as: first).root.references
      #expect(references == list.value.references, "\(first.name)")
    }
  }
}

extension Value {
  fileprivate var references: [UInt64] {
    switch self {
    case .uid(let number): [number]
    case .sequence(let elements): elements.flatMap(\.references)
    case .mapping(let mapping): mapping.flatMap { $0.value.references }
    default: []
    }
  }
}

extension Document.Node {
  fileprivate var references: [UInt64] {
    switch kind {
    case .uid: [text.flatMap { UInt64($0) }].compactMap(\.self)
    case .beginSequence: elements.flatMap(\.references)
    case .beginMapping: pairs.flatMap { $0.value.references }
    default: []
    }
  }
}
