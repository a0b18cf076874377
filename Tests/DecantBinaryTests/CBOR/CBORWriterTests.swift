import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantBinary

@Suite struct CBORWriterTests {
  static let values: [(String, String)] = [
    ("0", "00"), ("23", "17"), ("24", "1818"), ("255", "18ff"), ("256", "190100"),
    ("65536", "1a00010000"),
    ("4294967296", "1b0000000100000000"), ("18446744073709551615", "1bffffffffffffffff"),
    ("18446744073709551616", "c249010000000000000000"), ("-1", "20"), ("-0", "00"),
    ("-18446744073709551616", "3bffffffffffffffff"),
    ("-18446744073709551617", "c349010000000000000000"),
    ("-9223372036854775808", "3b7fffffffffffffff"), ("-9223372036854775809", "3b8000000000000000"),
    ("100000000000000000000000", "c24a152d02c7e14af6800000"),
    ("0.0", "f90000"), ("-0.0", "f98000"), ("1.5", "f93e00"), ("1.50e0", "f93e00"),
    ("65504.0", "f97bff"),
    ("65505.0", "fa477fe100"), ("0.1", "fb3fb999999999999a"),
    ("3.4028234663852886e38", "fa7f7fffff"),
    ("5.960464477539063e-8", "f90001"),
    ("1e400", "c482190190" + "01"), ("1e-400", "c48239018f01"), ("-1.23e-400", "c482390191387a"),
    ("0.12345678901234567890", "c482321b112210f47de98115"),
    ("0.1234567890123456789", "c482321b112210f47de98115"),
    ("1.00000000000000000000", "f93c00"),
    ("123456789012345678901234.5", "c48220c24b01056e0f36a6443de2df79"),
    ("true", "f5"), ("false", "f4"), ("null", "f6"), ("\"\"", "60"), ("\"é\"", "62c3a9"),
    ("[]", "80"), ("{}", "a0"), ("[1,[2,{\"a\":[]}]]", "82018202a1616180"),
  ]

