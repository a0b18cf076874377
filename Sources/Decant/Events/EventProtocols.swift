/// Turns the bytes of one format into events.
public protocol EventReader: ~Copyable {
  /// Appends events to an empty `batch`; false when the input has ended and all is said.
  ///
  /// The reader takes bytes from `window` and refills it as it needs, but not while `batch` holds events
  /// whose text is in the window: it returns with those first. It also returns before it would wait
  /// for input with events in hand.
  ///
  /// Where the format holds one document, `endDocument` follows only when the input is known to be valid
  /// to its end: an output counts as complete from there on.
  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool

  /// Whether the reader can go on with the next record after it has thrown.
  ///
  /// A reader that can, because the options ask for it, puts whole documents into a batch.
  var canContinue: Bool { get }
}

extension EventReader where Self: ~Copyable {
  /// False: most formats have no records.
  public var canContinue: Bool { false }
}

/// Takes events and gives events.
///
/// A stage is an object: it has one place in one pipeline, and remembers what it must from batch to batch.
public protocol EventStage: AnyObject {
  /// Appends to `output`, which refers to the same window, what becomes of the events of `input`.
  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError)

  /// Whether all of a batch goes on as it is, in the place of a call of `process`.
  ///
  /// A stage that says so has taken note of the batch, and spares it the way into another one.
  func passes(_ input: borrowing EventBatch) -> Bool

  /// Whether the last call has left something to say of the batch, because a batch was full.
  var hasMore: Bool { get }

  /// Appends to `output`, which is empty, more of what becomes of the batch that was processed last.
  ///
  /// It is called until there is no more, before the next batch comes.
  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError)

  /// Appends to `output` what is left to say after the last event.
  func finish(into output: inout EventBatch) throws(DecantError)

  /// Forgets the document that it was in the middle of, which is left out.
  func startOver()
}

extension EventStage {
  /// False: what becomes of a batch is for `process` to say.
  public func passes(_ input: borrowing EventBatch) -> Bool { false }

  /// False: most stages say no more than they are told.
  public var hasMore: Bool { false }

  /// Says nothing.
  public func processMore(_ input: borrowing EventBatch, into output: inout EventBatch) {}

  /// Says nothing.
  public func finish(into output: inout EventBatch) {}

  /// Does nothing: a stage that remembers something from event to event forgets it here.
  public func startOver() {}
}

/// Turns events into the bytes of one format.
public protocol EventWriter: ~Copyable {
  /// Writes all events of `batch`.
  ///
  /// At each `endDocument`, once the last byte of the document is written, it calls
  /// ``ByteSink/completeDocument()``: what is not complete is dropped after a failure.
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError)

  /// Writes what the format wants after the last document.
  mutating func finish(to sink: ByteSink) throws(DecantError)

  /// Writes, after a failure, bytes that make the whole output invalid, wherever they follow.
  ///
  /// The next program in a pipe must not take an incomplete output for a complete one.
  mutating func invalidate(to sink: ByteSink) throws(DecantError)
}

extension EventWriter where Self: ~Copyable {
  /// Writes nothing.
  public mutating func finish(to sink: ByteSink) {}

  /// Writes nothing: right for a format that is written whole, or that has no invalid bytes.
  public mutating func invalidate(to sink: ByteSink) {}
}
