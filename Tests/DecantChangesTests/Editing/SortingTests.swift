import Decant
import DecantTestSupport
import Testing

/// One mapping or sequence that is sorted, and lists that are joined.
@Suite struct SortingTests {
  private func edited(
    _ text: String, as format: Format = .yaml, _ edit: DocumentEdit
  ) throws -> String {
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    try editor.apply(edit)
    let result = String(decoding: editor.bytes, as: UTF8.self)
    try editor.apply(edit)
    #expect(String(decoding: editor.bytes, as: UTF8.self) == result, "a second time")
    return result
  }

  static let sorted: [(format: Format, old: String, path: String, by: String?, new: String)] = [
    (
      .yaml, "a: # list\n  # of z\n  z: 1 # one\n  b: [x]\n# end\n", "/a", nil,
      "a: # list\n  b: [x]\n  # of z\n  z: 1 # one\n# end\n"
    ),
    (
      .yaml, "- name: b # bee\n  v: 1\n# of a\n- {name: a}\n- v: 2\n", "", "/name",
      "# of a\n- {name: a}\n- name: b # bee\n  v: 1\n- v: 2\n"
    ),
    (.yaml, "l: [b, 10, 9, a]\n", "/l", nil, "l: [9, 10, a, b]\n"),
    (
      .json, "{\"b\": 1, \"a\": {\"d\": 1, \"c\": 2}}\n", "/a", nil,
      "{\"b\": 1, \"a\": {\"c\": 2, \"d\": 1}}\n"
    ),
    (
      .toml, "[d]\nb = 1 # bee\n# of a\na = 2\n", "/d", nil,
      "[d]\n# of a\na = 2\nb = 1 # bee\n"
    ),
    (
      .json5, "{\n  // of b\n  b: 1,\n  a: 2, // two\n}\n", "", nil,
      "{\n  a: 2, // two\n  // of b\n  b: 1,\n}\n"
    ),
  ]

  @Test(arguments: sorted) func sortsWithComments(
    format: Format, old: String, path: String, by: String?, new: String
  ) throws {
    let edit = DocumentEdit.sort(try PathPattern(path), by: try by.map { try PathPattern($0) })
    #expect(try edited(old, as: format, edit) == new)
  }

  /// Each key comes with the comments above and beside it, whatever the order was.
  @Test func keepsValuesAndComments() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let count = Int.random(in: 1...9, using: &random)
      let keys = (0..<count).map { "k\($0)" }.shuffled(using: &random)
      func lines(_ keys: [String]) -> [[String]] {
        keys.map { key in
          let number = key.dropFirst()
          let above = number == "1" || number == "4" ? ["# above \(key)"] : []
          let inside = number == "3" ? ["    - \(number)  # in", "    - x"] : []
          return above + ["  \(key):" + (inside.isEmpty ? " \(number)  # \(key)" : "")] + inside
        }
      }
      func text(_ keys: [String]) -> String {
        let body = lines(keys).joined().map { $0.hasPrefix("#") ? "  " + $0 : $0 }
        return "top: 1\nm:\n" + body.joined(separator: "\n") + "\nend: 2\n"
      }
      let result = try edited(text(keys), .sort(try PathPattern("/m"), by: nil))
      #expect(result == text(keys.sorted()))
    }
  }

  @Test func refusesWhatHasNoOrder() throws {
    for (text, path) in [("a: 1\n", "/a"), ("a: 1\n", "/b"), ("{2: x, 1: y}\n", "")] {
      #expect(throws: DecantError.self) {
        try edited(text, .sort(try PathPattern(path), by: nil))
      }
    }
  }

  // MARK: Lists

  static let lists: [(MergedLists, merged: String, defaults: String)] = [
    (
      .replaced, "l:\n  - name: b  # new\n    v: 2\n  - c\n",
      "l:\n  - name: b  # new\n    v: 2\n  - c\n"
    ),
    (
      .joined, "l:\n  - name: b # old\n    w: 1\n  - a\n  - name: b  # new\n    v: 2\n  - c\n",
      "l:\n  - name: b # old\n    w: 1\n  - a\n  - name: b  # new\n    v: 2\n  - c\n"
    ),
    (
      .byKey("name"), "l:\n  - name: b # old\n    w: 1\n    v: 2\n  - a\n  - c\n",
      "l:\n  - name: b # old\n    v: 2\n    w: 1\n  - a\n  - c\n"
    ),
  ]

  @Test(arguments: lists) func joinsLists(
    lists: MergedLists, merged: String, defaults: String
  ) throws {
    var options = ReadingOptions()
    options.comments = true
    let new = try Document(
      parsing: "l:\n  - name: b # new\n    v: 2\n  - c\n", as: .yaml, options: options)
    let old = "l:\n  - name: b # old\n    w: 1\n  - a\n"
    #expect(try edited(old, .merge(new, lists: lists)) == merged)
    #expect(try edited(old, .addMissing(new, lists: lists)) == defaults)
    #expect(try edited(old, .addMissing(new)) == old)
  }
}
