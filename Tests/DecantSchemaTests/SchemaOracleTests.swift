import Decant
import DecantSchema
import DecantTestSupport
import Testing

/// Random schemas and instances, judged by another implementation.
@Suite struct SchemaOracleTests {
  static let seeds = 0..<UInt64(Thoroughness.isFull ? 10_000 : 1_500)

  @Test(.enabled(if: Oracle.jsonschema.isInstalled), arguments: JSONSchema.Draft.allCases)
  func agreesOnWhatIsValid(_ draft: JSONSchema.Draft) throws {
    var jobs: [Job] = []
    for seed in Self.seeds {
      let random = RandomSchema(seed: seed, draft: draft)
      let schema = try JSONSchema(Value(parsing: random.schema, as: .json), draft: draft)
      for instance in random.instances {
        jobs.append(
          Job(
            schema: random.schema, instance: instance,
            isValid: try schema.check(Value(parsing: instance, as: .json)).isEmpty))
      }
    }
    try Self.compare(jobs, draft)
    let share = Double(jobs.count(where: \.isValid)) / Double(jobs.count)
    #expect(0.2...0.8 ~= share)
  }

  /// The schemas of the suite, and variants of its documents.
  @Test(.enabled(if: Oracle.jsonschema.isInstalled), arguments: JSONSchema.Draft.allCases)
  func agreesOnVariantsOfTheSuite(_ draft: JSONSchema.Draft) throws {
    let files = Corpora.files(inSuite: "json-schema/tests/draft\(draft.rawValue)")
    guard !files.isEmpty else { return }
    var jobs: [Job] = []
    var generator = SeededGenerator(seed: 7)
    for file in files where !Self.judgedOtherwise.contains(file.name) {
      for group in try #require(try Value(parsing: file.bytes, as: .json).array) {
        let value = try #require(group["schema"])
        let text = try Self.line(value)
        // Python has no other documents than the metaschemas.
        guard !text.contains("localhost:1234"), !Self.isJudgedOtherwise(value, draft),
          let schema = try? JSONSchema(value, draft: draft)
        else { continue }
        for test in try #require(group["tests"]?.array) {
          let data = try #require(test["data"])
          for _ in 0..<Self.variants {
            let variant = DocumentVariant.of(data, &generator)
            jobs.append(
              Job(
                schema: text, instance: try Self.line(variant),
                isValid: try schema.check(variant).isEmpty))
          }
        }
      }
    }
    #expect(jobs.count > 2_000)
    try Self.compare(jobs, draft)
  }

  private static func compare(_ jobs: [Job], _ draft: JSONSchema.Draft) throws {
    var compared = 0
    for (job, verdict) in zip(jobs, try verdicts(of: jobs, draft)) {
      // It fails on a pattern that Python does not know, and on `additionalItems` beside an `items` of true or false.
      guard let verdict else { continue }
      compared += 1
      #expect(job.isValid == verdict, "\(job.schema)\n\(job.instance)")
    }
    #expect(compared * 10 > jobs.count * 9)
  }

  private static let variants = Thoroughness.isFull ? 20 : 6

  /// The files whose variants Python's jsonschema judges otherwise: it overlooks equal items beside `[1]` and `[true]`.
  private static let judgedOtherwise: Set<String> = ["uniqueItems.json"]

  /// Of draft 2019-09, Python's jsonschema takes the keywords of `additionalProperties` for the keys that it evaluates.
  private static func isJudgedOtherwise(_ schema: Value, _ draft: JSONSchema.Draft) -> Bool {
    draft == .draft2019 && schema["additionalProperties"] != nil
      && schema["unevaluatedProperties"] != nil
  }

  private struct Job {
    let schema: String
    let instance: String
    let isValid: Bool
  }

  private static func line(_ value: Value) throws -> String {
    String(try value.text(as: .jsonLines).dropLast())
  }

  private static func verdicts(
    of jobs: [Job], _ draft: JSONSchema.Draft
  ) throws -> [Bool?] {
    let input = jobs.map { "[\($0.schema), \($0.instance), \"\(draft.rawValue)\"]\n" }.joined()
    let answer = try #require(try Oracle.jsonschema.run(Array(input.utf8)))
    try #require(answer.count == jobs.count)
    return answer.map { $0 == UInt8(ascii: "?") ? nil : $0 == UInt8(ascii: "1") }
  }

  @Test func randomSchemasHoldTheInvariants() {
    for seed in Self.seeds.prefix(400) {
      let random = RandomSchema(
        seed: seed, draft: JSONSchema.Draft.allCases[Int(seed) % JSONSchema.Draft.allCases.count])
      let text = "A\(random.schema)\n" + random.instances.joined(separator: "\n---\n")
      #expect(SchemaInvariants.violation(of: Array(text.utf8)) == nil, "\(seed)")
    }
  }
}
