extension Format {
  /// The features that a format supports natively.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits, in order: no two abilities can have the same one.
    @usableFromInline enum Bit: UInt32 {
      case null, booleans, numbers, nonFiniteNumbers, dates, localTimes, data, uids, loneSurrogates
      case nonStringKeys, duplicateKeys, anchors, tags, scalarTags
      case manyDocuments, concatenation, emptyStreams, tabs, ascii, records, indentation, fitting
      case numberNotations, binary, heldDocuments, comments, dateOffsets, rows, lineEnds
      case mappingRoots, ownOrder
    }

    @inlinable init(_ bit: Bit) { rawValue = 1 << bit.rawValue }

    /// A null value.
    @inlinable public static var null: Abilities { Abilities(.null) }
    /// Booleans, distinct from numbers and strings.
    @inlinable public static var booleans: Abilities { Abilities(.booleans) }
    /// Numbers, within the format's `limits`.
    @inlinable public static var numbers: Abilities { Abilities(.numbers) }
    /// NaN and the infinities.
    @inlinable public static var nonFiniteNumbers: Abilities { Abilities(.nonFiniteNumbers) }
    /// Points in time.
    @inlinable public static var dates: Abilities { Abilities(.dates) }
    /// Dates with an offset from UTC, which its reader converts to UTC.
    @inlinable public static var dateOffsets: Abilities { Abilities(.dateOffsets) }
    /// Dates and times of day without a zone.
    @inlinable public static var localTimes: Abilities { Abilities(.localTimes) }
    /// Bytes.
    @inlinable public static var data: Abilities { Abilities(.data) }
    /// References inside a keyed archive.
    @inlinable public static var uids: Abilities { Abilities(.uids) }
    /// Strings with lone surrogates, which readers emit only if values are tagged.
    @inlinable public static var loneSurrogates: Abilities { Abilities(.loneSurrogates) }
    /// Keys that are not strings.
    @inlinable public static var nonStringKeys: Abilities { Abilities(.nonStringKeys) }
    /// Repeated keys in a mapping.
    @inlinable public static var duplicateKeys: Abilities { Abilities(.duplicateKeys) }
    /// Anchors and aliases.
    @inlinable public static var anchors: Abilities { Abilities(.anchors) }
    /// Tags.
    @inlinable public static var tags: Abilities { Abilities(.tags) }
    /// Tags of scalars that are not strings, such as numbers.
    @inlinable public static var scalarTags: Abilities { Abilities(.scalarTags) }
    /// All of the above, the kinds of values.
    @inlinable package static var ofValues: Abilities {
      [
        .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .localTimes, .data, .uids,
        .loneSurrogates, .nonStringKeys, .duplicateKeys, .anchors, .tags, .scalarTags,
      ]
    }

    /// Any number of documents in a file.
    @inlinable public static var manyDocuments: Abilities { Abilities(.manyDocuments) }
    /// Any number of documents on a pipe, but one in a file.
    @inlinable public static var concatenation: Abilities { Abilities(.concatenation) }
    /// Streams without documents.
    @inlinable public static var emptyStreams: Abilities { Abilities(.emptyStreams) }
    /// Indentation by tabs.
    @inlinable public static var tabs: Abilities { Abilities(.tabs) }
    /// Escapes for non-ASCII characters.
    @inlinable public static var ascii: Abilities { Abilities(.ascii) }
    /// Records that can be skipped if they are invalid.
    @inlinable public static var records: Abilities { Abilities(.records) }
    /// Nested collections on separate lines.
    @inlinable public static var indentation: Abilities { Abilities(.indentation) }
    /// Collections on one line that fit into a number of columns.
    @inlinable public static var fitting: Abilities { Abilities(.fitting) }
    /// Numbers as in YAML: hexadecimal, with a plus sign, or with no digit beside the point.
    @inlinable package static var numberNotations: Abilities { Abilities(.numberNotations) }
    /// Bytes that are not text, which a terminal cannot show.
    @inlinable public static var binary: Abilities { Abilities(.binary) }
    /// Documents that its writer holds in memory until their end.
    @inlinable package static var heldDocuments: Abilities { Abilities(.heldDocuments) }
    /// Rows of a table as documents: mappings that contain a collection only if values are tagged.
    @inlinable package static var rows: Abilities { Abilities(.rows) }
    /// Any line ends: its reader takes all for line feeds, in values too, if it does not refuse them there.
    @inlinable package static var lineEnds: Abilities { Abilities(.lineEnds) }
    /// Documents that are mappings alone.
    @inlinable package static var mappingRoots: Abilities { Abilities(.mappingRoots) }
    /// Keys in an order of its own, whatever that of the events.
    @inlinable public static var ownOrder: Abilities { Abilities(.ownOrder) }
    /// Comments and blank lines, which its reader emits on request and its writer writes.
    @inlinable public static var comments: Abilities { Abilities(.comments) }
  }
}
