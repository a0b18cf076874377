import Decant
import DecantTestSupport
import Testing

/// Comparison with Python's `csv`.
@Suite(.enabled(if: Oracle.pythonReadsCSV.isInstalled)) struct CSVOracleTests {
  /// Random tables of a thousand kinds, which Python writes with each separator, line end and way to quote.
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

  /// The same tables, which Python and decant read as decant writes them, with any separator in keys and cells.
  @Test(arguments: [(Format.csv, ","), (.csv, ";"), (.csv, "\t"), (.csv, "|"), (.tsv, "\t")])
  func writesWhatIsRead(format: Format, separator: String) throws {
    let lines = try #require(try Oracle.pythonWritesCSV.run([])).split(separator: 0x0A)
    var input: [UInt8] = []
    var expected: [Value] = []
    for line in lines {
      let rows = try #require(try Value(parsing: Array(line), as: .json)["rows"])
      let json = try rows.encoded(by: Plan.compact(.json))
      var plan = Plan(to: format)
      if separator != "," { plan.writing[CSVOptions.self].separator = separator.utf8.first }
      let table = try convert(json, from: .json, by: plan)
      let text = String(decoding: table, as: UTF8.self)
      input += try Value.string(text).encoded(by: Plan.compact(.jsonLines))
      // JSON has a table as one array, also if it has one row.
      let back = try convert(table, from: format, by: Plan.compact(.json))
      if try Value(parsing: back, as: .json) != rows { Issue.record("\(text.debugDescription)") }
      expected.append(rows)
    }
    let found = try #require(try Oracle.pythonReadsCSV(separator).run(input)).split(separator: 0x0A)
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
      import csv, io, json, random, re
      r = random.Random(7)
      pieces = ['a', 'B9', ' ', '"', ',', ';', '\\t', '|', '\\n', '\\r\\n', '\\r', 'é', '語', '\\\\', "'", '', 'x' * 20, '0', '#']
      def text(): return ''.join(r.choice(pieces) for _ in range(r.randint(0, 5)))
      for n in range(1000):
          count = r.randint(1, 6)
          names = []
          quoting = r.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
          while len(names) < count:
              name = r.choice(['k', '', '\\ufeff', 'sep=;', 'SEP=', 'k;,']) + text()
              # Python does not quote other separators in the header, which mislead any reader, nor a byte-order mark.
              if quoting == csv.QUOTE_MINIMAL: name = 'k' + re.sub('[,;|\\t"]', '', name)
              if name not in names: names.append(name)
          rows = [[text() for _ in names] for _ in range(r.randint(1, 6))]
          tabs = r.random() < 0.2
          separator = '\\t' if tabs else r.choice(',;|\\t') if count > 1 else ','
          out = io.StringIO()
          csv.writer(
              out, delimiter=separator, lineterminator=r.choice(['\\n', '\\r\\n', '\\r']),
              quoting=quoting).writerows([names] + rows)
          print(json.dumps({'text': out.getvalue(), 'rows': [dict(zip(names, x)) for x in rows], 'tabs': tabs}))
      """,
    ])

  fileprivate static let pythonReadsCSV = pythonReadsCSV(",")

  fileprivate static func pythonReadsCSV(_ separator: String) -> Oracle {
    Oracle(
      description: "python3's csv",
      command: [
        "python3", "-c",
        """
        import csv, io, json, sys
        for line in sys.stdin:
            table = io.StringIO(json.loads(line), newline='')
            print(json.dumps(list(csv.DictReader(table, delimiter='\(separator)', strict=True))))
        """,
      ])
  }
}
