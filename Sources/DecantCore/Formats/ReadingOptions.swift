/// Options for reading documents in any format.
public struct ReadingOptions: Sendable {
  /// The maximum nesting depth of collections.
  public var maximumDepth = 1000

  /// The maximum number of nodes that expanding aliases may add to a document.
  ///
  /// Each 16 bytes of copied text count as a node; in documents held in memory, each node counts 16 times. So do copies that
  /// edits make, beyond as many nodes as the text has bytes.
  public var maximumAliasNodes = 10_000_000

  /// The treatment of repeated keys in one mapping.
  public var duplicateKeys = DuplicateKeys.error

  /// The treatment of text that only some formats can represent.
  public var invalidText = InvalidText.refused

  /// Whether tagged forms, such as `{"$date": "…"}`, are read as the values that they represent.
  public var readsTaggedForms = false

  /// The treatment of invalid records, in formats with records.
  public var badRecords = BadRecords.stop

  /// Whether a mistake is an error even if most other programs tolerate it.
  public var isStrict = false

  /// A function that receives a mistake that is tolerated; a reader reports at most one of a kind per document.
  public var reportTolerated: (@Sendable (_ mistake: DecantError) -> Void)?

  /// A function that receives what a user should know of the input, such as `YAML 1.3 is read as YAML 1.2`.
  ///
  /// A document may report the same more than once.
  public var reportNote: (@Sendable (_ note: String) -> Void)?

  /// Whether comments and blank lines are emitted, in formats with comments.
  public var comments = false

  /// The maximum length of a record in bytes, in formats with records; nil for no limit.
  ///
  /// Longer records are invalid and not held in memory. With a limit, a JSON Lines record is a line.
  public var maximumRecordLength: Int?

  /// A function that receives the path of each date whose offset from UTC is lost, and of each older value, if no stage
  /// follows the reader.
  package var reportLoss: (@Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)?

  /// What the program asks of the reader.
  @usableFromInline package var needs: ReaderNeeds = []

  @usableFromInline package var formatOptions = FormatOptionSet()

  /// Creates the default options.
  public init() {}

  /// Whether the reader marks where events end, in formats that are edited in place, see ``EventBatch/markLast(to:)``.
  @inlinable public var marksExtents: Bool { needs.contains(.extents) }

  /// The options of one format.
  @inlinable
  public subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get { formatOptions[type] }
    set { formatOptions[type] = newValue }
  }
}

/// The treatment of invalid records.
public enum BadRecords: Sendable {
  /// The first invalid record ends the conversion with an error.
  case stop
  /// The record is skipped and passed to `report`, which can throw to end the conversion.
  case skip(report: @Sendable (BadRecord) throws(DecantError) -> Void)
}

/// A record that was skipped because it is invalid.
public struct BadRecord: Sendable {
  /// The error in the record.
  public var error: DecantError

  /// The position of its first byte; nil if the reader of the format does not report it.
  public var position: DecantError.Position?

  /// Its bytes in UTF-8, without the terminator; nil if unknown or longer than the limit.
  public var bytes: [UInt8]?
}

/// The treatment of lone surrogates and of characters that XML forbids.
public enum InvalidText: Sendable {
  /// The text is an error.
  case refused
  /// U+FFFD replaces the invalid character, and `report` receives the kind and path of the value.
  case replaced(report: @Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)
  /// The text is kept, for a target that can represent it.
  case kept

  @inlinable package var isReplaced: Bool { if case .replaced = self { true } else { false } }

  package func report(_ kind: DecantError.ValueClass, at path: @autoclosure () -> DocumentPath) {
    if case .replaced(let report) = self { report(kind, path) }
  }
}
