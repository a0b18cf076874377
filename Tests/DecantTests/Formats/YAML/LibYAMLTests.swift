import CYAML
import DecantTestSupport
import Testing

@testable import Decant

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
  @Test func theScannerIsAPlainAdapter() {
    var options = ReadingOptions()
    options.yamlParser = .libyaml
    options.yamlSchema = .failsafe
    options.duplicateKeys = .keep
    for bytes in Self.texts {
      // libyaml detects the encoding; decant has decoded it before.
      guard bytes.first != 0xEF, let text = String(validating: bytes, as: UTF8.self) else {
        continue
      }
      let transcript = Transcript(reading: bytes, as: .yaml, options)
      if case .undefinedAlias? = transcript.error?.problem.specific(DecantError.YAMLProblem.self) {
        continue
      }
      guard let words = libyamlWords(text) else {
        #expect(transcript.error != nil, "\(text.debugDescription)")
        continue
      }
      #expect(transcript.error == nil, "\(text.debugDescription)")
      let untagged = words.filter { !$0.hasPrefix("!tag:yaml.org") && $0 != "!" }
      #expect(transcript.libyamlWords == untagged, "\(text.debugDescription)")
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
      ("- \"é\\‸q\"\n", "found unknown escape character while parsing a quoted scalar"),
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

extension Transcript {
  fileprivate var libyamlWords: [String] {
    entries.compactMap { entry in
      let text = String(decoding: entry.text, as: UTF8.self)
      return switch entry.kind {
      case .beginDocument: nil
      case .endDocument: "."
      case .beginSequence: "["
      case .endSequence: "]"
      case .beginMapping: "{"
      case .endMapping: "}"
      case .anchor: "&" + text
      case .alias: "*" + text
      case .tag: "!" + text
      default: "=" + text
      }
    }
  }
}
