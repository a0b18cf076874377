import DecantTestSupport
import Testing

@testable import Decant

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

@Suite struct ValueRoundTripTests {
  static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> Value {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &generator) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      return Value(
        Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
    case 3:
      let value = Double(bitPattern: generator.next())
      return Value(value.isFinite ? value : 0.5)
    case 4: return .string(text(&generator))
    case 5, 6:
      return .sequence(
        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
          random(&generator, depth: depth + 1)
        })
    default:
      var mapping = Mapping()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        mapping[text(&generator)] = random(&generator, depth: depth + 1)
      }
      return .mapping(mapping)
    }
  }

  static func text(_ generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "字", "😀", "\u{FFFF}",
      "\u{2028}", " ",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<10, using: &generator) {
      text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
    }
    return text
  }

  @Test func comesBackFromJSONAsItWent() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let value = Self.random(&generator)
      for indentation in [Indentation.compact, .tab, .spaces(3)] {
        for isASCII in [false, true] {
          var options = WritingOptions()
          options.indentation = indentation
          options.ascii = isASCII
          let text = try value.text(as: .json, options: options)
          let back = try Value(parsing: text, as: .json)
          #expect(back == value)
          #expect(back.description == value.description, "order and lexemes")
        }
      }
    }
  }

  @Test func comesBackFromTheGreatestDepthThatReadersAllow() throws {
    var value: Value = 1
    for level in 0..<1000 {
      value = level.isMultiple(of: 2) ? [value, 2] : ["k": value, "l": nil]
    }
    let back = try Value(parsing: value.text(as: .json), as: .json)
    #expect(back == value)
    #expect(back.description == value.description)
  }

  @Test func comesBackFromManyBatches() throws {
    for count in EventBatch.usualCount - 3...EventBatch.usualCount + 3 {
      var mapping = Mapping()
      for index in 0..<count { mapping["k\(index)"] = index.isMultiple(of: 5) ? [1] : 2 }
      let value: Value = [.sequence(Array(repeating: 0, count: count)), .mapping(mapping)]
      let back = try Value(parsing: value.text(as: .json), as: .json)
      #expect(back.description == value.description)
    }
  }

  @Test func comesThroughSortingAndDocumentsAsItWent() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let value = Self.random(&generator)
      var plan = Plan(to: .json)
      plan.keyOrder = .byBytes
      let sorted = try Value(parsing: try value.encoded(by: plan), as: .json)
      #expect(sorted == value)
      #expect(try Document(value).value.description == value.description)
      #expect(Set([value, sorted]).count == 1)
    }
  }
}
