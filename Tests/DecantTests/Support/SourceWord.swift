/// A word of Swift code, outside comments and string literals but inside interpolations.
struct SourceWord: Sendable, CustomStringConvertible {
  let text: String
  let line: Int
  let depth: Int
  let followsDot: Bool

  var description: String { "line \(line): \(text)" }

  static func words(of source: String) -> [SourceWord] {
    var words: [SourceWord] = []
    let bytes = Array(source.utf8)
    var line = 1
    var depth = 0
    var position = 0
    /// The numbers of open parentheses per interpolation; empty outside of string literals.
    var interpolations: [Int] = []
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        switch byte {
        case UInt8(ascii: "\\") where next == UInt8(ascii: "("):
          interpolations.append(0)
          isQuoted = false
          position += 1
        case UInt8(ascii: "\\"): position += 1
        case UInt8(ascii: "\""): isQuoted = false
        default: break
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "("):
        if !interpolations.isEmpty { interpolations[interpolations.count - 1] += 1 }
      case UInt8(ascii: ")") where interpolations.last == 0:
        interpolations.removeLast()
        isQuoted = true
      case UInt8(ascii: ")"):
        if !interpolations.isEmpty { interpolations[interpolations.count - 1] -= 1 }
      case _ where isPartOfWord(byte):
        let start = position - 1
        while position < bytes.count, isPartOfWord(bytes[position]) { position += 1 }
        let followsDot =
          start > 0 && bytes[start - 1] == UInt8(ascii: ".")
          && !(start > 1 && bytes[start - 2] == UInt8(ascii: "."))
        words.append(
          SourceWord(
            text: String(decoding: bytes[start..<position], as: UTF8.self), line: line,
            depth: depth, followsDot: followsDot))
      default: break
      }
    }
    return words
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
