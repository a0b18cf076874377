/// One thing that a document says: a scalar, or the beginning or end of something.
///
/// A stream of events is `document*`, where
///
///     document = beginDocument node endDocument
///     node     = anchor? tag? (scalar | alias | sequence | mapping)
///     sequence = beginSequence node* endSequence
///     mapping  = beginMapping (key node)* endMapping
///     key      = node, its first event (after anchor and tag) flagged `isKey`
///     scalar   = null | true | false | integer | real | string | date | data | uid
///
/// `EventGrammar` checks a stream against this.
///
/// An event is sixteen trivial bytes. Its text is not in it: `offset` and `length` say where the text
/// stands, in the window or, with `inScratch`, in the scratch bytes of the batch that holds the event.
public struct Event: BitwiseCopyable, Sendable {
  /// What an event is.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The beginning of a document.
    case beginDocument
    /// The end of a document.
    case endDocument
    /// The beginning of a sequence: elements follow.
    case beginSequence
    /// The end of a sequence.
    case endSequence
    /// The beginning of a mapping: keys and values follow by turns.
    case beginMapping
    /// The end of a mapping.
    case endMapping
    /// The absence of a value, as a value.
    case null
    /// The truth value true.
    case `true`
    /// The truth value false.
    case `false`
    /// A number without a fraction or exponent; its text is the lexeme as written, in JSON's grammar
    /// unless `isPlainText` is missing.
    case integer
    /// Any other number; its text is likewise the lexeme.
    case real
    /// UTF-8 text.
    case string
    /// A point in time; its text is RFC 3339 in UTC.
    case date
    /// Bytes; its text is the bytes themselves.
    case data
    /// A reference inside a keyed archive; its text is a decimal number.
    case uid
    /// The name that the next node is known by.
    case anchor
    /// The type that the next node claims.
    case tag
    /// A node that an anchor named before.
    case alias
  }

  /// What a reader knows about an event, so that a writer need not look again.
  public struct Flags: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The node is a key of a mapping.
    public static let isKey = Flags(rawValue: 1 << 0)
    /// The text is in the batch's scratch bytes, not in the window.
    public static let inScratch = Flags(rawValue: 1 << 1)
    /// Each byte of the text is ASCII.
    public static let isASCII = Flags(rawValue: 1 << 2)
    /// The text can stand between JSON's quotes as it is; that of a number, in JSON as it is.
    public static let isPlainText = Flags(rawValue: 1 << 3)
    /// The same key has stood in this mapping before.
    public static let isDuplicateKey = Flags(rawValue: 1 << 4)
    /// The real is not a number: its text is `nan`, `inf` or `-inf`.
    public static let isNonFinite = Flags(rawValue: 1 << 5)
    /// The string is a key that merges mappings, YAML's `<<` without quotes.
    ///
    /// The bit is that of `isNonFinite`, which is said of reals alone.
    public static let isMergeKey = Flags(rawValue: 1 << 5)
    /// The string is not Unicode text: its text spells it with JSON's shortest escapes, those of lone
    /// surrogates included.
    public static let isEscaped = Flags(rawValue: 1 << 6)
    /// A key of the mapping that begins here is not a string, or has a tag; or, on a key that is a scalar, another
    /// key of its mapping has the same text, and one of the two is not a string.
    public static let hasOtherKeys = Flags(rawValue: 1 << 7)
  }

  /// How a node was written, for a writer that has the same styles.
  public enum Style: UInt8, BitwiseCopyable, Sendable {
    /// In a way that is not known, or that only one format has.
    case any
    /// A scalar without quotes, whose spelling a writer of the same format keeps: every reader of the
    /// input finds in the output what it found there, whichever version of the format it knows.
    case plain
    /// A scalar in single quotes.
    case singleQuoted
    /// A scalar in double quotes.
    case doubleQuoted
    /// A scalar line by line, after `|`.
    case literal
    /// A scalar whose lines are joined, after `>`.
    case folded
    /// A collection line by line.
    case block
    /// A collection in brackets.
    case flow
  }

  /// What it is.
  public var kind: Kind
  /// What is known of it.
  public var flags: Flags
  /// How it was written.
  public var style: Style

  /// Where in the window the event's first byte is.
  public var position: UInt32
  var offset: UInt32
  var length: UInt32

  /// Makes an event without text.
  @inline(__always)
  public init(_ kind: Kind, flags: Flags = [], style: Style = .any, at position: Int = 0) {
    self.init(kind, flags: flags, style: style, at: position, textAt: 0, count: 0)
  }

  /// Creates an event whose text is in the window or in scratch bytes.
  ///
  /// Places in either fit 32 bits: neither grows beyond `ByteStorage.limit`.
  @inline(__always)
  init(
    _ kind: Kind, flags: Flags, style: Style = .any, at position: Int, textAt offset: Int,
    count: Int
  ) {
    self.kind = kind
    self.flags = flags
    self.style = style
    self.position = UInt32(truncatingIfNeeded: position)
    self.offset = UInt32(truncatingIfNeeded: offset)
    length = UInt32(truncatingIfNeeded: count)
  }

  /// Where the text is.
  @inline(__always)
  var textRange: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }

  @inline(__always)
  package var isKey: Bool { flags.contains(.isKey) }

  /// How much deeper the events after this one are than those before it.
  var depthChange: Int { kind.depthChange }
}
