/// A URL split into the parts of RFC 3986, for the resolution of references.
struct URLText: CustomStringConvertible {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: Substring
  private var query: Substring?
  private var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = rest[rest.index(after: hash)...]
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a"),
      first | 0x20 <= UInt8(ascii: "z")
    else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Returns the URL of this reference relative to `base`: RFC 3986, section 5.2.2.
  func resolved(against base: URLText) -> URLText {
    var result = self
    if scheme != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.scheme = base.scheme
    if authority != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      result.path = Self.withoutDots("/" + path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
      result.path = Self.withoutDots(folder + path)
    }
    return result
  }

  /// Resolves `.` and `..`: section 5.2.4.
  private static func withoutDots(_ path: Substring) -> Substring {
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".":
        if isLast { segments.append("") }
      case "..":
        if segments.count > 1 || segments.first.map({ !$0.isEmpty }) == true {
          segments.removeLast()
        }
        if isLast { segments.append("") }
      default:
        segments.append(part)
      }
    }
    return segments.joined(separator: "/")[...]
  }

  var description: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
  }
}
