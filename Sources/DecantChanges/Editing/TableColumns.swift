internal import DecantCore
internal import DecantEditing

/// The columns of a table after the edits of its rows.
struct TableColumns {
  /// The columns before the edits.
  var old: [KeyText] = []
  /// The columns of all rows so far; one that a row adds follows the one before it in that row.
  private(set) var names: [KeyText] = []
  /// Whether a changed row has other columns than it had.
  private(set) var areOther = false

  /// Adds the keys of a row that has changed; those it had may be fewer than the columns.
  mutating func add(_ keys: [KeyText], insteadOf own: [KeyText]) {
    areOther = areOther || keys != own
    insert(keys == own ? old : keys)
  }

  /// Adds a row that stays.
  mutating func addRow() { insert(old) }

  private mutating func insert(_ keys: [KeyText]) {
    guard keys != names else { return }
    var known: [KeyText: Int] = [:]
    for (index, name) in names.enumerated() { known[name] = index }
    var last = -1
    for key in keys {
      if let index = known[key] {
        last = index
        continue
      }
      last += 1
      names.insert(key, at: last)
      for index in last..<names.count { known[names[index]] = index }
    }
  }
}

extension Document {
  /// The keys of a row.
  var columns: [KeyText] {
    tape.pairs(in: tape.content(of: 0)).map { KeyText(tape.string(at: $0.key)) }
  }

  /// Returns a row with a cell for each column, in their order.
  func filled(_ columns: [KeyText], _ emptyCell: Event.Kind) throws(DecantError) -> Document {
    var cells: [KeyText: Range<Int>] = [:]
    for pair in tape.pairs(in: tape.content(of: 0)) {
      cells[KeyText(tape.string(at: pair.key))] = pair.value..<tape.end(of: pair.value)
    }
    var batch = EventBatch()
    batch.append(.beginMapping)
    batch.append(emptyCell)
    batch.append(.endMapping)
    var row = Tape()
    try row.append(batch[0], of: batch)
    for column in columns {
      try row.append(key: column.string)
      if let cell = cells[column] {
        try row.append(cell, of: tape)
      } else {
        try row.append(batch[1], of: batch)
      }
    }
    try row.append(batch[2], of: batch)
    return Document(row)
  }

  /// Adds the events of the document to a digest.
  func add(to digest: inout DocumentDigest) throws(DecantError) {
    let tape = try withDecimalNumbers.tape
    digest.add(delimiter: .beginDocument)
    tape.add(0..<tape.count, to: &digest)
    digest.add(delimiter: .endDocument)
  }
}
