/// The items between two brackets, and edits of them.
///
///     { "a": 1, // comment
///       "b": [2] }
///      │└ items ┘ │
///      └ interior ┘
package struct ItemList {
  package enum Separator: Sendable {
    case none
    case between(UInt8)
    case after(UInt8)

    var byte: UInt8? {
      switch self {
      case .none: nil
      case .between(let byte), .after(let byte): byte
      }
    }
  }

  package enum Placement: Equatable {
    case lines(indent: [UInt8])
    case inline
  }

  let lines: EditedLines
  package let interior: Range<Int>
  let separator: Separator
  let lineEnd: [UInt8]
  let isSpaced: Bool

  package init(
    lines: EditedLines, interior: Range<Int>, separator: Separator, lineEnd: [UInt8], isSpaced: Bool
  ) {
    self.lines = lines
    self.interior = interior
    self.separator = separator
    self.lineEnd = lineEnd
    self.isSpaced = isSpaced
  }

  func separatorPlace(after end: Int) -> Int? {
    guard let byte = separator.byte else { return nil }
    let place = lines.token(from: end, before: interior.upperBound)
    return place < interior.upperBound && lines.bytes[place] == byte ? place : nil
  }

  /// Returns the bytes of an item with the comments that belong to it, as far as they are before its separator.
  package func extent(of item: Range<Int>, after previous: Range<Int>?) -> Range<Int> {
    var floor = interior.lowerBound
    if let previous {
      floor = separatorPlace(after: previous.upperBound).map { $0 + 1 } ?? previous.upperBound
    }
    // Comments after a bracket or an item end its line; there is no bracket at the beginning of a file.
    if floor > lines.fileStart { floor = lines.rest(from: floor)?.next ?? floor }
    let start = lines.leadingStart(of: item.lowerBound, after: min(floor, item.lowerBound))
    return start..<besideEnd(of: item)
  }

  private func besideEnd(of item: Range<Int>) -> Int {
    let end = lines.besideEnd(of: item.upperBound)
    guard separator.byte == nil, end > item.upperBound else { return end }
    // Without a separator, comments before another item on the line belong to that.
    let next = lines.blankEnd(after: end)
    return next >= interior.upperBound || lines.afterLineEnd(next) != nil ? end : item.upperBound
  }

  // MARK: Removal

  /// Removes also the line of the item, and its comments.
  ///
  /// Precondition: `item` is an extent.
  package func removal(
    of item: Range<Int>, after previous: Range<Int>?, before next: Range<Int>?
  ) -> [ByteEdit] {
    let mark = separatorPlace(after: item.upperBound)
    let end = mark.map { $0 + 1 } ?? item.upperBound
    guard previous != nil || next != nil else { return onlyRemoval(of: item, end) }
    if let previous, next == nil, mark == nil, separator.byte != nil {
      return lastRemoval(of: item, after: previous)
    }
    let begins = lines.beginsLine(item.lowerBound)
    if let mark, lines.hasLineEnd(item.upperBound..<mark) {
      // The separator begins the line of the next item.
      let end = next.map { lines.isSpace(mark + 1..<$0.lowerBound) ? $0.lowerBound : end } ?? end
      return [ByteEdit(item.lowerBound..<end)]
    }
    if begins, let rest = lines.rest(from: end) {
      let start = lines.lineStart(item.lowerBound)
      return [ByteEdit(start..<(start == 0 ? lines.blankLinesEnd(from: rest.next) : rest.next))]
    }
    let endsLine = lines.rest(from: end) != nil
    if next != nil, begins || !endsLine {
      return [ByteEdit(item.lowerBound..<lines.blankEnd(after: end))]
    }
    let start = previous == nil ? item.lowerBound : lines.blankStart(before: item.lowerBound)
    return [ByteEdit(start..<(endsLine || next == nil ? lines.besideEnd(of: end) : end))]
  }

  /// Removes some of the items, each without its comments; indices ascend.
  package func removal(of removed: [Int], among items: [Range<Int>]) -> [ByteEdit] {
    if removed.count == items.count, items.count > 1, isSpace(without: items) {
      return [ByteEdit(interior)]
    }
    let isRemoved = Set(removed)
    var kept: Range<Int>?
    var next = 0
    var edits: [ByteEdit] = []
    for (place, index) in removed.enumerated() {
      // An item before this one is kept if it is not in the run of removed ones.
      let isAfterRemoved = place > 0 && removed[place - 1] == index - 1
      if !isAfterRemoved { kept = index > 0 ? items[index - 1] : nil }
      next = max(next, index + 1)
      while next < items.count, isRemoved.contains(next) { next += 1 }
      edits += removal(
        of: extent(of: items[index], after: index > 0 ? items[index - 1] : nil), after: kept,
        before: next < items.count ? items[next] : nil)
    }
    return edits
  }

  func replacement(ofAll items: [Range<Int>], by text: [UInt8]) -> [ByteEdit] {
    items.indices.map { index in
      let item = extent(of: items[index], after: index > 0 ? items[index - 1] : nil)
      let end = separatorPlace(after: items[index].upperBound).map { $0 + 1 } ?? item.upperBound
      return ByteEdit(item.lowerBound..<lines.besideEnd(of: end), index == 0 ? text : [])
    }
  }

  /// Whether there is nothing between the brackets but items and their comments.
  private func isSpace(without items: [Range<Int>]) -> Bool {
    var place = interior.lowerBound
    for index in items.indices {
      let item = extent(of: items[index], after: index > 0 ? items[index - 1] : nil)
      guard place <= item.lowerBound, lines.isSpace(place..<item.lowerBound) else { return false }
      let end = separatorPlace(after: items[index].upperBound).map { $0 + 1 } ?? item.upperBound
      place = lines.besideEnd(of: end)
    }
    return place <= interior.upperBound && lines.isSpace(place..<interior.upperBound)
  }

  private func onlyRemoval(of item: Range<Int>, _ itemEnd: Int) -> [ByteEdit] {
    let end = lines.besideEnd(of: itemEnd)
    if lines.isSpace(interior.lowerBound..<item.lowerBound),
      lines.isSpace(end..<interior.upperBound),
      lines.isSpace(item.upperBound..<max(itemEnd - 1, item.upperBound))
    {
      return [ByteEdit(interior)]
    }
    guard lines.beginsLine(item.lowerBound), let rest = lines.rest(from: end),
      lines.lineStart(item.lowerBound) >= interior.lowerBound
    else { return [ByteEdit(item.lowerBound..<end)] }
    return [ByteEdit(lines.lineStart(item.lowerBound)..<min(rest.next, interior.upperBound))]
  }

  private func lastRemoval(of item: Range<Int>, after previous: Range<Int>) -> [ByteEdit] {
    guard let mark = separatorPlace(after: previous.upperBound) else { return [] }
    let rest = lines.rest(from: item.upperBound)
    let separator = ByteEdit(
      (lines.isSpace(previous.upperBound..<mark) && !lines.beginsLine(mark)
        ? previous.upperBound : mark)..<mark + 1)
    if lines.beginsLine(mark), let rest,
      lines.lineStart(mark) == lines.lineStart(item.lowerBound)
    {
      return [ByteEdit(lines.lineStart(mark)..<rest.next)]
    }
    if lines.beginsLine(item.lowerBound), let rest {
      return [separator, ByteEdit(lines.lineStart(item.lowerBound)..<rest.next)]
    }
    if lines.isSpace(mark + 1..<item.lowerBound) {
      return [ByteEdit(separator.range.lowerBound..<item.upperBound)]
    }
    return [separator, ByteEdit(lines.blankStart(before: item.lowerBound)..<item.upperBound)]
  }
}
