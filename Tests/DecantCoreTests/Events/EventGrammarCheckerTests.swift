import Testing
import Decant
import DecantCore

@Suite struct EventGrammarCheckerTests {
  /// The last event of each violates the grammar; `true` marks a key.
  static let broken: [([(Event.Kind, Bool)], String)] = [
    ([(.null, false)], "null where no node may be"),
    ([(.beginDocument, false), (.beginDocument, false)], "a document inside a document"),
    (
      [(.beginDocument, false), (.endDocument, false)], "a document that ends before its root does"
    ),
    ([(.endDocument, false)], "a document that ends before its root does"),
    (
      [(.beginDocument, false), (.null, false), (.true, false)], "true where no node may be"
    ),
    (
      [(.beginDocument, false), (.beginSequence, false), (.endMapping, false)],
      "endMapping ends another kind of collection"
    ),
    ([(.beginDocument, false), (.endSequence, false)], "endSequence without a beginning"),
    (
      [(.beginDocument, false), (.beginMapping, false), (.null, false)],
      "null as a key without the key flag"
    ),
    ([(.beginDocument, false), (.null, true)], "null with a wrong key flag"),
    (
      [(.beginDocument, false), (.beginMapping, false), (.null, true), (.endMapping, false)],
      "a key without a value"
    ),
    (
      [(.beginDocument, false), (.tag, false), (.anchor, false)], "an anchor after an anchor or tag"
    ),
    ([(.beginDocument, false), (.tag, false), (.tag, false)], "a tag after a tag"),
    (
      [(.beginDocument, false), (.anchor, false), (.alias, false)], "an alias with an anchor or tag"
    ),
    (
      [(.beginDocument, false), (.beginSequence, false), (.tag, false), (.endSequence, false)],
      "an anchor or tag without a node"
    ),
  ]

  @Test(arguments: broken)
  func refusesWhatBreaksTheGrammar(events: [(kind: Event.Kind, isKey: Bool)], reason: String) {
    var grammar = EventGrammarChecker()
    var batch = EventBatch()
    for event in events { batch.append(event.kind, flags: event.isKey ? .isKey : []) }
    var problem: DecantError.Problem?
    do throws(DecantError) { try grammar.check(batch) } catch { problem = error.problem }
    #expect(problem == .malformedEvents(reason))
  }

  @Test func acceptsEverythingThatTheGrammarHas() throws {
    var grammar = EventGrammarChecker(.content)
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(.anchor, text: "a")
    batch.append(.tag, text: "!t")
    batch.append(.beginMapping)
    batch.append(.tag, text: "!k")
    batch.append(.beginSequence, flags: .isKey)
    batch.append(.string, text: "é")
    batch.append(.endSequence)
    batch.append(.beginMapping)
    batch.append(.alias, text: "a", flags: .isKey)
    batch.append(.uid, text: "5")
    batch.append(.endMapping)
    batch.append(.endMapping)
    batch.append(.endDocument)
    try grammar.check(batch)
    try grammar.finish()
  }

  @Test func refusesTextThatIsNotWhatItIsFlaggedAs() {
    let texts: [([UInt8], Event.Flags, String)] = [
      ([0xFF], [], "the text of string is not UTF-8"),
      ([0xC3, 0xA9], .isASCII, "the text of string is not ASCII"),
      ([0x22], .needsNoJSONEscape, "the text of string is not plain"),
    ]
    for (text, flags, reason) in texts {
      var grammar = EventGrammarChecker(.content)
      var batch = EventBatch()
      batch.append(.beginDocument)
      text.withBytes { batch.append(.string, text: $0, flags: flags) }
      var problem: DecantError.Problem?
      do throws(DecantError) { try grammar.check(batch) } catch { problem = error.problem }
      #expect(problem == .malformedEvents(reason))
    }
  }

  @Test func refusesTextOutsideItsBytes() {
    var grammar = EventGrammarChecker()
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.events.append(Event(.string, flags: [], at: 0, textAt: 5, count: 1))
    var problem: DecantError.Problem?
    do throws(DecantError) { try grammar.check(batch) } catch { problem = error.problem }
    #expect(problem == .malformedEvents("the text of string is outside its bytes"))
  }

  @Test func refusesAStreamThatEndsInsideADocument() throws {
    var grammar = EventGrammarChecker()
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(.beginSequence)
    try grammar.check(batch)
    var problem: DecantError.Problem?
    do throws(DecantError) { try grammar.finish() } catch { problem = error.problem }
    #expect(problem == .malformedEvents("the stream ends inside a document"))
  }
}
