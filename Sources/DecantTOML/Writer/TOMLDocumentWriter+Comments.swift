internal import DecantCore

extension TOMLDocumentWriter {
  /// Writes comments and blank lines, each on a line of its own.
  func writeTrivia(_ trivia: Range<Int>) {
    for index in trivia {
      switch document[index].kind {
      case .blankLine:
        if !isCompact, !isAtBeginning { endLine() }
      case .comment, .trailingComment:
        writeComment(index)
      default:
        break
      }
    }
  }

  /// Writes comments that are between a key and its value, without the blank lines there.
  func writeLines(_ trivia: Range<Int>) {
    for index in trivia where document[index].kind.isComment { writeComment(index) }
  }

  /// Writes the comments of a value that cannot contain them, before its line.
  func hoistComments(in range: Range<Int>, indentedBy depth: Int = 0) {
    var index = firstComment(from: range.lowerBound)
    while index < comments.count, comments[index] < range.upperBound {
      writeComment(comments[index], indentedBy: depth)
      index += 1
    }
  }

  func hasComment(in range: Range<Int>) -> Bool {
    guard !comments.isEmpty else { return false }
    let index = firstComment(from: range.lowerBound)
    return index < comments.count && comments[index] < range.upperBound
  }

  private func firstComment(from index: Int) -> Int {
    (0..<comments.count).binarySearch { comments[$0] >= index }
  }

  // MARK: Comments

  func writeComment(_ index: Int, indentedBy depth: Int = 0) {
    for line in commentLines(at: index) {
      indent(depth)
      append(comment: line)
      endLine()
    }
  }

  /// The lines of a comment, of which one of TOML has only one.
  private func commentLines(at index: Int) -> [[UInt8]] {
    document.text.withBytes {
      let text = $0.extracting(document.textRange(at: index))
      return keepsStyles ? [[UInt8](text)] : CommentText(text).lines
    }
  }

  /// Ends a line with the comments that belong to it, each on one line.
  func endLine(with comments: [Int]) {
    var isFirst = true
    for index in comments {
      let space = isFirst && keepsStyles ? document[index].flags.gap : 0
      output.append(repeating: 0x20, count: space > 0 ? space - 1 : 1)
      append(comment: Array(commentLines(at: index).joined(separator: [0x20])))
      isFirst = false
    }
    endLine()
  }

  /// Characters that a comment cannot contain become spaces.
  private func append(comment text: [UInt8]) {
    output.append(UInt8(ascii: "#"))
    for byte in text { output.append(byte < 0x20 && byte != 0x09 || byte == 0x7F ? 0x20 : byte) }
  }

  func indent(_ depth: Int) {
    output.append(repeating: indentation.byte, count: depth * indentation.width)
  }

  func color(_ code: String?) {
    code?.withBytes { output.append(contentsOf: $0) }
  }
}
