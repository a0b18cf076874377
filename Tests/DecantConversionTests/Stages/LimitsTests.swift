import DecantTestSupport
import Testing
import Decant

@testable import DecantJSON

@Suite struct LimitsTests {
  private static func narrow(_ limits: Format.Limits) -> Format {
    Format(
      name: "narrow", summary: "JSON with limits",
      abilities: [.booleans, .numbers, .nonFiniteNumbers],
      limits: limits,
      writer: { _ in
        var options = JSONWritingOptions()
        options.indentation = .compact
        return JSONWriter(options)
      })
  }

  private static let xml = narrow(.init(integers: .bits64, text: .xml))
  private static let binary = narrow(.init(integers: .bits128, reals: .double))

  private func convert(
    _ text: String, from source: Format = .json, to target: Format, _ fidelity: Fidelity,
    _ losses: Losses? = nil, capacity: Int = 64 * 1024
  ) throws(DecantError) -> String {
    var plan = Plan(to: target)
    plan.writing.indentation = .compact
    plan.fidelity = fidelity
    plan.losses = losses
    let written = try DecantTestSupport.convert(Array(text.utf8), from: source, by: plan)
    return String(decoding: written, as: UTF8.self).trimmingLineEnd()
  }

  @Test(arguments: [
    (#"{"a":null,"b":1}"#, #"{"b":1}"#, 1),
    (#"{"a":[null,1,null],"b":{"c":null}}"#, #"{"a":[1],"b":{}}"#, 3),
    (#"[null]"#, "[]", 1),
    (#"{"a":null}"#, "{}", 1),
    (#"{"a":{"b":null,"c":null,"d":"null"}}"#, #"{"a":{"d":"null"}}"#, 2),
  ])
  func nullsAreDroppedWithTheirKeysAndCounted(source: String, expected: String, count: Int) throws {
    let losses = Losses()
    #expect(try convert(source, to: Self.xml, .lossy, losses) == expected)
    #expect(losses.counts == [.null: count])
  }

  @Test(arguments: [Fidelity.standard, .strict])
  func aNullIsRefusedWithItsPath(fidelity: Fidelity) {
    let error = #expect(throws: DecantError.self) {
      try convert(#"{"a":[1,null]}"#, to: Self.xml, fidelity)
    }
    #expect(error?.problem == .notRepresentable(.null, target: "narrow"))
    #expect(error?.path?.description == "/a/1")
  }

  @Test(arguments: [Fidelity.standard, .strict, .lossy])
  func aDocumentThatIsNullCannotBeDropped(fidelity: Fidelity) {
    let error = #expect(throws: DecantError.self) { try convert("null", to: Self.xml, fidelity) }
    #expect(error?.problem == .notRepresentable(.null, target: "narrow"))
  }

  @Test(arguments: 1...9)
  func aKeyAtTheEndOfABatchGoesWithItsNull(size: Int) throws {
    let source = #"{"a":null,"b":{"c":null,"d":[null,{"e":null,"f":2}]},"g":null,"h":3}"#
    var plan = Plan(to: Self.xml)
    plan.fidelity = .lossy
    let written = try DecantTestSupport.convert(
      Array(source.utf8), from: .json, by: plan, feeding: .init(sizes: [size], capacity: 16))
    #expect(
      String(decoding: written, as: UTF8.self).trimmingLineEnd() == #"{"b":{"d":[{"f":2}]},"h":3}"#)
  }

  static let beyond64Bits = [
    "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890",
  ]

  @Test(arguments: ["0", "9223372036854775807", "18446744073709551615", "-9223372036854775808"])
  func integersOf64BitsPass(number: String) throws {
    #expect(try convert("[\(number)]", to: Self.xml, .strict) == "[\(number)]")
    #expect(try convert("[\(number)]", to: Self.binary, .tagged) == "[\(number)]")
  }

  @Test(arguments: beyond64Bits)
  func largerIntegersAreRefusedMadeRealOrTagged(number: String) throws {
    let error = #expect(throws: DecantError.self) {
      try convert("[\(number)]", to: Self.xml, .standard)
    }
    #expect(error?.problem == .notRepresentable(.largeNumber, target: "narrow"))
    let losses = Losses()
    #expect(try convert("[\(number)]", to: Self.xml, .lossy, losses) == "[\(number).0]")
    #expect(losses.counts == [.largeNumber: 1])
    #expect(try convert("[\(number)]", to: Self.xml, .tagged) == #"[{"$number":"\#(number)"}]"#)
    #expect(try convert("[\(number)]", to: Self.binary, .strict) == "[\(number)]")
  }

  @Test(arguments: [
    ("170141183460469231731687303715884105728", "1.7014118346046923e+38"),
    ("-1" + String(repeating: "0", count: 400), "inf"),
    ("1e400", "inf"), ("1e-400", "0.0"), ("12e-330", "0.0"),
  ])
  func numbersBeyondAllDoublesAreRefusedOrTagged(number: String, nearest: String) throws {
    for fidelity in [Fidelity.standard, .strict] {
      let error = #expect(throws: DecantError.self) {
        try convert("[\(number)]", to: Self.binary, fidelity)
      }
      #expect(error?.problem == .notRepresentable(.largeNumber, target: "narrow"))
    }
    #expect(try convert("[\(number)]", to: Self.binary, .tagged) == #"[{"$number":"\#(number)"}]"#)
    guard nearest != "inf" else { return }
    #expect(try convert("[\(number)]", to: Self.binary, .lossy) == "[\(nearest)]")
  }

  @Test(arguments: [
    ("1.5", true, true), ("0.1", true, true), ("1e300", true, false), ("1.10", true, false),
    ("-0.0", true, true), ("0e5", true, false), ("0.30000000000000004", true, true),
    ("0.1000000000000000055511151231257827", false, false),
    ("3.14159265358979323846", false, false),
  ])
  func aRealIsHeldByADoubleIfItsShortestFormHasTheSameValue(
    number: String, sameValue: Bool, sameSpelling: Bool
  ) throws {
    #expect(try convert("[\(number)]", to: Self.binary, .standard) == "[\(number)]")
    let tagged = sameSpelling ? "[\(number)]" : #"[{"$number":"\#(number)"}]"#
    #expect(try convert("[\(number)]", to: Self.binary, .tagged) == tagged)
    do throws(DecantError) {
      #expect(try convert("[\(number)]", to: Self.binary, .strict) == "[\(number)]")
      #expect(sameValue)
    } catch {
      #expect(error.problem == .degraded(.preciseNumber, target: "narrow"))
      #expect(!sameValue)
    }
  }

  @Test func theIntegerMinusZeroIsTaggedWhereIntegersHaveOneZero() throws {
    #expect(try convert("[-0,-1]", to: Self.xml, .tagged) == #"[{"$number":"-0"},-1]"#)
    #expect(try convert("[-0]", to: Self.xml, .strict) == "[-0]")
  }

  @Test(arguments: [
    (#""a\u0001b""#, "\"a\u{FFFD}b\"", #"{"$text":"a\\u0001b"}"#),
    (#""\u0000""#, "\"\u{FFFD}\"", #"{"$text":"\\u0000"}"#),
    (
      #""x\ufffe\uffffé\u001f""#, "\"x\u{FFFD}\u{FFFD}é\u{FFFD}\"",
      #"{"$text":"x\\ufffe\\uffffé\\u001f"}"#
    ),
    (#""\ud800\u0002""#, "\"\u{FFFD}\u{FFFD}\"", #"{"$text":"\\ud800\\u0002"}"#),
  ])
  func textThatXMLForbidsIsReplacedOrTagged(source: String, replaced: String, tagged: String) throws
  {
    #expect(throws: DecantError.self) { try convert("[\(source)]", to: Self.xml, .standard) }
    #expect(try convert("[\(source)]", to: Self.xml, .lossy) == "[\(replaced)]")
    #expect(try convert("[\(source)]", to: Self.xml, .tagged) == "[\(tagged)]")
    let back = try convert("[\(tagged)]", to: .json, .tagged)
    #expect(try back == convert("[\(source)]", to: .json, .tagged))
  }

  @Test(arguments: [
    #""tab\t""#, #""\r\n""#, #""é\ud83d\ude00""#, #""\ufffd\uffef""#, #""\u0085\u007f""#,
  ])
  func textThatXMLAllowsPasses(source: String) throws {
    let same = try convert("[\(source)]", to: .json, .strict)
    #expect(try convert("[\(source)]", to: Self.xml, .strict) == same)
    #expect(try convert("[\(source)]", to: Self.xml, .tagged) == same)
  }

  /// A string, so that the mapping need not be buffered.
  @Test(arguments: [
    (#"{"a\u0001":1,"b":2}"#, #"{"$text:a\\u0001":1,"b":2}"#),
    (#"{"\ud800":{"\ufffe":1}}"#, #"{"$text:\\ud800":{"$text:\\ufffe":1}}"#),
    (#"{"$literal":{"$text:$text:a":1}}"#, #"{"$literal":{"$text:$text:a":1}}"#),
    (#"{"b":1,"$text:$text:$text:":[]}"#, #"{"b":1,"$text:$text:$text:":[]}"#),
    (#"{"$literal":{"$text":1}}"#, #"{"$literal":{"$text":1}}"#),
  ])
  func aKeyThatXMLForbidsIsSpelledAfterAPrefix(source: String, tagged: String) throws {
    #expect(try convert(source, to: Self.xml, .tagged) == tagged)
  }

  /// Otherwise two keys could become equal.
  @Test(arguments: [
    #"{"b":2,"$text:a":1}"#, #"{"b":2,"$text:\\u0001":1}"#, #"{"b":2,"$text:\\x":1}"#,
  ])
  func aSpelledKeyThatNeedsNoSpellingIsMalformed(source: String) {
    let error = #expect(throws: DecantError.self) { try convert(source, to: .json, .tagged) }
    #expect(error?.problem == .malformedTaggedForm("$text"))
    #expect(error?.offset == 7)
  }

  @Test func aKeyThatXMLForbidsIsNotReplaced() {
    let error = #expect(throws: DecantError.self) {
      try convert(#"{"a":{"\u0001":1}}"#, to: Self.xml, .lossy)
    }
    #expect(error?.problem == .notRepresentable(.forbiddenCharacter, target: "narrow"))
  }
}

extension String {
  fileprivate func trimmingLineEnd() -> String { hasSuffix("\n") ? String(dropLast()) : self }
}
