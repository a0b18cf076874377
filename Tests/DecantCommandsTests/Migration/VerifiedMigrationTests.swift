import Decant
import DecantCore
import Foundation
import Testing

@testable import DecantCommands

/// An incorrect result is never put in place.
@Suite struct VerifiedMigrationTests {
  private struct StubbornWriter: EventWriter {
    let text: String

    mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) {}

    mutating func finish(to sink: ByteSink) throws(DecantError) {
      try sink.write(text)
    }
  }

  private static func registry(writing text: String) -> FormatRegistry {
    FormatRegistry.standard.adding(
      Format(
        name: "stubborn", extensions: ["stubborn"], summary: "what it likes",
        abilities: Format.json.abilities, members: [.json],
        writer: { _ in StubbornWriter(text: text) }))
  }

  @Test(arguments: [
    ("[1,3]\n", "the result differs from the source at /1"),
    ("[1,2,3]\n", "the result differs from the source at /2"),
    ("[1]\n", "the result differs from the source"),
    ("[1,2\n", "the result cannot be read back: 1:1: '[' is never closed"),
    ("", "the result cannot be read back: 1:1: the input is empty"),
  ])
  func reportsADefect(written: String, message: String) throws {
    let scratch = try Scratch()
    try scratch.write("[1, 2]\n", to: "a.json")
    let outcome = decant(
      "migrate", "-t", "stubborn", "--replace", scratch.path,
      registry: Self.registry(writing: written))
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("a.json: error: \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("0 files converted, 0 skipped, 1 failed\n"))
    #expect(try scratch.names == ["a.json"])
    #expect(try scratch.read("a.json") == "[1, 2]\n")
  }

  @Test func putsWhatIsRightInItsPlace() throws {
    let scratch = try Scratch()
    try scratch.write("[1, 2]\n", to: "a.json")
    let outcome = decant(
      "migrate", "-t", "stubborn", "--replace", scratch.path,
      registry: Self.registry(writing: "[ 1, 2 ]"))
    #expect(outcome.status == 0)
    #expect(try scratch.names == ["a.stubborn"])
    #expect(try scratch.read("a.stubborn") == "[ 1, 2 ]")
  }

  /// Data that the filter's type drops is not an error, but an invalid value is.
  @Test func heedsTheTypeOfAFilter() throws {
    struct Town: Codable { var name: String }
    let scratch = try Scratch()
    try scratch.write(#"{"name": "Uzès", "height": 138}"#, to: "a.json")
    try scratch.write(#"{"name": 1}"#, to: "b.json")
    let errors = Transcript()
    let console = Console(
      input: MemorySource(""), output: MemoryDestination(), writeError: { errors.append($0) })
    let status = Tool.run(
      ["migrate", "-t", "yaml", scratch.path], calledAs: "towns", .standard,
      as: DocumentTransform(Town.self), on: console)
    #expect(status == .badInput)
    #expect(try scratch.read("a.yaml") == "name: Uzès\n")
    #expect(errors.text.contains("b.json:1:10: error:"), "\(errors.text)")
    #expect(try scratch.names == ["a.json", "a.yaml", "b.json"])
  }
}
