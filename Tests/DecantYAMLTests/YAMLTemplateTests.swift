import DecantLibYAML
import DecantTestSupport
import Synchronization
import Testing
import Decant

/// Templates in YAML, marked at their place.
@Suite struct YAMLTemplateTests {
  static let templates: [Marked] = [
    "a: ‸{{ b }}\n", "- 1\n- ‸{{ b }}\n", "a: [1, ‸{{ b }}]\n", "‸{{ a }}: 1\n", "a: {‸{{ b }}}\n",
    "a: &x\n  ‸{{ b }}\n", "a:\n  b: ‸{{ c\n    d }}\nc: 1\n", "a: ‸{{}}\n",
    "a: ‸{{ [b], c: d }}\n",
    "\"é\": ‸{{ b }}\n", "a: ‸{{ b }}\nc: {{ d }}\n", "a: {b: 1}\n? ‸{{ c }}\n",
  ]

  private static func mistakes(
    in bytes: [UInt8], _ options: ReadingOptions, feeding: Transcript.Feeding
  ) -> [DecantError] {
    var options = options
    let mistakes = Mutex<[DecantError]>([])
    options.reportTolerated = { mistake in mistakes.withLock { $0.append(mistake) } }
    _ = Transcript(reading: bytes, as: .yaml, options, feeding: feeding)
    return mistakes.withLock { $0 }
  }

  @Test(arguments: templates, [YAMLParser.own, .libyaml])
  func areReportedOncePerDocument(marked: Marked, parser: YAMLParser) throws {
    let bytes = Array(marked.source.utf8)
    var options = ReadingOptions()
    options.yamlParser = parser
    let events = expectSameInPieces(bytes, as: .yaml, options)
    #expect(events.error == nil)
    let feedings = parser == .own ? Transcript.Feeding.all : []
    for feeding in [Transcript.Feeding()] + feedings {
      let found = Self.mistakes(in: bytes, options, feeding: feeding)
      #expect(found.map(\.problem) == [.yaml(.template)], "\(feeding)")
      #expect(found.first?.position?.offset == marked.offset, "\(feeding)")
    }
    for isStrict in [false, true] {
      options.isStrict = isStrict
      options.needs = isStrict ? [] : .replacedInput
      let error = try #require(expectSameInPieces(bytes, as: .yaml, options).error)
      #expect(error.problem == .yaml(.template) && error.position?.offset == marked.offset)
    }
  }

  /// The error of a document names what is wrong with it, a template too.
  @Test func areNotReportedBesideAnError() {
    let bytes = Array("a: {{ b }}\n---\nc: {{ d }}:{{ e }}\n".utf8)
    for feeding in Transcript.Feeding.all {
      let found = Self.mistakes(in: bytes, ReadingOptions(), feeding: feeding)
      #expect(found.map { $0.position?.line } == [1], "\(feeding)")
    }
  }
}
