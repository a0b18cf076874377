/// The text of a key, or of another name in a document, compared by its bytes.
///
///     "é" == "e\u{301}"              // true: Swift compares strings by canonical equivalence
///     KeyText("é") == "e\u{301}"     // false: these are two keys in each format
///
/// Tokens of paths, names of anchors and keys of dictionaries are of this type wherever they are compared.
public struct KeyText: Sendable {
  /// The text, whose comparison would be that of Swift's strings.
  public let string: String

  /// Creates a key of a text.
  public init(_ string: String) {
    self.string = string
  }

  @inlinable package var utf8: String.UTF8View { string.utf8 }
}

extension String {
  /// Whether the text begins with the bytes of another; `hasPrefix` compares characters, which accents change.
  @inlinable package func hasPrefix(ofBytes prefix: String) -> Bool {
    utf8.starts(with: prefix.utf8)
  }
}

extension KeyText: Hashable {
  /// Whether both have the same bytes.
  public static func == (first: KeyText, second: KeyText) -> Bool {
    first.string.hasSameBytes(as: second.string)
  }

  public func hash(into hasher: inout Hasher) {
    string.hashBytes(into: &hasher)
    // No byte of UTF-8, so that keys in a row do not run together.
    hasher.combine(0xFF as UInt8)
  }
}

extension KeyText: Comparable {
  /// Whether the bytes of the first precede those of the second.
  public static func < (first: KeyText, second: KeyText) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}

extension KeyText: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

extension KeyText: CustomStringConvertible {
  @inlinable public var description: String { string }
}
