import Decant
import Testing

@testable import DecantCommands

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

  /// Options are kept from one request to the next, warnings and errors are not.
  @Test(arguments: UInt64(0)..<20)
  func areRepliesAsIfEachRequestWereTheFirst(seed: UInt64) throws {
    // The last two keys are equal as texts of Swift, and different ones.
    let document = "a: 1 # one\nb: yes\né: 2\ne\u{301}: 3\n"
    let requests = [
      "convert from=yaml to=json", "convert from=yaml to=json compact=true",
      "convert from=yaml to=json compact=false", "convert from=yaml to=json fidelity=strict",
      "convert from=yaml to=nothing", "convert to=json max-depth=1", "convert colour=1 to=json",
      "check from=yaml", "check from=yaml schema=0", "check from=yaml schema-draft=7",
      "check from=yaml schema-draft=7 schema=0", "get path=/a", "get path=/c",
      "get path=/%C3%A9", "get path=/e%CC%81",
      "get path=/a keys=true",
      "edit steps=0", "edit steps=0 diff=true", "diff old=0", "diff old=11",
      "diff old=11 order=all",
      "merge base=0 ours=0", "merge base=11 ours=0", "merge base=11 ours=0 winner=ours",
    ].map { ServiceTests.request($0, document) }
    var random = SeededGenerator(seed: seed)
    let row = (0..<100).map { _ in Int.random(in: requests.indices, using: &random) }
    let answer = ServiceAnswer(registry: .standard, type: nil, limits: ServiceLimits())
    let replies = try Self.replies(to: row.map { requests[$0] }.joined(), by: answer)
    #expect(replies.count == row.count)
    for (index, reply) in zip(row, replies) {
      let other = ServiceAnswer(registry: .standard, type: nil, limits: ServiceLimits())
      #expect(try [reply] == Self.replies(to: requests[index], by: other), "\(requests[index])")
    }
  }

  private static func replies(
    to requests: String, by answer: ServiceAnswer
  ) throws -> [ServedReply] {
    let destination = MemoryDestination()
    try Service(answer).run(from: .bytes(Array(requests.utf8)), to: destination)
    return try #require(ServedReply.all(in: destination.bytes))
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
