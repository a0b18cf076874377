import Decant
import Testing

import DecantCommands

@Suite struct ServiceInvariantTests {
  private static let pieces = [
    "ping", "quit", "hello", "formats", "check", "convert", " id=7", " bytes=5", " bytes=0",
    " bytes=2000",
    " bytes=-1", " from=json", " from=yaml", " to=xml1", " to=jsonl", " compact=true",
    " fidelity=tagged",
    " at=/a", " at=%2Fa%20b", " on-error=skip", " id=%", " =", " ", "\r", "\n", "\n", "\n",
    "a: 1\n", "[1,2]",
    "{}", "\n[1]\n{", "\0", "é", "edit", "get", "diff", "merge", " steps=3", " old=2", " base=1",
    " ours=1", " schema=2",
    " path=/a", " once=true", " diff=true", "set /a 1\n", "/a b",
  ]

  @Test(arguments: UInt64(0)..<40)
  func holdOfAnyStream(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let feeding = UInt8.random(in: .min ... .max, using: &random)
      let violation = ServiceInvariants.violation(of: [feeding] + Array(text.utf8))
      #expect(violation == nil)
    }
  }

  @Test func holdOfEveryPrefixAndEveryChangedByte() {
    let requests =
      ServiceTests.request("convert id=1 from=yaml to=json compact=true", "a: [1]\n")
      + ServiceTests.request("check from=json", "[") + "ping id=%20\n"
      + ServiceTests.request("edit steps=9 diff=true", "set /a 1\na: [1]\n")
      + ServiceTests.request("diff old=3 format=patch", "[1][2]") + "quit\n"
    let bytes = Array(requests.utf8)
    for index in bytes.indices {
      #expect(ServiceInvariants.violation(of: [9] + bytes[..<index]) == nil)
      var changed = bytes
      changed[index] ^= 0x11
      #expect(ServiceInvariants.violation(of: [9] + changed) == nil)
    }
  }
}
