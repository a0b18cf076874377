import Decant
import DecantSchema
import DecantTestSupport
import Testing

/// Random schemas and instances, judged by another implementation.
@Suite struct SchemaOracleTests {
  static let seeds = 0..<UInt64(Thoroughness.isFull ? 4_000 : 1_500)

  @Test(.enabled(if: Oracle.jsonschema.isInstalled)) func agreesOnWhatIsValid() throws {
    var jobs: [(schema: String, instance: String)] = []
    var verdicts: [Bool] = []
    for seed in Self.seeds {
      let random = RandomSchema(seed: seed)
      let schema = try JSONSchema(Value(parsing: random.schema, as: .json))
      for instance in random.instances {
        jobs.append((random.schema, instance))
        verdicts.append(try schema.check(Value(parsing: instance, as: .json)).isEmpty)
      }
    }
    let input = jobs.map { "[\($0.schema), \($0.instance)]\n" }.joined()
    let answer = try #require(try Oracle.jsonschema.run(Array(input.utf8)))
    try #require(answer.count == jobs.count)
    for (index, job) in jobs.enumerated() {
      #expect(
        verdicts[index] == (answer[index] == UInt8(ascii: "1")), "\(job.schema)\n\(job.instance)")
    }
    let share = Double(verdicts.count { $0 }) / Double(verdicts.count)
    #expect(0.2...0.8 ~= share)
  }

  @Test func randomSchemasHoldTheInvariants() {
    for seed in Self.seeds.prefix(400) {
      let random = RandomSchema(seed: seed)
      let text = "A\(random.schema)\n" + random.instances.joined(separator: "\n---\n")
      #expect(SchemaInvariants.violation(of: Array(text.utf8)) == nil, "\(seed)")
    }
  }
}
