import Decant
import DecantConversion
import DecantTestSupport
import Synchronization
import Testing

/// A table as one array or as records, and a table without rows.
@Suite struct CSVTableTests {
  private func converted(
    _ text: String, from source: Format = .csv, to target: Format,
    _ change: (inout Plan) -> Void = { _ in }
  ) throws -> String {
    var plan = Plan.compact(target)
    change(&plan)
    return String(decoding: try convert(Array(text.utf8), from: source, by: plan), as: UTF8.self)
  }

  static let tables: [(String, [String])] = [
    ("a,b\n", []), ("a,b\n1,2\n", [#"{"a":"1","b":"2"}"#]),
    ("a,b\n1,2\n3,\n", [#"{"a":"1","b":"2"}"#, #"{"a":"3","b":""}"#]),
  ]

  @Test(arguments: tables)
  func isOneArrayOrRecords(text: String, rows: [String]) throws {
    let array = "[" + rows.joined(separator: ",") + "]\n"
    #expect(try converted(text, to: .json) == array)
    let lines = rows.map { $0 + "\n" }.joined()
    #expect(try converted(text, to: .jsonLines) == lines)
    for target in [Format.json, .jsonLines] {
      guard target.name != "json" || !rows.isEmpty else { continue }
      #expect(try converted(text, to: target) { $0.gathering = .split } == lines)
    }
    #expect(try converted(text, to: .json) { $0.gathering = .slurp } == array)
    for target in [Format.json5, .xmlPropertyList, .binaryPropertyList, .openStepPropertyList] {
      let table = try convert(Array(text.utf8), from: .csv, by: Plan(to: target))
      let back = try convert(table, from: target, by: Plan.compact(.json))
      #expect(String(decoding: back, as: UTF8.self) == array, "\(target.name)")
    }
    // A document that is a mapping is one row.
    let toml = try? converted(text, to: .toml)
    #expect((toml != nil) == (rows.count == 1))
  }

  @Test(.enabled(if: Oracle.plistlib.isInstalled), arguments: tables)
  func isOneArrayForPython(text: String, rows: [String]) throws {
    for target in [Format.xmlPropertyList, .binaryPropertyList] {
      let table = try convert(Array(text.utf8), from: .csv, by: Plan(to: target))
      let found = try Value(parsing: try #require(try Oracle.plistlib.run(table)), as: .json)
      let expected = "[" + rows.joined(separator: ",") + "]"
      #expect(try found == Value(parsing: Array(expected.utf8), as: .json))
    }
  }

  @Test func pathsAndSelectionsAreOfRows() throws {
    let text = "a,b\n1,2\n3,4\n"
    #expect(
      try converted(text, to: .json) { $0.pointer = DocumentPointer("/b") } == "\"2\"\n\"4\"\n")
  }

  @Test func rowsOfATypeAreOneArray() throws {
    struct Row: Codable { var b: String }
    let array = try converted("a,b\n1,2\n3,4\n", to: .json) {
      $0.transform = DocumentTransform(Row.self)
    }
    #expect(array == #"[{"b":"2"},{"b":"4"}]"# + "\n")
  }

  /// What cannot be written ends the array: a part of it would not be valid.
  @Test func badRowsAreLeftOutOfTheArray() throws {
    let reports = Reports()
    let array = try converted("a,b\n1\n3,4\n5,6,7\n8,9", to: .json) {
      $0.reading.badRecords = reports.skipping
    }
    #expect(array == #"[{"a":"3","b":"4"},{"a":"8","b":"9"}]"# + "\n")
    #expect(reports.all.count == 2)
  }

  // MARK: Without rows

  @Test(arguments: [
    ("a,b\n", "a,b\n"), ("a;\"x, y\"\r\n\r\n", "a,\"x, y\"\n"), ("\"\"", "\"\"\n"), ("", ""),
  ])
  func headersAreKept(text: String, expected: String) throws {
    #expect(try converted(text, to: .csv) == expected)
    #expect(try converted(text, to: .csv) { $0.fidelity = .tagged } == expected)
    #expect(
      try converted(text, to: .csv) { $0.reading.badRecords = Reports().skipping } == expected)
    // Bad rows that are left out do not count.
    let bad = text + (text.isEmpty ? "" : "\n1,2,3\n\"4\"x\n")
    #expect(try converted(bad, to: .csv) { $0.reading.badRecords = Reports().skipping } == expected)
    let tabs = try converted(text, to: .tsv)
    #expect(try converted(tabs, from: .tsv, to: .csv) == expected)
  }

  /// A header counts like a row: its keys must be those of the rows.
  @Test func headersOfSeveralInputsAgree() throws {
    func joined(_ texts: String...) throws -> String {
      let destination = MemoryDestination()
      var pipeline = try Pipeline(Plan(to: .csv), to: destination)
      for text in texts {
        var input = try Input(MemorySource(text), as: .csv)
        try pipeline.convert(&input)
      }
      try pipeline.finish()
      return destination.text
    }
    #expect(try joined("a,b\n", "b,a\n1,2\n", "a,b\n") == "a,b\n2,1\n")
    for text in ["a,c\n", "a\n", "a,b,c\n"] {
      #expect(throws: DecantError.self) { try joined("a,b\n1,2\n", text) }
    }
  }

  @Test(arguments: [Format.json, .jsonLines, .yaml, .xmlPropertyList, .cbor])
  func aLossIsReported(target: Format) throws {
    for jobs in 1...2 {
      let reports = Mutex<[DecantError.Problem]>([])
      func change(_ plan: inout Plan) {
        plan.jobs = jobs
        plan.reading.reportTolerated = { error in reports.withLock { $0.append(error.problem) } }
      }
      _ = try converted("a,b\n", to: target, change)
      #expect(reports.withLock(\.self) == [.csv(.lostColumns)])
      _ = try converted("a,b\n1,2\n", to: target, change)
      _ = try converted("\n", to: target, change)
      #expect(reports.withLock(\.count) == 1)
      for fidelity in [Fidelity.tagged, .strict] {
        #expect(throws: DecantError.self) {
          try converted("a,b\n", to: target) {
            change(&$0)
            $0.fidelity = fidelity
            $0.reading.isStrict = fidelity == .strict
          }
        }
      }
    }
  }
}
