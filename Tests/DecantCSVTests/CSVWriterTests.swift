import Decant
import DecantTestSupport
import Testing

@Suite struct CSVWriterTests {
  private func written(
    _ text: String, _ change: (inout Plan) -> Void = { _ in }, to target: Format = .csv
  ) throws -> String {
    var plan = Plan(to: target)
    change(&plan)
    return String(
      decoding: try convert(Array(text.utf8), from: .jsonLines, by: plan), as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("[]", ""),
    (#"{"a":"1","b":"x"}"#, "a,b\n1,x\n"),
    (#"{"a":1.10,"b":true} {"a":-0,"b":false}"#, "a,b\n1.10,true\n-0,false\n"),
    (#"[{"a":"1"},{"a":"2"}] {"a":"3"} []"#, "a\n1\n2\n3\n"),
    (#"{"a":"1","b":"2"} {"b":"4","a":"3"}"#, "a,b\n1,2\n3,4\n"),
    (#"{"a":"x,y","b":"say \"hi\""}"#, "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n"),
    (#"{"a":"1\n2","b":"1\r2"}"#, "a,b\n\"1\n2\",\"1\r2\"\n"),
    (#"{"a":" x ","b":"1;2\t'"}"#, "a,b\n x ,1;2\t'\n"),
    (#"{"a":""} {"a":"1"}"#, "a\n\"\"\n1\n"), (#"{"a":"","b":""}"#, "a,b\n,\n"),
    (#"{"\ufeffa":"1","\ufeffb":"2"}"#, "\"\u{FEFF}a\",\u{FEFF}b\n1,2\n"),
    (#"{"sep=":"1","":"2"}"#, "\"sep=\",\n1,2\n"), (#"{"a|b":"1|2"}"#, "\"a|b\"\n1|2\n"),
    (#"{"":"1"}"#, "\"\"\n1\n"), (#"{"a;b":"1","c\td":"2"}"#, "\"a;b\",\"c\td\"\n1,2\n"),
    (
      #"{"long":"0123456789012345678901234567890123456789,\""}"#,
      "long\n\"0123456789012345678901234567890123456789,\"\"\"\n"
    ),
  ])
  func writesRows(text: String, expected: String) throws {
    #expect(try written(text) == expected)
  }

  @Test(arguments: [
    (#"{"a":"1;2","b":"3,4"}"#, "a;b\n\"1;2\";3,4\n"),
    (#"{"a":"1,2"} {"a":"3;4"}"#, "a\n\"1,2\"\n\"3;4\"\n"),
  ])
  func writesOtherSeparators(text: String, expected: String) throws {
    #expect(try written(text) { $0.writing[CSVOptions.self].separator = 0x3B } == expected)
  }

  @Test func writesTabs() throws {
    #expect(try written(#"{"a":"x\ty","b":"1,2"}"#, to: .tsv) == "a\tb\n\"x\ty\"\t1,2\n")
  }

  @Test(arguments: [
    (#"{"a":[]}"#, "1:6: a cell of CSV cannot contain a sequence or a mapping at /a"),
    (#"[{"b":1},{"b":{}}]"#, "1:15: a cell of CSV cannot contain a sequence or a mapping at /1/b"),
    (#"{"a":null}"#, "1:6: csv cannot represent null at /a"),
    (#"{"a":"1"} {"b":"2"}"#, "1:12: the key 'b' is not in the header at /b"),
    (#"{"a":"1","b":"2"} {"b":"2"}"#, "1:27: the key 'a' of the header is missing"),
    (#"[{"a":"1"},{}]"#, "1:13: the key 'a' of the header is missing at /1"),
    ("{}", "1:2: a row of CSV must be a mapping with keys"),
    ("5", "1:1: a row of CSV must be a mapping with keys"),
    ("[[1]]", "1:2: a row of CSV must be a mapping with keys at /0"),
    (#"{"a":"\u0000"}"#, "1:6: a cell of CSV cannot contain U+0000 at /a"),
  ])
  func namesTheMistake(text: String, expected: String) {
    let error = #expect(throws: DecantError.self) { try written(text) }
    #expect(error.map { "\($0)" } == expected)
  }

  @Test func countsWhatBecomesText() throws {
    let losses = Losses()
    _ = try written(#"{"a":1,"b":true} {"a":2,"b":false}"#) { $0.losses = losses }
    #expect(losses.entries.map(\.count).sorted() == [2, 2])
    #expect(throws: DecantError.self) { try written(#"{"a":1}"#) { $0.fidelity = .strict } }
    let text = try written(#"{"a":null,"b":"x"}"#) {
      $0.fidelity = .lossy
      $0.losses = losses
    }
    #expect(text == "a,b\n,x\n")
    #expect(losses.entries.contains { $0.kind == .null && $0.count == 1 })
  }

  /// With types, everything but collections comes back without a loss.
  @Test(arguments: [
    #"{"a":1.10,"b":true,"c":null,"d":"","e":"5"}"#, #"{"a":null}"#, #"{"a":""}"#, #"{"a":"null"}"#,
    #"{"a":"true","b":"-1e5","c":"090","d":"{}","e":"x,\"y\""}"#,
  ])
  func typesComeBack(document: String) throws {
    let losses = Losses()
    let text = try written(document) {
      $0.writing[CSVOptions.self].hasTypes = true
      $0.fidelity = .strict
      $0.losses = losses
    }
    var plan = Plan.compact(.jsonLines)
    plan.reading[CSVOptions.self].hasTypes = true
    let back = try convert(Array(text.utf8), from: .csv, by: plan)
    #expect(String(decoding: back, as: UTF8.self) == document + "\n")
    #expect(losses.entries.isEmpty)
  }

  @Test(arguments: [
    #"{"a":[1,{"b":null}],"c":{"d":"x\ny"}}"#, #"{"a":"[","b":"\"","c":"{}","d":"\u0000,"}"#,
    #"{"a":{"$date":"2026-11-21T09:30:00Z"},"b":{"$data":"AAE="},"c":5,"d":"5"}"#,
    #"{"$literal":{"$date":"x"}}"#,
  ])
  func taggedFormsComeBack(document: String) throws {
    func back(_ text: String, as target: Format) throws -> String {
      let table = try written(text) { $0.fidelity = .tagged }
      var plan = Plan.compact(target)
      plan.fidelity = .tagged
      return String(
        decoding: try convert(Array(table.utf8), from: .csv, by: plan), as: UTF8.self)
    }
    #expect(try back(document, as: .jsonLines) == document + "\n")
    // An array of rows comes back as one, too.
    for count in 1...2 {
      let array = "[" + repeatElement(document, count: count).joined(separator: ",") + "]\n"
      #expect(try back(array, as: .json) == array)
    }
  }

  @Test func taggedFormsAreChecked() {
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let error = #expect(throws: DecantError.self) {
      try convert(Array("a,b\nx,[1\n".utf8), from: .csv, by: plan)
    }
    #expect(error?.position?.line == 2 && error?.position?.column == 3)
    #expect(error?.path?.steps.first == .key("b"))
  }

  @Test func ownColumnsAreWritten() throws {
    func columns(_ plan: inout Plan) {
      plan.writing[CSVOptions.self].header = ["b", "a"]
      plan.writing[CSVOptions.self].acceptsShortRows = true
    }
    #expect(try written(#"{"a":"1"} {"b":"2","a":"3"}"#, columns) == "b,a\n,1\n2,3\n")
    #expect(try written("", columns) == "b,a\n")
    #expect(throws: DecantError.self) { try written(#"{"c":"1"}"#, columns) }
  }

  @Test func aBrokenOffTableIsInvalid() throws {
    let destination = MemoryDestination()
    let row = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"},"
    let text = "[" + String(repeating: row, count: 300) + "x"
    #expect(throws: DecantError.self) {
      try Transcoder(from: .json, to: .csv).run(from: .text(text), to: destination)
    }
    // Rows are records: what is written is whole.
    let read = try convert(destination.bytes, from: .csv, by: Plan(to: .jsonLines))
    #expect(read.split(separator: 0x0A).allSatisfy { $0.count == 1008 })
  }

  struct Town: Codable, Equatable {
    var name: String
    var zip: String
    var count: Int
    var isOld: Bool
    var area: Double
  }

  @Test func codersHaveTables() throws {
    let towns = [
      Town(name: "Uz\"ès", zip: "090", count: 5, isOld: true, area: 1.5),
      Town(name: "", zip: "1,2", count: -1, isOld: false, area: 1e100),
    ]
    let bytes = try Format.csv.encode(towns)
    var read: [Town] = []
    var documents = try Format.csv.documents(of: Town.self, from: .bytes(bytes))
    while let town = try documents.next() { read.append(town) }
    #expect(read == towns)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("name,zip,count,isOld,area\n\"Uz"))
  }
}
