internal import DecantCore

/// Comments after a closing bracket of another format: YAML has no line after a collection in lines that would not belong
/// to the next node.
///
///     key:  # after the bracket of its list
///       - 1
///     list:
///       - # after the brace of its mapping
///         a: 1
///       # after the bracket of its list, which is too long to be in the buffer still
extension YAMLWriter {
  /// Writes the comments of the collection that has ended beside its key or dash, or else as its last lines; keeps them
  /// for the next line if they follow the root or a block scalar, of whose text those lines would be.
  mutating func placeComments(
    after closed: State.Level, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard closed.head >= 0 else { return }
    if comments.entries.count == 1, insertComment(at: closed, &cursor) {
      return comments.removeAll()
    }
    for index in 0..<comments.entries.count {
      try cursor.reserve(Self.roomForSigns)
      try beginLine(closed.indent, &cursor)
      try comments.write(index, &cursor)
    }
    comments.removeAll()
  }

  private func insertComment(at closed: State.Level, _ cursor: inout ByteCursor) -> Bool {
    let next = cursor.byte(at: closed.head)
    var text = Buffer<UInt8>()
    if closed.isCompact {
      // Another comment may be there.
      guard next != nil, next != UInt8(ascii: "#") else { return false }
      comments.append(0, to: &text)
      text.append(UInt8(ascii: "\n"))
      text.append(repeating: UInt8(ascii: " "), count: closed.indent)
    } else {
      guard next == UInt8(ascii: "\n") else { return false }
      text.append(repeating: UInt8(ascii: " "), count: 2)
      comments.append(0, to: &text)
    }
    return text.withBytes { cursor.insert($0, at: closed.head) }
  }
}
