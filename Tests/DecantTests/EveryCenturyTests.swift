import DecantTestSupport
import Foundation
import Testing
import Decant

extension Oracle {
  /// The seconds since 1970 of days in every century, as Python's `datetime` counts them, and the same in RFC 3339.
  fileprivate static let calendar = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import sys
      from datetime import datetime, timedelta
      days = [(1, 1), (2, 28), (3, 1), (10, 14), (12, 31)]
      years = {1, 4, 99, 1582, 1583, 1970, 2001, 9999} | set(range(100, 10000, 100))
      if sys.stdin.read() == '0': print(0, end=''); sys.exit()
      for year in sorted(years):
          for month, day in days:
              date = datetime(year, month, day, year % 24, month, day)
              seconds = (date - datetime(1970, 1, 1)) // timedelta(seconds=1)
              print(seconds, date.isoformat() + 'Z')
      """,
    ])
}

/// Dates of every century from year 1 to 9999, in every format: the point in time stays, whatever calendar and notation a
/// format has.
@Suite(.enabled(if: Oracle.calendar.isInstalled)) struct EveryCenturyTests {
  /// What Python reads in a format, as RFC 3339.
  private static func reader(_ name: String, _ setUp: String, _ expression: String) -> Oracle {
    Oracle(
      description: name,
      command: [
        "python3", "-c",
        """
        import sys
        from datetime import datetime, timedelta, timezone
        \(setUp)
        data = sys.stdin.buffer.read()
        if data == b'0': print(0, end=''); sys.exit()
        for date in \(expression):
            if isinstance(date, datetime): date = date.replace(tzinfo=None).isoformat() + 'Z'
            print(date)
        """,
      ])
  }

  private static let readers: [(Format, Oracle)] = [
    (.json, reader("json", "import json", "json.loads(data)")),
    (.toml, reader("tomllib", "import tomllib", "tomllib.loads(data.decode())['a']")),
    (.yaml, reader("PyYAML", "import yaml", "yaml.safe_load(data)")),
    (.cbor, reader("cbor2", "import cbor2", "cbor2.loads(data)")),
    (
      .messagePack,
      reader(
        "msgpack", "import msgpack",
        "[datetime(1970, 1, 1) + timedelta(seconds=d.seconds) for d in msgpack.unpackb(data)]")
    ),
  ]

  private static let lines: [Substring] = {
    guard let output = try? Oracle.calendar.run([]) else { return [] }
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }()

  private static let dates = lines.compactMap {
    Timestamp(String($0.drop { $0 != " " }.dropFirst()))
  }

  @Test func countsSecondsAsPythonDoes() throws {
    #expect(Self.lines.count > 500)
    #expect(Self.dates.count == Self.lines.count)
    for (line, date) in zip(Self.lines, Self.dates) {
      #expect(line == "\(date.secondsSinceEpoch) \(date.text)")
      #expect(Timestamp(secondsSinceEpoch: date.secondsSinceEpoch).text == date.text)
    }
  }

  private static func tagged(_ target: Format) -> Plan {
    var plan = Plan(to: target)
    plan.fidelity = .tagged
    return plan
  }

  @Test(arguments: Thoroughness.cases(of: RoundTripTests.pairs))
  func pointInTimeStays(pair: RoundTripTests.Pair) throws {
    let row: Value = ["a": .sequence(Self.dates.map { .date($0) })]
    let value = pair.hasArray ? .sequence([row]) : row
    let source = try value.encoded(by: Self.tagged(pair.first))
    let there = try convert(source, from: pair.first, by: Self.tagged(pair.second))
    let back = try convert(there, from: pair.second, by: Self.tagged(pair.first))
    #expect(back == source)
  }

  @Test(arguments: readers.indices)
  func othersReadThePointInTime(index: Int) throws {
    let (format, oracle) = Self.readers[index]
    guard oracle.isInstalled else { return }
    let list = Value.sequence(Self.dates.map { .date($0) })
    let written = try (format.name == "toml" ? ["a": list] : list).encoded(as: format)
    let answer = String(decoding: try #require(try oracle.run(written)), as: UTF8.self)
    #expect(answer.split(separator: "\n").map(String.init) == Self.dates.map(\.text))
  }

  @Test(arguments: [true, false])
  func foundationReadsThePointInTime(isXML: Bool) throws {
    let format = isXML ? Format.xmlPropertyList : .binaryPropertyList
    let encoder = PropertyListEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let dates = Self.dates
    let expected = dates.map { Date(timeIntervalSince1970: Double($0.secondsSinceEpoch)) }
    let written = try Value.sequence(dates.map { .date($0) }).encoded(as: format)
    #expect(try PropertyListDecoder().decode([Date].self, from: Data(written)) == expected)
    let theirs = Array(try encoder.encode(expected))
    #expect(
      try Value(parsing: theirs, as: format) == .sequence(dates.map { .date($0) }))
  }

  /// All formats have one calendar, in any zone.
  @Test func zonesDoNotChangeThePointInTime() throws {
    for date in Self.dates {
      let later = Timestamp(secondsSinceEpoch: date.secondsSinceEpoch + 5400)
      guard later.text.count == date.text.count else { continue }
      let local = later.text.dropLast() + "+01:30"
      let decoded = try Format.json.decode(Date.self, from: "\"\(local)\"")
      #expect(decoded.timeIntervalSince1970 == Double(date.secondsSinceEpoch), "\(local)")
      #expect(try Value(parsing: "a = \(local)", as: .toml) == ["a": .date(date)])
      #expect(try Value(parsing: "!!timestamp \(local)", as: .yaml) == .date(date))
      let bytes = [0xC0, 0x78, UInt8(local.utf8.count)] + Array(local.utf8)
      #expect(try Value(parsing: bytes, as: .cbor) == .date(date))
    }
  }

  /// An edit writes a date of any century in the calendar of its format.
  @Test(arguments: ["xml1", "toml", "yaml"])
  func editsWriteThePointInTime(name: String) throws {
    let format = try #require(FormatRegistry.standard.formats.first { $0.name == name })
    let pointer = DocumentPointer(tokens: ["a"])
    for date in Self.dates {
      let old: Value = ["a": .date(Timestamp(secondsSinceEpoch: 0)), "b": .date(date)]
      var editor = try DocumentEditor(try old.encoded(as: format), as: format)
      try editor.apply(.set(pointer, try Document(.date(date))))
      var expected = old
      try expected.apply(JSONPatch([.replace(pointer, .date(date))]))
      #expect(try Value(parsing: editor.bytes, as: format) == expected, "\(date)")
      guard name == "xml1" else { continue }
      let read = try PropertyListDecoder().decode([String: Date].self, from: Data(editor.bytes))
      #expect(read["a"]?.timeIntervalSince1970 == Double(date.secondsSinceEpoch))
    }
  }
}
