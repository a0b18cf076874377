import DecantTestSupport
import Testing
import Decant

/// Edits of scalars in commented YAML, compared with the round trip of ruamel.yaml.
@Suite(.enabled(if: Oracle.ruamelEdits.isInstalled)) struct YAMLEditingOracleTests {
  static let documents = [
    """
    # The service
    apiVersion: v1  # stable

    spec:
      # how many
      replicas: 2    # low
      image: 'web:1'
      command: "run"
      args:
        - first   # one
        # then
        - second

        - third
      ports: [80, 443]   # both
      env: {a: 1, b: two}
    # the end
    last: yes it is

    """,
    """
    - name: a # 1
      when: 2020
      text: |
        several
        lines
      # between
      next: x
    -   # empty comment
      name: b
      list:
      - - 1 # inner
        - 2
      - {k: [v, w]} # flow
    """,
    """
    # only comments before
    ? key
    : value # explicit
    "quoted key": 'it''s' # quoted
    anchored: &a 5 # anchor
    folded: >-
      some text
      in two lines

    # after the text
    null value: ~ # null
    """,
  ]

  private static let values: [Value] = ["new", 7, "true", "two words: here", true, "- x", ""]

  @Test(arguments: documents.indices)
  func keepsTheCommentsAndValuesThatRuamelKeeps(index: Int) throws {
    let text = Self.documents[index]
    let document = try Document(parsing: text, as: .yaml)
    var jobs: [Value] = []
    var edited: [String] = []
    for pointer in Self.scalars(of: document.root, []) {
      for value in Self.values {
        jobs.append([.string(text), .sequence(pointer.map { Value.string($0) }), value])
        var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
        try editor.apply(.set(DocumentPointer(tokens: pointer), try Document(value)))
        edited.append(String(decoding: editor.bytes, as: UTF8.self))
      }
    }
    let expected = try Self.answers(jobs)
    let found = try Self.answers(edited.map { [.string($0)] as Value })
    try #require(expected.count == jobs.count && found.count == jobs.count && !jobs.isEmpty)
    for job in jobs.indices {
      let comment: Comment = "\(jobs[job][1] ?? .null) = \(jobs[job][2] ?? .null):\n\(edited[job])"
      #expect(found[job][1] == expected[job][1], comment)
      let ours = Self.comments(in: edited[job])
      #expect(ours == Self.comments(in: text), comment)
      let theirs = Self.comments(in: expected[job][0]?.string ?? "")
      #expect(Set(theirs).isSubset(of: ours), comment)
    }
  }

  private static func answers(_ jobs: [Value]) throws -> [Value] {
    let lines = jobs.map { "\($0)\n" }.joined()
    let output = try Oracle.ruamelEdits.run(Array(lines.utf8))
    return try String(decoding: output ?? [], as: UTF8.self).split(separator: "\n").map {
      try Value(parsing: String($0), as: .json)
    }
  }

  private static func scalars(of node: Document.Node, _ tokens: [String]) -> [[String]] {
    switch node.kind {
    case .beginSequence:
      node.elements.enumerated().flatMap { scalars(of: $1, tokens + [String($0)]) }
    case .beginMapping:
      node.pairs.flatMap { scalars(of: $0.value, tokens + [$0.key.text ?? ""]) }
    default: [tokens]
    }
  }

  private static func comments(in text: String) -> [Substring] {
    text.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "#").map { line[$0...] }
    }
  }
}
