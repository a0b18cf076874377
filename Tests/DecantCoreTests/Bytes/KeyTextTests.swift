import Decant
import DecantTestSupport
import Testing

@Suite struct KeyTextTests {
  @Test(arguments: TwinKeys.pairs + [(";", "\u{37E}"), ("`", "\u{1FEF}")])
  func twinsAreDifferentKeys(first: String, second: String) throws {
    #expect(first == second)
    let (key, twin) = (KeyText(first), KeyText(second))
    #expect(key != twin)
    #expect((key < twin) != (twin < key))
    #expect([key: 1, twin: 2].count == 2)
    #expect(Set([key, twin, KeyText(first)]).count == 2)
    #expect(DocumentPath([.key(first)]) != DocumentPath([.key(second)]))
    let pointers = (DocumentPointer(tokens: [first]), DocumentPointer(tokens: [second]))
    #expect(pointers.0 != pointers.1)
    #expect(pointers.1 == DocumentPointer("/" + second))
    #expect(pointers.1.tokens == [twin])
    #expect(Set([pointers.0, pointers.1, DocumentPointer(tokens: [second])]).count == 2)
  }

  @Test func textsOfTheSameBytesAreOneKey() {
    // Of a short string, of a long one, and of one that shares the storage of another.
    for text in ["", "a", "k\u{E9}y", String(repeating: "long ", count: 20)] {
      let copy = KeyText(String(decoding: Array(text.utf8), as: UTF8.self))
      #expect(KeyText(text) == copy)
      #expect(KeyText(text).hashValue == copy.hashValue)
      #expect("\(copy)" == text)
    }
  }

  @Test func keysInARowDoNotRunTogether() {
    #expect(
      ["ab", "c"].map { KeyText($0) }.hashValue != ["a", "bc"].map { KeyText($0) }.hashValue)
  }
}
