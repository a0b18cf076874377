import DecantTestSupport
import Foundation
import Testing

import Decant
import DecantCommands

/// Schemas of manifests by their kinds; the transcript schemas-by-kind.md has the rest.
@Suite struct KindSchemaTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Writes manifests of three kinds, right and wrong, as records, as a stream and as a list, and prints by Python's validator
  /// which of them match.
  private static let script = """
    import json, random, sys
    from jsonschema import Draft202012Validator
    random.seed(int(sys.argv[1]))
    text, number = {"type": ["string", "null"]}, {"type": ["integer", "null"], "minimum": 1}
    def schema(spec, **more): return {
        "type": "object", "required": ["spec"], "$schema": "http://json-schema.org/schema#",
        "properties": {"metadata": {"type": "object", "properties": {"name": text}}, "spec": {
            "type": "object", "properties": spec, **more}}}
    schemas = {
        ("apps/v1", "Deployment"): ("deployment-apps-v1.json", schema({"replicas": number, "paused": {"type": "boolean"}})),
        ("v1", "Service"): ("service-v1.json", schema({"type": {"enum": ["ClusterIP", "NodePort"]}}, required=["type"])),
        ("monitoring.coreos.com/v1", "ServiceMonitor"): (
            "monitoring.coreos.com/servicemonitor_v1.json", schema({"limit": number}, additionalProperties=False))}
    for name, content in schemas.values(): json.dump(content, open("schemas/" + name, "w"))
    values = [None, 0, 1, 7, "NodePort", "ClusterIP", True, [], {}]
    def manifest():
        version, kind = random.choice(list(schemas))
        spec = {key: random.choice(values) for key in random.sample(["replicas", "paused", "type", "limit"], random.randrange(4))}
        pairs = [("apiVersion", version), ("kind", kind), ("metadata", {"name": random.choice(["x", None, 1])})]
        if random.random() < 0.9: pairs.append(("spec", spec))
        random.shuffle(pairs)
        return dict(pairs)
    manifests = [manifest() for _ in range(200)]
    with open("records.jsonl", "w") as file:
        for each in manifests: file.write(json.dumps(each) + "\\n")
    json.dump({"apiVersion": "v1", "items": manifests, "kind": "List"}, open("list.json", "w"))
    for index, each in enumerate(manifests):
        valid = Draft202012Validator(schemas[each["apiVersion"], each["kind"]][1]).is_valid(each)
        if not valid: print(index)
    """

  private static let hasValidator =
    (try? Scratch().shell("python3 -c 'from jsonschema import Draft202012Validator'").status) == 0

  @Test(.enabled(if: hasValidator), arguments: 1...5)
  func agreesWithPython(seed: Int) throws {
    try scratch.write(Self.script, to: "make.py")
    let expected = try scratch.shell(
      "mkdir -p schemas/monitoring.coreos.com && python3 make.py \(seed)")
    #expect(expected.status == 0, "\(expected.errors)")
    let wrong = Set(expected.output.split(separator: "\n").compactMap { Int($0) })
    #expect(wrong.count > 20 && wrong.count < 180)

    let lines = try places("check --schema-dir schemas records.jsonl").map { $0.line - 1 }
    #expect(Set(lines) == wrong)
    let items = try places("check --schema-dir schemas list.json").map { place in
      let steps = place.path.split(separator: "/")
      #expect(steps[0] == "items")
      return Int(steps[1])
    }
    #expect(Set(items) == Set(wrong))

    // A stream of YAML has the same mismatches at the same paths.
    _ = try scratch.shell("decant -t yaml -o stream.yaml records.jsonl")
    let paths = try places("check --schema-dir schemas stream.yaml").map(\.path)
    #expect(paths == (try places("check --schema-dir schemas records.jsonl").map(\.path)))
  }

  private func places(_ words: String) throws -> [(line: Int, path: String)] {
    let run = try scratch.shell("decant \(words) --error-format json 2>&1")
    #expect(run.status == 65)
    return try run.output.split(separator: "\n").map { line in
      let error = try Value(parsing: String(line), as: .json)
      return (line: try #require(error["line"]?.int), path: error["path"]?.string ?? "")
    }
  }
}
