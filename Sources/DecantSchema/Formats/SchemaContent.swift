internal import DecantCore
internal import DecantConversion
internal import DecantJSON

/// What `contentEncoding` and `contentMediaType` require of a text, where draft 7 asserts them.
struct SchemaContent: OptionSet, Sendable {
  let rawValue: Int
  static let base64 = SchemaContent(rawValue: 1)
  static let json = SchemaContent(rawValue: 2)

  var words: String {
    switch self {
    case .base64: "data in Base64"
    case .json: "a text that is a JSON document"
    default: "a JSON document in Base64"
    }
  }

  func matches(_ text: RawSpan) -> Bool {
    guard contains(.base64) else { return Self.isJSON([UInt8](text)) }
    guard let content = Base64.decode(text) else { return false }
    return !contains(.json) || Self.isJSON(content)
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? Document(parsing: bytes, as: .json)) != nil
  }
}
