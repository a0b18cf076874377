import Decant
import DecantTestSupport
import Testing

/// The suite https://github.com/kawanet/msgpack-test-suite: values, each in several forms.
@Suite struct MessagePackSuiteTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let group: String
    let value: Value
    /// The first is the shortest.
    let forms: [String]
    var testDescription: String { "\(group) \(forms.first ?? "")" }
  }

  static let examples: [Example] = Corpora.files(inSuite: "msgpack/dist").flatMap { file in
    let groups = (try? Document(parsing: file.bytes, as: .json).value.mapping) ?? [:]
    return groups.flatMap { group in
      (group.value.array ?? []).map { entry in
        Example(
          group: group.key.string ?? "", value: entry,
          forms: (entry["msgpack"]?.array ?? []).compactMap(\.string))
      }
    }
  }

  /// The suite lists the signed form first, and as long an unsigned one after it.
  static let otherwiseWritten = ["d3-7f-ff-ff-ff-ff-ff-ff-ff"]

  @Test(arguments: examples) func readsAndWritesTheExample(_ example: Example) throws {
    for form in example.forms {
      let bytes = hex(form)
      var plan = Plan.compact(.json)
      plan.fidelity = .tagged
      let json = try convert(bytes, from: .messagePack, by: plan)
      #expect(try Document(parsing: json, as: .json).value == Self.expected(example), "\(form)")
      let written = try convert(bytes, from: .messagePack, by: Plan(to: .messagePack))
      // A whole number may be a float, which stays one.
      let isFloat = bytes[0] == 0xCA || bytes[0] == 0xCB
      if !isFloat, !Self.otherwiseWritten.contains(example.forms[0]) {
        #expect(written == hex(example.forms[0]), "\(form)")
      }
      var back = Plan(to: .messagePack)
      back.fidelity = .tagged
      #expect(try convert(json, from: .json, by: back) == written, "\(form)")
    }
  }

  private static func expected(_ example: Example) throws -> Value {
    let value = example.value
    func data(_ digits: Value?) throws -> Value {
      let json = try Value.data(hex(digits?.string ?? "")).encoded(by: taggedJSON)
      return try Document(parsing: json, as: .json).value
    }
    if let binary = value["binary"] { return try data(binary) }
    if let stamp = value["timestamp"]?.array, let seconds = stamp[0].int,
      let nanoseconds = stamp[1].int
    {
      let date = Timestamp(secondsSinceEpoch: Int64(seconds), nanoseconds: nanoseconds)
      return ["$date": .string(date.text)]
    }
    if let parts = value["ext"]?.array, let type = parts[0].int {
      return ["$tag": [.string("!msgpack/\(type)"), try data(parts[1])]]
    }
    if let digits = value["bignum"]?.string, let number = Number(digits) { return .number(number) }
    return value.mapping?.first { $0.key.string != "msgpack" }?.value ?? .null
  }

  private static var taggedJSON: Plan {
    var plan = Plan.compact(.json)
    plan.fidelity = .tagged
    return plan
  }
}
