import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

@Suite struct SwiftNameTests {
  @Test func aKeyThatIsANameKeepsIt() {
    let names = SwiftName.properties(
      fromKeys: ["user-id", "user_id", "userId", "self", "UserId"], except: SwiftName.impossible)
    #expect(names == ["userId2", "userId3", "userId", "self2", "userId4"])
  }

  @Test func takesTheFirstNumberThatIsFree() {
    var random = SeededGenerator(seed: 3)
    var taken = TakenNames(["a", "b3"])
    var known: Set<String> = ["a", "b3"]
    for _ in 0..<2_000 {
      let name = ["a", "a2", "a2_3", "b", "b1", "b\(Int.random(in: 1...400, using: &random))"]
        .randomElement(using: &random)!
      let stem = name.last!.isNumber ? name + "_" : name
      let expected =
        known.contains(name)
        ? (2...).lazy.map { "\(stem)\($0)" }.first { !known.contains($0) }! : name
      #expect(taken.unique(name) == expected)
      known.insert(expected)
    }
  }

  /// 2,000 of 2 MB together took 11 s.
  @Test func namesOfKeysThatAreAlike() {
    let keys = (0..<300).map { "a" + String(repeating: "_", count: $0) }
    let names = SwiftName.properties(fromKeys: keys, except: SwiftName.impossible)
    #expect(names == ["a"] + (2...300).map { "a\($0)" })
  }

  @Test(arguments: [
    ("Walks.Walk", "Walk"), ("Walk", "Walk"), ("A.B.C", "C"),
    ("_TtC5Walks4Walk", "Walk"), ("_TtCC5Walks4Walk5Place", "Place"),
    ("_TtC5WalksP33_0123456789ABCDEF0123456789ABCDEF4Walk", "Walk"),
    ("_TtC5Walks9Walk", "_TtC5Walks9Walk"), ("_TtC5Walks0", "_TtC5Walks0"), ("_Tt", "_Tt"),
    ("_TtC99999999999999999999Walk", "_TtC99999999999999999999Walk"),
  ])
  func aClassHasNoModule(name: String, expected: String) {
    #expect(SwiftName.ofClass(name) == expected)
  }

  @Test(arguments: ["Data", "Int", "string", "codable", "Optional"])
  func theRootTypeHidesNoOther(name: String) throws {
    let source = try types(of: [#"{"a": "text"}"#], named: name)
    #expect(source.contains("struct \(SwiftName.type(fromKey: name))Document: Codable {"))
    #expect(TypeInference.isReserved(name) && !TypeInference.isReserved("Walk"))
  }
}
