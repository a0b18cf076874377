/// A source with a mark, `‸`, at the expected position of an error.
public struct Marked: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let source: String

  public let offset: Int?

  public let description: String

  public init(_ text: String) {
    description = text
    guard let mark = text.unicodeScalars.firstIndex(of: "‸") else {
      source = text
      offset = nil
      return
    }
    let before = text[..<mark]
    let after = text[text.unicodeScalars.index(after: mark)...]
    source = String(before.unicodeScalars) + String(after.unicodeScalars)
    offset = before.utf8.count
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }
}
