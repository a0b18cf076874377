import DecantTestSupport
import Testing
import Decant

@Suite struct DocumentTests {
  static let source = #"{"a":[1,{"b":[[],2]},"x\ny"],"k\u0065y":1.10,"n":null,"t":true}"#

  @Test func isLookedIntoByKeyAndIndex() throws {
    let document = try Document(parsing: Self.source, as: .json)
    #expect(document.root.kind == .beginMapping)
    #expect(document.root["a"]?[2]?.text == "x\ny")
    #expect(document.root["a"]?[1]?["b"]?[1]?.text == "2")
    #expect(document.root["key"]?.text == "1.10")
    #expect(document.root["n"]?.kind == .null)
    #expect(document.root["absent"] == nil)
    #expect(document.root["a"]?[3] == nil)
    #expect(document.root["a"]?[-1] == nil)
    #expect(document.root[0] == nil)
    #expect(document.root["a"]?["a"] == nil)
    #expect(document.root.pairs.map { $0.key.text ?? "" } == ["a", "key", "n", "t"])
    #expect(document.root["a"]?.elements.map(\.kind) == [.integer, .beginMapping, .string])
    #expect(document.root.elements.map(\.kind) == [])
  }

  @Test func isWrittenAsItWasRead() throws {
    let document = try Document(parsing: Self.source, as: .json)
    let text = #"{"a":[1,{"b":[[],2]},"x\ny"],"key":1.10,"n":null,"t":true}"# + "\n"
    #expect(try document.text(as: .jsonLines) == text)
    #expect(try document.value.text(as: .jsonLines) == text)
    #expect(try Document(document.value).text(as: .jsonLines) == text)
  }

  @Test func refusesMoreOrLessThanOneDocument() {
    var error = #expect(throws: DecantError.self) {
      try Document(parsing: "1\n 2", as: .jsonLines)
    }
    #expect(error?.problem == .manyDocuments(target: "document"))
    #expect(error?.position?.offset == 3)
    error = #expect(throws: DecantError.self) { try Document(parsing: "", as: .jsonLines) }
    #expect(error?.problem == .emptyInput)
    error = #expect(throws: DecantError.self) { try Value(parsing: "[1,]", as: .json) }
    #expect(error?.position?.offset == 3)
  }

  @Test func heedsWhatDuplicateKeysDo() throws {
    let source = #"{"a":1,"b":2,"a":3}"#
    var options = ReadingOptions()
    options.duplicateKeys = .first
    #expect(
      try Value(parsing: source, as: .json, options: options).description == #"{"a":1,"b":2}"#)
    options.duplicateKeys = .last
    #expect(
      try Value(parsing: source, as: .json, options: options).description == #"{"a":3,"b":2}"#)
    options.duplicateKeys = .keep
    let document = try Document(parsing: source, as: .json, options: options)
    #expect(document.root.pairs.map { $0.value.text ?? "" } == ["1", "2", "3"])
    let error = #expect(throws: DecantError.self) { try document.value }
    #expect(error?.problem == .duplicateKey("a"))
    #expect(error?.offset == 13)
  }

  @Test func readsDocumentsOneAtATime() throws {
    let source = (0..<10_000).map { "{\"n\":\($0)}" }.joined(separator: "\n")
    var reader = try DocumentReader(.text(source), as: .jsonLines)
    var count = 0
    while let document = try reader.next() {
      #expect(document.root["n"]?.text == String(count))
      count += 1
    }
    #expect(count == 10_000)
    let another = try reader.next()
    #expect(another == nil)
  }

  @Test func passesThroughTheStagesOfAPlan() throws {
    var plan = Plan(to: .jsonLines)
    plan.pointer = DocumentPointer("/a/1")
    plan.keyStyle = .pascal
    let document = try Document(parsing: Self.source, as: .json)
    #expect(String(decoding: try document.encoded(by: plan), as: UTF8.self) == "{\"B\":[[],2]}\n")
    #expect(
      String(decoding: try document.value.encoded(by: plan), as: UTF8.self) == "{\"B\":[[],2]}\n")
  }

  @Test func holdsDocumentsDeeperThanTheStack() throws {
    var options = ReadingOptions()
    options.maximumDepth = .max
    let depth = 200_000
    let source = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let document = try Document(parsing: source, as: .json, options: options)
    #expect(try document.text(as: .jsonLines) == source + "\n")
    var node = document.root
    for _ in 0..<1000 { node = try #require(node[0]) }
  }

  @Test func holdsStringsThatAreNotUnicode() throws {
    let options = ReadingOptions().adapted(to: .tagged)
    let document = try Document(parsing: #"["\ud800"]"#, as: .json, options: options)
    #expect(try document.text(as: .jsonLines) == #"["\ud800"]"# + "\n")
    let error = #expect(throws: DecantError.self) { try document.value }
    #expect(error?.problem == .notRepresentable(.loneSurrogate, target: "value"))
    #expect(error?.offset == 1)
  }
}
