internal import DecantCore

/// The end of a pipeline: a writer and its sink, in a thread of their own while the input is long.
final class PipelineOutput {
  private let end: WriterWithSink
  private var concurrentWriter: ConcurrentWriter?
  /// How many batches are still written by this thread.
  private var batchesUntilThread = Int.max

  /// For a short input, a thread costs more than it saves.
  private static let batchesOfShortInput = 16

  init(_ writer: consuming any EventWriter & ~Copyable, to sink: ByteSink) {
    end = WriterWithSink(writer, sink)
  }

  /// The sink, for use between inputs or after `settle`.
  var sink: ByteSink { end.sink }

  /// Begins an input.
  func begin(concurrently: Bool) {
    batchesUntilThread = concurrently ? Self.batchesOfShortInput : .max
  }

  /// Writes a batch, or exchanges it for an empty one and writes it later.
  func write(_ batch: inout EventBatch) throws(DecantError) {
    if let concurrentWriter { return try concurrentWriter.add(&batch) }
    try end.write(batch)
    batchesUntilThread -= 1
    // Without a thread, this one continues.
    if batchesUntilThread == 0 { concurrentWriter = try? ConcurrentWriter(to: end) }
  }

  /// Waits until all batches are written; throws the error of one.
  func settle() throws(DecantError) {
    try concurrentWriter?.settle()
  }

  /// Ends an input that was read, or that could not be read further.
  func endInput() throws(DecantError) {
    defer { (concurrentWriter, batchesUntilThread) = (nil, .max) }
    try settle()
  }

  func finish() throws(DecantError) {
    precondition(concurrentWriter == nil, "an input has not ended")
    try end.finish()
  }

  func invalidate() throws(DecantError) {
    precondition(concurrentWriter == nil, "an input has not ended")
    try end.invalidate()
  }
}

extension Plan {
  /// Whether more of an input in `source` is read while batches of it wait to be written.
  ///
  /// This is not possible where a bad record is left out, where the reader changes bytes in its window, and where the
  /// places of errors are found in the window's history.
  func isWrittenConcurrently(from source: Format) -> Bool {
    guard writesConcurrently, case .stop = reading.badRecords else { return false }
    return reading.maximumRecordLength == nil && transform == nil
  }
}

/// One thread at a time uses it: a ``ConcurrentWriter`` with batches to write, or else the pipeline's.
final class WriterWithSink: @unchecked Sendable {
  let sink: ByteSink
  private var writer: any EventWriter & ~Copyable

  init(_ writer: consuming any EventWriter & ~Copyable, _ sink: ByteSink) {
    self.writer = writer
    self.sink = sink
  }

  func write(_ batch: borrowing EventBatch) throws(DecantError) {
    try writer.write(batch, to: sink)
  }

  func finish() throws(DecantError) {
    try writer.finish(to: sink)
    try sink.flush()
  }

  func invalidate() throws(DecantError) {
    try writer.invalidate(to: sink)
  }
}
