/// The items between two brackets, and edits of them.
///
///     { "a": 1, // comment
///       "b": [2] }
///      │└ items ┘ │
///      └ interior ┘
struct ItemList {
  enum Separator: Sendable {
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

  enum Placement: Equatable {
    case lines(indent: [UInt8])
    case inline
  }

  let lines: EditedLines
  let interior: Range<Int>
  let separator: Separator
  let lineEnd: [UInt8]
  let isSpaced: Bool

  private func separatorPlace(after end: Int) -> Int? {
    guard let byte = separator.byte else { return nil }
    let place = lines.token(from: end, before: interior.upperBound)
    return place < interior.upperBound && lines.bytes[place] == byte ? place : nil
  }

  // MARK: Removal

  /// Removes also the line of the item, and its comment.
  func removal(
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
      return [ByteEdit(lines.lineStart(item.lowerBound)..<rest.next)]
    }
    if next != nil, begins || lines.rest(from: end) == nil {
      return [ByteEdit(item.lowerBound..<lines.blankEnd(after: end))]
    }
    let start = previous == nil ? item.lowerBound : lines.blankStart(before: item.lowerBound)
    return [ByteEdit(start..<end)]
  }

  func replacement(of item: Range<Int>, by text: [UInt8]) -> ByteEdit {
    let end = separatorPlace(after: item.upperBound).map { $0 + 1 } ?? item.upperBound
    return ByteEdit(item.lowerBound..<end, text)
  }

  private func onlyRemoval(of item: Range<Int>, _ end: Int) -> [ByteEdit] {
    if lines.isSpace(interior.lowerBound..<item.lowerBound),
      lines.isSpace(end..<interior.upperBound),
      lines.isSpace(item.upperBound..<max(end - 1, item.upperBound))
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

  // MARK: Insertion

  /// Precondition: the list is empty.
  func insertion(
    _ item: [UInt8], _ placement: Placement, outerIndent: [UInt8]
  ) -> [ByteEdit] {
    let item = item + ending
    guard lines.isSpace(interior) else {
      let close = interior.upperBound
      guard case .lines(let indent) = placement, lines.beginsLine(close) else {
        return [ByteEdit(close..<close, item)]
      }
      let start = lines.lineStart(close)
      return [ByteEdit(start..<start, indent + item + lineEnd)]
    }
    return switch placement {
    case .inline: [ByteEdit(interior, item)]
    case .lines(let indent):
      [ByteEdit(interior, lineEnd + indent + item + lineEnd + outerIndent)]
    }
  }

  private var ending: [UInt8] {
    if case .after(let byte) = separator { [byte] } else { [] }
  }

  func insertion(
    _ item: [UInt8], _ placement: Placement, afterLast previous: Range<Int>
  ) -> [ByteEdit] {
    let mark = separatorPlace(after: previous.upperBound)
    var edits: [ByteEdit] = []
    var item = item
    if let byte = separator.byte {
      if mark == nil { edits.append(ByteEdit(previous.upperBound..<previous.upperBound, [byte])) }
      if mark != nil { item.append(byte) }
    }
    if mark == nil { item += ending }
    let end = mark.map { $0 + 1 } ?? previous.upperBound
    switch placement {
    case .lines(let indent):
      let place = min(lines.rest(from: end)?.end ?? end, interior.upperBound)
      edits.append(ByteEdit(place..<place, lineEnd + indent + item))
    case .inline:
      edits.append(ByteEdit(end..<end, (isSpaced ? [0x20] : []) + item))
    }
    return edits
  }

  func insertion(
    _ item: [UInt8], _ placement: Placement, before next: Range<Int>, isFirst: Bool
  ) -> [ByteEdit] {
    let item = item + (separator.byte.map { [$0] } ?? [])
    switch placement {
    case .lines(let indent):
      let start =
        isFirst
        ? lines.lineStart(next.lowerBound)
        : max(lines.commentStart(before: next.lowerBound), interior.lowerBound)
      return [ByteEdit(start..<start, indent + item + lineEnd)]
    case .inline:
      return [ByteEdit(next.lowerBound..<next.lowerBound, item + (isSpaced ? [0x20] : []))]
    }
  }
}
