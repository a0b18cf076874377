import Testing

@testable import DecantSchema

@Suite struct KindSetTests {
  @Test func kindsOfInstancesHaveBitsOfTheirOwn() {
    let kinds = (0...UInt8.max).compactMap { NumberedDocument.Kind(rawValue: $0) }
    var all: CompiledSchema.KindSet = .integer
    for kind in kinds {
      let set = CompiledSchema.KindSet(kind)
      #expect(all.isDisjoint(with: set) && !set.isEmpty, "\(kind)")
      all.formUnion(set)
    }
    #expect(all == .all)
  }
}
