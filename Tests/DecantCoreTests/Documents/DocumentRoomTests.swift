import Testing
import Decant
import DecantCore

/// The memory that is reserved for documents of a known length.
@Suite struct DocumentRoomTests {
  private func document(_ text: String, as format: Format) throws -> Document {
    var reader = try DocumentReader(.text(text), as: format)
    return try #require(try reader.next())
  }

  @Test(arguments: [Format.json, .yaml]) func isWhatItsBeginningPromises(format: Format) throws {
    let text =
      "["
      + (0..<50_000).map { #"{"name": "number \#($0)", "value": \#($0)}"# }
      .joined(separator: ",\n") + "]"
    let tape = try document(text, as: format).tape
    #expect(tape.entries.capacity < tape.entries.count * 3 / 2)
    #expect(tape.text.capacity < text.utf8.count * 3 / 2)
  }

  @Test func isBoundedWhateverItsBeginningPromises() throws {
    let many = String(repeating: "1,", count: 5000)
    let text = "[\(many)\"" + String(repeating: "long ", count: 4_000_000) + "\"]"
    let tape = try document(text, as: .json).tape
    #expect(tape.entries.count == 5003)
    #expect(tape.entries.capacity <= EventBatch.usualCount * 1024 * 2)
    #expect(tape.text.capacity <= text.utf8.count * 2)
  }

  @Test func isNotThatOfAllDocumentsOfAnInput() throws {
    let line = "[" + (0..<500).map(String.init).joined(separator: ",") + "]\n"
    var reader = try DocumentReader(
      .text(String(repeating: line, count: 1000)), as: .jsonLines)
    var count = 0
    while let document = try reader.next() {
      count += 1
      #expect(document.tape.entries.capacity < 4096)
    }
    #expect(count == 1000)
  }
}
