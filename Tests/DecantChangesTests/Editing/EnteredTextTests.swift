import DecantTestSupport
import Testing
import Decant

/// Text that a person enters: a value, or text.
///
/// `EditingProperties` has what is so in every format.
@Suite struct EnteredTextTests {
  private func edited(_ text: String, as format: Format, _ edits: DocumentEdit...) throws -> String
  {
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    for edit in edits { try editor.apply(edit) }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  @Test func readsOneScalarInQuotes() throws {
    let a = DocumentPointer(tokens: ["a"])
    for (entered, expected) in [
      (#""2.0""#, "2.0"), ("'x'", "x"), ("'it''s'", "it's"), (#""a\tb""#, "a\tb"), ("''", ""),
      (#""""#, ""),
      (#""a\"b""#, "a\"b"), (#""\\""#, "\\"), ("\"a\nb\"", "a b"),
      // Not one scalar.
      (#""a" "b""#, #""a" "b""#), ("'a' 'b'", "'a' 'b'"), (#""a"#, #""a"#), (#""a\""#, #""a\""#),
      ("'a'' ", "'a'' "),
      ("'", "'"), ("'''", "'''"), (#""a": "b""#, #""a": "b""#), (#" "a""#, #" "a""#),
      ("'a' # c", "'a' # c"),
    ] {
      let text = try edited(#"{"a": "old"}"#, as: .json, .set(a, .entered(entered)))
      #expect(try Value(parsing: text, as: .json) == ["a": .string(expected)], "\(entered)")
    }
    var editor = try DocumentEditor(Array(#"{"a": "old"}"#.utf8), as: .json)
    #expect {
      try editor.apply(.set(a, .entered(#""\q""#)))
    } throws: { error in
      (error as? DecantError)?.problem.specific(EditProblem.self)?.message.hasPrefix(
        "invalid value") == true
    }
  }

  @Test(arguments: [
    "[", "{a: 1", "[1] # x", "[1] # x]", "[1], [2]", "[a](b)", "{a: 1}: {b: 2}", "[1]\n...",
    "\"a\" b", "\"a\": b", "'a' # c", "\"", "'", "[1]\n---\n[2]",
  ])
  func refusesWhatIsNotWhole(text: String) throws {
    for pointer in ["n", "new"] {
      let error = #expect(throws: DecantError.self) {
        try edited(
          #"{"n": 1}"#, as: .json, .set(DocumentPointer(tokens: [pointer]), .entered(text)))
      }
      #expect(error?.message.hasPrefix("invalid value") == true, "\(text)")
    }
  }

  @Test func readsValuesInOtherPlaces() throws {
    let text = #"{"n": 1, "b": true, "z": null, "m": {}, "l": [1, "a"], "e": []}"#
    let places: [(DocumentEdit, String)] = [
      (.set(DocumentPointer(tokens: ["n"]), .entered("1.10")), #""n": 1.10"#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("x")), #""n": "x""#),
      (.set(DocumentPointer(tokens: ["b"]), .entered("no")), #""b": "no""#),
      (.set(DocumentPointer(tokens: ["z"]), .entered("[1]")), #""z": [1]"#),
      (.set(DocumentPointer(tokens: ["m"]), .entered("{a: 1}")), #""m": {"a": 1}"#),
      (.set(DocumentPointer(tokens: ["new"]), .entered("007")), #""new": "007""#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("0x10")), #""n": "0x10""#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("")), #""n": """#),
      (.insert(DocumentPointer(tokens: ["l", "-"]), .entered("2")), #"[1, "a", 2]"#),
      (.insert(DocumentPointer(tokens: ["e", "-"]), .entered("2")), #"[2]"#),
      (.insert(DocumentPointer(tokens: ["m", "k"]), .entered("2")), #"{"k": 2}"#),
    ]
    for (edit, expected) in places {
      let result = try edited(text, as: .json, edit)
      #expect(result.replacing("\n", with: "").contains(expected), "\(result)")
    }
  }

  @Test func decidesEachPlaceByItself() throws {
    let pointer = try PathPattern("/*/v")
    #expect(
      try edited(#"[{"v": "1"}, {"v": 1}, {"v": null}]"#, as: .json, .set(pointer, .entered("2.0")))
        == #"[{"v": "2.0"}, {"v": 2.0}, {"v": 2.0}]"#)
    #expect(
      try edited(
        "v: '1'\n---\nv: 1\n", as: .yaml, .set(DocumentPointer(tokens: ["v"]), .entered("2")))
        == "v: '2'\n---\nv: 2\n")
  }

  // MARK: Changes of type

  @Test func reportsChangesOfType() throws {
    let cases: [(old: String, new: String, message: String?)] = [
      ("1", "2.5", nil), ("null", "x", nil), ("\"42\"", "43", nil), ("true", "false", nil),
      ("{}", "{a: 1}", nil), ("1", "x", "the integer 1 became the string \"x\""),
      ("true", "1", "the boolean true became the integer 1"),
      ("1.5", "null", "the number 1.5 became null"),
      ("1", "[1]", "the integer 1 became a sequence"),
      ("{}", "3", "the mapping became the integer 3"),
    ]
    for (old, new, message) in cases {
      var editor = try DocumentEditor(Array("{\"a\": \(old)}".utf8), as: .json)
      let changes = try editor.apply(.set(DocumentPointer(tokens: ["a"]), .entered(new)))
      #expect(changes.map(\.message) == (message.map { [$0] } ?? []), "\(old) \(new)")
      #expect(changes.allSatisfy { $0.path == DocumentPath([.key("a")]) && !$0.isOfText })
    }
    var editor = try DocumentEditor(Array(#"[{"v": "1"}, {"v": 1}, {"v": "2"}]"#.utf8), as: .json)
    let changes = try editor.apply(.set(PathPattern("/*/v"), .document(Document(true))))
    #expect(
      changes.map(\.message) == [
        "2 strings became booleans", "the integer 1 became the boolean true",
      ])
    #expect(
      changes.map(\.path.description) == ["/0/v", "/1/v"]
        && changes.map(\.isOfText) == [true, false])
  }
}
