/// A reader of one format: bytes in, events out.
///
/// It holds no document, only what is open: a file of any size passes in the memory of its nesting. `[1, 2]` becomes
/// `beginDocument`, `beginSequence`, two integers, `endSequence` and `endDocument`.
public protocol EventReader: ~Copyable {
  /// Appends events to an empty `batch`; returns false after the last event of the input.
  ///
  /// The reader consumes bytes from `window` and refills it, but not while `batch` contains events whose text is in the
  /// window: it returns those first. It also returns events before it would wait for input.
  ///
  /// Where the format contains one document, `endDocument` follows only when the input is known to be valid to its end,
  /// because an output counts as complete from there on.
  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool

  /// Whether the reader can continue with the next record after it has thrown, and has removed the bad one's events from
  /// the batch.
  var canContinue: Bool { get }
}

extension EventReader where Self: ~Copyable {
  /// False: most formats have no records.
  @inlinable public var canContinue: Bool { false }
}

/// A step between a reader and a writer, in one place of one pipeline; it keeps its state from batch to batch.
///
/// What readers and writers need not know of is a stage: a `KeyStyleStage` renames keys for all formats at once. A class, because a
/// pipeline has none in most conversions, and calls what it has once per batch.
package protocol EventStage: AnyObject {
  /// The requirements on the events that reach the stage.
  var needs: StageNeeds { get }

  /// Appends the events that result from those of `input` to `output`, which refers to the same window.
  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult

  /// Appends the next events of the batch processed last to an empty `output`; called while the result is `more`.
  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult

  /// Appends the events that follow the last batch.
  func finish(into output: inout EventBatch) throws(DecantError)

  /// Discards the state of an unfinished document, which is not emitted.
  func reset()
}

/// The result of a stage's work on a batch.
package enum StageResult: Sendable {
  /// All events pass as they are, and nothing was appended to the output.
  case unchanged
  /// All resulting events were appended to the output.
  case complete
  /// The output is full, and more events result from the batch.
  case more
}

/// Requirements of a stage or a target on the events before it.
@usableFromInline package struct StageNeeds: OptionSet, Sendable {
  /// One bit for each requirement.
  @usableFromInline package let rawValue: UInt8

  /// Creates a set from its bits.
  @inlinable package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Aliases are expanded: the stage moves or drops nodes, which may have the anchors.
  @inlinable package static var expandedAliases: StageNeeds { StageNeeds(rawValue: 1 << 0) }
  /// Merge keys are expanded, and aliases with them.
  @inlinable package static var expandedMergeKeys: StageNeeds {
    [.expandedAliases, StageNeeds(rawValue: 1 << 1)]
  }
  /// Numbers are in JSON's notation.
  @inlinable package static var decimalNumbers: StageNeeds { StageNeeds(rawValue: 1 << 2) }
  /// Copies of anchored nodes count 16 times: the stage keeps whole mappings or documents in memory.
  @inlinable package static var boundedCopies: StageNeeds { StageNeeds(rawValue: 1 << 3) }
  /// No comments and no blank lines: the stage knows only nodes.
  @inlinable package static var noComments: StageNeeds { StageNeeds(rawValue: 1 << 4) }
  /// Aliases that would precede their anchors among sorted keys are expanded.
  @inlinable package static var sortedAliases: StageNeeds { StageNeeds(rawValue: 1 << 5) }
}

extension EventStage {
  /// An empty set.
  @inlinable package var needs: StageNeeds { [] }

  /// Appends no event.
  package func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    .complete
  }

  /// Appends no event.
  package func finish(into output: inout EventBatch) {}

  /// Does nothing, which is right for a stage that keeps no state within a document.
  package func reset() {}
}

/// A writer of one format: events in, bytes out.
///
/// It relies on the grammar of events (see ``Event``), which readers and stages keep: a key follows only a beginning or a value.
public protocol EventWriter: ~Copyable {
  /// Writes all events of `batch`, and keeps no reference to its text.
  ///
  /// At each `endDocument`, after the last byte of the document, it calls ``ByteSink/completeDocument()``: after a
  /// failure, the bytes since the last call are dropped.
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError)

  /// Writes what the format requires after the last document.
  mutating func finish(to sink: ByteSink) throws(DecantError)

  /// Writes, after a failure at any place, bytes that make the output invalid, so that its consumer rejects it.
  mutating func invalidate(to sink: ByteSink) throws(DecantError)
}

extension EventWriter where Self: ~Copyable {
  /// Writes no byte.
  public mutating func finish(to sink: ByteSink) {}

  /// Writes no byte: right for a format that is written whole, or that has no invalid bytes.
  public mutating func invalidate(to sink: ByteSink) {}
}
