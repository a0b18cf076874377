/// A source with the byte that an error must point at marked by `‸`.
public struct Marked: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The source, without the mark.
  public let source: String

  /// How many bytes are before the mark; nil where there is none.
  public let offset: Int?

  public let description: String

  /// Takes the first mark out of `text`.
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
