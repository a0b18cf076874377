internal import DecantCore

/// Documentation comments with the texts of others, whose lines cannot end the comment.
enum DocumentationComment {
  private static let longest = 2000

  /// Returns the lines of a comment; none without texts.
  static func lines(_ texts: [String?], indentation: String = "") -> [String] {
    var lines: [String] = []
    for case let text? in texts {
      let paragraphs = paragraphs(of: text, width: SwiftSource.width - indentation.count - 4)
      guard paragraphs.contains(where: { !$0.isEmpty }) else { continue }
      if !lines.isEmpty { lines.append("") }
      lines += paragraphs
    }
    return lines.map { $0.isEmpty ? indentation + "///" : indentation + "/// " + $0 }
  }

  /// Returns the lines of a text, wrapped, without empty lines at its beginning and end.
  private static func paragraphs(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var word = ""
    var length = 0
    func endWord() {
      guard !word.isEmpty else { return }
      if !line.isEmpty, line.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      word = ""
    }
    func endLine() {
      endWord()
      if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
      line = ""
    }
    for scalar in text.unicodeScalars {
      length += 1
      guard length <= longest else {
        word += "…"
        break
      }
      switch scalar {
      case " ", "\t": endWord()
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": endLine()
      default: word += scalar.visible
      }
    }
    endLine()
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
