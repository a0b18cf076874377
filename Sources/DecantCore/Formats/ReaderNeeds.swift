/// What a program asks of a reader, besides what its users set: the counterpart of `StageNeeds`.
@usableFromInline package struct ReaderNeeds: OptionSet, Sendable {
  /// One bit for each member.
  @usableFromInline package let rawValue: UInt32

  /// Creates a set from its bits.
  @inlinable package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// An alias of a node that contains it is an error: who holds values sets it, and readers of archives ask.
  @inlinable package static var expandedAliases: Self { ReaderNeeds(rawValue: 1 << 0) }
  /// Copies of nodes count 16 times: who holds documents sets it, and what counts copies asks.
  @inlinable package static var boundedCopies: Self { ReaderNeeds(rawValue: 1 << 1) }
  /// Numbers are as written where every reader of the format reads the same, else JSON's: plans and edits set it for YAML.
  @inlinable package static var numberNotation: Self { ReaderNeeds(rawValue: 1 << 2) }
  /// A comment that would be lost is an error: plans set it, and formats with comments in odd places ask.
  @inlinable package static var requiredComments: Self { ReaderNeeds(rawValue: 1 << 3) }
  /// Collections have their styles: plans from a format to itself set it for comments, and formats with comments ask.
  @inlinable package static var collectionStyles: Self { ReaderNeeds(rawValue: 1 << 4) }
  /// Events have the space before them, and strings their source or quotes: plans that keep a layout set it for JSON and CSV.
  @inlinable package static var layout: Self { ReaderNeeds(rawValue: 1 << 5) }
  /// The reader marks where events end, see ``EventBatch/markLast(to:)``: edits set it, and formats that have edits ask.
  @inlinable package static var extents: Self { ReaderNeeds(rawValue: 1 << 6) }
  /// The input can be written again from the events, whatever formats are between: plans and edits set it for keyed archives.
  @inlinable package static var restorableEvents: Self { ReaderNeeds(rawValue: 1 << 7) }
  /// References are labels in tags: plans for a target with tagged forms and without anchors set it for keyed archives.
  @inlinable package static var labeledReferences: Self { ReaderNeeds(rawValue: 1 << 8) }
  /// Shared objects of a keyed archive and collections that contain themselves are numbered: `archive` sets it.
  @inlinable package static var instanceNumbers: Self { ReaderNeeds(rawValue: 1 << 9) }
  /// No option of a format and no directive changes the types of values: readers of decant's archives set it for YAML.
  @inlinable package static var archive: Self { ReaderNeeds(rawValue: 1 << 10) }
  /// Text that a reader takes for something else is an error: who replaces the input sets it, and YAML and CSV ask.
  @inlinable package static var replacedInput: Self { ReaderNeeds(rawValue: 1 << 11) }
  /// Values that an older version reads otherwise are reported or flagged, unless an option names it: tools set it for YAML.
  @inlinable package static var olderValues: Self { ReaderNeeds(rawValue: 1 << 12) }
  /// A record can span lines; after an error, reading resumes at the next line: checks set it for JSON Lines.
  @inlinable package static var multilineRecords: Self { ReaderNeeds(rawValue: 1 << 13) }
  /// The columns of a table without rows are a document, a sequence with the flag `isHeader`: plans and `diff` set it for CSV.
  @inlinable package static var columns: Self { ReaderNeeds(rawValue: 1 << 14) }
  /// The loss of the columns of a table without rows is reported: plans set it for CSV.
  @inlinable package static var lostColumns: Self { ReaderNeeds(rawValue: 1 << 15) }

  /// The number of nodes that a copy of a scalar with a text of `length` bytes counts as.
  @inlinable package func cost(ofTextOf length: Int) -> Int { (1 + length / 16) * weightOfCopies }

  /// The number of nodes that a copy of a node counts as: it is in memory until a batch is written, or with its document.
  @inlinable package var weightOfCopies: Int { contains(.boundedCopies) ? 16 : 1 }
}
