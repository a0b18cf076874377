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
    if session.arguments.listsAsJSON {
      return try session.print(FormatList(of: formats).json)
    }
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
        + Holding.all.map { holding in
          [holding.name] + formats.map { holding.isOf($0) ? "yes" : "-" }
        })
  }

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

/// A kind of value that some formats hold as what it is, without any option.
struct Holding: Sendable {
  let name: String
  let isOf: @Sendable (Format) -> Bool

  private init(_ name: String, _ isOf: @escaping @Sendable (Format) -> Bool) {
    self.name = name
    self.isOf = isOf
  }

  private init(_ name: String, _ ability: Format.Abilities) {
    self.init(name) { $0.abilities.contains(ability) }
  }

  static let all = [
    Holding("null", .null),
    Holding("booleans", .booleans),
    Holding("numbers", .numbers),
    Holding("integers of any size") {
      $0.abilities.contains(.numbers) && $0.limits.integers == .any
    },
    Holding("reals of any precision") {
      $0.abilities.contains(.numbers) && $0.limits.reals == .any
    },
    Holding("NaN and infinities", .nonFiniteNumbers),
    Holding("dates", .dates),
    Holding("fractions of a second") {
      $0.abilities.contains(.dates) && $0.limits.dates != .wholeSeconds
    },
    Holding("binary data", .data),
    Holding("control characters") { $0.limits.text == .any },
    Holding("keys that are not strings", .anyKeys),
    Holding("duplicate keys", .duplicateKeys),
    Holding("anchors", .anchors),
    Holding("tags", .tags),
    Holding("many documents", .manyDocuments),
  ]
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
