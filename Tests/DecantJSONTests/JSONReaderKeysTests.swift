import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct JSONReaderKeysTests {
  static let duplicates: [(Marked, String)] = [
    (#"{"a":1,‸"a":2}"#, "a"),
    (#"{"":1,‸"":2}"#, ""),
    (#"{"a":1,"b":2,"c":3,‸"a":4}"#, "a"),
    (#"{"a":1,"b":2,‸"b":3}"#, "b"),
    (#"{"a":1,‸"\u0061":2}"#, "a"),
    (#"{"\u0061":1,‸"a":2}"#, "a"),
    (#"{"\u0061":1,‸"\u0061":2}"#, "a"),
    (#"{"é":1,‸"\u00e9":2}"#, "é"),
    (#"{"\n":1,‸"\u000a":2}"#, "\n"),
    (#"{"😀":1,‸"\ud83d\ude00":2}"#, "😀"),
    (#"{"a\"b":1,‸"a\u0022b":2}"#, "a\"b"),
    (#"{"a":{"a":1,"b":2},‸"a":3}"#, "a"),
    (#"{"a":[{"a":1},{"a":1,‸"a":2}]}"#, "a"),
    (#"[{"a":1,"b":2},{"a":1,"b":2,‸"a":3}]"#, "a"),
    (#"[{"a":1,"b":2},{"a":1,‸"a":2}]"#, "a"),
    (#"[{"a":1,"b":2},{"b":1,"a":2,‸"b":3}]"#, "b"),
    (#"[{"id":{"x":1},"id2":0},{"id":{"x":1,‸"x":2}}]"#, "x"),
    (#"{"a":{"k":1},"b":{"k":1},"c":{"k":1,‸"k":1}}"#, "k"),
    (#"{"12345678":1,"123456789":2,‸"12345678":3}"#, "12345678"),
  ]

  @Test(arguments: duplicates)
  func findsARepeatedKey(marked: Marked, key: String) throws {
    let error = try failure(of: marked.source)
    #expect(error.problem == .duplicateKey(key))
    #expect(error.position?.offset == marked.offset)
  }

  @Test(arguments: [
    #"{"a":1,"A":2,"aa":3,"":4}"#,
    #"{"a":{"a":{"a":1}},"b":{"a":1}}"#,
    #"[{"a":1},{"a":1},[{"a":1}]]"#,
    #"{"x":[{"x":1},{"x":1}],"y":{"x":{"x":1}}}"#,
    // Text is compared by scalars.
    "{\"\u{E9}\":1,\"e\u{301}\":2}",
    #"{"a\u0000":1,"a":2,"\u0000a":3}"#,
    #"{"12345678":1,"1234567":2,"123456789":3,"1234567\u0000":4}"#,
  ])
  func acceptsEqualKeysOfDifferentMappings(source: String) throws {
    _ = try script(of: source)
  }

  @Test(arguments: [DuplicateKeys.first, .last, .keep])
  func aReaderThatIsNotToRefuseMarksTheKey(policy: DuplicateKeys) throws {
    var options = ReadingOptions()
    options.duplicateKeys = policy
    let source = #"[{"a":1,"b":2,"a":3},{"a":1,"b":2,"a":3}]"#
    let transcript = expectSameInPieces(Array(source.utf8), as: .json, options)
    #expect(transcript.error == nil)
    let marks = transcript.entries.filter(\.isKey).map {
      Event.Flags(rawValue: $0.flags).contains(.isDuplicateKey)
    }
    #expect(marks == [false, false, true, false, false, true])
  }

  @Test func siblingsOfManyShapesAreToldApart() throws {
    var generator = SeededGenerator(seed: 7)
    let names = [
      "id", "name", "name2", "n", "text", "user_id", "a_rather_long_key_name", "é", "a\\n",
    ]
    for _ in 0..<200 {
      var source = "["
      var expected = "["
      for index in 0..<20 {
        let keys = names.shuffled(using: &generator).prefix(
          Int.random(in: 0...9, using: &generator))
        source +=
          (index > 0 ? "," : "") + "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        expected +=
          " {" + keys.map { " \"\($0)\": i0".replacing("\\n", with: "<a>") }.joined() + " }"
      }
      let transcript = Transcript(
        reading: Array((source + "]").utf8), as: .json,
        feeding: .init(sizes: [5, 90], capacity: 64))
      #expect(transcript.error == nil)
      #expect(transcript.script == expected + " ] ;")
    }
  }

  @Test func manyKeysOfOneMappingAreCheckedInLinearTime() {
    func time(_ count: Int) -> Duration {
      let keys = (0..<count).map { "\"key\($0)\":0" }.joined(separator: ",")
      let source = Array("{\(keys),\"key1\":0}".utf8)
      return leastTime {
        let transcript = Transcript(reading: source, as: .json)
        #expect(transcript.error?.problem == .duplicateKey("key1"))
      }
    }
    let small = time(20_000)
    let large = time(200_000)
    // Quadratic work would take a hundred times as long.
    #expect(large < small * 40)
  }

  @Test func keysOfOpenMappingsAreRememberedWhateverIsForgotten() throws {
    var source = #"{"first":0,"nested":{"inner":0,"list":["#
    for index in 0..<30_000 {
      source += (index > 0 ? "," : "") + "{\"k\(index)\":{\"x\":0},\"l\(index)\":0}"
    }
    let rest = "]"
    for (end, key) in [
      (",\"inner\":0}}", "inner"), ("},\"first\":0}", "first"), ("},\"nested\":0}", "nested"),
    ] {
      let transcript = Transcript(reading: Array((source + rest + end).utf8), as: .json)
      #expect(transcript.error?.problem == .duplicateKey(key))
      #expect(transcript.error?.path?.description.hasSuffix("/" + key) == true)
    }
    let fine = Transcript(reading: Array((source + rest + "},\"last\":0}").utf8), as: .json)
    #expect(fine.error == nil)
  }

  @Test func manyMappingsWithKeysOfTheirOwnTakeLinearTime() {
    func time(_ count: Int) -> Duration {
      let records = (0..<count).map { "{\"\($0 &* 2_654_435_761 % 1_000_003)x\($0)\":0}" }
      let source = Array("[\(records.joined(separator: ","))]".utf8)
      return leastTime { #expect(Transcript(reading: source, as: .json).error == nil) }
    }
    let small = time(20_000)
    #expect(time(200_000) < small * 40)
  }
}
