import Decant
import DecantTestSupport
import Testing

/// The examples of RFC 8949, appendix A, from https://github.com/cbor/test-vectors.
@Suite struct CBORSuiteTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let digits: String
    let isWrittenSo: Bool
    let decoded: Value?
    let diagnostic: String?
    var testDescription: String { digits }
  }

  static let examples: [Example] = Corpora.files(inSuite: "cbor")
    .filter { $0.name == "appendix_a.json" }
    .flatMap { file in
      let entries = (try? Document(parsing: file.bytes, as: .json).value.array) ?? []
      return entries.map { entry in
        Example(
          digits: entry["hex"]?.string ?? "", isWrittenSo: entry["roundtrip"]?.bool ?? false,
          decoded: entry["decoded"], diagnostic: entry["diagnostic"]?.string)
      }
    }

  /// In RFC 8949, other than in the RFC 7049 that the suite is from, values below 32 have one byte.
  static let reserved = "f818"

  /// Dates are written as text, with tag 0.
  static let otherwiseWritten = ["c11a514b67b0", "c1fb41d452d9ec200000"]

  /// The tagged forms of what has no equivalent in JSON.
  static let forms = [
    "Infinity": #"{"$real":"inf"}"#, "-Infinity": #"{"$real":"-inf"}"#, "NaN": #"{"$real":"nan"}"#,
    "undefined": #"{"$tag":["!cbor/undefined",null]}"#,
    "simple(16)": #"{"$tag":["!cbor/simple",16]}"#,
    "simple(255)": #"{"$tag":["!cbor/simple",255]}"#,
    #"0("2013-03-21T20:04:00Z")"#: #"{"$date":"2013-03-21T20:04:00Z"}"#,
    "1(1363896240)": #"{"$date":"2013-03-21T20:04:00Z"}"#,
    "1(1363896240.5)": #"{"$date":"2013-03-21T20:04:00.5Z"}"#,
    "23(h'01020304')": #"{"$tag":["!cbor/23",{"$data":"AQIDBA=="}]}"#,
    "24(h'6449455446')": #"{"$tag":["!cbor/24",{"$data":"ZElFVEY="}]}"#,
    #"32("http://www.example.com")"#: #"{"$tag":["!cbor/32","http://www.example.com"]}"#,
    "h''": #"{"$data":""}"#, "h'01020304'": #"{"$data":"AQIDBA=="}"#,
    "(_ h'0102', h'030405')": #"{"$data":"AQIDBAU="}"#,
    "{1: 2, 3: 4}": #"{"$map":[[1,2],[3,4]]}"#,
  ]

  @Test(arguments: examples) func readsAndWritesTheExample(_ example: Example) throws {
    let bytes = hex(example.digits)
    guard example.digits != Self.reserved else {
      #expect(Transcript(reading: bytes, as: .cbor).error?.problem == .cbor(.longSimpleValue(24)))
      return
    }
    if let decoded = example.decoded {
      #expect(try Document(parsing: bytes, as: .cbor).value == decoded)
    } else {
      var plan = Plan.compact(.json)
      plan.fidelity = .tagged
      let json = String(decoding: try convert(bytes, from: .cbor, by: plan), as: UTF8.self)
      #expect(json == (Self.forms[example.diagnostic ?? ""] ?? "") + "\n")
    }
    let written = try convert(bytes, from: .cbor, by: Plan(to: .cbor))
    if example.isWrittenSo, !Self.otherwiseWritten.contains(example.digits) {
      #expect(written == bytes)
    } else {
      #expect(
        try Document(parsing: written, as: .cbor).value == Document(parsing: bytes, as: .cbor).value
      )
    }
  }

  @Test(arguments: examples) func returnsByEachFormat(_ example: Example) throws {
    let bytes = hex(example.digits)
    guard let cbor = try? convert(bytes, from: .cbor, by: Plan(to: .cbor)) else { return }
    for format in FormatRegistry.standard.formats where format.isWritable && format.isReadable {
      var plan = Plan(to: format)
      plan.fidelity = .tagged
      var back = Plan(to: .cbor)
      back.fidelity = .tagged
      guard let there = try? convert(cbor, from: .cbor, by: plan) else { continue }
      #expect(try convert(there, from: format, by: back) == cbor, "\(format.name)")
    }
  }
}
