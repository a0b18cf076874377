/// How a document is read, whatever its format; options of single formats are held by their type.
public struct ReadingOptions: Sendable {
  /// How deep collections may be in one another.
  public var maximumDepth = 1000

  /// How many nodes the copies that aliases represent may have, in one document.
  ///
  /// Each 16 bytes of a text that is copied count as one more. Where a document must be held in memory, to sort its
  /// keys for example, each node counts 16 times.
  public var maximumAliasNodes = 10_000_000

  /// What a key that is twice in one mapping does.
  public var duplicateKeys = DuplicateKeys.error

  /// What a reader makes of text that only some formats can spell.
  public var invalidText = InvalidText.refused

  /// Whether tagged forms, such as `{"$date": "…"}`, are read as the values that they stand for.
  public var readsTaggedForms = false

  /// What a record that cannot be read does, where the format has records.
  public var badRecords = BadRecords.stop

  /// What a reader that skips bad records takes for one, where the format lets a value span lines.
  package var recordExtent = RecordExtent.line

  /// The most bytes that a record may have, where the format has records; nil for no limit.
  ///
  /// A longer record is bad, and is not held in memory. With a limit, a record of JSON Lines is a line.
  public var maximumRecordLength: Int?

  /// How the reader is to spell numbers; a plan whose target knows other notations than JSON's says so.
  package var numberNotation = NumberNotation.json

  /// How long copies are kept in memory, which their budget depends on.
  var copies = Copies.passing

  /// What becomes of aliases after the reader.
  var aliases = Aliases.kept

  /// The options of single formats.
  private var ofFormats = FormatOptionSet()

  /// Creates the default options.
  public init() {}

  /// The options of one format.
  public subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get { ofFormats[type] }
    set { ofFormats[type] = newValue }
  }
}

/// What a record that cannot be read does.
public enum BadRecords: Sendable {
  /// It ends the conversion.
  case stop
  /// It is left out, and passed to the closure, which may end the conversion by an error.
  case skip(report: @Sendable (BadRecord) throws(DecantError) -> Void)
}

/// A record that is left out because it is bad.
public struct BadRecord: Sendable {
  /// What is wrong with it.
  public var error: DecantError

  /// Where it begins; nil if the reader of its format does not report that.
  public var position: DecantError.Position?

  /// Its bytes in UTF-8, without its end; nil if they are unknown, or more than the limit allows.
  public var bytes: [UInt8]?
}

/// What a reader that skips bad records takes for a record of JSON Lines.
package enum RecordExtent: Sendable {
  /// A line, which a value must not leave, so that a mistake in one cannot reach into the next.
  case line
  /// A value, wherever it ends, as without skipping; after a mistake, reading goes on at the next line.
  case value
}

/// In what notation a reader gives numbers on.
package enum NumberNotation: Sendable {
  /// In JSON's, whatever notation they are in.
  case json
  /// As they are in the input, where every reader of the format takes them for the same number.
  case asWritten
}

/// What becomes of aliases, for a reader to which it matters.
enum Aliases: Sendable {
  /// They stay as they are.
  case kept
  /// Copies take their place, so that none may be in what it is an alias of.
  case expanded
}

/// How long copies of nodes that aliases or references represent are kept in memory.
enum Copies: Sendable {
  /// As long as a batch takes to be written.
  case passing
  /// As long as the document around them.
  case held

  /// How much of the budget a node with a text of `length` bytes takes.
  func cost(ofTextOf length: Int) -> Int { (1 + length / 16) * weight }

  /// How often a node counts.
  var weight: Int { self == .held ? 16 : 1 }
}
