import Decant
import DecantTestSupport
import Testing

/// Comparison with Python's `csv`.
@Suite(.enabled(if: Oracle.pythonReadsCSV.isInstalled)) struct CSVOracleTests {
  /// Random tables of a thousand kinds, which Python writes with each of its separators, line ends and ways to quote.
  @Test func readsWhatPythonWrites() throws {
    let lines = try #require(try Oracle.pythonWritesCSV.run([])).split(separator: 0x0A)
    #expect(lines.count == 1000)
    for line in lines {
      let example = try Value(parsing: Array(line), as: .json)
      let text = try #require(example["text"]?.string)
      let rows = try #require(example["rows"])
      var plan = Plan.compact(.json)
      plan.gathering = .slurp
      let isTabs = example["tabs"]?.bool == true
      let read = try convert(Array(text.utf8), from: isTabs ? .tsv : .csv, by: plan)
      guard try Value(parsing: read, as: .json) != rows else { continue }
      Issue.record("\(text.debugDescription) \(String(decoding: read, as: UTF8.self))")
      return
    }
  }

  /// The same tables, which Python reads as decant writes them.
  @Test(arguments: [Format.csv, .tsv])
  func writesWhatPythonReads(format: Format) throws {
    let lines = try #require(try Oracle.pythonWritesCSV.run([])).split(separator: 0x0A)
    var input: [UInt8] = []
    var expected: [Value] = []
    for line in lines {
      let rows = try #require(try Value(parsing: Array(line), as: .json)["rows"])
      let json = try rows.encoded(by: Plan.compact(.json))
      let text = String(
        decoding: try convert(json, from: .json, by: Plan(to: format)), as: UTF8.self)
      input += try Value.string(text).encoded(by: Plan.compact(.jsonLines))
      expected.append(rows)
    }
    let oracle = format.name == "tsv" ? Oracle.pythonReadsTSV : .pythonReadsCSV
    let found = try #require(try oracle.run(input)).split(separator: 0x0A)
    #expect(found.count == expected.count)
    for (line, rows) in zip(found, expected) {
      #expect(try Value(parsing: Array(line), as: .json) == rows)
    }
  }
}

extension Oracle {
  /// Writes lines with a table, its rows and whether it has tabs, as JSON.
  fileprivate static let pythonWritesCSV = Oracle(
    description: "python3's csv",
    command: [
      "python3", "-c",
      """
      import csv, io, json, random
      r = random.Random(7)
      pieces = ['a', 'B9', ' ', '"', ',', ';', '\\t', '\\n', '\\r\\n', '\\r', 'é', '語', '\\\\', "'", '', 'x' * 20, '0', '#']
      def text(): return ''.join(r.choice(pieces) for _ in range(r.randint(0, 5)))
      for n in range(1000):
          count = r.randint(1, 6)
          names = []
          while len(names) < count:
              name = 'k' + text()
              # The header shows the separator: others in it would mislead any reader.
              if not set(name) & set(',;\\t') and name not in names: names.append(name)
          rows = [[text() for _ in names] for _ in range(r.randint(1, 6))]
          tabs = r.random() < 0.2
          separator = '\\t' if tabs else r.choice(',;\\t') if count > 1 else ','
          out = io.StringIO()
          csv.writer(
              out, delimiter=separator, lineterminator=r.choice(['\\n', '\\r\\n', '\\r']),
              quoting=r.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows([names] + rows)
          print(json.dumps({'text': out.getvalue(), 'rows': [dict(zip(names, x)) for x in rows], 'tabs': tabs}))
      """,
    ])

  fileprivate static let pythonReadsCSV = reads("excel")
  fileprivate static let pythonReadsTSV = reads("excel-tab")

  private static func reads(_ dialect: String) -> Oracle {
    Oracle(
      description: "python3's csv",
      command: [
        "python3", "-c",
        """
        import csv, io, json, sys
        for line in sys.stdin:
            table = io.StringIO(json.loads(line), newline='')
            print(json.dumps(list(csv.DictReader(table, dialect='\(dialect)', strict=True))))
        """,
      ])
  }
}
