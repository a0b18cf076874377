import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantPropertyList

@Suite struct OpenStepStreamingTests {
  static let samples = Corpora.files(inPackage: "Samples").filter {
    $0.name.hasSuffix(".strings") || $0.name.hasSuffix(".pbxproj")
  }

  @Test func samplesAreAtHand() {
    #expect(Self.samples.count == 2)
  }

  @Test(arguments: samples) func everyPrefixOfASampleEndsInEventsOrAnError(
    _ sample: Corpora.File
  ) {
    for end in 0...sample.bytes.count {
      let prefix = Array(sample.bytes[..<end])
      let whole = Transcript(reading: prefix, as: .openStepPropertyList)
      #expect(whole.grammarFlaw == nil)
      let pieces = Transcript(
        reading: prefix, as: .openStepPropertyList,
        feeding: .init(sizes: [1, 7, 3], capacity: 64))
      #expect(pieces == whole, "\(end) bytes")
    }
  }

  @Test(arguments: samples) func samplesAreWhatFoundationReads(_ sample: Corpora.File) throws {
    expectSameInPieces(sample.bytes, as: .openStepPropertyList)
    let value = try Value(parsing: sample.bytes, as: .openStepPropertyList)
    #expect(try OpenStepOracle.value(sample.bytes) == value)
    let written = try value.encoded(as: .openStepPropertyList)
    #expect(try Value(parsing: written, as: .openStepPropertyList) == value)
  }

  @Test func everyByteThatIsChangedEndsInEventsOrAnError() {
    let source = """
      // c
      { a = (1, "b\\U00e9\\201", 'c', <0fbd>, <[AAAA]>, /* d **/ <*I5>, <*D2026-11-21 09:30:00 +0000>); e; }
      """
    let bytes = Array(source.utf8)
    for index in bytes.indices {
      for byte in Array("\"'\\/*<>(){}=;, aU0\u{0}\n".utf8) + [0x80, 0xE2, 0xFF] {
        var changed = bytes
        changed[index] = byte
        let input = [UInt8(truncatingIfNeeded: index &* 37)] + changed
        #expect(Invariants.violation(of: input, as: .openStepPropertyList) == nil)
      }
    }
  }

  /// All kinds of tokens, with lengths around the sizes of a word and of the window.
  @Test func tokensThatStraddleTheWindowAreReadTheSame() {
    for length in [0, 1, 6, 7, 8, 9, 15, 16, 17, 55, 56, 57, 62, 63, 64, 65, 127, 128, 200] {
      let plain = String(repeating: "x", count: length)
      let digits = String(repeating: "77", count: length + 1)
      let documents = [
        "(\"\(plain)\",\"\(plain)é\",'\(plain)\\n\"',\"\(plain)😀\\Ud83d\\Ude00\\201\")",
        "(a\(plain), /*\(plain)**/ <\(digits)> , // \(plain)\n<*I\(digits)>,<[\(digits)\(digits)]>)",
        "{\"\(plain)\"=1;\"\(plain)2\"={a\(plain)=2;};\"\(plain)\\U0033\";}",
        "a\(plain) /*\(plain)*/ = \(plain)b; c\(plain);\u{2028}\"\(plain)\"\(plain)/*\(plain)é",
        "/*\(plain)*/ \"\(plain)\" // \(plain)",
        "{a=b\(plain)\(String(repeating: " ", count: length))}",
        "{a\(plain) = \"\(plain)\" /*\(plain)*/ b = c;}", "(\(plain)é)", "(a \(plain)b)",
        "{\"\(plain)\" = 1; \"\(plain)\" = 2;}", "(\"\(plain)\\", "(<\(digits)", "(<\(digits)7>)",
        "a\(plain);a\(plain);", "{\"a \(plain)\" = 1;} a \(plain)",
      ]
      for document in documents {
        expectSameInPieces(Array(document.utf8), as: .openStepPropertyList)
      }
    }
  }

  /// The key is predicted from a quoted one, but is not quoted itself.
  @Test func aKeyThatIsExpectedIsStillReadByItsOwnRules() throws {
    let error = try failure(of: #"({"a b" = 1;},{a b = 2;})"#, as: .openStepPropertyList)
    #expect(error.problem == .openStep(.missing(.equalsSign, .scalar("b"))))
    #expect(
      try script(of: #"({"a"=1;b=2;},{a=1;'b'=2;},{a /**/=1;"b";})"#, as: .openStepPropertyList)
        == #"[ { "a": "1" "b": "2" } { "a": "1" "b": "2" } { "a": "1" "b": "b" } ] ;"#)
  }

  @Test(arguments: [" ", "\n", "/* x */", "// x\n", "\u{2028}", "(a),", "{a=b;},"])
  func readsAnyAmountInConstantMemory(filling: String) throws {
    let count = 4 << 20
    let source =
      Array("(a,".utf8) + Array(String(repeating: filling, count: count / filling.utf8.count).utf8)
      + Array(")".utf8)
    var window = Window(ChunkedSource(source, sizes: [4096]))
    var batch = EventBatch()
    var reader = OpenStepReader()
    var largest = 0
    while try reader.read(from: &window, into: &batch) {
      largest = max(largest, window.count)
      batch.removeAll()
    }
    #expect(largest <= 64 * 1024)
  }

  @Test func givesWhatItHasBeforeItWaits() throws {
    var window = Window(ChunkedSource(Array("(first, second".utf8), sizes: [8]))
    var batch = EventBatch()
    var reader = OpenStepReader()
    #expect(try reader.read(from: &window, into: &batch))
    #expect(batch.count == 3)
  }

  @Test func longTokensTakeLinearTime() throws {
    let long = String(repeating: "x", count: 1 << 20)
    for source in [
      "(\"\(long)\")", "(\(long))", "(<\(String(repeating: "0", count: 1 << 20))>)", "{\(long);}",
    ] {
      let transcript = Transcript(
        reading: Array(source.utf8), as: .openStepPropertyList, feeding: .init(sizes: [1024]))
      #expect(transcript.error == nil)
      #expect(transcript.entries[2].text.count >= 1 << 19 || transcript.entries[3].text.count > 0)
    }
  }
}
