import Testing
import Decant
import DecantCore

@Suite struct SpellingTests {
  @Test(arguments: [
    ("ture", "true"), ("nul", "null"), ("flase", "false"), ("TRUE", "true"), ("fals", "false"),
    ("nulll", "null"), ("tru", "true"),
  ])
  func findsTheNearestName(word: String, expected: String) {
    #expect(NearestWord.to(word, in: ["true", "false", "null"]) == expected)
  }

  @Test(arguments: [
    ("comp", "compact"), ("compact-form", "compact"), ("sort", "sort-keys"), ("raw-output", "raw"),
    ("in", nil), ("ind", nil),
  ])
  func findsANameByItsBeginning(word: String, expected: String?) {
    let names = ["compact", "sort-keys", "raw", "indent", "index"]
    #expect(NearestWord.to(word, in: names) == expected)
  }

  @Test(arguments: ["", "hello", "xyz", "n", "fa", "truthfully"])
  func staysSilentWhereNoneIsNear(word: String) {
    #expect(NearestWord.to(word, in: ["true", "false", "null"]) == nil)
  }

  @Test func printsNothingWithoutLosses() {
    #expect(NearestWord.to("true", in: []) == nil)
  }

  @Test func aVeryLongWordIsNotCompared() {
    #expect(NearestWord.to(String(repeating: "x", count: 100_000), in: ["true"]) == nil)
  }
}
