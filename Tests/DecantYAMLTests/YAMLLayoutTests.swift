import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantYAML

/// A document as people write it, by name.
struct YAMLSample: CustomTestStringConvertible {
  let name: String
  let text: String

  init(_ name: String, lineEnd: String = "\n", endsWithLine: Bool = true, _ text: String) {
    self.name = name
    self.text = text.replacing("\n", with: lineEnd) + (endsWithLine ? lineEnd : "")
  }

  var testDescription: String { name }

  static var all: [YAMLSample] { clusters + projects + tools }
}

/// From YAML to YAML, what is not changed is written as it was.
@Suite struct YAMLLayoutTests {
  /// The line ends become LF, and the last line gets one.
  private static let different: Set<String> = ["i18n-crlf.yml", "eslintrc.yaml"]

  @Test(arguments: YAMLSample.all)
  func keepsEachByte(of sample: YAMLSample) throws {
    let output = try rewritten(sample.text, from: .yaml)
    #expect((output == sample.text) != Self.different.contains(sample.name), "\(output)")
    let lines = sample.text.replacing("\r\n", with: "\n")
    #expect(output == (lines.hasSuffix("\n") ? lines : lines + "\n"))
  }

  static let changes: [@Sendable (inout Plan) -> Void] = [
    { _ in },
    { $0.writing.indentation = .spaces(4) },
    { $0.writing.indentation = .spaces(3) },
    { $0.writing.indentation = .compact },
    { $0.writing.ascii = true },
    { $0.gathering = .slurp },
    { $0.keyOrder = .byBytes },
    { $0.keyStyle = .snake },
    {
      $0.gathering = .slurp
      $0.keyOrder = .byBytes
    },
  ]

  /// The values are those without comments and notation, for which the same stages write JSON.
  @Test(arguments: YAMLSample.all, changes.indices)
  func keepsTheValues(of sample: YAMLSample, change: Int) throws {
    func lines(_ text: String, _ change: (inout Plan) -> Void) throws -> String {
      try converted(
        text, from: .yaml,
        by: .test(.jsonLines) { plan in
          change(&plan)
          plan.writing = WritingOptions()
          plan.fidelity = .tagged
        })
    }
    let output = try rewritten(sample.text, from: .yaml) { Self.changes[change](&$0) }
    #expect(
      try lines(output) { $0.keyOrder = .byBytes }
        == lines(sample.text) {
          Self.changes[change](&$0)
          $0.keyOrder = .byBytes
        }, "\(output)")
  }

  @Test func sortsKeysWithTheirLines() throws {
    let text = """
      # about z
      z: {}
        # limits:

        #   cpu: 100m
      # about y
      y:
      - "\\u00e9"  # é
      # about the text
      - >-
        of two
        lines
      m: &m
          k:   'it''s'
      a: [ 1,
           2 ]   # two

      """
    let sorted = """
      a: [ 1,
           2 ]   # two
      m: &m
          k:   'it''s'
      # about y
      y:
      - "\\u00e9"  # é
      # about the text
      - >-
        of two
        lines
      # about z
      z: {}
        # limits:

        #   cpu: 100m

      """
    #expect(try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes } == sorted)
  }

  /// After a block scalar with `+`, a blank line would belong to its text.
  @Test func addsNoBlankLinesToTexts() throws {
    let text = "b: |+\n  t\n\na: 1\n\nc: 2\n"
    #expect(
      try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
        == "a: 1\nb: |+\n  t\n\nc: 2\n")
  }

  @Test func mergesWholeMappings() throws {
    let text = "base: &b\n  x: 1\n  y: '2'\nall:\n  <<: *b\n  x: 3\n"
    #expect(
      try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
        == "all:\n  x: 3\n  y: '2'\nbase:\n  x: 1\n  y: '2'\n")
  }

  /// The width that a user asks for decides, not that of the input.
  @Test func indentsAsAskedFor() throws {
    let text = "a:\n- b:\n      c: |\n         t\n  d: >\n    u\n    v\n# e\n      # f\ng: 1\n"
    #expect(
      try rewritten(text, from: .yaml) { $0.writing.indentation = .spaces(2) }
        == "a:\n  - b:\n      c: |\n        t\n    d: >\n      u\n      v\n# e\n# f\ng: 1\n")
  }

  /// A notation counts only for the value that it was read with, and where it can be.
  @Test func leavesOutNotationsOfOtherValues() throws {
    func written(
      _ source: String, of own: String, _ value: Event.Kind, _ text: String,
      as kind: Notation.Kind = .scalar
    ) throws -> String {
      var notation = Notation.Builder()
      notation.begin(kind)
      source.withBytes { notation.append(part: $0) }
      notation.appendPart { part in
        part.append(Event.Kind.string.rawValue)
        for byte in own.utf8 { part.append(byte) }
      }
      var batch = EventBatch()
      batch.append(.beginDocument)
      batch.append(.beginSequence, style: .flow)
      notation.emit(to: &batch)
      batch.append(value, text: text)
      batch.append(.endSequence)
      batch.append(.endDocument)
      let destination = MemoryDestination()
      let sink = ByteSink(destination)
      var writer = YAMLWriter(WritingOptions())
      try writer.write(batch, to: sink)
      try sink.flush()
      return String(decoding: destination.bytes, as: UTF8.self)
    }
    #expect(try written("\"\\x61\"", of: "a", .string, "a") == "[\"\\x61\"]\n")
    #expect(try written("\"\\x61\"", of: "a", .string, "b") == "[b]\n")
    #expect(try written("\"\\x61\"", of: "a", .integer, "1") == "[1]\n")
    #expect(try written("a, b", of: "c", .string, "c") == "[c]\n")
    #expect(try written(">-\na", of: "a", .string, "a", as: .block) == "[a]\n")
    #expect(try written("x", of: "a", .string, "a", as: .line) == "[a]\n")
  }
}
