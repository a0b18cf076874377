import DecantTestSupport
import Testing
import Decant

struct DocumentReaderTests {
  private func story(
    of source: String, sizes: [Int], as format: Format = .jsonLines,
    _ options: ReadingOptions = ReadingOptions()
  ) throws -> [String] {
    var story: [String] = []
    var reader = try DocumentReader(
      ChunkedSource(Array(source.utf8), sizes: sizes), as: format, options: options)
    do {
      while let document = try reader.next() { story.append(document.description) }
    } catch {
      story.append(error.message)
      let again = #expect(throws: DecantError.self) { try reader.next() }
      #expect(again?.message == error.message)
    }
    return story
  }

  private var tagged: ReadingOptions {
    let options = ReadingOptions().adapted(to: .tagged)
    return options
  }

  @Test("Documents before a mistake are given out first", arguments: [[1], [2, 5], []])
  func mistake(sizes: [Int]) throws {
    #expect(
      try story(of: "1\n[2]\n{3}\n4", sizes: sizes)
        == ["1", "[2]", "expected a key or '}' but found '3'"])
  }

  @Test("Documents before a bad tagged form are given out first", arguments: [[1], [2, 5], []])
  func taggedForm(sizes: [Int]) throws {
    let source = "1\n{\"$real\":\"nan\"}\n[{\"$null\":1}]\n4"
    #expect(
      try story(of: source, sizes: sizes, tagged)
        == ["1", "nan", "malformed tagged form '$null'"])
  }

  @Test(
    "A record with a bad tagged form is left out, and the next one is read", arguments: [[1], []])
  func skipping(sizes: [Int]) throws {
    let reports = Losses()
    var options = tagged
    options.badRecords = .skip { _ in reports.count(.null, at: DocumentPath()) }
    let source = "1\n[2,{\"$null\":[1]}]\n[3\n{\"$null\":true}\n"
    #expect(try story(of: source, sizes: sizes, options) == ["1", "null"])
    #expect(reports.counts == [.null: 2])
  }

  @Test("An input without a document is reported by its name")
  func empty() {
    let error = #expect(throws: DecantError.self) {
      try Document(reading: .text("\n\n"), named: "nothing.jsonl", as: .jsonLines)
    }
    #expect(error?.description == "nothing.jsonl: the input is empty")
  }
}
