/// What is to become of the documents that are poured into a pipeline.
public struct Plan: Sendable {
  /// The format that they are written in.
  public var target: Format

  /// The treatment of values that the target cannot hold.
  public var fidelity = Fidelity.standard

  /// What counts the values that lose their type or more; nil for no count.
  public var losses: Losses?

  /// How they are read.
  ///
  /// With ``fidelity`` `lossy` and `tagged`, text is read as that demands, whatever these options say.
  public var reading = ReadingOptions()

  /// How they are written.
  public var writing = WritingOptions()

  /// The type that documents are decoded as on their way; nil for as they are.
  public var type: DocumentType?

  /// The part of each document that is wanted; nil for the whole.
  public var pointer: DocumentPointer?

  /// Whether documents are gathered, or taken apart.
  public var gathering = Gathering.none

  /// The style that keys are rewritten in; nil for as they are.
  public var keyStyle: KeyStyle?

  /// Whether keys are put in byte order.
  public var keyOrder = KeyOrder.asRead

  /// Whether scalars are written bare, without quotes or escapes.
  public var scalars = ScalarForm.inFormat

  /// Where the documents are written.
  public var output = Output.stream

  /// How many threads convert parts of one input side by side, where its format and the target allow that.
  ///
  /// The output, the order of reports and their places are the same as with one. It applies to inputs of many
  /// records or documents, and to targets with records; all others are converted by one.
  public var jobs = 1

  /// How many bytes the parts have that are converted side by side.
  package var blockSize = 1 << 21

  /// Makes a plan that writes documents in `target` as they are.
  public init(to target: Format) {
    self.target = target
  }

  /// What becomes of the division into documents.
  public enum Gathering: Sendable {
    /// Each document stays one.
    case none
    /// All documents become the elements of one sequence.
    case slurp
    /// Each element of a top-level sequence becomes a document.
    case split
  }

  /// In which order the keys of a mapping are written.
  public enum KeyOrder: Sendable {
    /// As they were read.
    case asRead
    /// In the order of their bytes in UTF-8.
    case byBytes
  }

  /// Where documents are written.
  public enum Output: Sendable {
    /// To a pipe or the like, which holds documents one after another in more formats than a file does.
    case stream
    /// To a file, which must be readable in its format.
    case file
  }

  /// How a document that is a scalar is written.
  public enum ScalarForm: Sendable {
    /// As the format writes them.
    case inFormat
    /// As the text or the bytes themselves.
    case raw
  }
}
