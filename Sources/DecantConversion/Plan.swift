public import DecantCore

/// A conversion of documents: the target format, and the changes on the way.
public struct Plan: Sendable {
  /// The format to convert to.
  public var target: Format

  /// The treatment of values that the target does not support.
  public var fidelity = Fidelity.standard

  /// The counter of values that change or lose their type; nil for no count.
  public var losses: Losses?

  /// The options for reading.
  ///
  /// ``fidelity`` `lossy` and `tagged` override `invalidText`; `tagged` also reads tagged forms.
  public var reading = ReadingOptions()

  /// The options for writing.
  public var writing = WritingOptions()

  /// The change of each document, such as decoding it as a type and encoding that; nil for none.
  public var transform: DocumentTransform?

  /// The part of each document to convert; nil for all of it.
  public var pointer: DocumentPointer?

  /// The path to the parts of each document that become documents, besides ``pointer``; nil for all of it.
  package var path: PathPattern?

  /// Whether a document of the input is a document of the output.
  package var isOfWholeDocuments: Bool { pointer == nil && path == nil && gathering == .none }

  /// The way in which documents are combined or split.
  public var gathering = Gathering.none

  /// The names of all inputs, if the documents that are slurped become the values of these, without extensions.
  package var gatheredNames: [String]?

  /// The style to convert keys to; nil to keep them.
  public var keyStyle: KeyStyle?

  /// The order of keys in mappings.
  public var keyOrder = KeyOrder.asRead

  /// The keys that come first in the outermost mappings, in this order, if keys are sorted.
  ///
  /// These are the root of each document or, where that is a sequence, its elements.
  public var firstKeys: [String] = []

  /// The treatment of comments and blank lines.
  public var comments = Comments.kept

  /// The form of documents that are scalars.
  public var scalars = ScalarForm.inFormat

  /// The kind of destination.
  public var output = Output.stream

  /// The maximum number of threads that convert parts of one input in parallel.
  ///
  /// Applies to inputs that can be cut between records or documents, and to targets with records.
  /// Output and reports are the same as with one thread.
  public var jobs = 1

  /// Whether the output of a long input is written by a thread of its own, while more of the input is read.
  ///
  /// Output and reports are the same as with one thread. Does not apply to what ``jobs`` converts in parts, to typed
  /// conversions, and where invalid records are left out or limited in length.
  public var writesConcurrently = false

  /// Whether a file keeps its layout in a format whose writer has its own, see `Input.keepNotation(in:layout:)`.
  package var keepsLayout = false

  /// Whether a file that is rewritten keeps its bytes, since nothing in it changes.
  package var keepsBytes = false

  /// The record of the values that are written, to verify the output; not of scalars without their syntax.
  package var written: WrittenValues?

  /// The size in bytes of the parts that are converted in parallel.
  package var blockSize = 1 << 19

  /// Creates a plan that converts documents to `target` without other changes.
  public init(to target: Format) {
    self.target = target
  }

  /// A way to combine or split documents.
  public enum Gathering: Sendable {
    /// Documents stay as they are.
    case none
    /// All documents become the elements of one sequence.
    case slurp
    /// Each element of a top-level sequence becomes a document.
    case split
  }

  /// An order of the keys of a mapping.
  public enum KeyOrder: Sendable {
    /// The order in which they were read.
    case asRead
    /// The order of their UTF-8 bytes.
    case byBytes
  }

  /// A treatment of comments and blank lines.
  public enum Comments: Sendable {
    /// They are kept where the target and the conversion can keep them, and otherwise dropped.
    case kept
    /// They are dropped.
    case dropped
    /// They are kept; a comment that would be lost is an error.
    case required
  }

  /// A kind of destination.
  public enum Output: Sendable {
    /// A pipe or the like, where more formats permit several documents than in a file.
    case stream
    /// A file, which must be valid in its format.
    case file
    /// A file for each document, with a name of its values: their aliases are expanded.
    case files
  }

  /// A form of a document that is a scalar.
  public enum ScalarForm: Sendable {
    /// The syntax of the format.
    case inFormat
    /// The bare text or bytes, without quotes and escapes.
    case raw
  }
}
