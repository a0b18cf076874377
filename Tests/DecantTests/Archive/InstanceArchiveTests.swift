import Decant
import DecantTestSupport
import Foundation
import Testing

/// Instances in archives of version 2.
@Suite struct InstanceArchiveTests {
  typealias Book = InstanceModels.Book
  typealias Note = InstanceModels.Note
  typealias Ink = InstanceModels.Ink

  static let formats = Format.ofArchives

  static func root(_ value: some Archivable) throws -> String {
    var options = EncodingOptions()
    options.writing.indentation = .compact
    let text = String(
      decoding: try Archive.data(of: value, as: .json, options: options), as: UTF8.self)
    let root = text.split(separator: #","$root":"#, maxSplits: 1)[1]
    let version = text.contains(#""$version":2"#) ? "2 " : "1 "
    return version + root.dropLast(2)
  }

  struct Box<Content: Codable>: Archivable {
    static var archiveName: String { "Box" }
    var a: Content
    var b: Content?
  }

  @Test func eachCaseHasItsShape() throws {
    let ink = Ink("blue")
    #expect(try Self.root(Box(a: 1)) == #"1 {"a":1}"#)
    #expect(
      try Self.root(Box(a: ["$id": "x", "$ref": "y"])) == #"1 {"a":{"$id":"x","$ref":"y"}}"#)
    #expect(try Self.root(Box(a: ink)) == #"2 {"a":{"$id":1,"kind":"ink","name":"blue"}}"#)
    #expect(
      try Self.root(Box(a: ink, b: ink))
        == #"2 {"a":{"$id":1,"kind":"ink","name":"blue"},"b":{"$ref":1}}"#)
    let tally = InstanceModels.Tally([1])
    #expect(
      try Self.root(Box(a: tally, b: tally)) == #"2 {"a":{"$id":1,"$value":[1]},"b":{"$ref":1}}"#)
    let cover = InstanceModels.Cover(ink)
    #expect(
      try Self.root(Box(a: cover, b: cover))
        == #"2 {"a":{"$id":1,"$value":{"$id":2,"kind":"ink","name":"blue"}},"b":{"$ref":1}}"#)
    #expect(
      try Self.root(Box(a: InstanceModels.Lookalike()))
        == #"2 {"a":{"$id":1,"$value":{"$literal":{"$id":7,"$value":"x"}}}}"#)
    struct Both: Codable {
      var ink: Ink
      var data: [String: String]
      var one: [String: Int]
      var date: Date
    }
    let both = Both(
      ink: ink, data: ["$id": "x", "y": "z"], one: ["$ref": 1], date: Date(timeIntervalSince1970: 0)
    )
    #expect(
      try Self.root(Box(a: both)) == #"2 {"a":{"ink":{"$id":1,"kind":"ink","name":"blue"},"#
        + #""data":{"$literal":{"$id":"x","y":"z"}},"one":{"$literal":{"$ref":1}},"#
        + #""date":{"$date":"1970-01-01T00:00:00Z"}}}"#)
  }

  /// Values, identity and cycles come back from every format, also after conversions, in any order of keys.
  @Test(arguments: UInt64(1)...40) func graphsComeBack(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let book = try InstanceModels.book(using: &random)
    defer { InstanceModels.dismantle(book) }
    let shape = book.shape
    // A plain reference to an instance around it is refused.
    guard let json = try? Archive.data(of: book, as: .json) else {
      #expect(throws: EncodingError.self) { try Archive.data(of: book, as: .yaml) }
      return
    }
    let digest = try Archive.header(of: json).digest
    for format in Self.formats {
      let bytes = try Archive.data(of: book, as: format)
      #expect(try Archive.data(of: book, as: format) == bytes)
      func check(_ bytes: [UInt8], in format: Format) throws {
        let header = try Archive.contents(of: bytes, as: format).header
        #expect(header.digest == digest && header.version == 2)
        let back = try Archive.read(Book.self, from: bytes, as: format)
        defer { InstanceModels.dismantle(back) }
        #expect(back.shape == shape, "\(format.name)")
        #expect(try Archive.header(of: Archive.data(of: back, as: .json)).digest == digest)
      }
      try check(bytes, in: format)
      let target = try #require(Self.formats.randomElement(using: &random))
      var plan = Plan(to: target)
      plan.keyOrder = Bool.random(using: &random) ? .byBytes : .asRead
      let converted = try convert(bytes, from: format, by: plan)
      try check(converted, in: target)
      // A document in memory keeps its instances.
      let contents = try Archive.contents(of: converted, as: target)
      try check(Archive.data(of: contents.root, type: "Book", as: format), in: format)
    }
  }

  /// JSON Schemas, and documents of databases with `$id` and `$ref`, are archives of version 1, and come back as they are.
  @Test(arguments: formats) func dataIsNoInstance(format: Format) throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let value = Self.data(using: &random)
      let bytes = try Archive.data(of: Document(value), type: "T", as: format)
      let contents = try Archive.contents(of: bytes, as: format)
      #expect(contents.header.version == 1)
      #expect(try contents.root.value == value)
      // The same data beside an instance.
      let ink = Ink("x")
      let both = Box(a: [ink, ink], b: nil)
      struct Mixed: Archivable {
        static let archiveName = "Mixed"
        var box: [Ink]
        var data: Value
      }
      let mixed = Mixed(box: both.a, data: value)
      let more = try Archive.data(of: mixed, as: format)
      #expect(try Archive.header(of: more, as: format).version == 2)
      let back = try Archive.read(Mixed.self, from: more, as: format)
      #expect(back.data == value && back.box[0] === back.box[1])
    }
  }

