/// A scalar, an annotation, or the beginning or end of a collection or document.
///
/// A stream of events is `document*`, where
///
///     document = beginDocument node trivia endDocument
///     node     = trivia anchor? tag? (scalar | alias | sequence | mapping) trailingComment*
///     sequence = beginSequence node* trivia endSequence
///     mapping  = beginMapping (key node)* trivia endMapping
///     key      = node, its first event (after trivia, anchor and tag) flagged `isKey`
///     scalar   = null | true | false | integer | real | string | date | localTime | data | uid
///     trivia   = (comment | notation | blankLine)*
///
/// What precedes a scalar, a collection or an end and belongs to it, trivia, anchor and tag, are its annotations.
///
/// Trailing comments may also follow the beginning of a document or collection. Trivia and trailing comments occur only
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
    /// How a node or a document is written, for a writer of the same format, see `Notation`.
    case notation
    /// A blank line before a node, a comment or an end.
    case blankLine
    /// A comment on the line of the event before it; its text is what is between the marks.
    case trailingComment
  }

  /// Facts that a reader has established, so that a writer need not scan the text again.
  public struct Flags: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The bits, in order: no two flags of one kind of event can have the same one.
    @usableFromInline enum Bit: UInt16 {
      case isKey, inScratch, isASCII, needsNoJSONEscape, isDuplicateKey, isMergeKey, isEscaped
      case isNonFinite
      /// Flags of other kinds of events: of a mapping that begins, of an anchor or alias, of a tag, of a date, of a plain scalar.
      case ofKind
      case isAmbiguousKey
      /// The first of the bits that remain, which contain a number, see `gap`. With a field of its own for that, an event has
      /// 20 bytes instead of 16: 7 % more instructions from JSON to TOML, and 5 % to sort keys.
      case gap
    }

    @inlinable @inline(__always)
    init(_ bit: Bit) { rawValue = 1 &<< bit.rawValue }

    /// The node is a key of a mapping.
    @inlinable public static var isKey: Flags { Flags(.isKey) }
    /// The text is in the batch's scratch bytes, not in the window.
    @inlinable public static var inScratch: Flags { Flags(.inScratch) }
    /// Each byte of the text is ASCII.
    @inlinable public static var isASCII: Flags { Flags(.isASCII) }
    /// JSON can contain the text verbatim, a string between quotes.
    @inlinable public static var needsNoJSONEscape: Flags { Flags(.needsNoJSONEscape) }
    /// The mapping already contained this key.
    @inlinable public static var isDuplicateKey: Flags { Flags(.isDuplicateKey) }
    /// The string is YAML's `<<` without quotes.
    @inlinable public static var isMergeKey: Flags { Flags(.isMergeKey) }
    /// The string is not valid Unicode: its text contains JSON's shortest escapes, also for lone surrogates.
    @inlinable public static var isEscaped: Flags { Flags(.isEscaped) }
    /// The real is NaN or infinite: its text is `nan`, `inf` or `-inf`.
    @inlinable public static var isNonFinite: Flags { Flags(.isNonFinite) }
    /// The mapping that begins has a key that is not a string, or that has a tag.
    @inlinable public static var hasNonStringKeys: Flags { Flags(.ofKind) }
    /// The sequence that begins is a document: the columns of a table without rows.
    @inlinable package static var isHeader: Flags { Flags(.isMergeKey) }
    /// The anchor or alias is kept when others are expanded.
    @inlinable package static var isKept: Flags { Flags(.ofKind) }
    /// The anchor or alias is that of an instance in an archive, or the tag is its class: a label, then the names of the class and
    /// its superclasses, each on a line.
    @inlinable package static var isInstance: Flags { Flags(.isMergeKey) }
    /// The tag is that of a scalar that is not a string.
    @inlinable package static var isOfScalar: Flags { Flags(.ofKind) }
    /// Another key of the mapping has the same text as this one, and one of the two is not a string.
    @inlinable public static var isAmbiguousKey: Flags { Flags(.isAmbiguousKey) }
    /// The date was written with an offset from UTC other than zero, which its text does not show.
    @inlinable public static var hadOffset: Flags { Flags(.ofKind) }
    /// An older version of the format reads the string or number otherwise.
    @inlinable package static var isOlderValue: Flags { Flags(.ofKind) }
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
    /// A collection in brackets with a space inside of each.
    case padded
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
  @usableFromInline package var offset: UInt32
  @usableFromInline package var length: UInt32

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
  @inlinable package var hadOffset: Bool { kind == .date && flags.contains(.hadOffset) }

  /// Whether it is a string or number with the flag `isOlderValue`.
  @inlinable package var isOlderValue: Bool {
    flags.contains(.isOlderValue) && [.string, .integer, .real].contains(kind)
  }

  /// Whether it is the anchor, the alias or the tag of an instance in an archive.
  @inlinable package var isOfInstance: Bool {
    flags.contains(.isInstance) && (kind == .anchor || kind == .alias || kind == .tag)
  }

  @inlinable package var depthChange: Int { kind.depthChange }

  @inlinable package var delimitsDocument: Bool { kind == .beginDocument || kind == .endDocument }
}
