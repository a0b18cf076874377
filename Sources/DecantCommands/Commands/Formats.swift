internal import DecantCore

extension Verb {
  static let formats = Verb(
    name: .formats, operands: "", summary: "list all formats and the values that they support",
    detail: "The list shows names, file name extensions, and whether a format is read and written."
  ) { session throws(Failure) in
    try session.refuseOperands()
    let formats = session.registry.formats
    if let name = session.arguments.to {
      guard name == "json" else {
        throw .usage("'formats' lists the formats as text, or '--to json'")
      }
      return try session.print(formats.json)
    }
    let tables = [Table.names(of: formats), .extensions(of: formats), .holdings(of: formats)]
    try session.print(tables.map(\.text).joined(separator: "\n"))
  }
}

extension [Format] {
  /// The list of the formats as a JSON array of objects.
  var json: String {
    let objects = map { format in
      String(objectOf: [
        ("name", format.name.quotedJSON),
        ("aliases", Self.array(format.aliases)),
        ("read", String(format.isReadable)),
        ("write", String(format.isWritable)),
        ("summary", format.summary.quotedJSON),
        ("extensions", Self.array(format.extensions)),
        ("holds", Self.array(Holding.all.filter { $0.isOf(format) }.map(\.name))),
      ])
    }
    return "[" + objects.joined(separator: ",") + "]\n"
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(\.quotedJSON).joined(separator: ",") + "]"
  }
}

/// A table of at most 80 columns: its last column is wrapped.
struct Table {
  let rows: [[String]]

  static func names(of formats: [Format]) -> Table {
    let heading = ["NAME", "ALSO", "READ", "WRITE", "DESCRIPTION"]
    return Table(
      rows: [heading]
        + formats.map { format in
          [
            format.name,
            format.aliases.isEmpty ? "-" : format.aliases.joined(separator: " "),
            format.isReadable ? "yes" : "no",
            format.isWritable ? "yes" : "no",
            format.summary,
          ]
        })
  }

  static func extensions(of formats: [Format]) -> Table {
    Table(
      rows: [["NAME", "FILE NAMES"]]
        + formats.filter { !$0.extensions.isEmpty }.map { format in
          [format.name, format.extensions.map { "." + $0 }.joined(separator: " ")]
        })
  }

  static func holdings(of formats: [Format]) -> Table {
    Table(
      rows: [["KIND OF VALUE", "SUPPORTED BY"]]
        + Holding.all.map { holding in
          [holding.name, formats.filter(holding.isOf).map(\.name).joined(separator: " ")]
        })
  }

  var text: String {
    let columns = rows.first?.indices.dropLast() ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    return rows.map { row in
      let start = columns.map { row[$0].padded(to: widths[$0]) + "  " }.joined()
      return start + HelpText.wrapped(row[row.count - 1], indent: indent).dropFirst(indent)
    }.joined()
  }
}

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
      $0.abilities.contains(.numbers) && [.any, .exact].contains($0.limits.integers)
    },
    Holding("reals of any precision") {
      $0.abilities.contains(.numbers) && [.any, .exact].contains($0.limits.reals)
    },
    Holding("NaN and infinities", .nonFiniteNumbers),
    Holding("dates", .dates),
    Holding("fractions of a second") {
      $0.abilities.contains(.dates) && $0.limits.dates != .wholeSeconds
    },
    Holding("local dates and times", .localTimes),
    Holding("binary data", .data),
    Holding("control characters") { $0.limits.text == .any },
    Holding("keys that are not strings", .nonStringKeys),
    Holding("duplicate keys", .duplicateKeys),
    Holding("anchors", .anchors),
    Holding("tags") { $0.abilities.contains(.tags) && $0.limits.tags == .any },
    Holding("many documents", .manyDocuments),
  ]
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Session {
  func refuseOperands(after allowed: Int = 0) throws(Failure) {
    if let operand = arguments.operands.dropFirst(allowed).first {
      throw .usage("unexpected operand '\(operand.visible(limit: 64))'")
    }
  }
}
