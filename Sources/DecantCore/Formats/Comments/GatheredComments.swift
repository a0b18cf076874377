/// The comments `// …` and `/* … */` and the blank lines since the last token; the next one determines the
/// separator before them.
@usableFromInline package struct GatheredComments: ~Copyable {
  package enum Separator {
    case none, space
    case line(Indentation, depth: Int)
  }

  @usableFromInline var bytes = Buffer<UInt8>(capacity: 128)
  package private(set) var endsWithLine = false
  /// Whether a comment has begun a line, so that later ones cannot be on the line of the last token.
  package private(set) var hasLines = false

  package init() {}

  @inlinable package var isEmpty: Bool { bytes.isEmpty }

  package mutating func removeAll() {
    bytes.removeAll()
    endsWithLine = false
    hasLines = false
  }

  package mutating func appendBlankLine() {
    bytes.append(0x0A)
  }

  /// A block comment stays one, and a text with line ends becomes one.
  package mutating func append(
    _ event: Event, _ text: RawSpan, after separator: Separator, allowsLines: Bool
  ) {
    switch separator {
    case .none: break
    case .space: bytes.append(0x20)
    case .line(let indentation, let depth):
      hasLines = true
      bytes.append(0x0A)
      for _ in 0..<depth * indentation.width { bytes.append(indentation.byte) }
    }
    let comment = CommentText(text)
    let isBlock = event.style == .block || !allowsLines || comment.hasLineEnds
    append(isBlock ? "/*" : "//")
    let words = isBlock ? comment.separating("*", "/") : comment.bytes
    words.withBytes { bytes.append(contentsOf: $0) }
    if isBlock { append("*/") }
    endsWithLine = !isBlock
  }

  private mutating func append(_ mark: String) {
    for byte in mark.utf8 { bytes.append(byte) }
  }

  /// Inserts the space before all comments, for a token that was written in between.
  package mutating func insertSpace() {
    let all = bytes.withBytes { [UInt8]($0) }
    bytes.removeAll()
    bytes.append(0x20)
    all.withBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func put(_ cursor: inout ByteCursor) throws(DecantError) {
    guard !bytes.isEmpty else { return }
    try bytes.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    removeAll()
  }
}
