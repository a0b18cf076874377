import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantConversion

@Suite struct CanonicalFormTests {
  static func form(_ json: String, as format: Format = .json) throws -> String {
    let options = ReadingOptions().adapted(to: .tagged)
    let document = try Document(parsing: json, as: format, options: options)
    return String(decoding: try Archive.canonicalForm(of: document), as: UTF8.self)
  }

  /// The doubles of RFC 8785, appendix B, by their bit patterns.
  @Test(arguments: [
    (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"), (0xbece_cb34_3f63_7b9c, "-0.0000036698346"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
  ])
  func writesDoublesAsECMAScriptDoes(bits: UInt64, text: String) throws {
    let double = Double(bitPattern: bits)
    if text != "-0.0000036698346" { #expect(CanonicalNumber.text(of: double) == text) }
    #expect(try Self.form(text) == text)
  }

  /// Equal numbers have the same text; those that are not doubles are `$number`.
  @Test(arguments: [
    (["1", "1.0", "1e0", "10e-1", "0.1E+1"], "1"),
    (["0", "-0", "0.0", "-0e5"], "0"),
    (["1e2", "100", "100.00"], "100"),
    (["0.1", "1e-1", "0.10"], "0.1"),
    (["123456789012345678", "123456789012345678.0"], #"{"$number":"0.123456789012345678e18"}"#),
    (["123456789012345680", "12345678901234568e1"], "123456789012345680"),
    (["9007199254740993"], #"{"$number":"0.9007199254740993e16"}"#),
    (["999999999999999", "-0.5e-0"].prefix(1).map { $0 }, "999999999999999"),
    (["1e400", "10e399"], #"{"$number":"0.1e401"}"#),
    (["-1e-999"], #"{"$number":"-0.1e-998"}"#),
    (
      ["1e99999999999999999999", "0.1e100000000000000000000"],
      #"{"$number":"0.1e100000000000000000000"}"#
    ),
    (["3.14159265358979323846"], #"{"$number":"0.314159265358979323846e1"}"#),
  ])
  func equalNumbersHaveOneText(numbers: [String], text: String) throws {
    for number in numbers { #expect(try Self.form(number) == text, "\(number)") }
  }

  @Test(arguments: [
    (#"{"b":1,"a":{"d":[],"c":{}}}"#, #"{"a":{"c":{},"d":[]},"b":1}"#),
    // U+20AC, CR, U+FB33, 1, U+1F600, U+0080, U+00F6: sorted by UTF-16 code units.
    (
      #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#,
      "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{F6}\":7,\"\u{20AC}\":1,\"\u{1F600}\":5,\"\u{FB33}\":3}"
    ),
    (#"{"aa":1,"a":2,"":3}"#, #"{"":3,"a":2,"aa":1}"#),
    (
      #""€$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\u007f""#,
      "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7F}\""
    ),
    (#"[null,true,false,"\b\t\f\u0000\u001f"]"#, #"[null,true,false,"\b\t\f\u0000\u001f"]"#),
  ])
  func plainDataIsAsRFC8785HasIt(source: String, form: String) throws {
    #expect(try Self.form(source) == form)
  }

  @Test(arguments: [
    (#"{"$date":"2026-11-21T09:30:00.500Z"}"#, #"{"$date":"2026-11-21T09:30:00.5Z"}"#),
    (#"{"$date":"+2026-11-21T09:29:60Z"}"#, #"{"$date":"2026-11-21T09:30:00Z"}"#),
    (#"{"$data":"AAE="}"#, #"{"$data":"AAE="}"#),
    (#"{"$real":"nan"}"#, #"{"$real":"nan"}"#),
    (#"{"CF$UID":5}"#, #"{"CF$UID":5}"#),
    (#"{"$null":true}"#, "null"),
    (#""\ud800\n""#, #"{"$text":"\\ud800\\n"}"#),
    (#"{"\ud800":1}"#, #"{"$text:\\ud800":1}"#),
    (#"{"$tag":["!t",{"b":1,"a":2}]}"#, #"{"$tag":["!t",{"a":2,"b":1}]}"#),
    (#"{"$literal":{"$map":[[2,1],[1,2]]}}"#, #"{"$literal":{"$map":[[2,1],[1,2]]}}"#),
    (
      #"{"$literal":{"$date":"2026-11-21T09:30:00.500Z"}}"#,
      #"{"$literal":{"$date":"2026-11-21T09:30:00.500Z"}}"#
    ),
    (
      #"{"$map":[[2,"b"],["x",{"$map":[[9,1],[8,{"d":1,"c":2}]]}],[10,"a"],[null,0]]}"#,
      #"{"$map":[["x",{"$map":[[8,{"c":2,"d":1}],[9,1]]}],[10,"a"],[2,"b"],[null,0]]}"#
    ),
    (#"{"$x":1,"$y":2}"#, #"{"$x":1,"$y":2}"#),
  ])
  func otherValuesAreTagged(source: String, form: String) throws {
    #expect(try Self.form(source) == form)
  }

  @Test(arguments: [
    (
      #"{"a":{"$shared":1,"$value":[5]},"b":{"$shared":1,"$again":true}}"#,
      #"{"a":{"$shared":1,"$value":[5]},"b":{"$again":true,"$shared":1}}"#
    ),
    (
      #"{"b":{"$shared":1,"$value":[5]},"a":{"$again":true,"$shared":1}}"#,
      #"{"a":{"$shared":1,"$value":[5]},"b":{"$again":true,"$shared":1}}"#
    ),
    (
      #"[{"$shared":1,"$value":[5]},{"$value":[5.0],"$shared":1}]"#,
      #"[{"$shared":1,"$value":[5]},{"$again":true,"$shared":1}]"#
    ),
    (
      #"[{"$shared":1,"$value":{"x":{"$shared":2,"$value":{"y":{"$shared":1,"$again":true}}}}},{"$shared":2,"$again":true}]"#,
      #"[{"$shared":1,"$value":{"x":{"$shared":2,"$value":{"y":{"$again":true,"$shared":1}}}}},{"$again":true,"$shared":2}]"#
    ),
    (
      #"[{"$shared":1,"$value":5},{"$shared":1,"$value":6},{"$shared":1,"$again":true}]"#,
      #"[{"$shared":1,"$value":5},{"$shared":1,"$value":6},{"$again":true,"$shared":1}]"#
    ),
    (#"{"$shared":1,"$again":true}"#, #"{"$again":true,"$shared":1}"#),
    (
      #"[{"$shared":"a","$value":5},{"$shared":"a","$value":5}]"#,
      #"[{"$shared":"a","$value":5},{"$shared":"a","$value":5}]"#
    ),
    (
      #"[{"$shared":1,"$value":5,"x":1},{"$shared":1,"$value":5,"x":1}]"#,
      #"[{"$shared":1,"$value":5,"x":1},{"$shared":1,"$value":5,"x":1}]"#
    ),
  ])
  func sharedValuesAreWrittenOnce(source: String, form: String) throws {
    #expect(try Self.form(source) == form)
  }

  @Test func anAliasIsAReferenceToASharedValue() throws {
    let yaml =
      "a: &x {$shared: 1, $value: {n: &y {$shared: 2, $value: [1]}, m: *y}}\nb: *x\nc: *y\n"
    let json = """
      {"c":{"$shared":2,"$again":true},"a":{"$shared":1,"$value":{"n":{"$shared":2,"$value":[1]},\
      "m":{"$shared":2,"$again":true}}},"b":{"$shared":1,"$again":true}}
      """
    #expect(try Self.form(yaml, as: .yaml) == Self.form(json))
  }

  @Test func nestingCostsNoStack() throws {
    var batch = EventBatch()
    var buffer = Tape()
    let depth = 200_000
    for _ in 0..<depth { batch.append(.beginSequence) }
    for _ in 0..<depth { batch.append(.endSequence) }
    for index in 0..<batch.count { try buffer.append(batch[index], of: batch) }
    let form = try Archive.canonicalForm(of: Document(buffer))
    #expect(form.count == 2 * depth)
    var options = ReadingOptions()
    options.maximumDepth = .max
    let braces =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    let document = try Document(parsing: braces, as: .json, options: options)
    #expect(String(decoding: try Archive.canonicalForm(of: document), as: UTF8.self) == braces)
    let links = (1...20_000).map {
      "{\"$shared\":\($0),\"$value\":{\"$shared\":\($0 + 1),\"$again\":true}}"
    }
    let chain = try Self.form("[" + links.joined(separator: ",") + "]")
    #expect(chain.hasPrefix(#"[{"$shared":1,"$value":{"$shared":2,"$value":{"#))
  }

  @Test func repeatedKeysHaveNoForm() throws {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    let document = try Document(parsing: #"{"a":1,"a":2}"#, as: .json, options: options)
    #expect(throws: DecantError.self) { try Archive.digest(of: document) }
  }
}
