import DecantSchema
import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

/// The source that is printed for schemas.
@Suite struct SchemaSourceTests {
  private func source(_ text: String, named name: String = "Root") throws -> String {
    try TypeInference.swiftSource(of: JSONSchema(Value(parsing: text, as: .json)), named: name)
  }

  @Test func titlesDescriptionsAndPresence() throws {
    let source = try source(
      #"""
      {"title": "A user of the system", "description": "One\ntwo.", "type": "object", "required": ["id", "name"],
       "properties": {"id": {"type": "integer", "description": "The number."}, "name": {"type": ["string", "null"]},
        "nick": {"type": ["string", "null"]}, "role": {"title": "Role", "description": "What they may do.",
        "enum": ["admin", "guest"]}, "home": {"$ref": "#/$defs/address"}, "tags": {"type": "array"}},
       "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}}}}}
      """#, named: "user")
    #expect(
      source.hasPrefix(
        """
        import Decant

        /// A user of the system
        ///
        /// One
        /// two.
        struct User: Codable {
          /// The number.
          var id: Int
          var name: String?
          var nick: UserNullable<String>?
          var role: Role?
          var home: Address?
          var tags: [Value]?

          func encode(to encoder: any Encoder) throws {
        """), "\(source)")
    #expect(source.contains("/// What they may do.\nenum Role: String, Codable {\n  case admin\n"))
    #expect(source.contains("struct Address: Codable {\n  var street: String?\n}\n"))
  }

  /// A text of the schema cannot be code.
  @Test func commentsAndLiteralsHoldAnyText() throws {
    let breaks = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{202E}"]
    for text in breaks {
      let evil = "a */ \(text)struct Evil {}\(text)b\"\\(c)"
      let schema: Value = [
        "title": .string(evil), "description": .string(evil),
        "properties": [
          "x": ["description": .string(evil), "enum": [.string(evil), "y"]],
          evil: ["description": .string(evil), "type": "string"],
        ],
      ]
      let source = try TypeInference.swiftSource(of: JSONSchema(schema), named: "Root")
      for line in source.split(whereSeparator: \.isNewline) where line.contains("struct Evil {}") {
        let code = line.drop { $0 == " " }
        #expect(code.hasPrefix("///") || code.hasPrefix("case ") || code.hasPrefix("\""), "\(line)")
      }
      #expect(!source.unicodeScalars.contains { $0 != "\n" && text.unicodeScalars.contains($0) })
    }
    let long = String(repeating: "word ", count: 1000)
    let source = try TypeInference.swiftSource(
      of: JSONSchema([
        "type": "object", "properties": ["a": ["type": "string", "title": .string(long)]],
      ]),
      named: "Root")
    #expect(source.split(separator: "\n").allSatisfy { $0.count <= SwiftSource.width + 1 })
    #expect(source.utf8.count < 3000 && source.contains("…"))
  }

  /// Alternatives that are written as one type are one.
  @Test(arguments: [
    (
      #"{"anyOf": [{"type": "array", "items": {"type": "string"}}, {"items": {"type": "string"}, "type": "array"}]}"#,
      "typealias Root = [String]\n"
    ),
    (
      #"{"oneOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}"#,
      "import Decant\n\ntypealias Root = [String: Value]\n"
    ),
    (
      #"{"oneOf": [{"type": ["array", "null"]}, {"type": "array", "minItems": 2, "items": true}]}"#,
      "import Decant\n\ntypealias Root = [Value]?\n"
    ),
    (
      ##"""
      {"anyOf": [{"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "integer", "minimum": 3}]}},
       {"type": "array", "items": {"$ref": "#/$defs/n"}}], "$defs": {"n": {"type": "integer"}}}
      """##, "typealias Root = [Int]\n"
    ),
    (
      #"{"anyOf": [{"type": "object", "properties": {"a": false}}, {"type": "object"}]}"#,
      "import Decant\n\ntypealias Root = [String: Value]\n"
    ),
    (
      #"{"anyOf": [{"type": "array", "items": false}, {"items": false, "type": "array"}]}"#,
      "typealias Root = [Never]\n"
    ),
  ])
  func alternativesOfOneTypeAreOne(_ schema: String, _ expected: String) throws {
    #expect(try source(schema) == expected)
  }

  @Test func listsThatDifferInNullAreTwo() throws {
    let source = try source(
      #"{"anyOf": [{"type": "array", "items": {"type": ["string", "null"]}}, {"type": "array", "items": {"type": "string"}}]}"#
    )
    #expect(
      source.hasPrefix("enum Root: Codable {\n  case array([String?])\n  case array2([String])\n"))
  }

  @Test func aDiscriminatorDecides() throws {
    let source = try source(
      #"""
      {"oneOf": [{"title": "Circle", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
        "required": ["kind"]}, {"properties": {"kind": {"enum": ["box", "cube"]}}, "required": ["kind"]}]}
      """#, named: "shape")
    #expect(source.hasPrefix("enum Shape: Codable {\n  case circle(Circle)\n  case box(Box)\n"))
    #expect(
      source.contains(
        "    case \"box\", \"cube\":\n      self = .box(try container.decode(Box.self))\n"))
  }

  @Test func theRootIsCalledAsAsked() throws {
    let text =
      ##"{"$ref": "#/definitions/a", "definitions": {"a": {"properties": {"x": {"type": "string"}}}}}"##
    #expect(try source(text).hasPrefix("typealias Root = A\n\nstruct A: Codable {"))
    #expect(try source(text, named: "a").hasPrefix("struct A: Codable {"))
    #expect(try source(#"{"type": "string"}"#) == "typealias Root = String\n")
    #expect(try source("true") == "import Decant\n\ntypealias Root = Value\n")
    #expect(try source("false") == "typealias Root = Never\n")
  }

  @Test func recursionIsAClassOrAnIndirectEnumeration() throws {
    let source = try source(
      ##"""
      {"properties": {"next": {"$ref": "#"}, "e": {"$ref": "#/$defs/e"}}, "$defs": {
       "e": {"anyOf": [{"type": "string"}, {"required": ["of"], "properties": {"of": {"$ref": "#/$defs/e"}}}]}}}
      """##)
    #expect(source.contains("final class Root: Codable {\n  var next: Root?\n  var e: E?\n}"))
    #expect(source.contains("indirect enum E: Codable {"))
    let list = try self.source(
      ##"{"type": "array", "items": {"items": {"$ref": "#"}, "type": "array"}}"##)
    #expect(list.contains("typealias Root = Value\n"))
  }

  // MARK: Hostile schemas

  @Test(arguments: [
    ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##,
    ##"{"anyOf": [{"$ref": "#"}, {"type": "string"}]}"##,
    ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
    ##"{"$ref": "#/$defs/a", "$defs": {"a": {"oneOf": [{"type": "null"}, {"anyOf": [{"$ref": "#/$defs/a"}]}]}}}"##,
  ])
  func anEndlessReferenceIsAnError(text: String) throws {
    let error = #expect(throws: DecantError.self) { try source(text) }
    #expect(error?.message.contains("refers to itself endlessly") == true)
  }

  @Test func aDeepSchemaHasATypeOrAnError() throws {
    var deep: Value = ["type": "string"]
    for depth in 0..<800 {
      deep = depth % 3 == 0 ? ["allOf": [deep, ["title": "x"]]] : ["type": "array", "items": deep]
    }
    _ = try TypeInference.swiftSource(of: JSONSchema(deep), named: "Root")
    var choices: Value = ["type": "string"]
    for depth in 0..<800 { choices = ["anyOf": [choices, ["properties": ["p\(depth)": true]]]] }
    _ = try TypeInference.swiftSource(of: JSONSchema(choices), named: "Root")
  }

  /// Each level doubles the combinations.
  @Test func tooManyCombinationsAreAnError() throws {
    var definitions = Mapping()
    for level in 0..<40 {
      let choice = { (name: String) -> Value in
        ["required": [.string(name)], "properties": [name: ["type": "string"]]]
      }
      definitions["l\(level)"] = [
        "properties": ["q\(level)": true], "allOf": [["$ref": "#/$defs/l\(level + 1)"]],
        "anyOf": [choice("a\(level)"), choice("b\(level)")],
      ]
    }
    definitions["l40"] = true
    let schema = try JSONSchema(["$ref": "#/$defs/l0", "$defs": .mapping(definitions)])
    let error = #expect(throws: DecantError.self) {
      try TypeInference.swiftSource(of: schema, named: "Root")
    }
    #expect(error?.message.contains("too many subschemas") == true)
  }
}
