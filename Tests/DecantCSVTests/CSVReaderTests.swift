import Decant
import DecantConversion
import DecantCore
import DecantTestSupport
import Synchronization
import Testing

@Suite struct CSVReaderTests {
  static let rows = #"{"a":"1","b":"2"}"#

  private func lines(
    of text: String, as format: Format = .csv, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> [String] {
    var plan = Plan.compact(.jsonLines)
    change(&plan.reading)
    expectSameInPieces(Array(text.utf8), as: format, plan.reading)
    let output = try convert(Array(text.utf8), from: format, by: plan)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("", []), ("\n\r\n", []), ("a,b", []), ("a,b\n", []), ("\u{FEFF}a,b\n1,2\n", [rows]),
    ("a,b\n1,2\n", [rows]), ("a,b\r\n1,2\r\n", [rows]), ("a,b\r1,2\r", [rows]),
    ("a,b\n1,2", [rows]), ("\n\na,b\n\n\r\n1,2\n\n", [rows]),
    ("\"a\",\"b\"\n\"1\",\"2\"", [rows]), ("a;b\n1;2\n", [rows]), ("a\tb\n1\t2\n", [rows]),
    ("\"a\";b\n1;2", [rows]), ("a;b\n1,5;2\n", [#"{"a":"1,5","b":"2"}"#]),
    ("\"a;b;c\",d\nx,y\n", [#"{"a;b;c":"x","d":"y"}"#]), ("a|b\n1|2\n", [rows]),
    ("name;\"price, EUR\"\nfoo;1,5\n", [#"{"name":"foo","price, EUR":"1,5"}"#]),
    ("a;b\n1,5;2,5\n", [#"{"a":"1,5","b":"2,5"}"#]),
    // The rows decide between separators that are in the header.
    ("a,x;b\n1;2\n", [#"{"a,x":"1","b":"2"}"#]),
    (
      "a,x;b\n1;2\n3,4;5\n6;7\n",
      [
        #"{"a,x":"1","b":"2"}"#, #"{"a,x":"3,4","b":"5"}"#, #"{"a,x":"6","b":"7"}"#,
      ]
    ),
    ("a,b;c,d\n1,2,3\n", [#"{"a":"1","b;c":"2","d":"3"}"#]),
    ("5\" disk;b\n1,2;\"3\"\n", [#"{"5\" disk":"1,2","b":"3"}"#]),
    ("sep=;\na;b\n1;2\n", [rows]), ("\nSEP=,\r\na,b;c\r\n1,2;3", [#"{"a":"1","b;c":"2;3"}"#]),
    ("sep=\t\ra\tb\r1\t2", [rows]), ("sep=;", []), ("sep=,b\n1,2\n", [#"{"sep=":"1","b":"2"}"#]),
    ("\"sep=;\"\n1", [#"{"sep=;":"1"}"#]),
    ("name\n1;2\n3|4\n", [#"{"name":"1;2"}"#, #"{"name":"3|4"}"#]),
    ("a\n090\n\n 1 \n\"\"\n", [#"{"a":"090"}"#, #"{"a":" 1 "}"#, #"{"a":""}"#]),
    ("a,b\n,\n", [#"{"a":"","b":""}"#]),
    ("a,b\n\"x \"\"y\"\"\",\"\"\"\"\n", [#"{"a":"x \"y\"","b":"\""}"#]),
    ("a,b\n\"1\n,\r\n2\",\n", [#"{"a":"1\n,\r\n2","b":""}"#]),
    ("a,b\nx\"y\",é\\\n", [#"{"a":"x\"y\"","b":"é\\"}"#]),
    ("é\t,b\n1,\u{1}\n", [#"{"é\t":"1","b":"\u0001"}"#]),
  ])
  func readsRows(text: String, expected: [String]) throws {
    #expect(try lines(of: text) == expected)
  }

  @Test func readsTabsAlone() throws {
    #expect(try lines(of: "a,b;c\td\n1,2\t3\n", as: .tsv) == [#"{"a,b;c":"1,2","d":"3"}"#])
  }

  @Test(arguments: [
    ("a,b\n1\n", "2:1: the row has 1 cell, the header has 2"),
    ("name\nSmith, John\n", "2:1: the row has 2 cells, the header has 1"),
    (
      "id;name, first;x\n1;D, J;y\n2;E, L;z\n3;R, K\n", "4:1: the row has 2 cells, the header has 3"
    ),
    ("name;price, EUR\nfoo;1,5\n", "1:1: ',' and ';' separate equally many cells"),
    ("a\tb|c", "1:1: '\\t' and '|' separate equally many cells"),
    ("a,b\n1,2\n\n\"\n\",2,3\n", "4:1: the row has 3 cells, the header has 2"),
    ("a,b\n1,\"2\n3,4\n", "2:3: the string that begins here is never closed"),
    ("a,b\n1,\"2\"é\n", "2:6: expected the end of the cell after its quotes but found 'é'"),
    ("a,\"b\" \n", "1:6: expected the end of the cell after its quotes but found a space"),
    ("a,b\n1,x\0", "2:4: found the control character U+0000 in a string"),
    ("a,b,a\n", "1:5: duplicate key 'a' at /a"),
    ("\"a", "1:1: the string that begins here is never closed"),
  ])
  func namesTheMistake(text: String, expected: String) throws {
    #expect("\(try failure(of: text, as: .csv))" == expected)
  }

  @Test func refusesOtherEncodings() throws {
    let bytes = Array("a,b\n1,x".utf8) + [0xE9] + Array(",\n".utf8)
    let error = expectSameInPieces(bytes, as: .csv).error
    #expect(error.map { "\($0)" } == "2:4: the input is not valid UTF-8")
  }

  @Test func readsTypes() throws {
    let text = "a,b,c,d\n090,1.10,-0,1e5\ntrue,,\"\",\"5\"\nnull,false,True,+1\n"
    #expect(
      try lines(of: text) { $0[CSVOptions.self].hasTypes = true } == [
        #"{"a":"090","b":1.10,"c":-0,"d":1e5}"#, #"{"a":true,"b":null,"c":"","d":"5"}"#,
        #"{"a":null,"b":false,"c":"True","d":"+1"}"#,
      ])
  }

  @Test func readsShortRowsAndOwnHeaders() throws {
    func change(_ options: inout ReadingOptions) {
      options[CSVOptions.self].acceptsShortRows = true
      options[CSVOptions.self].header = ["x", "y"]
    }
    #expect(try lines(of: "a;b\n1\n", change) == [#"{"x":"a","y":"b"}"#, #"{"x":"1"}"#])
    var options = ReadingOptions()
    change(&options)
    #expect(try failure(of: "a,b,c", as: .csv, options).position?.line == 1)
  }

  @Test(arguments: [
    (DuplicateKeys.first, "{\"a\":\"1\",\"b\":\"2\"}\n"),
    (.last, "{\"a\":\"3\",\"b\":\"2\"}\n"), (.keep, "{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}\n"),
  ])
  func repeatedColumnsFollowThePolicy(policy: DuplicateKeys, expected: String) throws {
    var plan = Plan(to: .jsonLines)
    plan.reading.duplicateKeys = policy
    let output = try convert(Array("a,b,a\n1,2,3\n".utf8), from: .csv, by: plan)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test func readsManyColumnsAndLongCells() throws {
    let names = (0..<3000).map { "column \($0)" }
    let long = String(repeating: "é\"", count: 50_000)
    let quoted = "\"" + long.replacing("\"", with: "\"\"") + "\""
    let cells = names.indices.map { $0 == 7 ? quoted : "\($0)" }
    let text = names.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n"
    let values = try Value(parsing: Array(text.utf8), as: .csv).mapping
    #expect(values?.count == 3000)
    #expect(values?["column 7"]?.string == long)
    #expect(values?["column 2999"]?.string == "2999")
  }

  @Test(arguments: [
    ("name,zip\nAda,1\n", "csv"), ("name;zip\nAda;1\n", "csv"), ("na me\tzip\nAda\t", "csv"),
    ("a|b\n1|2\n", "csv"), ("sep=;\na;b\n1,2;3\n", "csv"), ("\"id\",\"n\"\n1,2", "csv"),
    ("é,b\r\n1,2\r\n", "csv"), ("a,b\n\"x\ny\",2\n", "csv"),
    ("name,zip\nAda\n", "json"), ("true,false", "json"), ("a, b\nc, d\n", nil),
    ("1,2\n3,4\n", "json"),
    ("a: b, c: d\ne: f, g: h\n", "yaml"), ("a = 1, b\nc = 2, d\n", nil), ("a,a\n1,2\n", nil),
    ("Dear John,\nthank you,\n", nil), ("[1,2]\n[3,4]\n", "jsonl"), ("a\nb\n", nil),
  ])
  func isRecognizedWithCare(text: String, name: String?) throws {
    let found = try? Input(MemorySource(text), detecting: .standard).format.name
    #expect((found ?? nil) == name)
  }

  /// Miller and xsv write an empty cell that is alone in its row as an empty line.
  @Test(arguments: [
    ("a\n1\n\n2\n", true), ("a\r\n1\r\n\r\n2", true), ("a\n\n1\n", true), ("a\n1\n\n", true),
    ("a\n1\n2\n", false), ("a\r\n1\r\n2\r\n", false), ("\na\n\"\"\n1", false),
    ("a,b\n1,2\n\n3,4\n", false),
  ])
  func anEmptyLineIsNoted(text: String, isNoted: Bool) {
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      for skips in [false, true] {
        let notes = Mutex<[String]>([])
        var options = ReadingOptions()
        options.reportNote = { note in notes.withLock { $0.append(note) } }
        if skips { options.badRecords = Reports().skipping }
        _ = Transcript(reading: Array(text.utf8), as: .csv, options, feeding: feeding)
        #expect(notes.withLock { !$0.isEmpty } == isNoted, "\(feeding) \(skips)")
      }
    }
  }

  /// The first 64 KiB decide where the header has several separators, whatever follows; a clear one is known at once.
  @Test func readsNoMoreThanItMust() throws {
    let rows = String(repeating: "1;2\n", count: 1 << 14)
    #expect(try bytesRead(before: "a,x;b\n" + rows + "3,4\n") < 1 << 17)
    #expect(try bytesRead(before: "a;\"b, c\"\n" + rows) < 100)
  }

  /// Returns how many bytes of a text are read before its first row.
  private func bytesRead(before text: String) throws -> Int {
    var window = Window(ChunkedSource(Array(text.utf8), sizes: [50]))
    var reader = try Format.csv.reader()
    var batch = EventBatch()
    #expect(try reader.read(from: &window, into: &batch))
    return window.count
  }

  /// No beginning of a table is read otherwise in pieces.
  @Test func everyPrefixIsReadTheSameInPieces() {
    let text = Array("\u{FEFF}a,\"b;\"\"c\"\r\n1,\"é\n\"\"x\"\"\"\n\n\"\",2\r3,x\"y\n\"4\",\n".utf8)
    for count in 0...text.count {
      expectSameInPieces(Array(text.prefix(count)), as: .csv, by: [.init(sizes: [1], capacity: 16)])
      #expect(Invariants.violation(of: [0x2A] + text.prefix(count), as: .csv) == nil)
      #expect(Invariants.violation(of: [0x2A] + text.prefix(count), as: .tsv) == nil)
    }
  }
}
