extension Format {
  /// The features that a format supports natively.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits, in order: no two abilities can have the same one.
    private enum Bit: UInt32 {
      case null, booleans, numbers, nonFiniteNumbers, dates, localTimes, data, uids, loneSurrogates
      case nonStringKeys, duplicateKeys, anchors, tags, scalarTags
      case manyDocuments, concatenation, emptyStreams, tabs, ascii, records, indentation
      case numberNotations, binary, heldDocuments, comments, dateOffsets
    }

    private init(_ bit: Bit) { rawValue = 1 << bit.rawValue }

    /// A null value.
    public static let null = Abilities(.null)
    /// Booleans, distinct from numbers and strings.
    public static let booleans = Abilities(.booleans)
    /// Numbers, within the format's `limits`.
    public static let numbers = Abilities(.numbers)
    /// NaN and the infinities.
    public static let nonFiniteNumbers = Abilities(.nonFiniteNumbers)
    /// Points in time.
    public static let dates = Abilities(.dates)
    /// Dates with an offset from UTC, which its reader converts to UTC.
    public static let dateOffsets = Abilities(.dateOffsets)
    /// Dates and times of day without a zone.
    public static let localTimes = Abilities(.localTimes)
    /// Bytes.
    public static let data = Abilities(.data)
    /// References inside a keyed archive.
    public static let uids = Abilities(.uids)
    /// Strings with lone surrogates, which readers emit only if values are tagged.
    public static let loneSurrogates = Abilities(.loneSurrogates)
    /// Keys that are not strings.
    public static let nonStringKeys = Abilities(.nonStringKeys)
    /// Repeated keys in a mapping.
    public static let duplicateKeys = Abilities(.duplicateKeys)
    /// Anchors and aliases.
    public static let anchors = Abilities(.anchors)
    /// Tags.
    public static let tags = Abilities(.tags)
    /// Tags of scalars that are not strings, such as numbers.
    public static let scalarTags = Abilities(.scalarTags)
    /// All of the above, the kinds of values.
    package static let ofValues: Abilities = [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .localTimes, .data, .uids,
      .loneSurrogates, .nonStringKeys, .duplicateKeys, .anchors, .tags, .scalarTags,
    ]

    /// Any number of documents in a file.
    public static let manyDocuments = Abilities(.manyDocuments)
    /// Any number of documents on a pipe, but one in a file.
    public static let concatenation = Abilities(.concatenation)
    /// Streams without documents.
    public static let emptyStreams = Abilities(.emptyStreams)
    /// Indentation by tabs.
    public static let tabs = Abilities(.tabs)
    /// Escapes for non-ASCII characters.
    public static let ascii = Abilities(.ascii)
    /// Records that can be skipped if they are invalid.
    public static let records = Abilities(.records)
    /// Nested collections on separate lines.
    public static let indentation = Abilities(.indentation)
    /// Numbers as in YAML: hexadecimal, with a plus sign, or with no digit beside the point.
    static let numberNotations = Abilities(.numberNotations)
    /// Bytes that are not text, which a terminal cannot show.
    public static let binary = Abilities(.binary)
    /// Documents that its writer holds in memory until their end.
    static let heldDocuments = Abilities(.heldDocuments)
    /// Comments and blank lines, which its reader emits on request and its writer writes.
    public static let comments = Abilities(.comments)
  }
}
