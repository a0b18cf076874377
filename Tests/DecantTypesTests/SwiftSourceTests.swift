import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

@Suite struct SwiftSourceTests {
  @Test func localDatesAndTimesAreStrings() throws {
    let text = "day = 2026-01-02\nstart = 09:30:00\nend = 2026-01-02T10:00:00\n"
    let source = try types(of: [text, text, text, text], as: .toml) {
      $0.findsEnumerations = true
    }
    for name in ["day", "start", "end"] { #expect(source.contains("  var \(name): String\n")) }
  }

  @Test func aMappingIsAStructure() throws {
    let source = try types(of: [
      #"{"user_id": 1, "name": "Ann", "class": true, "height": 1.5, "tags": ["a"]}"#
    ])
    #expect(
      source == """
        /// 1 document.
        struct Root: Codable {
          var userId: Int
          var name: String
          var `class`: Bool
          var height: Double
          var tags: [String]

          enum CodingKeys: String, CodingKey {
            case userId = "user_id"
            case name
            case `class`
            case height
            case tags
          }
        }

        """)
  }

  @Test func aMissingKeyIsOptionalAndANullIsEncoded() throws {
    let source = try types(of: [
      #"{"a": 1, "b": null, "c": null}"#, #"{"a": 2, "b": "x"}"#, #"{"b": "y", "c": 3}"#,
    ])
    #expect(
      source.hasPrefix(
        """
        /// 3 documents.
        struct Root: Codable {
          /// In 2 of 3; 1 to 2.
          var a: Int?
          /// Null in 1 of 3.
          var b: String?
          /// In 2 of 3; null in 1.
          var c: RootNullable<Int>?

          func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(a, forKey: .a)
            try container.encode(b, forKey: .b)
            try container.encodeIfPresent(c, forKey: .c)
          }
        }

        /// A value that is present, but may be null.
        enum RootNullable<Wrapped: Codable>: Codable {
        """))
  }

  @Test func elementsHaveTheSingularOfTheirKey() throws {
    let source = try types(of: [#"{"entries": [{"x": 1}], "boxes": [{"y": 1}, {"z": 1}]}"#])
    #expect(source.contains("var entries: [Entry]\n"))
    #expect(source.contains("var boxes: [Box]\n"))
    #expect(source.contains("/// 2 objects, at /boxes/*.\nstruct Box: Codable {\n"))
  }

  @Test func keysThatAreDataMakeADictionary() throws {
    let source = try types(of: [
      #"{"byId": {"17": {"n": 1}, "18": {"n": 2}}, "paths": {"/a": 1, "/b/c": 2}, "empty": {}}"#
    ])
    #expect(
      source == """
        /// 1 document.
        struct Root: Codable {
          var byId: [String: ById]
          var paths: [String: Int]
          /// Always empty.
          var empty: [String: Never]
        }

        /// 2 objects, at /byId/*.
        struct ById: Codable {
          /// 1 to 2.
          var n: Int
        }

        """)
  }

  @Test func itemsWithAKeyInCommonMakeADictionary() throws {
    let items =
      #""A1000001": {"isa": "F", "path": "x"}, "A1000002": {"isa": "B", "file": "A1000001"}"#
      + #", "A1000003": {"isa": "G", "children": []}, "A1000004": {"isa": "C", "name": "r"}"#
    let source = try types(of: ["{\"objects\": {\(items)}}"])
    #expect(source.contains("  var objects: [String: Object]\n"))
    #expect(source.contains("  var isa: String\n"))
    let others = items.replacing("isa", with: "kind", maxReplacements: 1)
    #expect(!(try types(of: ["{\"objects\": {\(others)}}"])).contains("[String: "))
  }

  @Test func manyKeysOfFewMappingsEachMakeADictionary() throws {
    let documents = (0..<30).map { #"{"names": {"k\#("abcdefghij".prefix($0 % 10 + 1))": "x"}}"# }
    #expect(try types(of: documents).contains("var names: [String: String]"))
    let wide = (0..<2000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
    #expect(try types(of: ["{\(wide)}"]).contains("typealias Root = [String: Int]"))
  }

  /// A table of packages is seen once; a structure that was seen several times has most of its keys each time.
  @Test func manyKeysOfOneTypeMakeADictionary() throws {
    func table(_ keys: Range<Int>, _ value: (Int) -> String) -> String {
      "{" + keys.map { "\"key\(Self.word($0))\": \(value($0))" }.joined(separator: ", ") + "}"
    }
    let versions = table(0..<60) { "\"1.\($0)\"" }
    #expect(
      try types(of: ["{\"dependencies\": \(versions)}"]).contains(
        "  var dependencies: [String: String]\n"))
    let mixed = table(0..<60) {
      switch $0 % 6 {
      case 0: "{\"version\": \"1\", \"features\": [\"x\"]}"
      case 1: "{\"version\": \"1\", \"optional\": true}"
      case 2: "{\"path\": \"x\"}"
      default: "\"1.\($0)\""
      }
    }
    let source = try types(of: ["{\"dependencies\": \(mixed)}"])
    #expect(source.contains("  var dependencies: [String: Dependency]\n"))
    #expect(source.contains("  var version: String?\n") && source.split(separator: "\n").count < 60)
    // Few keys, values of several types, texts and unrelated mappings, and mappings that have all keys.
    let others = [
      table(0..<20) { "\($0)" }, table(0..<60) { $0 % 2 == 0 ? "1" : "\"x\"" },
      table(0..<60) { $0 % 3 == 0 ? "{\"a\(Self.word($0))\": 1, \"b\": 2}" : "\"x\"" },
    ]
    for other in others {
      #expect(try !types(of: ["{\"options\": \(other)}"]).contains("[String: "))
    }
    let rows = (0..<3).map { _ in table(0..<60) { "\($0)" } }
    #expect(try !types(of: rows).contains("[String: "))
    let parts = [table(0..<30) { "\($0)" }, table(10..<40) { "\($0)" }]
    #expect(try types(of: parts).contains("typealias Root = [String: Int]"))
  }

  private static func word(_ number: Int) -> String {
    let letters = Array("abcdefgh")
    return String(String(number, radix: 8).map { letters[Int(String($0)) ?? 0] })
  }

  @Test func severalTypesAreAnEnumeration() throws {
    let source = try types(of: [#"[{"v": 1}, {"v": "x"}, {"v": {"a": true}}, {"v": null}]"#])
    #expect(
      source == """
        /// 1 document.
        typealias Root = [RootElement]

        /// 4 objects, at /*.
        struct RootElement: Codable {
          /// Null in 1 of 4.
          var v: V?

          func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(v, forKey: .v)
          }
        }

        /// 3 values, at /*/v.
        enum V: Codable {
          case string(String)
          case int(Int)
          case object(VObject)

          init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(String.self) {
              self = .string(value)
            } else if let value = try? container.decode(Int.self) {
              self = .int(value)
            } else {
              self = .object(try container.decode(VObject.self))
            }
          }

          func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
          }
        }

        /// 1 object, at /*/v.
        struct VObject: Codable {
          var a: Bool
        }

        """)
  }

  static let numbers: [(String, String)] = [
    ("1, -9223372036854775808", "Int"), ("1, 18446744073709551615", "UInt64"),
    ("-1, 18446744073709551615", "Decimal"), ("123456789012345678901234567890", "Decimal"),
    ("1, 1.5", "Double"), ("9007199254740993, 1.5", "Decimal"),
    ("0.1234567890123456789", "Decimal"),
    ("1e300", "Double"), ("0.1234567890123456789, 1e300", "Double"),
    ("340282366920938463463374607431768211456", "Double"),
  ]

  @Test(arguments: numbers) func aNumberKeepsItsDigits(numbers: String, type: String) throws {
    let source = try types(of: ["[\(numbers)]"])
    #expect(source.contains("typealias Root = [\(type)]\n"))
    #expect(source.hasPrefix("import Foundation\n") == (type == "Decimal"))
  }

  @Test func aNumberBeyondAllTypesIsAnError() throws {
    let error = #expect(throws: DecantError.self) { try types(of: ["{\"a\":\n 1e999}"]) }
    #expect(error?.position?.line == 2)
    #expect(error?.message.contains("no number type of Swift has the range for 1e999") == true)
    let inference = try inference(of: ["[1e999]"]) { $0.needsSwiftTypes = false }
    #expect(inference.jsonSchema(named: "X")["items"]?["type"] == "number")
  }

  @Test func typedValuesOfOtherFormats() throws {
    let source = try types(
      of: ["day: !!timestamp 2026-01-02\ndata: !!binary aGk=\nsize: .inf\n1: one\n"], as: .yaml)
    #expect(
      source == """
        import Foundation

        /// 1 document.
        struct Root: Codable {
          var day: Date
          var data: Data
          var size: Double
          var _1: String

          enum CodingKeys: String, CodingKey {
            case day
            case data
            case size
            case _1 = "1"
          }
        }

        """)
  }

  @Test func shortClosedSetsAreEnumerationsIfAskedFor() throws {
    let document = #"[{"s":"on"},{"s":"off"},{"s":"on"},{"s":"half way"},{"s":"off"},{"s":"on"}]"#
    #expect(try types(of: [document]).contains("/// 3 distinct values.\n  var s: String\n"))
    let source = try types(of: [document]) { $0.findsEnumerations = true }
    #expect(source.contains("  var s: S\n"))
    #expect(
      source.hasSuffix(
        """
        enum S: String, Codable {
          case on
          case off
          case halfWay = "half way"
        }

        """))
  }

  @Test func equalStructuresShareAType() throws {
    let source = try types(of: [
      #"{"home": {"x": 1, "y": 2}, "work": {"x": 3, "y": 4}, "item": {"item": {"a": "", "b": ""}}}"#
    ])
    #expect(source.contains("var home: Home\n"))
    #expect(source.contains("var work: Home\n"))
    #expect(source.contains("struct Item: Codable {\n  var item: ItemItem\n}"))
  }

  @Test func aTreeIsATypeThatContainsItself() throws {
    let source = try types(of: [
      #"{"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": []}]}]}"#
    ])
    #expect(source.contains("struct Root: Codable {\n"))
    #expect(source.contains("var children: [Root]\n"))
    #expect(!source.contains("struct Child"))
    let list = try types(of: [#"{"v": 1, "next": {"v": 2, "next": {"v": 3}}}"#])
    #expect(list.contains("final class Root: Codable {\n"))
    #expect(list.contains("var next: Root?\n"))
  }

  @Test func namesThatCollideAreNumbered() throws {
    let source = try types(of: [
      #"{"user-id": 1, "user_id": 2, "userId": 3, "self": 4, "init": 5, "": 6, "1st": 7, "String": {"a":1}}"#
    ])
    for line in [
      "case userId2 = \"user-id\"", "case userId3 = \"user_id\"", "case userId\n",
      "case self2 = \"self\"", "case init2 = \"init\"", "case item = \"\"", "case _1st = \"1st\"",
      "var string: RootString", "struct RootString: Codable",
    ] {
      #expect(source.contains(line), "\(line)")
    }
  }

  @Test func archivableTypesHaveANameAndAVersion() throws {
    let source = try types(of: [#"{"title": "x"}"#], named: "Note") { $0.isArchivable = true }
    #expect(
      source == """
        import Decant

        /// 1 document.
        struct Note: Archivable {
          static let archiveName = "Note"
          static let schemaVersion = 1

          var title: String
        }

        """)
    let list = try types(of: ["[1]"], named: "Note") { $0.isArchivable = true }
    #expect(list.contains("struct Note: Archivable {"))
    #expect(list.contains("  var value: [Int]\n"))
  }
}
