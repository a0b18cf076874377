import DecantCodableSchema
import DecantSchema
import DecantTestSupport
import Foundation
import Testing

@testable import Decant

/// What two versions of a type read of each other's files.
@Suite struct CompatibilityTests {
  // MARK: Versions of types

  enum One {
    enum Theme: String, Codable { case light, dark }

    struct Log: Codable {
      var level = 1
    }

    enum Shape: Codable {
      case none
      case circle(radius: Int)
    }

    struct Settings: Codable {
      var theme = Theme.dark
      var retries = 3
      var name: String?
      var log = Log()
      var logs = [Log()]
      var limits = ["a": 1]
      var shape = Shape.circle(radius: 1)
      var small: UInt8 = 7
      var at = Date(timeIntervalSinceReferenceDate: 0)
    }
  }

  enum Two {
    enum Theme: String, Codable { case light, dark, sepia }

    struct Log: Codable {
      var level = 1
      var file = "x"
    }

    enum Shape: Codable {
      case none
      case circle(radius: Double)
      case square(side: Int)
    }

    struct Settings: Codable {
      var theme = Theme.sepia
      var retries: Int?
      var name: String? = "n"
      var log = Log()
      var logs = [Log(), Log()]
      var limits = ["b": -1]
      var shape = Shape.square(side: 2)
      var small: UInt16 = 300
      var at = Date(timeIntervalSinceReferenceDate: 0)
      var colour: String?
    }
  }

  private func lines(_ old: Value, _ new: Value) -> [String] {
    Compatibility.differences(from: old, to: new).map(\.description)
  }

