import DecantTestSupport
import Testing
import Decant

/// Configurations that get what they lack, and values that are brought up to date.
@Suite struct OverlayTests {
  private func edited(_ text: String, as format: Format, _ edit: DocumentEdit) throws -> String {
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    try editor.apply(edit)
    let result = String(decoding: editor.bytes, as: UTF8.self)
    try editor.apply(edit)
    #expect(String(decoding: editor.bytes, as: UTF8.self) == result, "a second time")
    return result
  }

  private func defaults(_ text: String, as format: Format) throws -> DocumentEdit {
    var options = ReadingOptions()
    options.comments = true
    return .addMissing(try Document(parsing: text, as: format, options: options))
  }

  @Test func addsOnlyWhatIsMissing() throws {
    let old = "# mine\nport: 8080 # changed\nlog:\n  level: debug\n"
    let new =
      "port: 80\n# where\nhost: localhost\nlog:\n  level: info\n  # since 2\n  file: log.txt # path\n"
    #expect(
      try edited(old, as: .yaml, defaults(new, as: .yaml))
        == "# mine\nport: 8080 # changed\n# where\nhost: localhost\nlog:\n  level: debug\n  # since 2\n  file: log.txt  # path\n"
    )
  }

  @Test func addsFromAnotherFormat() throws {
    #expect(
      try edited(
        "a = 1\n\n[t]\nx = 1\n", as: .toml,
        defaults("{\n  // how many\n  \"b\": 2, \"t\": {\"x\": 3, \"y\": 4}}", as: .json5))
        == "a = 1\n# how many\nb = 2\n\n[t]\nx = 1\ny = 4\n")
  }

  @Test func removesWhatIsUnknownOnRequest() throws {
    let old =
      "# mine\nport: 8080 # changed\nold: 1 # gone\nlog:\n  level: debug\n  # gone too\n  own: [x]\n"
    let new = try Document(parsing: "port: 80\nhost: localhost\nlog: {level: info}\n", as: .yaml)
    #expect(
      try edited(old, as: .yaml, .addMissing(new, removingUnknown: true))
        == "# mine\nport: 8080 # changed\nhost: localhost\nlog:\n  level: debug\n")
  }

  static let syncs: [(old: String, new: String, kept: String, removed: String)] = [
    (
      "# c\na: 1 # one\nx: y # unknown\nb: [1, 2]\n", "{a: 2, b: [1, 3], c: 4}",
      "# c\na: 2 # one\nx: y # unknown\nb: [1, 3]\nc: 4\n", "# c\na: 2 # one\nb: [1, 3]\nc: 4\n"
    ),
    (
      "l:\n  - name: a # first\n    v: 1\n    own: x\n  - name: b\n    v: 2\n",
      "{l: [{name: b, v: 3}, {name: c, v: 4}]}",
      "l:\n  - name: b\n    v: 3\n  - name: c\n    v: 4\n",
      "l:\n  - name: b\n    v: 3\n  - name: c\n    v: 4\n"
    ),
    (
      "l:\n  - name: a # first\n    v: 1\n    own: x\n", "{l: [{name: z, v: 0}, {name: a, v: 2}]}",
      "l:\n  - name: z\n    v: 0\n  - name: a # first\n    v: 2\n    own: x\n",
      "l:\n  - name: z\n    v: 0\n  - name: a # first\n    v: 2\n"
    ),
  ]

  @Test(arguments: syncs.indices) func bringsValuesUpToDate(index: Int) throws {
    let (old, new, kept, removed) = Self.syncs[index]
    let document = try Document(parsing: new, as: .yaml)
    #expect(try edited(old, as: .yaml, .sync(document, removingUnknown: false)) == kept)
    #expect(try edited(old, as: .yaml, .sync(document, removingUnknown: true)) == removed)
  }

  @Test func bringsCommentsOfWhatIsNew() throws {
    let old = "# mine\na: 1 # one\nl:\n  - x # x\n"
    let new = "# yours\na: 2 # two\nl:\n  # y\n  - y # why\n  - x\n# n\nm:\n  # inner\n  k: 3\n"
    var options = ReadingOptions()
    options.comments = true
    let document = try Document(parsing: new, as: .yaml, options: options)
    #expect(
      try edited(old, as: .yaml, .sync(document, removingUnknown: false))
        == "# mine\na: 2 # one\nl:\n  # y\n  - y  # why\n  - x # x\n# n\nm:\n  # inner\n  k: 3\n")
    let json = try edited(
      "{\"a\": 1, \"l\": []}", as: .json, .sync(document, removingUnknown: false))
    #expect(json == "{\"a\": 2, \"l\": [\"y\", \"x\"], \"m\": {\"k\": 3}}")
  }

  @Test func movesElementsWithTheirComments() throws {
    let old = "# a\n- id: a # 1\n  own: x\n# b\n- id: b\n  # inner\n  own: y\n- id: c\n"
    let new = try Document(parsing: "[{id: c}, {id: b, new: 1}, {id: d}, {id: a}]", as: .yaml)
    #expect(
      try edited(old, as: .yaml, .sync(new, removingUnknown: false)) == """
        - id: c
        # b
        - id: b
          new: 1
          # inner
          own: y
        - id: d
        # a
        - id: a  # 1
          own: x

        """)
  }

  /// What the program does not know is not compared with what it has.
  @Test func changesOnlyWhatTheProgramChanged() throws {
    let text =
      "max_size: 10 # ten\nunknown: true\nratio: 0.40\nlist:\n  - {id: 1, own: a}\n  - {id: 2}\n"
    let old: Value = ["maxSize": 10, "ratio": 0.4, "default": 5, "list": [["id": 1], ["id": 2]]]
    let new: Value = ["maxSize": 11, "ratio": 0.4, "default": 6, "list": [["id": 1], ["id": 3]]]
    var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
    try editor.apply(.change(from: old, to: new))
    #expect(
      String(decoding: editor.bytes, as: UTF8.self)
        == "max_size: 11 # ten\nunknown: true\nratio: 0.40\ndefault: 6\nlist:\n  - {id: 1, own: a}\n  - {id: 3}\n"
    )
    try editor.apply(
      .change(from: new, to: ["maxSize": 11, "ratio": 0.4, "list": new["list"] ?? .null]))
    #expect(
      String(decoding: editor.bytes, as: UTF8.self)
        == "max_size: 11 # ten\nunknown: true\nratio: 0.40\nlist:\n  - {id: 1, own: a}\n  - {id: 3}\n"
    )
  }

  // MARK: Errors

  /// What a format cannot represent has its path in the document, wherever the edit puts it.
  @Test func whatAFormatCannotRepresentHasItsPath() throws {
    let old = Array("list = [1]\n[a]\nb = 1\n".utf8)
    let new: Value = ["list": [1], "a": ["b": 1, "c": ["d": [1, nil]]]]
    let known = try Value(parsing: old, as: .toml)
    let document = try Document(new)
    let patch = JSONPatch([.add(DocumentPointer("/a/c")!, ["d": [1, nil]])])
    for edit in [
      DocumentEdit.change(from: known, to: new), .merge(document), .patch(patch),
      .addMissing(document), .sync(document, removingUnknown: false),
    ] {
      var editor = try DocumentEditor(old, as: .toml)
      let error = #expect(throws: DecantError.self) { try editor.apply(edit) }
      #expect(error?.path?.description == "/a/c/d/1", "\(edit)")
      #expect(editor.bytes == old)
    }
    for (value, path) in [
      (["list": [1, ["x": nil]], "a": known["a"]!] as Value, "/list/1/x"),
      (["list": [nil], "a": known["a"]!], "/list/0"), (["list": [1], "a": [nil]], "/a/0"),
    ] {
      var editor = try DocumentEditor(old, as: .toml)
      let error = #expect(throws: DecantError.self) {
        try editor.apply(.change(from: known, to: value))
      }
      #expect(error?.path?.description == path)
    }
  }
}
