import DecantEditing
import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantChanges
@testable import DecantCore

/// What a change, which no draft has made, does to a text.
@Suite struct ReprintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: Format
    let old: String
    let change: [Child]
    let new: String

    var testDescription: String { "\(format.name) \(change)" }

    init(_ format: Format, _ old: String, _ change: [Child], _ new: String) {
      (self.format, self.old, self.change, self.new) = (format, old, change, new)
    }
  }

  /// A child of a change, whose values are in YAML with comments.
  enum Child: Sendable {
    case old(Int)
    case renamed(Int, String)
    case set(Int, String)
    case inside(Int, [Child])
    case new(String?, String)

    func change() throws -> ChildChange {
      func replaced(_ text: String) throws -> NodeChange {
        var options = ReadingOptions()
        options.comments = true
        return NodeChange(.replaced(try Document(parsing: text, as: .yaml, options: options)))
      }
      return switch self {
      case .old(let number): ChildChange(number: number, key: nil, value: nil)
      case .renamed(let number, let key): ChildChange(number: number, key: key, value: nil)
      case .set(let number, let text):
        ChildChange(number: number, key: nil, value: try replaced(text))
      case .inside(let number, let children):
        ChildChange(
          number: number, key: nil,
          value: NodeChange(.children(try children.map { try $0.change() })))
      case .new(let key, let text): ChildChange(number: nil, key: key, value: try replaced(text))
      }
    }
  }

  private func printed(_ test: Case) throws -> String {
    let bytes = EditedBytes(Array(test.old.utf8))
    let editor = try DocumentEditor(Array(test.old.utf8), as: test.format)
    var edits: [ByteEdit] = []
    let change = NodeChange(.children(try test.change.map { try $0.change() }))
    try editor.read(bytes, withComments: true) { (nodes) throws(DecantError) in
      let document = EditedDocument(
        bytes: bytes, nodes: nodes, lineEnd: [0x0A], write: editor.write)
      edits += try editor.format.editing?.edits(for: change, of: document) ?? []
    }
    var replacement = EditedBytes.Replacement(of: bytes)
    for edit in edits { #expect(try replacement.apply(edit)) }
    return String(decoding: Array(replacement.finish()), as: UTF8.self)
  }

  private static let json5 = """
    {
      // one
      a: 1, // beside a
      b: 2,

      // three
      c: 3 // beside c
    }

    """

  private static let first = "  // one\n  a: 1, // beside a\n"

  static let json5Cases = [
    Case(.json5, json5, [.old(1), .old(2)], json5.replacing(first, with: "")),
    Case(.json5, json5, [.old(0), .old(2)], json5.replacing("  b: 2,\n", with: "")),
    Case(.json5, json5, [.old(0), .old(1)], "{\n\(first)  b: 2\n}\n"),
    Case(.json5, json5, [.old(1)], "{\n  b: 2\n}\n"),
    Case(.json5, json5, [], "{}\n"),
    Case(
      .json5, json5, [.new("x", "9"), .old(0), .old(1), .old(2)],
      json5.replacing("{\n", with: "{\n  x: 9,\n")),
    Case(
      .json5, json5, [.old(0), .old(1), .old(2), .new("x", "# above\n9 # beside")],
      json5.replacing(
        "3 // beside c\n", with: "3, // beside c\n  // above\n  x: 9 // beside\n")),
    // A value of another shape, and back: what is beside the bracket goes along.
    Case(
      .json5, json5, [.set(0, "{k: 1}"), .old(1), .old(2)],
      json5.replacing("a: 1,", with: "a: {\n    k: 1\n  },")),
    Case(
      .json5, "{\n  k: { // about\n    a: 1\n  },\n  z: 1\n}\n", [.set(0, "5"), .old(1)],
      "{\n  k: 5, // about\n  z: 1\n}\n"),
    // On one line, the space before a child belongs to the place.
    Case(.json5, "{ \"a\": 1, 'b': 2 }", [.old(1)], "{ 'b': 2 }"),
    Case(.json5, "{ \"a\": 1, 'b': 2 }", [.old(0)], "{ \"a\": 1 }"),
    Case(.json5, "{ \"a\": 1, 'b': 2 }", [.old(0), .renamed(1, "c")], "{ \"a\": 1, 'c': 2 }"),
    Case(.json5, "[1 /* a */, 2]", [.old(0)], "[1 /* a */]"),
    Case(.json5, "[1 /* a */, 2]", [.old(0), .old(1), .new(nil, "x")], "[1 /* a */, 2, \"x\"]"),
  ]

  private static let yaml = """
    # file

    # one
    a: 1 # beside a
    b: # about b
      - x

    # three
    c: 3

    """

  static let yamlCases = [
    Case(
      .yaml, yaml, [.old(1), .old(2)], yaml.replacing("# one\na: 1 # beside a\n", with: "")),
    Case(.yaml, yaml, [.old(0), .old(2)], yaml.replacing("b: # about b\n  - x\n", with: "")),
    Case(.yaml, yaml, [.old(0), .old(1)], yaml.replacing("\n# three\nc: 3\n", with: "")),
    Case(
      .yaml, yaml, [.new("x", "9"), .old(0), .old(1), .old(2)],
      yaml.replacing("# one", with: "x: 9\n# one")),
    Case(
      .yaml, yaml, [.old(0), .old(1), .old(2), .new("x", "# above\n9")],
      yaml + "# above\nx: 9\n"),
    Case(
      .yaml, "a: 1\n\n# of all\n\nb: 2\n", [.old(0), .new("c", "3")],
      "a: 1\n\n# of all\n\nc: 3\n"),
    Case(
      .json5, "{\n  a: 1,\n\n  // of all\n\n  b: 2\n}\n", [.old(0), .new("c", "3")],
      "{\n  a: 1,\n\n  // of all\n\n  c: 3\n}\n"),
    Case(
      .yaml, yaml, [.renamed(0, "k"), .set(1, "5"), .old(2)],
      yaml.replacing("a: 1", with: "k: 1").replacing("b: # about b\n  - x", with: "b: 5 # about b")),
    Case(
      .yaml, yaml, [.set(0, "k: 1"), .old(1), .old(2)],
      yaml.replacing("a: 1 # beside a", with: "a: # beside a\n  k: 1")),
    Case(
      .yaml, yaml, [.old(0), .inside(1, [.new(nil, "w"), .old(0)]), .old(2)],
      yaml.replacing("  - x", with: "  - w\n  - x")),
    // What becomes first in a compact collection gets its place.
    Case(.yaml, "- a: 1\n  b: 2\n", [.inside(0, [.old(1)])], "- b: 2\n"),
    Case(.yaml, "k: [a, b] # c\n", [.inside(0, [.old(1)])], "k: [b] # c\n"),
    Case(.yaml, "k: [a, b] # c\n", [.inside(0, [])], "k: [] # c\n"),
  ]

  private static let openStep =
    "{\n    a = 1; /* one */\n    b = (x, y);\n    // three\n    c = 3;\n}\n"

  private static let xml = """
    <plist version="1.0">
    <dict>
    \t<!-- one -->
    \t<key>a</key>
    \t<string>x</string> <!-- beside -->
    \t<key>b</key>
    \t<array>
    \t\t<true/>
    \t</array>
    </dict>
    </plist>

    """

  static let propertyListCases = [
    Case(
      .openStepPropertyList, openStep, [.old(1), .old(2)],
      openStep.replacing("    a = 1; /* one */\n", with: "")),
    Case(
      .openStepPropertyList, openStep, [.old(0), .inside(1, [.old(1)])],
      "{\n    a = 1; /* one */\n    b = (y);\n}\n"),
    Case(
      .openStepPropertyList, openStep,
      [.old(0), .old(1), .old(2), .new("d", "# above\n'9' # beside")],
      openStep.replacing("c = 3;", with: "c = 3;\n    // above\n    d = 9; // beside")),
    Case(
      .openStepPropertyList, openStep, [.old(0), .set(1, "z"), .set(2, "[u]")],
      openStep.replacing("(x, y)", with: "z").replacing("= 3", with: "= (\n        u\n    )")),
    Case(
      .xmlPropertyList, xml, [.old(1)],
      xml.replacing(
        "\t<!-- one -->\n\t<key>a</key>\n\t<string>x</string> <!-- beside -->\n", with: "")),
    Case(
      .xmlPropertyList, xml, [.new("x", "'9'"), .old(0), .set(1, "y")],
      xml.replacing("<dict>\n", with: "<dict>\n\t<key>x</key>\n\t<string>9</string>\n")
        .replacing("<array>\n\t\t<true/>\n\t</array>", with: "<string>y</string>")),
    Case(
      .xmlPropertyList, xml, [.old(0), .inside(1, [.old(0), .new(nil, "z")])],
      xml.replacing("<true/>\n", with: "<true/>\n\t\t<string>z</string>\n")),
    Case(
      .xmlPropertyList, xml, [.old(0), .inside(1, [])],
      xml.replacing("<array>\n\t\t<true/>\n\t</array>", with: "<array></array>")),
  ]

  @Test(arguments: json5Cases + yamlCases + propertyListCases)
  func printsAChange(test: Case) throws {
    let found = try printed(test)
    #expect(found == test.new)
  }
}
