import CYAML
import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantLibYAML
@testable import DecantYAML

@Suite struct LibYAMLTests {
  @Test func libyamlLinksAndTellsItsVersion() {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    // SAFETY: libyaml writes to the three integers.
    unsafe yaml_get_version(&major, &minor, &patch)
    #expect((major, minor) >= (0, 2))
  }

  private static let texts =
    YAMLParserComparisonTests.suite.map(\.bytes)
    + (YAMLParserComparisonTests.documents + YAMLMutationTests.kinds).map { Array($0.utf8) }
    + YAMLMutationTests.files.map(\.bytes)

  /// The scanner passes on exactly the events of libyaml's own loop.
  @Test func theScannerIsAPlainAdapter() throws {
    for bytes in Self.texts {
      // libyaml skips a mark; decant has decoded the input before.
      guard bytes.first != 0xEF, let text = String(validating: bytes, as: UTF8.self) else {
        continue
      }
      let found = try Self.words(bytes)
      #expect(found == libyamlWords(text), "\(text.debugDescription)")
    }
  }

  /// Returns the steps as words; nil after an error.
  private static func words(_ bytes: [UInt8]) throws -> [String]? {
    var window = Window(MemorySource(bytes))
    var scanner = LibYAMLScanner()
    try scanner.begin(in: &window)
    let batch = EventBatch()
    var words: [String] = []
    while true {
      let (origin, count) = (window.origin, window.count)
      let pause = window.withBytes {
        scanner.scan($0, from: origin, count: count, isComplete: true, batch.scratch)
      }
      for index in 0..<scanner.output.tokens.count {
        let step = scanner.output.tokens[index]
        let text = batch.scratch.withBytes {
          step.isInScratch ? String(utf8: $0.extracting(step.text)) : ""
        }
        words += word(step.kind, text).map { [$0] } ?? []
      }
      scanner.output.removeAll()
      switch pause {
      case .tokensFull, .windowEmpty: continue
      case .ended: return words
      case .refused: return nil
      }
    }
  }

  private static func word(_ kind: YAMLToken.Kind, _ text: String) -> String? {
    switch kind {
    case .endDocument: "."
    case .beginSequence: "["
    case .endSequence: "]"
    case .beginMapping: "{"
    case .endMapping: "}"
    case .anchor: "&" + text
    case .alias: "*" + text
    case .tag:
      text == "!" ? "!!" : "!" + String(text.dropFirst(2).dropLast()).replacing("%25", with: "%")
    case .scalar: "=" + text
    default: nil
    }
  }

  /// Its errors are libyaml's, at the places that libyaml names.
  @Test(
    arguments: [
      ("a: b‸: c\n", "mapping values are not allowed in this context"),
      (
        "é: |\n  ü\nö: ‸@\n",
        "found character that cannot start any token while scanning for the next token"
      ),
      ("- \"é‸\\q\"\n", "found unknown escape character while parsing a quoted scalar"),
      ("é: ‸\u{1}\n", "control characters are not allowed"),
    ] as [(Marked, String)])
  func errorsAreInItsWords(marked: Marked, words: String) {
    var options = ReadingOptions()
    options.yamlParser = .libyaml
    let error = Transcript(reading: Array(marked.source.utf8), as: .yaml, options).error
    #expect(error?.problem == .yaml(.other("libyaml: " + words)))
    #expect(error?.position?.offset == marked.offset)
  }
}
