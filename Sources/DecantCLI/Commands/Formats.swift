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
  private static let heading = ["NAME", "ALSO", "READ", "WRITE", "HOLDS", "EXTENSIONS"]

  /// The cells, without the heading.
  private let rows: [[String]]

  init(_ registry: FormatRegistry) {
    rows = registry.formats.map { format in
      [
        format.name,
        format.aliases.isEmpty ? "-" : format.aliases.joined(separator: ","),
        format.isReadable ? "yes" : "no",
        format.isWritable ? "yes" : "no",
        format.summary,
        format.extensions.map { "." + $0 }.joined(separator: " "),
      ]
    }
  }

  /// The table with its columns in line.
  var text: String {
    let rows = [Self.heading] + rows
    let widths = Self.heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
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
