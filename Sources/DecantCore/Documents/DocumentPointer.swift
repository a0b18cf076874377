/// The path to a part of a document: an RFC 6901 JSON Pointer.
public struct DocumentPointer: Sendable, CustomStringConvertible {
  /// The reference tokens, unescaped.
  public let tokens: [KeyText]

  /// The pointer as text.
  public let description: String

  /// Parses a JSON Pointer; nil if `text` is invalid.
  public init?(_ text: String) {
    // By scalars: a slash with a combining accent is a `Character` of its own.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty ?? true else { return nil }
    description = text
    var tokens: [KeyText] = []
    for part in parts.dropFirst() {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  // Inlined, as the runtime would look for the types of the sequence, which takes a tenth of the start of 'edit'.

  /// Creates a pointer of unescaped reference tokens.
  @inlinable public init(tokens: some Sequence<String>) {
    self.init(keys: tokens.map { KeyText($0) })
  }

  /// Creates a pointer of unescaped reference tokens.
  @inlinable public init(_ tokens: some Sequence<KeyText>) {
    self.init(keys: Array(tokens))
  }

  @usableFromInline init(keys: [KeyText]) {
    tokens = keys
    description = keys.map { "/" + $0.string.escapingPointer }.concatenated()
  }

  /// The path in messages, which names each token as a key.
  @inlinable package var path: DocumentPath { DocumentPath(tokens.map { .key($0.string) }) }

  package func appending(_ token: KeyText) -> DocumentPointer {
    DocumentPointer(tokens + [token])
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> KeyText? {
    var result = String.UnicodeScalarView()
    var rest = part
    while let tilde = rest.firstIndex(of: "~") {
      result += rest[..<tilde]
      let after = rest.index(after: tilde)
      guard after < rest.endIndex, rest[after] == "0" || rest[after] == "1" else { return nil }
      result.append(rest[after] == "0" ? "~" : "/")
      rest = rest[rest.index(after: after)...]
    }
    return KeyText(String(result + rest))
  }

  /// Parses an index, which has no leading zero; returns `Int.max` for larger ones.
  @usableFromInline package static func index(_ token: KeyText) -> Int? {
    guard let first = token.utf8.first, token.utf8.count == 1 || first != UInt8(ascii: "0"),
      token.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(token.string) ?? .max
  }
}

extension DocumentPointer: Hashable {
  /// Whether both have the same tokens, byte by byte.
  public static func == (first: DocumentPointer, second: DocumentPointer) -> Bool {
    first.tokens == second.tokens
  }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(tokens) }
}