  @Test(arguments: values)
  func writesTheShortestForm(json: String, digits: String) throws {
    let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .cbor))
    #expect(hexDigits(written) == digits)
  }

  static let typed: [(String, String)] = [
    (
      #"{"$date":"2013-03-21T20:04:00.125Z"}"#,
      "c07818323031332d30332d32315432303a30343a30302e3132355a"
    ),
    (#"{"$date":"+12345-01-01T00:00:00Z"}"#, "c11b0000004c3ac32680"),
    (#"{"$date":"-0001-01-01T00:00:00.5Z"}"#, "c1fbc22cf6ab5eff0000"),
    (#"{"$data":"AAEC"}"#, "43000102"), (#"{"$real":"nan"}"#, "f97e00"),
    (#"{"$real":"-inf"}"#, "f9fc00"),
    (#"{"$map":[[1,2],[[1],3]]}"#, "a20102810103"), (#"{"$tag":["!cbor/32","a"]}"#, "d8206161"),
    (#"{"$tag":["!cbor/1000/1001",5]}"#, "d903e8d903e905"),
    (#"{"$tag":["!cbor/undefined",null]}"#, "f7"),
    (#"{"$tag":["!cbor/simple",255]}"#, "f8ff"), (#"{"$tag":["!cbor/6/simple",5]}"#, "c6e5"),
    (#"{"$tag":["!cbor/37",{"$data":"AA=="}]}"#, "d8254100"),
  ]

  @Test(arguments: typed) func writesTaggedForms(json: String, digits: String) throws {
    var plan = Plan(to: .cbor)
    plan.fidelity = .tagged
    #expect(hexDigits(try convert(Array(json.utf8), from: .json, by: plan)) == digits)
    var back = Plan.compact(.json)
    back.fidelity = .tagged
    let again = try convert(hex(digits), from: .cbor, by: back)
    #expect(String(decoding: again, as: UTF8.self) == json + "\n")
  }

  @Test func writesLongCollections() throws {
    for count in [23, 24, 255, 256, 65535, 65536] {
      let json = "[" + repeatElement("[]", count: count).joined(separator: ",") + "]"
      let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .cbor))
      let head =
        count < 24
        ? [0x80 | UInt8(count)]
        : count < 256
          ? [0x98, UInt8(count)]
          : count < 65536 ? [0x99, UInt8(count >> 8), UInt8(count & 255)] : [0x9A, 0, 1, 0, 0]
      #expect(written == head + [UInt8](repeating: 0x80, count: count))
    }
    // Heads inside of heads are inserted in the order of their places.
    let inner = "{" + (0..<30).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    let json = "[" + repeatElement("[\(inner),[1]]", count: 30).joined(separator: ",") + "]"
    let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .cbor))
    let again = try convert(written, from: .cbor, by: .compact(.json))
    #expect(String(decoding: again, as: UTF8.self) == json + "\n")
    let rewritten = try convert(written, from: .cbor, by: Plan(to: .cbor))
    #expect(rewritten == written)
  }

  @Test func writesDeterministicForms() throws {
    var plan = Plan(to: .cbor)
    plan.fidelity = .tagged
    plan.writing.cborForm = .deterministic
    // The example of RFC 8949, section 4.2.1, with values in another order.
    let json = #"{"$map":[[false,1],[[-1],2],[[100],3],["aa",4],["z",5],[-1,6],[100,7],[10,8]]}"#
    let written = try convert(Array(json.utf8), from: .json, by: plan)
    #expect(
      hexDigits(written) == "a80a081864072006617a056261610481186403812002f401")
    let nested = #"{"b":{"d":1,"c":[{"f":1,"e":2}]},"a":0}"#
    #expect(
      hexDigits(try convert(Array(nested.utf8), from: .json, by: plan))
        == "a26161006162a2616381a26165026166016164" + "01")
    let long = "{" + (0..<300).reversed().map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let sorted = try convert(Array(long.utf8), from: .json, by: plan)
    #expect(sorted.starts(with: hex("b9012c626b3000")))
    #expect(try convert(sorted, from: .cbor, by: plan) == sorted)
  }

  @Test func writesIndefiniteLengths() throws {
    var plan = Plan(to: .cbor)
    plan.writing.cborForm = .streaming
    let written = try convert(Array(#"[1,{"a":[]}]"#.utf8), from: .json, by: plan)
    #expect(hexDigits(written) == "9f01bf61619fffffff")
  }

  @Test(arguments: CBORForm.allCases) func writesSequences(form: CBORForm) throws {
    var plan = Plan(to: .cbor)
    plan.writing.cborForm = form
    #expect(try convert(Array("1\n2\n\"a\"\n".utf8), from: .jsonLines, by: plan) == hex("01026161"))
    #expect(try convert([], from: .jsonLines, by: plan) == [])
  }

  @Test(arguments: [
    "!cbor/2", "!cbor/55799", "!cbor/01", "!cbor/18446744073709551616", "!x", "!cbor/", "!cbor/a",
  ])
  func dropsTagsThatCBORDoesNotHave(tag: String) throws {
    let yaml = Array("!\(tag.dropFirst()) a\n".utf8)
    let losses = Losses()
    var plan = Plan(to: .cbor)
    plan.losses = losses
    #expect(try convert(yaml, from: .yaml, by: plan) == hex("6161"))
    #expect(losses.entries.map(\.kind) == [.tag])
    plan.fidelity = .strict
    #expect(throws: DecantError.self) { try convert(yaml, from: .yaml, by: plan) }
    plan.fidelity = .tagged
    let tagged = try convert(yaml, from: .yaml, by: plan)
    var back = Plan(to: .yaml)
    back.fidelity = .tagged
    #expect(try convert(tagged, from: .cbor, by: back) == yaml)
  }

  @Test(arguments: [
    #"{"$tag":["!cbor/undefined",1]}"#, #"{"$tag":["!cbor/simple","a"]}"#,
    #"{"$tag":["!cbor/simple",24]}"#,
    #"{"$tag":["!cbor/simple",256]}"#,
  ])
  func refusesMisplacedTags(json: String) throws {
    var plan = Plan(to: .cbor)
    plan.fidelity = .tagged
    let error = #expect(throws: DecantError.self) {
      try convert(Array(json.utf8), from: .json, by: plan)
    }
    let problem = error?.problem.specific(DecantError.BinaryProblem.self)
    guard case .misplacedTag? = problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func keepsYAMLTags() throws {
    let yaml = Array("!cbor/32 \"http://a\"\n".utf8)
    let cbor = try convert(yaml, from: .yaml, by: Plan(to: .cbor))
    #expect(hexDigits(cbor) == "d82068687474703a2f2f61")
    #expect(
      try convert(cbor, from: .cbor, by: Plan(to: .yaml)) == Array("!cbor/32 http://a\n".utf8))
  }

  @Test func marksBrokenOffOutput() throws {
    var writer = CBORWriter(.streaming)
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    try sink.write(hex("9f01"))
    try writer.invalidate(to: sink)
    try sink.flush()
    #expect(Transcript(reading: destination.bytes, as: .cbor).error != nil)
  }
}
