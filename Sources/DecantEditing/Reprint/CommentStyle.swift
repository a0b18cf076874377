internal import DecantCore

/// How the comments of a format are written.
package enum CommentStyle: Sendable {
  case none
  /// `// …` and `/* … */`.
  case slashes
  /// `# …`.
  case hashes
  /// `<!-- … -->`.
  case markup

  /// Whether a comment always ends with its line.
  package var areLines: Bool { self == .hashes }

  /// Returns the lines of a comment with its marks; a comment that must not end its line is between marks.
  package func lines(of comment: NodeComment, endsLine: Bool = true) -> [[UInt8]] {
    let text = comment.text.withBytes { CommentText($0) }
    switch self {
    case .none: return []
    case .slashes:
      let isBlock = comment.isBlock || !endsLine || text.hasLineEnds
      guard isBlock else { return [Array("//".utf8) + text.bytes] }
      var words = text.separating("*", "/")
      if !comment.isBlock, words.last != 0x20 { words.append(0x20) }
      return [Array("/*".utf8) + words + Array("*/".utf8)]
    case .hashes:
      return text.lines.map { line in
        let needsSpace = comment.isBlock && !line.isEmpty && line.first != 0x20
        var line = (needsSpace ? [0x20] : []) + line.map { $0 < 0x20 && $0 != 0x09 ? 0x20 : $0 }
        while comment.isBlock, line.last == 0x20 { line.removeLast() }
        return [UInt8(ascii: "#")] + line
      }
    case .markup:
      return [
        Array("<!--".utf8) + text.markup(isBlock: comment.isBlock) + Array("-->".utf8)
      ]
    }
  }
}
