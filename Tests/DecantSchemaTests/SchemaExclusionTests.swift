import Decant
import DecantSchema
import DecantTestSupport
import Testing

/// What a message says of a value that matches too much is true, and mends it, as Python's jsonschema judges.
@Suite struct SchemaExclusionTests {
  private struct Claim {
    let schema: String
    let instance: String
    let isValid: Bool
  }

  private static let keys = ["a", "b", "c", "d", "e"]

  @Test(.enabled(if: Oracle.jsonschema.isInstalled)) func messagesAreTrue() throws {
    var claims: [Claim] = []
    var kinds: [Substring: Int] = [:]
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let object = Self.some(of: &random)
      let schema = Self.schema(of: &random)
      for error in try JSONSchema(Value(parsing: schema, as: .json)).check(Self.value(object)) {
        let message = error.message
        kinds[message.prefix { $0 != "'" && $0 != "{" }, default: 0] += 1
        let named = message.matches(of: /'(\w)'/).map { String($0.1) }
        if message.hasSuffix("are not allowed together") {
          // Without the others, each of the keys is allowed.
          for key in named {
            let rest = object.filter { $0 == key || !named.contains($0) }
            claims.append(Claim(schema: schema, instance: Self.text(rest), isValid: true))
          }
        } else if let text = message.split(separator: "must not match ").dropFirst().first {
          claims.append(Claim(schema: String(text), instance: Self.text(object), isValid: true))
        } else if message.contains("it does not match") {
          let patterns = message.matches(of: /'\^(\w)'/).map { String($0.1) }
          #expect(!patterns.contains(named[0]) && !patterns.isEmpty, "\(message)")
          claims.append(Claim(schema: schema, instance: Self.text([named[0]]), isValid: false))
          claims.append(Claim(schema: schema, instance: Self.text(patterns), isValid: true))
        }
      }
    }
    let lines = claims.map { "[\($0.schema), \($0.instance), \"2020-12\"]\n" }.joined()
    let verdicts = try #require(try Oracle.jsonschema.run(Array(lines.utf8)))
    #expect(verdicts.count == claims.count)
    for (claim, verdict) in zip(claims, verdicts) {
      #expect((verdict == UInt8(ascii: "1")) == claim.isValid, "\(claim)")
    }
    let count = { (words: String) in
      kinds.reduce(0) { $0 + ($1.key.hasPrefix(words) ? $1.value : 0) }
    }
    #expect(count("the keys") > 20 && count("the value must not match") > 20, "\(kinds)")
    #expect(count("the key ") > 20, "\(kinds)")
  }

  private static func some(of random: inout SeededGenerator) -> [String] {
    keys.filter { _ in random.next() % 2 == 0 }
  }

  private static func text(_ keys: [String]) -> String {
    "{" + keys.map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
  }

  private static func value(_ keys: [String]) throws -> Value {
    try Value(parsing: text(keys), as: .json)
  }

  /// Alternatives of which each requires one key, a schema that is excluded, or patterns of keys.
  private static func schema(of random: inout SeededGenerator) -> String {
    let chosen = some(of: &random)
    switch random.next() % 3 {
    case 0:
      let parts = chosen.map { "{\"required\": [\"\($0)\"]}" }
      return "{\"oneOf\": [{\"required\": [\"none\"]}, \(parts.joined(separator: ", "))"
        .replacing(/, $/, with: "") + "]}"
    case 1:
      let names = chosen.map { "\"\($0)\"" }.joined(separator: ", ")
      let schemas = [
        "{\"required\": [\(names)]}", "{\"type\": \"object\"}", "{\"minProperties\": 2}",
        "{\"anyOf\": [{\"required\": [\(names)]}, {\"maxProperties\": 1}]}",
      ]
      return "{\"not\": \(schemas[Int(random.next() % 4)])}"
    default:
      let patterns = chosen.map { "\"^\($0)\": {}" }.joined(separator: ", ")
      return "{\"patternProperties\": {\(patterns)}, \"additionalProperties\": false}"
    }
  }
}
