/// A scalar, an annotation, or the beginning or end of a collection or document.
///
/// A stream of events is `document*`, where
///
///     document = beginDocument node layout endDocument
///     node     = layout anchor? tag? (scalar | alias | sequence | mapping) trailingComment*
///     sequence = beginSequence node* layout endSequence
///     mapping  = beginMapping (key node)* layout endMapping
///     key      = node, its first event (after layout, anchor and tag) flagged `isKey`
///     scalar   = null | true | false | integer | real | string | date | localTime | data | uid
///     layout   = (comment | spelling | blankLine)*
///
/// Trailing comments may also follow the beginning of a document or collection. Layout and trailing comments occur only
/// if `ReadingOptions.comments` asks for them. `EventGrammarChecker` checks a stream against this.
///
/// An event is 16 trivial bytes; its text is in the window or, with `inScratch`, in the scratch bytes of its batch.
public struct Event: BitwiseCopyable, Sendable {
  /// The kind of an event.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The beginning of a document.
    case beginDocument
    /// The end of a document.
    case endDocument
    /// The beginning of a sequence.
    case beginSequence
    /// The end of a sequence.
    case endSequence
    /// The beginning of a mapping; keys and values alternate.
    case beginMapping
    /// The end of a mapping.
    case endMapping
    /// A null.
    case null
    /// The boolean true.
    case `true`
    /// The boolean false.
    case `false`
    /// A number without fraction or exponent; its text is the lexeme, JSON's if `needsNoJSONEscape`.
    case integer
    /// Any other number; its text is the lexeme.
    case real
    /// UTF-8 text.
    case string
    /// A point in time; its text is RFC 3339 in UTC, see `hadOffset`.
    case date
    /// A date or a time of day without a zone; its text is RFC 3339's and shows which, see `LocalTime`.
    case localTime
    /// Binary data; its text is the bytes themselves.
    case data
    /// A reference inside a keyed archive; its text is a decimal number.
    case uid
    /// A reference to an anchored node.
    case alias
    /// The anchor of the next node.
    case anchor
    /// The type tag of the next node.
    case tag
    /// A comment before a node or an end; its text is what is between the marks.
    case comment
    /// The notation of the next scalar, or of the beginning of a document, for a writer of the same format.
    case spelling
    /// A blank line before a node, a comment or an end.
    case blankLine
    /// A comment on the line of the event before it; its text is what is between the marks.
    case trailingComment
  }

  /// Facts that a reader has established, so that a writer need not scan the text again.
  public struct Flags: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The bits, in order: no two flags of one kind of event can have the same one.
    enum Bit: UInt16 {
      case isKey, inScratch, isASCII, needsNoJSONEscape, isDuplicateKey, isMergeKey, isEscaped
      case isNonFinite
      /// Flags of other kinds of events: of a mapping that begins, of an anchor or alias, of a tag, of a date.
      case ofKind
      case isAmbiguousKey
      /// The first of the bits that remain, which contain a number, see `gap`.
      case gap
    }

    @inline(__always)
    private init(_ bit: Bit) { rawValue = 1 &<< bit.rawValue }

    /// The node is a key of a mapping.
    public static let isKey = Flags(.isKey)
    /// The text is in the batch's scratch bytes, not in the window.
    public static let inScratch = Flags(.inScratch)
    /// Each byte of the text is ASCII.
    public static let isASCII = Flags(.isASCII)
    /// JSON can contain the text verbatim, a string between quotes.
    public static let needsNoJSONEscape = Flags(.needsNoJSONEscape)
    /// The mapping already contained this key.
    public static let isDuplicateKey = Flags(.isDuplicateKey)
    /// The string is YAML's `<<` without quotes.
    public static let isMergeKey = Flags(.isMergeKey)
    /// The string is not valid Unicode: its text contains JSON's shortest escapes, also for lone surrogates.
    public static let isEscaped = Flags(.isEscaped)
    /// The real is NaN or infinite: its text is `nan`, `inf` or `-inf`.
    public static let isNonFinite = Flags(.isNonFinite)
    /// The mapping that begins has a key that is not a string, or that has a tag.
    public static let hasNonStringKeys = Flags(.ofKind)
    /// The anchor or alias is kept when others are expanded.
    static let isKept = Flags(.ofKind)
    /// The tag is that of a scalar that is not a string.
    static let isOfScalar = Flags(.ofKind)
    /// Another key of the mapping has the same text as this one, and one of the two is not a string.
    public static let isAmbiguousKey = Flags(.isAmbiguousKey)
    /// The date was written with an offset from UTC other than zero, which its text does not show.
    public static let hadOffset = Flags(.ofKind)
  }

  /// The notation of a node, for a writer that supports the same styles.
  public enum Style: UInt8, BitwiseCopyable, Sendable {
    /// Unknown, or specific to one format.
    case any
    /// A scalar without quotes; writers of the same format keep its spelling, so that it resolves as in the input.
    case plain
    /// A scalar in single quotes.
    case singleQuoted
    /// A scalar in double quotes.
    case doubleQuoted
    /// A literal block scalar, after `|`.
    case literal
    /// A folded block scalar, after `>`.
    case folded
    /// A collection with an entry per line, or a comment between marks, as `/* … */`.
    case block
    /// A collection in brackets.
    case flow
    /// A mapping whose keys have its own key before them, as in `server.port = 80`.
    case dotted
  }

  /// The kind of the event.
  public var kind: Kind
  /// The notation of the node.
  public var style: Style
  /// Facts that the reader has established about the text.
  public var flags: Flags

  /// The offset in the window of the event's first byte.
  public var position: UInt32
  @usableFromInline var offset: UInt32
  @usableFromInline var length: UInt32

  /// Creates an event without text.
  @inlinable @inline(__always)
  public init(_ kind: Kind, flags: Flags = [], style: Style = .any, at position: Int = 0) {
    self.init(kind, flags: flags, style: style, at: position, textAt: 0, count: 0)
  }

  /// Offsets fit 32 bits: no block of text grows beyond `ByteStorage.limit`.
  @inlinable @inline(__always)
  package init(
    _ kind: Kind, flags: Flags, style: Style = .any, at position: Int, textAt offset: Int,
    count: Int
  ) {
    self.kind = kind
    self.style = style
    self.flags = flags
    self.position = UInt32(truncatingIfNeeded: position)
    self.offset = UInt32(truncatingIfNeeded: offset)
    length = UInt32(truncatingIfNeeded: count)
  }

  @inlinable @inline(__always)
  package var textRange: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }

  @inlinable @inline(__always)
  package var isKey: Bool { flags.contains(.isKey) }

  /// Whether it is a date with the flag `hadOffset`.
  var hadOffset: Bool { kind == .date && flags.contains(.hadOffset) }

  package var depthChange: Int { kind.depthChange }

  var delimitsDocument: Bool { kind == .beginDocument || kind == .endDocument }
}
