import Testing
import Decant
import DecantCore
import DecantTestSupport

@testable import DecantConversion
@testable import DecantJSON

@Suite struct RawWriterTests {
  static let plan = Plan.test(.jsonLines) { $0.scalars = .raw }

  static let examples: [(String, String)] = [
    (#""a\n\"b\"\u00e9""#, "a\n\"b\"é\n"),
    (#""""#, "\n"),
    ("1.10", "1.10\n"),
    ("null true false", "null\ntrue\nfalse\n"),
    (#"["a"] "b" {"c":"d"} 1 2 []"#, "[\"a\"]\nb\n{\"c\":\"d\"}\n1\n2\n[]\n"),
  ]

  @Test(arguments: examples)
  func writesScalarsBare(source: String, output: String) throws {
    #expect(try converted(source, by: Self.plan) == output)
  }

  /// Text has no tags, and neither has JSON: one before a collection is its format's concern.
  @Test(arguments: [("!x a", "a\n"), ("!x [a]", "[\"a\"]\n"), ("&x !x {}", "{}\n")])
  func countsATagOfARoot(source: String, output: String) throws {
    let losses = Losses()
    var plan = Self.plan
    plan.losses = losses
    #expect(try converted(source, from: .yaml, by: plan) == output)
    #expect(losses.entries.map(\.kind) == [.tag])
  }

  @Test func writesLongDocumentsThroughTheOtherWriter() throws {
    let source = "[" + (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(
      try converted(source + "\n\"x\"\n" + source, by: Self.plan) == "\(source)\nx\n\(source)\n")
  }

  @Test func writesTheStringAtAPointer() throws {
    var plan = Self.plan
    plan.pointer = DocumentPointer("/user/name")
    #expect(try converted(#"{"user":{"name":"Ada"}}"#, by: plan) == "Ada\n")
  }

  @Test func writesDataAsTheBytesThemselves() throws {
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    var writer = RawWriter(JSONWriter(JSONWritingOptions()))
    var batch = EventBatch()
    batch.append(.beginDocument)
    [0x00, 0xFF, 0x0A].withBytes { batch.append(.data, text: $0) }
    batch.append(.endDocument)
    try writer.write(batch, to: sink)
    try sink.flush()
    #expect(destination.bytes == [0x00, 0xFF, 0x0A])
  }

  @Test func refusesStringsThatAreNotUnicode() throws {
    var plan = Self.plan
    plan.fidelity = .tagged
    let error = #expect(throws: DecantError.self) { try converted(#""\ud800""#, by: plan) }
    #expect(error?.problem == .notRepresentable(.loneSurrogate, target: "text"))
    #expect(error?.position?.offset == 0)
  }
}
