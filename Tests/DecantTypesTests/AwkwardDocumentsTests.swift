import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantTypes

/// Types of documents whose keys and values are unusual.
@Suite(.enabled(if: TypesProgram.isAvailable)) struct AwkwardDocumentsTests {
  /// Sets of documents: each string is a file, YAML unless it begins as JSON.
  static let sets: [[String]] = [
    ["[]"], ["{}"], ["null"], ["1", "2.5"], ["\"x\"", "null"], ["[null]"], ["[[]]", "[[1], []]"],
    ["[1, null, \"a\", {\"b\": null}, [true], 1.5, {}]"],
    ["[[1, null], [\"a\"], null, [[{\"a\": null}]], [[null]]]"],
    [
      """
      {"actor": 1, "any": 1, "as": 1, "async": 1, "await": 1, "borrowing": 1, "consuming": 1, "each": 1,
       "extension": 1, "final": 1, "get": 1, "set": 1, "indirect": 1, "inout": 1, "is": 1, "lazy": 1,
       "macro": 1, "none": 1, "open": 1, "operator": 1, "optional": 1, "package": 1, "sending": 1, "some": 1,
       "static": 1, "subscript": 1, "then": 1, "throws": 1, "weak": 1, "where": 1, "yield": 1, "discard": 1,
       "copy": 1, "consume": 1, "unsafe": 1, "Any": 1, "_": 1, "__": 1, "_a": 1, "switch": 1, "encode": 1}
      """
    ],
    [
      """
      {"class": 1, "self": 2, "Type": 3, "init": 4, "Self": 5, "func": {"a": 1}, "protocol": {"b": 2},
       "String": {"c": "x", "d": ""}, "Decoder": {"a": {"b": 1}}, "Any": {"AnyObject": {"Codable": {"q": 1}}},
       "CodingKeys": {"x": 1, "y": 2}, "codingKeys": null, "container": null, "encoder": null}
      """
    ],
    [#"{"user_name": 1, "userName": null, "UserName": 3, "user-name": 4, "x": 5}"#, #"{"x": 1}"#],
    [
      #"{"a\"b": 1, "\\(x)": 2, "new\nline": 3, "*/": 4, "\u202e": 5, "": 6, "🙂": 7, "名前": "x", "a": true}"#
    ],
    [#"{"a\"b": 1, "\\(x)": 2, "new\nline": 3, "*/": 4, "\u0001": 5}"#],
    ["1: a\n2: b\n", "3: c\n"],
    [
      "a: !foo bar\nb: !point {x: 1}\nc: &q [1]\nd: *q\ne: 2026-01-02T03:04:05Z\nf: !!binary AQID\n"
    ],
    [#"{"v": 1, "next": {"v": 2, "next": {"v": 3, "next": null}}}"#, #"{"v": null}"#],
    [
      """
      {"big": 18446744073709551615, "wide": 123456789012345678901234567890, "e": 1e3, "i": 1.0, "zero": -0.0,
       "decimal": 0.1234567890123456789, "large": 1e300, "least": -9223372036854775808}
      """
    ],
    [
      """
      {"A1000001": {"isa": "F", "v": 1}, "A1000002": {"isa": "B", "v": "x"}, "A1000003": {"isa": "G"},
       "A1000004": {"isa": "C", "w": [{"isa": "F", "v": null}]}}
      """
    ],
    [
      """
      [{"k": "none"}, {"k": "some"}, {"k": "none"}, {"k": "self"}, {"k": "self"}, {"k": "init"}, {"k": "init"},
       {"k": "rawValue"}, {"k": "rawValue"}, {"k": "1"}, {"k": "1"}, {"k": "a b"}, {"k": "aB"}, {"k": "a b"},
       {"k": "aB"}, {"k": "🙂"}, {"k": "🙂"}, {"k": "a\\"b"}, {"k": "a\\"b"}, {"k": "\\\\(x)"}, {"k": ""}]
      """
    ],
  ]

  @Test func haveTypes() throws {
    let scratch = try Scratch()
    var program = TypesProgram()
    for (number, texts) in Self.sets.enumerated() {
      let files = try texts.enumerated().map { index, text in
        let isJSON = text.first?.isLetter != true && text.dropFirst().first != ":"
        let path = "\(scratch.path)/set\(number)-\(index).\(isJSON ? "json" : "yaml")"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
      }
      program.add(try types(ofFiles: files), named: "Set\(number)", files: files)
      let rich = try types(ofFiles: files) {
        $0.findsEnumerations = true
      }
      program.add(rich, named: "RichSet\(number)", files: files)
    }
    let problems = try program.problems(in: scratch)
    #expect(problems == "", "\(problems)")
  }
}
