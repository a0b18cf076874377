import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

@Suite struct InferredSchemaTests {
  private static func schema(
    of texts: String..., change: (inout TypeInference.Options) -> Void = { _ in }
  ) throws -> String {
    var options = WritingOptions()
    options.indentation = .compact
    let schema = try inference(of: texts, change).jsonSchema(named: "Root")
    return try schema.text(as: .json, options: options).trimmingCharacters(in: .newlines)
  }

  private static let opening =
    #"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Root","#

  static let cases: [([String], String)] = [
    (["[1]"], #""type":"array","items":{"type":"integer"}}"#),
    (["[]"], #""type":"array"}"#),
    (["[1.5, null]"], #""type":"array","items":{"type":["number","null"]}}"#),
    (["1", "\"x\"", "true"], #""type":["string","boolean","integer"]}"#),
    (
      [#"{"a": 1, "b": "x"}"#, #"{"a": null}"#],
      #""type":"object","properties":{"a":{"type":["integer","null"]},"b":{"type":"string"}},"required":["a"]}"#
    ),
    (
      [#"{"1": {"x": 1}, "2": {"x": 2}}"#],
      #""type":"object","additionalProperties":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}}"#
    ),
    (
      [#"["a", {"x": true}]"#],
      #""type":"array","items":{"anyOf":[{"type":"string"},{"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"]}]}}"#
    ),
    (
      [#"{"home": {"x": 1, "y": 2}, "work": {"x": 3, "y": 4}}"#],
      ##""type":"object","properties":{"home":{"$ref":"#/$defs/Home"},"work":{"$ref":"#/$defs/Home"}},"required":["home","work"],"$defs":{"Home":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]}}}"##
    ),
  ]

  @Test(arguments: cases.indices) func describesDocuments(index: Int) throws {
    let (texts, rest) = Self.cases[index]
    let schema = try inference(of: texts).jsonSchema(named: "Root")
    var options = WritingOptions()
    options.indentation = .compact
    #expect(try schema.text(as: .json, options: options) == Self.opening + rest + "\n")
  }

  @Test func closedSetsAreListedIfAskedFor() throws {
    let schema = try Self.schema(of: #"["a","b","a","b",null]"#) { $0.findsEnumerations = true }
    #expect(
      schema == Self.opening
        + #""type":"array","items":{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"null"}]}}"#
    )
  }

  @Test func aTreeRefersToItself() throws {
    let schema = try Self.schema(
      of: #"{"n": 1, "sub": [{"n": 2, "sub": [{"n": 3, "sub": []}]}]}"#)
    #expect(
      schema == Self.opening
        + ##""type":"object","properties":{"n":{"type":"integer"},"##
        + ##""sub":{"type":"array","items":{"$ref":"#"}}},"required":["n","sub"]}"##)
  }

  static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    for line in sys.stdin:
        schema, documents = json.loads(line)
        Draft202012Validator.check_schema(schema)
        for document in documents:
            for error in Draft202012Validator(schema).iter_errors(document):
                print(error.json_path, error.message)
    """

  static let hasValidator =
    (try? Scratch().shell("python3 -c 'from jsonschema import Draft202012Validator'").status) == 0

  @Test(.enabled(if: hasValidator)) func pythonAcceptsTheDocuments() throws {
    let scratch = try Scratch()
    var lines = ""
    var options = WritingOptions()
    options.indentation = .compact
    for seed in Thoroughness.cases(of: Array(1...100)) {
      let records = RandomRecords(seed: UInt64(seed))
      guard records.family == .text else { continue }
      let texts = try records.documents.map { try $0.text(as: .json) }
      let inference = try inference(of: texts) { $0.findsEnumerations = seed % 2 == 0 }
      let pair = Value.sequence([inference.jsonSchema(named: "Root"), .sequence(records.documents)])
      lines += try pair.text(as: .json, options: options)
    }
    try scratch.write(lines, to: "lines")
    try scratch.write(Self.validator, to: "validate.py")
    let run = try scratch.shell("python3 validate.py <lines")
    #expect(run == DecantTestSupport.Outcome(status: 0, output: "", errors: ""))
  }
}
