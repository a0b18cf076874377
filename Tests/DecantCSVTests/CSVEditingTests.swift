import Decant
import DecantTestSupport
import Testing

/// Edits of the cells of tables, which keep all other bytes.
@Suite struct CSVEditingTests {
  private func edited(
    _ text: String, as format: Format = .csv, document: Int? = nil,
    options change: (inout CSVOptions) -> Void = { _ in }, _ edits: DocumentEdit...
  ) throws -> String {
    var options = ReadingOptions()
    change(&options[CSVOptions.self])
    var editor = try DocumentEditor(
      Array(text.utf8), as: format, among: .standard, options: options)
    try editor.apply(edits, toDocument: document)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  /// A table as its cells are spelled; expected texts are made of it without decant.
  private struct Table {
    var header: [String]
    var rows: [[String]]
    let separator: String
    let lineEnd: String
    let endsWithLine: Bool
    /// The numbers of the rows after which an empty line is.
    let gaps: Set<Int>

    init(_ random: inout SeededGenerator) {
      separator = [",", ";", "\t"][Int.random(in: 0..<3, using: &random)]
      lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
      endsWithLine = Bool.random(using: &random)
      let count = Int.random(in: 2...5, using: &random)
      header = (0..<count).map { Bool.random(using: &random) ? "k\($0)" : "\"k\($0)\"" }
      let texts = ["1", "x y", "", "é", "007", "\"q\"", "\"a \"\"b\"\" c\"", "\"l\nm\"", "\"\""]
      let height = Int.random(in: 1...5, using: &random)
      rows = []
      for _ in 0..<height {
        rows.append((0..<count).map { _ in texts[Int.random(in: 0..<texts.count, using: &random)] })
      }
      gaps = Bool.random(using: &random) ? [Int.random(in: 0..<height, using: &random)] : []
    }

    var text: String {
      var lines = [header.joined(separator: separator)]
      for (index, row) in rows.enumerated() {
        lines.append(row.joined(separator: separator) + (gaps.contains(index) ? lineEnd : ""))
      }
      let text = lines.joined(separator: lineEnd)
      return endsWithLine ? text + lineEnd : text
    }
  }

  @Test(arguments: 0..<300) func keepsWhatIsNotChanged(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let table = Table(&random)
    let column = Int.random(in: 0..<table.header.count, using: &random)
    let row = Int.random(in: 0..<table.rows.count, using: &random)
    let new = "n\(seed)"
    func isQuoted(_ cell: String) -> Bool { cell.hasPrefix("\"") }

    var expected = table
    expected.rows[row][column] = isQuoted(table.rows[row][column]) ? "\"\(new)\"" : new
    let path = try PathPattern("/k\(column)")
    #expect(
      try edited(table.text, document: row + 1, .set(path, .entered(new))) == expected.text)

    expected = table
    expected.header.append(table.header.allSatisfy(isQuoted) ? "\"z\"" : "z")
    for index in table.rows.indices {
      let cell = index == row ? new : ""
      let isLikeOthers = table.rows[index].allSatisfy(isQuoted) && index == row
      expected.rows[index].append(isLikeOthers ? "\"\(cell)\"" : cell)
    }
    #expect(
      try edited(table.text, document: row + 1, .set(try PathPattern("/z"), .entered(new)))
        == expected.text)

    expected = table
    expected.header[column] = table.header.allSatisfy(isQuoted) ? "\"z\"" : "z"
    #expect(try edited(table.text, .rename(path, to: "z")) == expected.text)

