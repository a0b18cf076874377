import DecantTestSupport
import Testing
import Decant

@Suite struct MessagePackWriterTests {
  static let values: [(String, String)] = [
    ("0", "00"), ("127", "7f"), ("128", "cc80"), ("256", "cd0100"), ("65536", "ce00010000"),
    ("4294967296", "cf0000000100000000"), ("18446744073709551615", "cfffffffffffffffff"),
    ("-1", "ff"),
    ("-32", "e0"), ("-33", "d0df"), ("-128", "d080"), ("-129", "d1ff7f"), ("-32769", "d2ffff7fff"),
    ("-2147483649", "d3ffffffff7fffffff"), ("-9223372036854775808", "d38000000000000000"),
    ("0.5", "ca3f000000"), ("0.1", "cb3fb999999999999a"), ("-0.0", "ca80000000"),
    ("1e300", "cb7e37e43c8800759c"),
    ("true", "c3"), ("false", "c2"), ("null", "c0"), ("\"\"", "a0"), ("\"é\"", "a2c3a9"),
    ("[]", "90"), ("{}", "80"), ("[1,[2,{\"a\":[]}]]", "9201920281a16190"),
  ]

  @Test(arguments: values) func writesTheShortestForm(json: String, digits: String) throws {
    let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .messagePack))
    #expect(hexDigits(written) == digits)
  }

  /// Long reals are known from the check for loss, and short ones are not.
  @Test(arguments: UInt64(0)..<10) func writesTheDoublesThatSwiftReads(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<3000).map { _ in
      let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let power = ["", "", "e\(Int.random(in: -200...200, using: &random))"]
      return "\(Int.random(in: -999...999, using: &random))." + digits.joined()
        + (power.randomElement(using: &random) ?? "")
    }
    let json = "[" + texts.joined(separator: ",") + "]"
    var expected: [UInt8] = [0xDC, UInt8(texts.count >> 8), UInt8(texts.count & 0xFF)]
    for text in texts {
      let value = try #require(Double(text))
      let single = Float(value)
      if Double(single) == value {
        expected += [0xCA] + Self.bytes(of: UInt64(single.bitPattern), 4)
      } else {
        expected += [0xCB] + Self.bytes(of: value.bitPattern, 8)
      }
    }
    let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .messagePack))
    #expect(written == expected)
  }

  private static func bytes(of bits: UInt64, _ width: Int) -> [UInt8] {
    (1...width).map { UInt8(truncatingIfNeeded: bits >> UInt64((width - $0) * 8)) }
  }

  static let typed: [(String, String)] = [
    (#"{"$date":"2018-01-02T03:04:05Z"}"#, "d6ff5a4af6a5"),
    (#"{"$date":"2018-01-02T03:04:05.678901234Z"}"#, "d7ffa1dcd7c85a4af6a5"),
    (#"{"$date":"2514-05-30T01:53:04Z"}"#, "c70cff000000000000000400000000"),
    (#"{"$date":"1969-12-31T23:59:59.999999999Z"}"#, "c70cff3b9ac9ffffffffffffffffff"),
    (#"{"$data":""}"#, "c400"), (#"{"$real":"nan"}"#, "ca7fc00000"),
    (#"{"$real":"-inf"}"#, "caff800000"),
    (#"{"$map":[[1,2],[[1],3]]}"#, "820102910103"),
    (#"{"$tag":["!msgpack/5",{"$data":"YQ=="}]}"#, "d40561"),
    (#"{"$tag":["!msgpack/-2",{"$data":""}]}"#, "c700fe"),
  ]

  @Test(arguments: typed) func writesTaggedForms(json: String, digits: String) throws {
    var plan = Plan(to: .messagePack)
    plan.fidelity = .tagged
    #expect(hexDigits(try convert(Array(json.utf8), from: .json, by: plan)) == digits)
    var back = Plan.compact(.json)
    back.fidelity = .tagged
    let again = try convert(hex(digits), from: .messagePack, by: back)
    #expect(String(decoding: again, as: UTF8.self) == json + "\n")
  }

  static let lossy: [(String, DecantError.ValueClass, String)] = [
    ("18446744073709551616", .largeNumber, "ca5f800000"),
    ("-9223372036854775809", .largeNumber, "cadf000000"),
    (#"{"$date":"2018-01-02T03:04:05.6789012345Z"}"#, .exactDate, "d7ffa1dcd7c85a4af6a5"),
  ]

  @Test(arguments: lossy)
  func countsWhatItCannotHold(json: String, kind: DecantError.ValueClass, digits: String) throws {
    var plan = Plan(to: .messagePack)
    let yaml = try convert(
      Array(json.utf8), from: .json,
      by: {
        var plan = Plan(to: .yaml); plan.fidelity = .tagged; return plan
      }())
    let error = #expect(throws: DecantError.self) { try convert(yaml, from: .yaml, by: plan) }
    #expect(error?.problem == .notRepresentable(kind, target: "msgpack"))
    let losses = Losses()
    plan.losses = losses
    plan.fidelity = .lossy
    #expect(hexDigits(try convert(yaml, from: .yaml, by: plan)) == digits)
    #expect(losses.entries.map(\.kind) == [kind])
    plan.fidelity = .tagged
    let tagged = try convert(yaml, from: .yaml, by: plan)
    var back = Plan(to: .yaml)
    back.fidelity = .tagged
    #expect(try convert(tagged, from: .messagePack, by: back) == yaml)
  }

  @Test func writesLongCollectionsAndTexts() throws {
    for count in [15, 16, 65535, 65536] {
      let json = "[" + repeatElement("{}", count: count).joined(separator: ",") + "]"
      let written = try convert(Array(json.utf8), from: .json, by: Plan(to: .messagePack))
      let head =
        count < 16
        ? [0x90 | UInt8(count)]
        : count < 65536 ? [0xDC, UInt8(count >> 8), UInt8(count & 255)] : [0xDD, 0, 1, 0, 0]
      #expect(written == head + [UInt8](repeating: 0x80, count: count))
    }
    for (count, head) in [
      (31, "bf"), (32, "d920"), (255, "d9ff"), (256, "da0100"), (65536, "db00010000"),
    ] {
      let text = String(repeating: "x", count: count)
      let written = try convert(Array("\"\(text)\"".utf8), from: .json, by: Plan(to: .messagePack))
      #expect(written == hex(head) + Array(text.utf8))
    }
  }

  @Test func writesTheOldForm() throws {
    var plan = Plan(to: .messagePack)
    plan.writing.messagePackForm = .raw
    plan.fidelity = .tagged
    let text = String(repeating: "x", count: 40)
    let written = try convert(
      Array("[\"\(text)\",{\"$data\":\"/w==\"}]".utf8), from: .json, by: plan)
    #expect(written == hex("92da0028") + Array(text.utf8) + hex("a1ff"))
    var back = Plan(to: .messagePack)
    back.reading.messagePackForm = .raw
    #expect(hexDigits(try convert(written, from: .messagePack, by: back)).hasSuffix("c401ff"))
  }

  @Test func refusesAnExtensionThatIsNotData() throws {
    let error = #expect(throws: DecantError.self) {
      try convert(Array("!msgpack/5 a\n".utf8), from: .yaml, by: Plan(to: .messagePack))
    }
    #expect(error?.problem == .binary(.misplacedTag("!msgpack/5", expected: "data")))
  }

  @Test func dropsTagsOfOtherFormats() throws {
    #expect(try convert(hex("d8254101"), from: .cbor, by: Plan(to: .messagePack)) == hex("c40101"))
    #expect(try convert(hex("d40501"), from: .messagePack, by: Plan(to: .cbor)) == hex("4101"))
    var plan = Plan(to: .messagePack)
    plan.fidelity = .tagged
    let tagged = try convert(hex("d8254101"), from: .cbor, by: plan)
    plan.target = .cbor
    #expect(try convert(tagged, from: .messagePack, by: plan) == hex("d8254101"))
  }
}
