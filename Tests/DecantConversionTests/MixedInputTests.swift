import Testing
import Decant
import DecantConversion

struct MixedInputTests {
  /// The two inputs need different guards.
  @Test(arguments: [false, true])
  func keysOfAnyKindAreTaggedWhicheverInputComesFirst(isYAMLFirst: Bool) throws {
    let json: (String, Format) = (#"{"a":1}"#, .json)
    let yaml: (String, Format) = ("1: x\n---\n? [2]\n: {3: y}\n", .yaml)
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let lines = [
      #"{"a":1}"#, #"{"$map":[[1,"x"]]}"#, #"{"$map":[[[2],{"$map":[[3,"y"]]}]]}"#,
    ]
    #expect(
      try poured(isYAMLFirst ? [yaml, json] : [json, yaml], by: plan)
        == (isYAMLFirst ? [lines[1], lines[2], lines[0]] : lines))
  }

  @Test func keysOfAnyKindAreTaggedInADocumentThatComesAfterAnInput() throws {
    var reader = try DocumentReader(MemorySource("1: x\n"), as: .yaml)
    let document = try #require(try reader.next())
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    var input = try Input(MemorySource("{}"), as: .json)
    try pipeline.convert(&input)
    try pipeline.convert(document)
    try pipeline.finish()
    #expect(destination.text == "{}\n{\"$map\":[[1,\"x\"]]}\n")
  }

  private func poured(_ inputs: [(String, Format)], by plan: Plan) throws -> [String] {
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    for (text, format) in inputs {
      var input = try Input(MemorySource(text), as: format)
      try pipeline.convert(&input)
    }
    try pipeline.finish()
    return destination.text.split(separator: "\n").map(
      String.init)
  }
}