    expected = table
    expected.header.remove(at: column)
    for index in table.rows.indices { expected.rows[index].remove(at: column) }
    // An only cell that is empty would be an empty line.
    guard expected.header.count > 1 else { return }
    #expect(try edited(table.text, .delete(path)) == expected.text)
  }

  static let examples: [(old: String, document: Int?, path: String, value: String, new: String)] = [
    ("id\n1\n2\n", 1, "/id", "", "id\n\"\"\n2\n"),
    ("id\n1\n2\n", 2, "/x", "y", "id,x\n1,\n2,y\n"),
    ("sep=;\nid;n\n1;2\n", nil, "/n", "a;b", "sep=;\nid;n\n1;\"a;b\"\n"),
    ("\u{FEFF}id,n\n1,2\n", nil, "/x", "a\"b", "\u{FEFF}id,n,x\n1,2,\"a\"\"b\"\n"),
    ("id,n\n1,2\n", nil, "/n", "1.10", "id,n\n1,1.10\n"),
    ("id,n\n1,2\n", nil, "/x", "true", "id,n,x\n1,2,true\n"),
    ("id,n\n", nil, "/x", "1", "id,n\n"), ("", nil, "/x", "1", ""),
  ]

  @Test(arguments: examples) func setsCells(
    old: String, document: Int?, path: String, value: String, new: String
  ) throws {
    let edit = DocumentEdit.set(try PathPattern(path), .entered(value))
    #expect(try edited(old, document: document, edit) == new)
  }

  @Test func cellsHaveTypesIfAskedFor() throws {
    let text = "id,n\n1,2\n3,4\n"
    let path = try PathPattern("/n")
    let typed: (inout CSVOptions) -> Void = { $0.hasTypes = true }
    #expect(try edited(text, options: typed, .set(path, .entered("5"))) == "id,n\n1,5\n3,5\n")
    let string = try Document(.string("5"))
    #expect(
      try edited(text, document: 1, options: typed, .set(path, .document(string)))
        == "id,n\n1,\"5\"\n3,4\n")
    #expect(
      try edited(text, document: 2, options: typed, .set(try PathPattern("/x"), .entered("true")))
        == "id,n,x\n1,2,\n3,4,true\n")
  }

  @Test func rowsMayBeShortIfAskedFor() throws {
    let text = "id,n\n1,2\n3\n"
    let short: (inout CSVOptions) -> Void = { $0.acceptsShortRows = true }
    let path = try PathPattern("/n")
    let id = DocumentEdit.set(try PathPattern("/id"), .entered("9"))
    #expect(try edited(text, document: 2, options: short, id) == "id,n\n1,2\n9\n")
    #expect(
      try edited(text, document: 1, options: short, .set(path, .entered("9"))) == "id,n\n1,9\n3\n")
    #expect(
      try edited(text, document: 2, options: short, .set(path, .entered("9"))) == "id,n\n1,2\n3,9\n"
    )
  }

  /// Such a file has no line with the names of its columns.
  @Test func columnsThatAnOptionNamesStay() throws {
    let named: (inout CSVOptions) -> Void = { $0.header = ["a", "b"] }
    let path = try PathPattern("/b")
    #expect(try edited("1,2\n3,4\n", options: named, .set(path, .entered("9"))) == "1,9\n3,9\n")
    #expect(throws: DecantError.self) { try edited("1,2\n", options: named, .delete(path)) }
    #expect(throws: DecantError.self) {
      try edited("1,2\n", options: named, .set(try PathPattern("/c"), .entered("9")))
    }
  }

  @Test func refusesWhatIsNoTable() throws {
    let text = "id,n\n1,2\n"
    let list = try Document(parsing: "[1]", as: .json)
    for edits: [DocumentEdit] in [
      [.set(try PathPattern("/n"), .document(list))],
      [.delete(try PathPattern("/n")), .delete(try PathPattern("/id"))],
      [.set(try PathPattern("/n/x"), .entered("1"))],
    ] {
      var editor = try DocumentEditor(Array(text.utf8), as: .csv)
      #expect(throws: DecantError.self) { try editor.apply(edits) }
      #expect(String(decoding: editor.bytes, as: UTF8.self) == text)
    }
  }

  /// Names that are equal to Swift, and different to decant.
  @Test func columnsAreToldByTheirBytes() throws {
    let (short, long) = ("\u{E9}", "e\u{301}")
    let text = "\(short),n\n1,2\n"
    #expect(
      try edited(text, .set(try PathPattern("/\(long)"), .entered("3")))
        .utf8.elementsEqual("\(short),n,\(long)\n1,2,3\n".utf8))
    #expect(
      try edited(text, .rename(try PathPattern("/\(short)"), to: long))
        .utf8.elementsEqual("\(long),n\n1,2\n".utf8))
  }

  @Test(arguments: EditedFormats.tables) func editsTheKeyThatIsMeant(format: Format) throws {
    try EditingProperties.editsTheKeyThatIsMeant(format)
    try EditingProperties.editsOneOfTwoTwins(format)
  }

  @Test func ofTabSeparatedValues() throws {
    let edit = DocumentEdit.set(try PathPattern("/x"), .entered("a\tb"))
    #expect(try edited("id\tn\n1\t2\n", as: .tsv, edit) == "id\tn\tx\n1\t2\t\"a\tb\"\n")
    #expect(try edited("id\n1\n", as: .tsv, edit) == "id\tx\n1\t\"a\tb\"\n")
  }
}
