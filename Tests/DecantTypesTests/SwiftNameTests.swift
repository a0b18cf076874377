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
