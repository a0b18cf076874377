import Testing
import Decant
import DecantTestSupport

struct YAMLTypedCollectionTests {
  @Test(arguments: [
    "a: !!omap\n  - x: 1\n  - 'y': 2\n", "!!set\np: null\nq: null\n",
    "a: !!omap [{x: 1}, {z: 2}]\n",
  ])
  func staysWhatItIsInYAML(source: String) throws {
    #expect(try converted(source, from: .yaml, by: Plan(to: .yaml)) == source)
  }

  @Test(arguments: [
    ("!!omap [x: 1, z: 2]\n", #"[{"x":1},{"z":2}]"#, "!!omap"),
    ("!!set {p, q}\n", #"{"p":null,"q":null}"#, "!!set"),
  ])
  func losesItsTagInJSONUnlessThatIsSaid(source: String, json: String, tag: String) throws {
    #expect(try converted(source, from: .yaml, by: Plan(to: .jsonLines)) == json + "\n")
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .strict
    #expect(throws: DecantError.self) { try converted(source, from: .yaml, by: plan) }
    plan.fidelity = .tagged
    let tagged = try converted(source, from: .yaml, by: plan)
    #expect(tagged == #"{"$tag":["\#(tag)",\#(json)]}"# + "\n")
    #expect(try converted(tagged, from: .jsonLines, by: plan) == tagged)
  }
}
