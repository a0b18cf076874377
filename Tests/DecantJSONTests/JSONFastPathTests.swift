import DecantTestSupport
import Testing
import Decant

@testable import DecantJSON

/// The fast path must report the same events and errors as the general scan.
@Suite struct JSONFastPathTests {
  private static func format(
    _ framing: JSONFraming, usingFastPath usesFastPath: Bool
  ) -> Format {
    Format(
      name: "json", summary: "JSON", abilities: Format.json.abilities,
      reader: { options in
        var reading = ReadingOptions()
        reading.maximumDepth = options.maximumDepth
        reading.duplicateKeys = options.duplicateKeys
        return StrictJSONReader(reading, framing, usesFastPath: usesFastPath)
      })
  }

  static let lanes = [JSONFraming.document, .lines, .recordSeparators].map {
    (any: format($0, usingFastPath: false), fast: format($0, usingFastPath: true))
  }

  private static let feedings: [Transcript.Feeding] = [
    .init(), .init(sizes: [1], capacity: 16), .init(sizes: [64, 5], capacity: 64),
  ]

  private func expectSame(
    _ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions(),
    feedings: [Transcript.Feeding] = feedings
  ) {
    for (any, fast) in Self.lanes {
      let expected = Transcript(reading: bytes, as: any, options)
      for feeding in feedings {
        #expect(
          Transcript(reading: bytes, as: fast, options, feeding: feeding) == expected,
          "\(String(decoding: bytes.prefix(500), as: UTF8.self)), \(feeding)")
      }
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func readsRandomDocumentsAlike(seed: UInt64) {
    let choices = seed % 3 == 0 ? 12 : 0
    let documents = (0..<3).map { RandomDocument(seed: seed * 3 + $0, keyChoices: choices) }
    for document in documents {
      expectSame(Array(document.text.utf8))
      expectSame(Array(document.compact.utf8))
    }
    // The first document's keys predict the second's.
    expectSame(Array("[\(documents[0].compact),\(documents[0].compact)]".utf8))
    let records = documents.map { "\u{1E}\($0.compact)\n" }.joined()
    expectSame(Array(records.utf8))
    expectSame(Array(records.utf8.filter { $0 != 0x1E }))
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func refusesDamagedDocumentsAlike(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let document = RandomDocument(seed: seed, size: 30).compact
    let whole = Array("[\(document),\(document)]".utf8)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        case 2:
          bytes[place] = Array("{}[],:\"\\-0e.\n\u{0}x".utf8).randomElement(using: &generator) ?? 0
        default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      expectSame(bytes, feedings: [.init()])
    }
  }

  @Test(arguments: Corpora.files(inSuite: "json-test-suite/test_parsing"))
  func readsTheSuiteAlike(_ file: Corpora.File) {
    let bytes = Array(file.bytes.prefix(4000))
    expectSame(bytes)
    // The fast path begins after a comma.
    expectSame(Array("[0,".utf8) + bytes + Array("]".utf8))
    expectSame(Array("[{\"k\":0,\"v\":0},{\"k\":0,\"v\":".utf8) + bytes + Array("}]".utf8))
  }

  @Test(arguments: [DuplicateKeys.error, .keep, .first, .last])
  func treatsRepeatedKeysAlike(rule: DuplicateKeys) {
    var options = ReadingOptions()
    options.duplicateKeys = rule
    for document in [
      #"[{"a":1,"b":2},{"a":1,"a":2},{"a":1,"b":2,"a":3}]"#,
      #"[{"a":{"x":1}},{"a":{"x":1,"x":2}},{"a" : 1 , "a":{}}]"#,
    ] {
      expectSame(Array(document.utf8), options)
    }
  }

  @Test func refusesTooDeepCollectionsAlike() {
    var options = ReadingOptions()
    for depth in 1...4 {
      options.maximumDepth = depth
      for document in ["[0,[0,[0,[0]]]]", #"{"a":0,"b":{"a":0,"b":{"a":0,"b":[]}}}"#, "[0,[],{}]"] {
        expectSame(Array(document.utf8), options)
      }
    }
  }

  @Test(arguments: 0..<8) func fillsBatchesAlike(shift: Int) {
    let pair = #"{"id":12345678,"text":"plain text of some length","list":[1.5,[],{}],"ok":true},"#
    let elements = String(repeating: pair, count: 600)
    let before = String(repeating: "0,", count: shift)
    expectSame(Array("[\(before)\(elements)null]".utf8), feedings: [.init()])
  }

  @Test(arguments: [
    "\n", "\r\n", "\n\n", " ", "", "\n \n", "\n\u{1E}", "\n,", "\n1\n", "\nx\n", "\n\"s\"\n", "]\n",
    "\n[]\n", "\n{}\n[[]]\n", "\n\u{FEFF}", "\n{\"a\":1,\"a\":2}\n", "\n{\n", "\n\u{0}",
    "\n[\"\\u00e9\"]\n",
  ])
  func readsRecordsAlike(separator: String) {
    let record = #"{"a":1,"b":[2,{"c":null}]}"#
    for count in [2, 5, 600] {
      let records = [String](repeating: record, count: count).joined(separator: "\n")
      for text in [records + separator + records, separator + records, records + separator] {
        expectSame(Array(text.utf8), feedings: count < 10 ? Self.feedings : [.init()])
      }
    }
  }

  @Test func knowsThePathOfAMistake() {
    let text = #"{"a":[1,2,{"b":[true,[0,0],"x",tru]}]}"#
    let error = Transcript(reading: Array(text.utf8), as: .json).error
    #expect(error?.path?.description == "/a/2/b/3")
  }
}
