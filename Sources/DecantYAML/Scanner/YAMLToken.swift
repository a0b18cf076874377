public import DecantCore

/// A token that a scanner passes to `YAMLComposer`, with positions relative to the window.
///
/// Anchors and tags precede their node; the handles of `%TAG` directives follow the beginning of the document.
///
/// The `text` of a collection in lines is as long as its column and begins with its first entry; in brackets, it is the
/// bracket, and empty for the mapping of a pair in a sequence. That of an absent scalar is empty and of no meaning.
@usableFromInline package struct YAMLToken: BitwiseCopyable {
  @usableFromInline package enum Kind: UInt8, BitwiseCopyable {
    case beginDocument, endDocument
    case beginSequence, endSequence, beginMapping, endMapping
    case scalar, alias, anchor, tag, tagHandle
    /// Half of a surrogate pair in the next scalar, which has U+FFFD instead; `text` begins at its value.
    case loneSurrogate
    /// A line of the next scalar, or in brackets, that is indented less than YAML asks.
    case shallowLine
  }

  @usableFromInline package let kind: Kind
  @usableFromInline package let style: Event.Style
  @usableFromInline package let isInScratch: Bool
  @usableFromInline package let position: UInt32
  @usableFromInline let offset: UInt32
  @usableFromInline let length: UInt32

  @inlinable @inline(__always)
  package init(
    _ kind: Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    self.kind = kind
    self.style = style
    self.isInScratch = isInScratch
    self.position = UInt32(truncatingIfNeeded: position)
    offset = UInt32(truncatingIfNeeded: text.lowerBound)
    length = UInt32(truncatingIfNeeded: text.count)
  }

  var isToken: Bool {
    @inline(__always) get { kind == .scalar || kind == .alias }
  }

  @inlinable @inline(__always)
  package var text: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }

  package func bytes(in window: RawSpan, _ scratch: ByteStorage) -> [UInt8] {
    isInScratch
      ? scratch.withBytes { [UInt8]($0.extracting(text)) } : [UInt8](window.extracting(text))
  }

  /// The column of a collection in lines.
  @inline(__always)
  var column: Int { Int(length) }
}

/// The tokens that a scanner has emitted, and that the reader has not taken.
@usableFromInline package struct YAMLTokens: ~Copyable {
  /// The bytes of a token in the window, such as those of a scalar whose text is in the scratch bytes.
  @usableFromInline package struct Lexeme: BitwiseCopyable {
    /// The start of the token; for a block scalar, the end of its first line.
    @usableFromInline let start: Int
    @usableFromInline let end: Int
    /// The first byte: a quote, the first letter, or the indicator of a block scalar.
    @usableFromInline let first: Int

    @inlinable
    package init(start: Int, end: Int, first: Int? = nil) {
      self.start = start
      self.end = end
      self.first = first ?? start
    }
  }

  package var tokens: Buffer<YAMLToken>
  package var rewrittenLexemes = Buffer<Lexeme>(capacity: 16)

  package init(capacity: Int) {
    tokens = Buffer(capacity: capacity)
  }

  /// Returns the lexeme of a token, the `index`th of those in the scratch bytes if it is one.
  func lexeme(of token: YAMLToken, _ index: Int) -> Lexeme {
    if token.isRewritten { return rewrittenLexemes[index] }
    let start = token.text.isEmpty ? Int(token.position) : token.text.lowerBound
    return Lexeme(start: start, end: token.text.isEmpty ? start : token.text.upperBound)
  }

  package mutating func removeAll() {
    tokens.removeAll()
    rewrittenLexemes.removeAll()
  }
}
