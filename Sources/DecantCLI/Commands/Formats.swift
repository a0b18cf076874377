internal import Decant

extension Verb {
  /// Lists the formats.
  static let formats = Verb(
    name: .formats, operands: "", summary: "list all formats and what they can hold",
    detail: "The list says which can be read and written, and which extensions tell them."
  ) { session throws(Failure) in
    try session.refuseOperands()
    try session.print(FormatTable(session.registry).text)
  }
}

/// The formats of a registry, a line each.
struct FormatTable {
  static let heading = ["NAME", "ALSO", "READ", "WRITE", "EXTENSIONS", "HOLDS"]

  /// The cells, without the heading.
  let rows: [[String]]

  init(_ registry: FormatRegistry) {
    rows = registry.formats.map { format in
      [
        format.name,
        format.aliases.isEmpty ? "-" : format.aliases.joined(separator: ","),
        format.isReadable ? "yes" : "no",
        format.isWritable ? "yes" : "no",
        format.extensions.map { "." + $0 }.joined(separator: " "),
        format.summary,
      ]
    }
  }

  /// The table with its columns in line; the long list of extensions comes last.
  var text: String {
    let order = [0, 1, 2, 3, 5, 4]
    let rows = ([Self.heading] + rows).map { row in order.map { row[$0] } }
    let widths = order.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
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
