internal import Decant

extension Verb {
  /// Lists the formats.
  static let formats = Verb(
    name: .formats, operands: "", summary: "list all formats and what they can hold",
    detail:
      "It says which can be read and written, which extensions tell them, and which values they have."
  ) { session throws(Failure) in
    try session.refuseOperands()
    let formats = session.registry.formats
    try session.print(Table.names(of: formats).text + "\n" + Table.abilities(of: formats).text)
  }
}

/// Text in columns.
struct Table {
  /// The cells, line by line, the heading first.
  let rows: [[String]]

  /// What the formats are called, and how they are used.
  static func names(of formats: [Format]) -> Table {
    let heading = ["NAME", "ALSO", "READ", "WRITE", "WHAT IT IS", "EXTENSIONS"]
    return Table(
      rows: [heading]
        + formats.map { format in
          [
            format.name,
            format.aliases.isEmpty ? "-" : format.aliases.joined(separator: ","),
            format.isReadable ? "yes" : "no",
            format.isWritable ? "yes" : "no",
            format.summary,
            format.extensions.map { "." + $0 }.joined(separator: " "),
          ]
        })
  }

  /// What the formats can hold without help, a column for each.
  static func abilities(of formats: [Format]) -> Table {
    Table(
      rows: [["CAN HOLD"] + formats.map(\.name)]
        + abilities.map { ability, name in
          [name] + formats.map { $0.abilities.contains(ability) ? "yes" : "-" }
        })
  }

  private static let abilities: [(Format.Abilities, String)] = [
    (.null, "null"),
    (.booleans, "booleans"),
    (.numbers, "numbers of any size"),
    (.nonFiniteNumbers, "NaN and infinities"),
    (.dates, "dates"),
    (.data, "binary data"),
    (.loneSurrogates, "lone surrogates"),
    (.anyKeys, "keys that are no strings"),
    (.duplicateKeys, "duplicate keys"),
    (.anchors, "anchors"),
    (.tags, "tags"),
    (.manyDocuments, "many documents"),
  ]

  /// The table with its columns in line.
  var text: String {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      columns.map { column in
        column == row.count - 1 ? row[column] : row[column].padded(to: widths[column])
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension String {
  /// The text and as many spaces as make it so wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Session {
  func refuseOperands(after allowed: Int = 0) throws(Failure) {
    if let operand = arguments.operands.dropFirst(allowed).first {
      throw .usage(UsageError("unexpected operand '\(operand.visible(limit: 64))'"))
    }
  }
}
