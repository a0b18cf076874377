import Testing

@testable import Decant

@Suite struct TypeTableTests {
  /// Types that stand in one another, each another one.
  private func types(_ count: Int) -> [Any.Type] {
    func add<T>(_ type: T.Type, to types: inout [Any.Type]) {
      types.append(type)
      if types.count < count { add([T].self, to: &types) }
    }
    var types: [Any.Type] = []
    add(Int.self, to: &types)
    return types
  }

  @Test func knowsNothingAtFirst() {
    #expect(TypeTable<Int>()[ObjectIdentifier(Int.self)] == nil)
  }

  @Test func keepsTheLatestAnswer() {
    let table = TypeTable<Int>()
    table.keep(1, for: ObjectIdentifier(Int.self))
    table.keep(2, for: ObjectIdentifier(Int.self))
    #expect(table[ObjectIdentifier(Int.self)] == 2)
    #expect(table[ObjectIdentifier(UInt.self)] == nil)
  }

  @Test func keepsAllAnswers() {
    let table = TypeTable<Int>()
    let types = types(300)
    for (index, type) in types.enumerated() {
      #expect(table[ObjectIdentifier(type)] == nil)
      table.keep(index, for: ObjectIdentifier(type))
      #expect(table[ObjectIdentifier(type)] == index)
    }
    #expect(types.map { table[ObjectIdentifier($0)] } == Array(types.indices))
  }
}
