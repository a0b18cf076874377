internal import DecantConversion
internal import DecantCore

/// A column of the rows that `get` prints: `.id`, `size=.disk.size`, `@line`.
struct RowColumn {
  enum Content {
    case path(PathPattern)
    /// The last key or index of the path to the match.
    case key
    case file, line

    /// Whether the match must be looked up in its document.
    var needsPlace: Bool {
      switch self {
      case .path, .file: false
      case .key, .line: true
      }
    }
  }

  /// The name that was typed.
  let name: String?
  /// The name among others: the one that was typed, or else the last key of the path.
  var title: String
  /// The column as it was typed.
  let word: String
  let content: Content

  /// The match itself.
  static let match = RowColumn(
    name: nil, title: "value", word: "", content: .path(PathPattern(steps: [], text: "")))

  private init(name: String?, title: String, word: String, content: Content) {
    (self.name, self.title, self.word, self.content) = (name, title, word, content)
  }

  /// Parses a word that `isColumn`, or another path.
  init(_ word: String) throws(UsageError) {
    let parts = Self.parts(of: word)
    self.word = word
    name = parts.name
    title =
      parts.name ?? (word.isEmpty ? "value" : word.hasPrefix("@") ? String(word.dropFirst()) : word)
    switch parts.content {
    case "@key": content = .key
    case "@file": content = .file
    case "@line": content = .line
    case let path:
      do throws(DecantError) {
        let pattern = try PathPattern(path)
        content = .path(pattern)
        if name == nil, case .name(let key)? = pattern.steps.last { title = key.string }
      } catch {
        throw UsageError(mistakeIn: path, error)
      }
    }
  }

  /// Whether a word after the first path is a column and not a file.
  static func isColumn(_ word: String) -> Bool {
    let (name, content) = parts(of: word)
    return ["@key", "@file", "@line"].contains(content)
      || (name == nil ? GetOperands.isPath(content) : GetOperands.beginsAsPath(content))
  }

  /// Returns what is before and after the equals sign of a word; no name if the word begins as a path.
  private static func parts(of word: String) -> (name: String?, content: String) {
    guard !GetOperands.isPath(word), let sign = word.firstIndex(of: "="), sign > word.startIndex
    else { return (nil, word) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }
}

/// A match of the first path, whose row is printed.
struct RowMatch {
  let node: Document.Node
  let file: String
  var key: KeyText?
  var line: Int?

  func cell(of column: RowColumn) -> RowCell {
    switch column.content {
    case .path(let path): .nodes(path.matches(in: node).map(\.node))
    case .key: .value(key.map { .string($0.string) } ?? .null)
    case .file: .value(.string(file))
    case .line: .value(line.map { Value($0) } ?? .null)
    }
  }
}

enum RowCell {
  case nodes([Document.Node])
  case value(Value)

  /// The value; nil if there is none, and a sequence if there are several.
  var value: Value? {
    get throws(DecantError) {
      switch self {
      case .value(let value): return value == .null ? nil : value
      case .nodes(let nodes) where nodes.count == 1: return try nodes[0].value
      case .nodes(let nodes):
        return nodes.isEmpty
          ? nil : .sequence(try nodes.map { (node) throws(DecantError) in try node.value })
      }
    }
  }

  var text: String? {
    get throws(DecantError) {
      switch self {
      case .value(let value): return try Document(value).root.text
      case .nodes(let nodes) where nodes.count > 1:
        let elements = try nodes.map { (node) throws(DecantError) in try node.json }
        return "[" + elements.joined(separator: ",") + "]"
      case .nodes(let nodes): return try nodes.first?.line
      }
    }
  }
}

/// Rows of cells as lines with tabs.
struct RowLines {
  let columns: [RowColumn]
  let fallback: String?

  /// The names of the columns; nil if none has a name.
  var header: String? {
    guard columns.contains(where: { $0.name != nil }) else { return nil }
    return columns.map(\.title.escapingTabs).joined(separator: "\t")
  }

  func line(of match: RowMatch) throws(DecantError) -> String {
    try columns.map { (column) throws(DecantError) in
      try (match.cell(of: column).text ?? fallback ?? "").escapingTabs
    }.joined(separator: "\t")
  }

  /// Returns the row as a mapping if columns have names or it goes to a table, and else as a sequence.
  func value(of match: RowMatch, inTable: Bool) throws(DecantError) -> Value {
    let missing = fallback.map { Value.string($0) } ?? (inTable ? .string("") : .null)
    let cells = try columns.map { (column) throws(DecantError) in
      (key: Value.string(column.title), value: try match.cell(of: column).value ?? missing)
    }
    return header == nil && !inTable ? .sequence(cells.map(\.value)) : .mapping(Mapping(cells))
  }
}

extension String {
  fileprivate var escapingTabs: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