  @Test func twoVersionsDifferInBothDirections() throws {
    let (old, new) = (
      JSONSchema.document(of: One.Settings.self), JSONSchema.document(of: Two.Settings.self)
    )
    #expect(lines(old, old) == [])
    #expect(lines(new, new) == [])
    #expect(
      lines(old, new) == [
        "/log/file: the new program requires it, old files may lack it",
        "/logs/*/file: the new program requires it, old files may lack it",
        "/retries: the old program requires it, new files may lack it",
        #"/theme: new files may have "sepia", the old program reads "light" or "dark""#,
        "/retries: new files may have null, the old program reads an integer",
        "/shape/circle/radius: new files may have a number, the old program reads an integer",
        "/shape: new files may have an object (square), the old program reads "
          + "an object (none) or an object (circle)",
        "/small: new files may have an integer (minimum 0, maximum 65535), "
          + "the old program reads an integer (minimum 0, maximum 255)",
      ])
    // What is said is so.
    #expect(throws: (any Error).self) {
      try Format.json.decode(Two.Settings.self, from: Format.json.encodeText(One.Settings()))
    }
    for key in ["theme", "retries", "shape", "small"] {
      var text = try Value(encoding: One.Settings())
      text[key] = try Value(encoding: Two.Settings())[key]
      #expect(throws: (any Error).self) { try text.decode(One.Settings.self) }
    }
  }

  struct Later: Codable {
    var theme = One.Theme.dark
    var retries = 3
    var name: String?
    var log = One.Log()
    var logs = [One.Log()]
    var limits = ["a": 1]
    var shape = One.Shape.none
    var small: UInt8 = 7
    var at = Date(timeIntervalSinceReferenceDate: 0)
    var colour: String? = "red"
    var more: [String: [Int]]? = ["a": [1]]
  }

  @Test func optionalKeysAreCompatible() throws {
    let (old, new) = (
      JSONSchema.document(of: One.Settings.self), JSONSchema.document(of: Later.self)
    )
    #expect(lines(old, new) == [])
    _ = try Format.json.decode(Later.self, from: Format.json.encodeText(One.Settings()))
    _ = try Format.json.decode(One.Settings.self, from: Format.json.encodeText(Later()))
  }

  // MARK: Kinds of changes

  struct Change: Sendable, CustomTestStringConvertible {
    let old: Value
    let new: Value
    let expected: [String]
    var testDescription: String { "\(old) → \(new)" }

    init(_ old: Value, _ new: Value, _ expected: String...) {
      (self.old, self.new, self.expected) = (old, new, expected)
    }
  }

  private static func object(_ properties: Value, _ required: Value...) -> Value {
    ["type": "object", "properties": properties, "required": .sequence(required)]
  }

  private static let any = object(["a": [:]])
  private static let a = object(["a": ["type": "integer"]])
  private static let walk = object(
    ["kind": ["const": "walk"], "x": ["type": "integer"]], "kind", "x")
  private static let ride = object(
    ["kind": ["const": "ride"], "x": ["type": "integer"]], "kind", "x")
  private static let both = object(
    ["kind": ["type": "string", "enum": ["walk", "ride"]], "x": ["type": "integer"]], "kind", "x")

  static let changes: [Change] = [
    Change(
      ["type": "integer"], ["type": "number"],
      "/: new files may have a number, the old program reads an integer"),
    Change(
      ["type": "string"], ["type": "boolean"],
      "/: old files may have a string, the new program reads false or true",
      "/: new files may have false or true, the old program reads a string"),
    Change(
      ["type": "string"], ["type": "string", "format": "uuid"],
      "/: old files may have a string, the new program reads a string (format uuid)"),
    Change(
      ["type": "string", "format": "uuid"], ["type": "string", "format": "date-time"],
      "/: old files may have a string (format uuid), the new program reads a string (format date-time)",
      "/: new files may have a string (format date-time), the old program reads a string (format uuid)"
    ),
    Change(
      ["type": "string"], ["type": "string", "contentEncoding": "base64"],
      "/: old files may have a string, the new program reads a string (contentEncoding base64)"),
    Change(["type": "boolean"], ["enum": [false, true]]),
    Change(
      ["type": "boolean"], ["const": true],
      "/: old files may have false, the new program reads true"),
    Change(
      ["type": ["string", "null"]], ["type": "string"],
      "/: old files may have null, the new program reads a string"),
    Change(
      ["type": "integer", "minimum": 0], ["type": "integer"],
      "/: new files may have an integer, the old program reads an integer (minimum 0)"),
    Change(
      ["type": "integer", "maximum": 9], ["enum": [1, 2]],
      "/: old files may have an integer (maximum 9), the new program reads 1 or 2"),
    Change(
      ["const": 1], ["type": "integer", "minimum": 2],
      "/: old files may have 1, the new program reads an integer (minimum 2)",
      "/: new files may have an integer (minimum 2), the old program reads 1"),
    Change(
      ["type": "array", "items": ["type": "integer"]], ["type": "array"],
      "/*: new files may have any value, the old program reads an integer"),
    Change(
      ["type": "array", "items": ["type": "integer"]],
      ["type": "array", "prefixItems": [["type": "integer"], ["type": "string"]], "minItems": 2],
      "/: the new program requires elements that old files may lack",
      "/1: old files may have an integer, the new program reads a string",
      "/1: new files may have a string, the old program reads an integer"),
    // What a list of certain elements has after them is not decoded.
    Change(
      ["type": "array", "prefixItems": [["type": "integer"]], "minItems": 1],
      [
        "type": "array", "prefixItems": [["type": "integer"]], "minItems": 1,
        "items": ["type": "null"],
      ]),
    Change(a, any, "/a: new files may have any value, the old program reads an integer"),
    Change(a, object([:])),
    Change(
      a, object(["a": ["type": "integer"]], "a"),
      "/a: the new program requires it, old files may lack it"),
    Change(
      object([:]), object(["a": ["type": "integer"]], "a"),
      "/a: the new program requires it, old files may lack it"),
    Change(
      a, object(["a": false]),
      "/a: old files may have an integer, the new program reads no value"),
    Change(["type": "object", "additionalProperties": ["type": "integer"]], a),
    Change(
      ["type": "object", "additionalProperties": ["type": "string"]], a,
      "/a: old files may have a string, the new program reads an integer",
      "/a: new files may have an integer, the old program reads a string"),
    Change(
      ["type": "object", "additionalProperties": ["type": "string"]],
      ["type": "object", "additionalProperties": true],
      "/*: new files may have any value, the old program reads a string"),
    Change(["anyOf": [walk, ride]], both),
    Change(
      both, ["anyOf": [walk]],
      "/kind: old files may have \"ride\", the new program reads \"walk\""),
    // What is not known.
    Change(
      ["type": "string", "pattern": "x"], ["type": "string"],
      "/: not known whether the new program reads old files: the keyword 'pattern'",
      "/: not known whether the old program reads new files: the keyword 'pattern'"),
    Change(
      ["type": "string"], ["type": "string", "$comment": "T decodes more"],
      "/: not known whether the new program reads old files: T decodes more",
      "/: not known whether the old program reads new files: T decodes more"),
    Change(
      ["$ref": "other.json"], ["$ref": "other.json"],
      "/: not known whether the new program reads old files: a reference leads nowhere",
      "/: not known whether the old program reads new files: a reference leads nowhere"),
    Change(
      ["allOf": [a]], a,
      "/: not known whether the new program reads old files: the keyword 'allOf'",
      "/: not known whether the old program reads new files: the keyword 'allOf'"),
    Change(
      ["type": "integer", "minimum": 0.5], ["type": "integer", "minimum": 0.5],
      "/: not known whether the new program reads old files: the keyword 'minimum'",
      "/: not known whether the old program reads new files: the keyword 'minimum'"),
    Change(
      ["type": "integer", "enum": [1]], ["type": "integer"],
      "/: not known whether the new program reads old files: the keyword 'enum'",
      "/: not known whether the old program reads new files: the keyword 'enum'"),
    Change(
      ["const": [1]], ["const": [1]],
      "/: not known whether the new program reads old files: a constant collection",
      "/: not known whether the old program reads new files: a constant collection"),
  ]

  @Test(arguments: changes) func eachKindOfChange(_ change: Change) throws {
    #expect(lines(change.old, change.new) == change.expected)
  }

  @Test func schemasThatContainThemselves() throws {
    struct Old: Codable {
      var name: String
      var inner: [Old]
    }
    struct New: Codable {
      var name: String
      var inner: [New]?
      var size: Int
    }
    struct Outer<Inner: Codable>: Codable { var tree: Inner }
    let old = JSONSchema.document(of: Old.self), new = JSONSchema.document(of: New.self)
    #expect(lines(old, old) == [])
    let expected = [
      "/size: the new program requires it, old files may lack it",
      "/inner: the old program requires it, new files may lack it",
      "/inner: new files may have null, the old program reads an array",
    ]
    #expect(lines(old, new) == expected)
    #expect(
      lines(JSONSchema.document(of: Outer<Old>.self), JSONSchema.document(of: Outer<New>.self))
        == expected.map { "/tree" + $0 })
  }

  // MARK: Files

  private func failure(_ check: () throws -> Void) throws -> Compatibility.Failure? {
    do {
      try check()
      return nil
    } catch let failure as Compatibility.Failure {
      return failure
    }
  }

  @Test func theFirstRunWritesTheSchemaAndSaysSo() throws {
    let scratch = try Scratch()
    let folder = scratch.path
    let path = folder + "/released/app/settings-1.schema.json"
    let first = try failure { try Compatibility.check(One.Settings.self, with: path) }
    #expect(
      "\(try #require(first))" == path
        + ": the schema was missing, and is now the one of this version; "
        + "commit it, and run the test again")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("}\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder + "/released/app").count == 1)
    try Compatibility.check(One.Settings.self, with: path)
    let second = try failure { try Compatibility.check(Two.Settings.self, with: path) }
    #expect(second?.differences.count == 8)
    #expect(
      "\(try #require(second))".hasPrefix(
        path + ": the two versions may not read each other's files:\n"
          + "  /log/file: the new program requires it, old files may lack it\n  /logs/*/file: "))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try Data("{\"a\": ".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: DecantError.self) {
      try Compatibility.check(One.Settings.self, with: path)
    }
    #expect(error?.source == path)
  }

  @Test func aRelativePathBeginsAtTheSourceFile() throws {
    let scratch = try Scratch()
    let folder = scratch.path
    #expect(throws: Compatibility.Failure.self) {
      try Compatibility.check(One.Log.self, with: "a/b.json", calledIn: folder + "/Tests.swift")
    }
    try Compatibility.check(One.Log.self, with: folder + "/a/b.json")
  }

  // MARK: Defaults

  struct Node: Codable {
    var name = "a"
    var children: [Node] = []
  }

  struct Defaulted: Codable {
    var log = One.Log()
    var other: One.Log? = One.Log()
    var logs = [One.Log()]
    var shape = One.Shape.circle(radius: 1)
    var late: String?
    var root = Node()
  }

  struct DefaultedLater: Codable {
    var log = Two.Log()
    var other: Two.Log? = Two.Log()
    var logs = [Two.Log()]
    var shape = One.Shape.circle(radius: 1)
    var late: String?
    var root = Node()
    var added = 1
  }

  @Test func whatTheDefaultHasMayBeMissing() throws {
    let scratch = try Scratch()
    let folder = scratch.path
    let path = folder + "/1.json"
    let first = try failure {
      try Compatibility.check(Defaulted.self, default: Defaulted(), with: path)
    }
    #expect(first?.differences == [])
    try Compatibility.check(Defaulted.self, default: Defaulted(), with: path)
    let later = try failure {
      try Compatibility.check(DefaultedLater.self, default: DefaultedLater(), with: path)
    }
    #expect(
      later?.differences.map(\.description) == [
        "/logs/*/file: the new program requires it, old files may lack it"
      ])
    // Without a default, the keys are required.
    let strict = try failure { try Compatibility.check(DefaultedLater.self, with: path) }
    #expect(
      strict?.differences.map(\.path) == ["/added", "/log/file", "/other/file", "/logs/*/file"])
    // What is beside a default is decoded.
    let decoder = FormatDecoder(.json)
    let decoded = try decoder.decode(
      default: DefaultedLater(), from: Array("{\"log\": {\"level\": 2}}".utf8))
    #expect(decoded.log.level == 2 && decoded.added == 1)
  }
}
