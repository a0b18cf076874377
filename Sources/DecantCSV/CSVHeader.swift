internal import DecantCore

/// The columns of a table, and the separator of its cells.
struct CSVHeader: Sendable {
  struct Column: BitwiseCopyable {
    /// The offset of the name in `names`.
    let start: Int
    let count: Int
    /// Those of the keys.
    let flags: Event.Flags
  }

  let separator: UInt8
  /// Whether its line ends with a carriage return: a line feed alone may then be the rest of a line end.
  var endsWithReturn = false
  private(set) var names: [UInt8] = []
  private(set) var columns: [Column] = []
  private var indices: [KeyText: Int] = [:]

  init(separator: UInt8, _ names: [String] = []) {
    self.separator = separator
    for name in names { _ = append(name) }
  }

  /// Appends a column; returns whether no other one has its name.
  mutating func append(_ name: String) -> Bool {
    let isNew = indices.updateValue(columns.count, forKey: KeyText(name)) == nil
    let flags: Event.Flags = isNew ? [.isKey, .inScratch] : [.isKey, .inScratch, .isDuplicateKey]
    columns.append(
      Column(
        start: names.count, count: name.utf8.count,
        flags: flags.union(name.withBytes { $0.scanned })))
    names += name.utf8
    return isNew
  }

  func index(of name: String) -> Int? { indices[KeyText(name)] }

  func name(of column: Int) -> String {
    let column = columns[column]
    return String(decoding: names[column.start..<column.start + column.count], as: UTF8.self)
  }
}
