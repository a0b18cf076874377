import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantSchema

/// What is said of documents that match no alternative, and of misspelled words.
@Suite struct SchemaAlternativesTests {
  private static func messages(_ schema: String, _ document: String) throws -> [String] {
    try JSONSchema(Value(parsing: schema, as: .json)).check(Value(parsing: document, as: .json)).map
    {
      "\($0.path.map { "\($0)" } ?? "") \($0.message)"
    }
  }

  /// A schema in the manner of that of workflows: jobs of two kinds, with steps of two kinds.
  private static let workflow = ##"""
    {"$defs": {
      "step": {
        "additionalProperties": false, "oneOf": [{"required": ["uses"]}, {"required": ["run"]}],
        "properties": {"uses": {"type": "string"}, "run": {"type": "string"}, "name": {"type": "string"}}},
      "job": {
        "type": "object", "additionalProperties": false, "required": ["runs-on"],
        "properties": {
          "runs-on": {"anyOf": [{"type": "string"}, {"type": "array"}]}, "needs": {},
          "steps": {"items": {"$ref": "#/$defs/step"}}}},
      "call": {
        "type": "object", "additionalProperties": false, "required": ["uses"],
        "properties": {"uses": {"type": "string", "pattern": "@"}, "needs": {}}}},
     "properties": {
       "on": {"oneOf": [{"enum": ["push", "pull_request"]}, {"items": {"enum": ["push"]}, "type": "array"}]},
       "jobs": {"patternProperties": {"^[a-z]": {"oneOf": [{"$ref": "#/$defs/job"}, {"$ref": "#/$defs/call"}]}}}}}
    """##

  @Test(arguments: [
    (
      #"{"jobs": {"build": {"runs-on": "x", "steps": [{"run": "y"}, {"usess": "z"}]}}}"#,
      "/jobs/build/steps/1/usess the key 'usess' is not allowed here; did you mean 'uses'?"
    ),
    (
      #"{"jobs": {"build": {"runs-on": "x", "steps": [{"name": "y"}]}}}"#,
      "/jobs/build/steps/0 one of the keys 'uses' or 'run' is missing"
    ),
    (
      #"{"jobs": {"build": {"run-on": "x", "steps": []}}}"#,
      "/jobs/build/run-on the key 'run-on' is not allowed here; did you mean 'runs-on'?"
    ),
    (
      #"{"jobs": {"build": {"runs-on": 1}}}"#,
      "/jobs/build/runs-on expected a string or an array but found an integer"
    ),
    (#"{"jobs": {"a": {"uses": "x"}}}"#, "/jobs/a/uses expected a text that matches '@'"),
    (#"{"jobs": {"a": []}}"#, "/jobs/a expected an object but found an array"),
    (#"{"on": "psuh"}"#, "/on expected 'push' or 'pull_request'; did you mean 'push'?"),
    (#"{"on": ["push", "pul"]}"#, "/on/1 expected 'push'"),
  ])
  func saysWhatIsWrongInTheAlternativeThatWasMeant(_ document: String, _ message: String) throws {
    #expect(try Self.messages(Self.workflow, document) == [message])
  }

  private static let shapes = #"""
    {"oneOf": [
      {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
      {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
      {"properties": {"kind": {"enum": ["line", "path"]}, "points": {"type": "array"}}, "required": ["kind"]}]}
    """#

  @Test(arguments: [
    (#"{"kind": "square", "radius": 1}"#, " the key 'side' is missing"),
    (#"{"kind": "circle", "radius": "1"}"#, "/radius expected a number but found a string"),
    (#"{"kind": "cirle", "radius": 1}"#, "/kind expected 'circle', 'square', 'line' or 'path'"),
    (#"{"kind": "line", "points": 1}"#, "/points expected an array but found an integer"),
  ])
  func distinguishesByConstants(_ document: String, _ message: String) throws {
    #expect(try Self.messages(Self.shapes, document) == [message])
  }

  @Test(arguments: [
    // Of equally many mismatches, the alternative that knows the keys.
    (
      #"{"anyOf": [{"properties": {"a": {}}, "required": ["x"]}, {"properties": {"b": {}}, "required": ["y"]}]}"#,
      #"{"b": 1}"#, [" the key 'y' is missing"]
    ),
    // The same mismatch by two schemas.
    (
      #"{"allOf": [{"required": ["a"]}, {"required": ["a"]}], "required": ["a"]}"#, "{}",
      [" the key 'a' is missing"]
    ),
    (
      #"{"properties": {"name": {}, "port": {}}, "required": ["name"]}"#, #"{"nmae": 1}"#,
      [" the key 'name' is missing; is it meant by 'nmae'?"]
    ),
    // A key that is there is not meant by another.
    (
      #"{"properties": {"port": {}}, "additionalProperties": false}"#, #"{"port": 1, "prot": 2}"#,
      ["/prot the key 'prot' is not allowed here"]
    ),
    (
      #"{"allOf": [{"properties": {"port": {}}}], "unevaluatedProperties": false}"#,
      #"{"prot": 2}"#,
      ["/prot the key 'prot' is not allowed here; did you mean 'port'?"]
    ),
    (
      #"{"enum": ["debug", "release"]}"#, #""relase""#,
      [" expected 'debug' or 'release'; did you mean 'release'?"]
    ),
    (
      #"{"anyOf": [{"minimum": 5}, {"multipleOf": 3}]}"#, "4",
      [" the value matches none of 2 alternatives"]
    ),
    (
      #"{"anyOf": [{"type": "string"}, {"minimum": 5}]}"#, "4", [" expected a number of at least 5"]
    ),
  ])
  func suggestsWhatWasMeant(_ schema: String, _ document: String, _ messages: [String]) throws {
    #expect(try Self.messages(schema, document) == messages)
  }
}
