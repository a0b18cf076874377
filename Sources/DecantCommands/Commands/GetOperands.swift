internal import DecantConversion
internal import DecantCore
internal import DecantSystem

/// The operands of `get`: paths, and after them files.
///
///     decant get /a .b[0] a.json /c.json       decant get --rows '.items[]' id=.id @line a.json
///                ╰ paths ╯ ╰── files ──╯                         ╰ path ─╯ ╰ columns ╯ ╰ files
///
/// The first is a path, and so is each next that begins as one and is not a file.
struct GetOperands {
  let paths: [PathPattern]
  /// The columns of rows; empty without rows.
  let columns: [RowColumn]
  let files: [String]

  /// Whether a path must be given, or all of each document is meant without one.
  enum Paths {
    case required, optional
  }

  init(
    _ words: [String], of query: QueryArguments, _ requirement: Paths
  ) throws(UsageError) {
    let isOfRows = query.form == .rows
    if let lines = query.paths {
      files = ["-"]
      var all = lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      columns = isOfRows ? try Self.columns(all.dropFirst()) : []
      if isOfRows { all = Array(all.prefix(1)) }
      paths = try all.map { (line) throws(UsageError) in
        do throws(DecantError) {
          return try PathPattern(line, bare: .accepted)
        } catch {
          throw UsageError(mistakeIn: line, error)
        }
      }
      return
    }
    var count = 0
    switch requirement {
    case .required:
      guard !words.isEmpty else {
        throw UsageError("'get' needs a path such as /users/0/name")
      }
      count = 1
    case .optional:
      if let first = words.first, first != "-", !System.hasFile(named: first) { count = 1 }
    }
    if count == 1 {
      let isNext = isOfRows ? RowColumn.isColumn : Self.isPath
      count += words.dropFirst().prefix(while: isNext).count
    }
    columns = isOfRows ? try Self.columns(words.prefix(count).dropFirst()) : []
    var paths: [PathPattern] = []
    for (index, word) in words.prefix(isOfRows ? 1 : count).enumerated() {
      do throws(DecantError) {
        paths.append(
          try PathPattern(
            word, bare: index == 0 && !System.hasFile(named: word) ? .accepted : .refused))
      } catch {
        guard !System.hasFile(named: word) else {
          let shown = "'\(word.visible(limit: 64))' is a file"
          guard let path = words.dropFirst().first(where: Self.isPath) else {
            throw UsageError("\(shown); 'get' needs a path before it, such as /users/0/name")
          }
          throw UsageError(
            "\(shown), which comes last; write: get \(ShellWord(path).text) \(ShellWord(word).text)"
          )
        }
        throw UsageError(mistakeIn: word, error)
      }
    }
    self.paths = paths
    files = words.count > count ? Array(words.dropFirst(count)) : ["-"]
  }

  private static func columns(
    _ words: some Sequence<String>
  ) throws(UsageError) -> [RowColumn] {
    var columns = try words.map { (word) throws(UsageError) in try RowColumn(word) }
    func isTaken(_ column: RowColumn) -> Bool {
      columns.count { KeyText($0.title) == KeyText(column.title) } > 1
    }
    // Columns of one key have their paths as names.
    for index in columns.indices where columns[index].name == nil && isTaken(columns[index]) {
      columns[index].title = columns[index].word
    }
    if columns.contains(where: { $0.name != nil }), let column = columns.first(where: isTaken) {
      throw UsageError("two columns are called '\(column.title.visible(limit: 64))'")
    }
    return columns.isEmpty ? [.match] : columns
  }

  /// Whether a word begins as a path, and is not a file.
  static func isPath(_ word: String) -> Bool {
    beginsAsPath(word) && (word.isEmpty || !System.hasFile(named: word))
  }

  static func beginsAsPath(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(3))
    guard let first = bytes.first else { return true }
    let next = bytes.dropFirst().first
    return switch first {
    case UInt8(ascii: "/"): true
    case UInt8(ascii: "$"): next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    case UInt8(ascii: "."):
      next != UInt8(ascii: "/") && !(next == first && bytes.last == UInt8(ascii: "/"))
    default: false
    }
  }
}
