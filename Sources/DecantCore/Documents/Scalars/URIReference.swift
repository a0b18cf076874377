/// A URI or a relative reference, as in RFC 3986.
package struct URIReference: Hashable, Sendable, CustomStringConvertible {
  package var scheme: String?
  package var authority: String?
  package var path: String
  package var query: String?
  package var fragment: String?

  package init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
    if let hash = rest.firstIndex(of: "#") {
      fragment = string(rest[(hash + 1)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = string(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), let first = rest.first,
      first.isASCII, first.properties.isAlphabetic,
      rest[..<colon].allSatisfy({ $0.isSchemeCharacter })
    {
      scheme = string(rest[..<colon])
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".unicodeScalars) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = string(rest[..<end])
      rest = rest[end...]
    }
    path = string(rest)
  }

  /// Whether it is a fragment and nothing else.
  @inlinable package var isFragment: Bool {
    scheme == nil && authority == nil && path.isEmpty && query == nil
  }

  /// The URI without its fragment.
  package var document: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    return text
  }

  /// Returns the URI that this reference means in a document with the URI `base` (section 5.2).
  ///
  /// `..` can lead out of the folder that the path of a file is relative to, if `keepsParents` is true.
  package func resolved(against base: URIReference, keepsParents: Bool = true) -> URIReference {
    func withoutDots(_ path: String) -> String {
      Self.withoutDots(path, keepsParents: keepsParents)
    }
    var result = self
    if scheme != nil {
      result.path = withoutDots(path)
      return result
    }
    result.scheme = base.scheme
    guard authority == nil else {
      result.path = withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.utf8.first == UInt8(ascii: "/") {
      result.path = withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      result.path = withoutDots("/" + path)
    } else {
      let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? ""
      result.path = withoutDots(folder + path)
    }
    return result
  }

  private static func withoutDots(_ path: String, keepsParents: Bool) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index > 0 || !isAbsolute {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { segments.append("") }
      case "..":
        if keepsParents, !isAbsolute, segments.isEmpty || segments.last == ".." {
          segments.append(part)
        } else {
          _ = segments.popLast()
        }
        if isLast { segments.append("") }
      default: segments.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + segments.joined(separator: "/")
  }

  package var description: String { document + (fragment.map { "#\($0)" } ?? "") }

  /// The fragment without percent encoding; nil if it is not valid UTF-8 then.
  @inlinable package var decodedFragment: String? { fragment.flatMap(Self.decoded) }

  /// Returns a reference to a file by its path.
  package static func file(_ path: String) -> String {
    let plain = "/-._~".utf8
    return path.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      if plain.contains(byte) || scalar.isSchemeCharacter {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }

  package static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  fileprivate var isSchemeCharacter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
    default: false
    }
  }
}