  private static func data(using random: inout SeededGenerator, depth: Int = 0) -> Value {
    switch Int.random(in: depth > 3 ? 3...5 : 0...5, using: &random) {
    case 0...1:
      let keys = ["$id", "$ref", "$class", "$value", "$shared", "$again", "$literal", "$date", "a"]
      var mapping = Mapping()
      for key in keys.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
        mapping[key] = data(using: &random, depth: depth + 1)
      }
      return .mapping(mapping)
    case 2:
      let count = Int.random(in: 0...3, using: &random)
      return .sequence((0..<count).map { _ in data(using: &random, depth: depth + 1) })
    case 3: return Value(Int.random(in: 0...3, using: &random))
    case 4: return .string("x")
    default: return .bool(true)
    }
  }

  @Test func aDefinitionMayStandAnywhere() throws {
    let definition = #"{"$id":1,"kind":"ink","name":"blue"}"#
    for places in [["a", "b"], ["b", "a"]] {
      let root = #"{"\#(places[0])":{"$ref":1},"\#(places[1])":\#(definition)}"#
      let document = try Document(parsing: root, as: .json).readingInstances()
      for format in Self.formats {
        let bytes = try Archive.data(of: document, type: "Box", as: format)
        let back = try Archive.read(Box<Ink>.self, from: bytes, as: format)
        #expect(back.a === back.b && back.a.name == "blue")
      }
    }
  }

  @Test func yamlHasAliasesWhereTheySayTheSame() throws {
    let bytes = try Archive.data(of: Box(a: Ink("x"), b: nil), as: .yaml)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("&"))
    let ink = Ink("x")
    let text = String(decoding: try Archive.data(of: Box(a: ink, b: ink), as: .yaml), as: UTF8.self)
    #expect(text.hasSuffix("\n  a: &s1\n    $id: 1\n    kind: ink\n    name: x\n  b: *s1\n"))
    // Each level is referred to twice by the next one: aliases are used while a reader can expand them.
    let levels = (2...60).map { #"{"$id":\#($0),"a":{"$ref":\#($0 - 1)},"b":{"$ref":\#($0 - 1)}}"# }
    let json = #"[{"$id":1,"x":1},"# + levels.joined(separator: ",") + "]"
    let document = try Document(parsing: json, as: .json).readingInstances()
    let yaml = try Archive.data(of: document, type: "T", as: .yaml)
    #expect(String(decoding: yaml, as: UTF8.self).contains("*s9"))
    #expect(
      try convert(yaml, from: .yaml, by: Plan(to: .json))
        == Archive.data(of: document, type: "T", as: .json))
  }

  /// What is no mark is data, whose digest differs from that of the marks.
  @Test(arguments: [
    #"{"a":{"$ref":2},"b":{"$id":1,"x":1}}"#, #"{"a":{"$ref":1,"x":1},"b":{"$id":1,"x":1}}"#,
    #"{"a":{"$id":1,"x":2},"b":{"$id":1,"x":1}}"#, #"{"a":{"$id":"1"},"b":{"$id":1,"x":1}}"#,
    #"{"a":{"$id":0},"b":{"$id":1,"x":1}}"#, #"{"a":{"$id":1,"$ref":1},"b":{"$id":1,"x":1}}"#,
  ])
  func marksThatContradictAreRefused(root: String) throws {
    let valid = try Document(parsing: #"{"a":{"$id":1,"x":1}}"#, as: .json).readingInstances()
    var options = WritingOptions()
    options.indentation = .compact
    let text = String(
      decoding: try Archive.data(of: valid, type: "T", as: .json, options: options), as: UTF8.self)
    let damaged = text.replacing(#"{"a":{"$id":1,"x":1}}"#, with: root)
    #expect(damaged != text)
    let error = #expect(throws: DecantError.self) {
      try Archive.contents(of: Array(damaged.utf8), as: .json)
    }
    #expect(error?.message.hasPrefix("digest mismatch") == true)
  }

  @Test func whatWouldNotComeBackIsNotWrittenIfVerified() throws {
    struct Forgetful: Archivable {
      static let archiveName = "Forgetful"
      var price: Int

      init(_ price: Int) { self.price = price }

      init(from decoder: any Decoder) throws { price = 0 }
    }
    let scratch = try Scratch()
    for format in Self.formats {
      let path = "\(scratch.path)/list.\(format.name)"
      try Archive.write(Forgetful(0), to: path, as: format, verified: true)
      let before = try Data(contentsOf: URL(filePath: path))
      let error = #expect(throws: DecantError.self) {
        try Archive.write(Forgetful(5), to: path, as: format, verified: true)
      }
      #expect(error?.problem == .archive(.notRestored(type: "Forgetful")))
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  /// What follows a reference does not search the document.
  @Test func manyReferencesAreFollowedOneByOne() throws {
    let inks = (0..<10_000).map { Ink("\($0)") }
    let bytes = try Archive.data(of: Box(a: inks, b: inks.reversed()), as: .json)
    let root = try Archive.contents(of: bytes, as: .json).root.root
    var names: [String] = []
    for reference in try #require(root["b"]).elements {
      names.append(reference["name"]?.text ?? "")
      #expect(try reference.value["name"]?.string == names.last)
    }
    #expect(names == inks.map(\.name).reversed())
  }

  @Test func documentsLookThroughReferences() throws {
    let ink = Ink("blue")
    let bytes = try Archive.data(of: Box(a: ink, b: ink), as: .cbor)
    let root = try Archive.contents(of: bytes, as: .cbor).root
    for key in ["a", "b"] {
      #expect(root.root[key]?["name"]?.text == "blue")
      #expect(root.root[DocumentPointer(tokens: [key, "name"])]?.text == "blue")
      #expect(root.root[key]?.pairs.map { $0.key.text ?? "" } == ["kind", "name"])
      #expect(try root.value[key]?["name"] == "blue")
    }
    #expect(
      try root.value.description == #"{"a":{"$id":1,"kind":"ink","name":"blue"},"b":{"$ref":1}}"#)
    let ring = try Document(parsing: #"{"a":{"$id":1,"me":{"$ref":1}}}"#, as: .json)
      .readingInstances()
    #expect(ring.root["a"]?["me"]?["me"]?["me"]?.pairs.count { _ in true } == 1)
    let error = #expect(throws: DecantError.self) { try ring.value }
    #expect(error?.problem == .cyclicAlias("s1"))
  }
}
