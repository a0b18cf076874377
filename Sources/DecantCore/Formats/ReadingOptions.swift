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

  package var recordExtent = RecordExtent.line

  /// Whether comments and blank lines are emitted, in formats with comments.
  public var comments = false

  package var requiresComments = false

  /// Whether the input is replaced by what is read: text that a reader takes for something else is then an error.
  package var replacesInput = false

  /// Whether a collection that contains references to itself, and an object of a keyed archive with several references,
  /// is numbered as archives number shared values.
  package var numbersInstances = false

  /// Whether an archive is read: no option of a format and no directive changes the types of its values.
  package var isOfArchive = false

  package var emptyTable = EmptyTable.omitted

  package var collectionStyles = false

  /// Whether events have the space before them, and escaped strings their source, for a writer of the same format that
  /// else has a layout of its own.
  package var keepsLayout = false

  /// Whether the reader marks where events end, in formats that are edited in place, see ``EventBatch/markLast(to:)``.
  public package(set) var marksExtents = false

  /// Whether the same input can be written again from the events, whatever formats are between.
  package var isRestorable = false

  /// Whether references are labels in tags, for a target with tagged forms and without anchors.
  package var labelsReferences = false

  /// The maximum length of a record in bytes, in formats with records; nil for no limit.
  ///
  /// Longer records are invalid and not held in memory. With a limit, a JSON Lines record is a line.
  public var maximumRecordLength: Int?

  package var numberNotation = NumberNotation.json

  /// A function that receives the path of each date whose offset from UTC is lost, and of each older value, if no stage
  /// follows the reader.
  package var reportLoss: (@Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)?

  /// Whether values that an older version of the format reads otherwise are reported or flagged, unless an option names
  /// the version.
  package var marksOlderValues = false

  package var copies = Copies.passing

  package var aliases = Aliases.kept

  @usableFromInline package var formatOptions = FormatOptionSet()

  /// Creates the default options.
  public init() {}

  /// The options of one format.
  @inlinable
  public subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get { formatOptions[type] }
    set { formatOptions[type] = newValue }
  }
}

/// What becomes of the columns of a table without rows: nothing; a document, which is a sequence with the flag `isHeader`; or
/// a report of their loss, which is an error if the input is replaced.
package enum EmptyTable: Sendable {
  case omitted, columns, lost
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

/// The extent of a JSON Lines record while invalid records are skipped.
package enum RecordExtent: Sendable {
  /// A line: values cannot span lines, so that an error cannot affect the next record.
  case line
  /// A value, which may span lines; after an error, reading resumes at the next line.
  case value
}

/// The notation in which a reader emits numbers.
package enum NumberNotation: Sendable {
  /// JSON's, whatever the input uses.
  case json
  /// The input's, if every reader of the format reads the same number from it.
  case asWritten
}

/// The treatment of aliases after the reader, for readers whose output depends on it.
package enum Aliases: Sendable {
  case kept
  /// An alias of a node that contains it is then an error.
  case expanded
}

/// How long copies of aliased or shared nodes stay in memory.
@usableFromInline package enum Copies: Sendable {
  /// Until a batch is written.
  case passing
  /// As long as the document that contains them.
  case held

  @inlinable package func cost(ofTextOf length: Int) -> Int { (1 + length / 16) * weight }

  @inlinable package var weight: Int { self == .held ? 16 : 1 }
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
