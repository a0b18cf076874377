import DecantLibYAML
import DecantTestSupport
import Testing
import Decant

/// Block scalars at the end of an input that does not end in a line break.
@Suite struct YAMLUnfinishedBlockTests {
  /// The values are those of the specification: rules 165 to 167, and 174 to 182 for folding.
  @Test(arguments: [
    ("a: |\n  abc\n   ", "abc\n "), ("a: |-\n  abc\n   ", "abc\n "),
    ("a: |+\n  abc\n   ", "abc\n "), ("a: >\n  abc\n   ", "abc\n "),
    ("a: >-\n  abc\n    ", "abc\n  "), ("a: |1\n   ", "  "), ("a: |1+\n   ", "  "),
    ("a: |2\n  abc\n\n    ", "abc\n\n  "), ("a: |\r\n  abc\r\n   ", "abc\n "),
    ("a: |\n  abc\n  \t", "abc\n\t"), ("a: |\n  abc\n   x", "abc\n x"),
    ("a: |\n  abc\n  ", "abc\n"), ("a: |\n  abc\n ", "abc\n"), ("a: |\n  abc", "abc"),
    ("a: |-\n  abc\n ", "abc"), ("a: |\n   ", ""),
  ])
  func endOfInputIsNoLineBreak(source: String, value: String) throws {
    #expect(try Value(parsing: source, as: .yaml) == ["a": .string(value)])
    expectSameInPieces(Array(source.utf8), as: .yaml)
    let root = String(source.dropFirst("a: ".count))
    #expect(try Value(parsing: root, as: .yaml) == .string(value))
    let element = source.replacing("a: ", with: "- ")
    #expect(try Value(parsing: element, as: .yaml) == [.string(value)])
    guard !source.contains("\r\n") else { return }
    let nested = "k:\n  " + source.replacing("\n", with: "\n  ")
    #expect(try Value(parsing: nested, as: .yaml) == ["k": ["a": .string(value)]])
  }

  struct Header: CustomTestStringConvertible {
    let text: String
    var testDescription: String { text }
  }

  private static let headers = ["|", ">"].flatMap { style in
    ["", "+", "-"].flatMap { chomping in
      ["", "1", "2"].map { Header(text: style + $0 + chomping) }
    }
  }

  private static let lines = ["  abc", "   abc", "", " ", "  ", "   ", "    ", "  \t"]

  /// All texts of one or two lines, and of three after one key.
  private static func bodies(of count: Int) -> [[String]] {
    guard count > 1 else { return lines.filter { !$0.isEmpty }.map { [$0] } }
    return bodies(of: count - 1).flatMap { rest in lines.map { [$0] + rest } }
  }

  private static func text(_ prefix: String, _ header: Header, _ body: [String]) -> String {
    let indentation = prefix.hasPrefix("k") ? "  " : ""
    return ([prefix + header.text] + body.map { $0.isEmpty ? "" : indentation + $0 })
      .joined(separator: "\n")
  }

  @Test(arguments: headers) func libyamlReadsTheSame(header: Header) {
    for count in 1...3 {
      for body in Self.bodies(of: count) {
        for prefix in count < 3 ? ["a: ", "- ", "", "k:\n  a: "] : ["a: "] {
          let text = Self.text(prefix, header, body)
          for lineEnd in count < 3 ? ["\n", "\r\n"] : ["\n"] {
            let bytes = Array(text.replacing("\n", with: lineEnd).utf8)
            let difference = ParserComparison.difference(of: bytes, inPieces: count == 1)
            #expect(difference == nil, "\(difference ?? "")")
          }
        }
      }
    }
  }

  /// What decant writes and edits is read by libyaml.
  @Test(arguments: headers) func valueIsKept(header: Header) throws {
    var libyaml = ReadingOptions()
    libyaml.yamlParser = .libyaml
    for body in Self.bodies(of: 1) + Self.bodies(of: 2) {
      for prefix in ["a: ", "- ", "k:\n  a: "] {
        let bytes = Array(Self.text(prefix, header, body).utf8)
        // libyaml refuses tabs at the beginning of a block.
        guard let value = try? Value(parsing: bytes, as: .yaml),
          (try? Value(parsing: bytes, as: .yaml, options: libyaml)) != nil
        else { continue }
        let written = try convert(bytes, from: .yaml, by: Plan(to: .yaml))
        #expect(
          try Value(parsing: written, as: .yaml, options: libyaml) == value,
          "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        if let violation = EditInvariants.violation(ofAnyEditOf: bytes, as: .yaml) {
          Issue.record("\(violation)")
        }
        try expectKept(value, appendingTo: bytes, libyaml)
      }
    }
  }

  private func expectKept(
    _ value: Value, appendingTo bytes: [UInt8], _ libyaml: ReadingOptions
  ) throws {
    let isSequence = value.array != nil
    let place = DocumentPointer(tokens: [isSequence ? "-" : "new"])
    var editor = try DocumentEditor(bytes, as: .yaml)
    try editor.apply(.insert(place, try Document(1)))
    var expected = value
    try expected.apply(JSONPatch([.add(place, 1)]))
    #expect(
      try Value(parsing: editor.bytes, as: .yaml, options: libyaml) == expected,
      "\(String(decoding: editor.bytes, as: UTF8.self).debugDescription)")
  }
}
