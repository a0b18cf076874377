package import DecantCore
internal import Synchronization

/// The values that reach the writer of a plan, to compare with those that are read from its output.
///
///     events ─┬─▶ writer ─▶ output ─▶ reader ─▶ digest │
///             └───────────────────────────────▶ digest │ equal?
///
/// A digest takes constant memory. Formats with references between objects have rules to compare documents, which they
/// hold anyway.
package final class WrittenValues: Sendable {
  private struct State: Sendable {
    var digest: ValueDigest
    var document: Tape
  }

  private let rules: (any WholeDocumentRules)?
  private let empty: ValueDigest
  private let state: Mutex<State>

  package convenience init(of plan: Plan) {
    self.init(plan.makeDigest(), plan.target.rewriting)
  }

  private init(_ empty: ValueDigest, _ rules: (any WholeDocumentRules)?) {
    self.empty = empty
    self.rules = rules
    state = Mutex(State(digest: empty, document: Tape()))
  }

  /// Creates a record of a part of the output that is written apart.
  func makePart() -> WrittenValues { WrittenValues(empty, rules) }

  /// Appends the values of the next part of the output.
  func append(_ part: WrittenValues) {
    let digest = part.state.withLock { $0.digest }
    state.withLock { $0.digest.append(digest) }
  }

  package func add(_ batch: borrowing EventBatch) throws(DecantError) {
    try state.withLock { (state) throws(DecantError) in
      guard rules != nil else { return state.digest.add(0..<batch.count, of: batch) }
      for index in 0..<batch.count where !batch[index].delimitsDocument {
        try state.document.append(batch[index], of: batch)
      }
    }
  }

  package struct Difference {
    /// Its place, if it is known.
    package let path: DocumentPath?
  }

  /// Returns the first difference from values that were read back; nil if there is none.
  package func difference(from found: WrittenValues) throws(DecantError) -> Difference? {
    let (expected, found) = (state.withLock { $0 }, found.state.withLock { $0 })
    guard let rules else {
      return expected.digest == found.digest ? nil : Difference(path: nil)
    }
    guard !expected.document.isEmpty, !found.document.isEmpty else { return Difference(path: nil) }
    return try rules.difference(
      between: Document(expected.document), and: Document(found.document)
    ).map { Difference(path: $0) }
  }
}

extension Plan {
  /// Creates the empty digest of the values in its target.
  package func makeDigest() -> ValueDigest {
    ValueDigest(for: target.adapted(to: writing), ordersKeys: !reordersKeys)
  }
}

/// A writer whose batches, once they are written, are added to the values of its plan.
struct RecordingWriter: EventWriter, ~Copyable {
  private var writer: any EventWriter & ~Copyable
  private let values: WrittenValues

  init(_ writer: consuming any EventWriter & ~Copyable, _ values: WrittenValues) {
    self.writer = writer
    self.values = values
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try writer.write(batch, to: sink)
    try values.add(batch)
  }

  mutating func finish(to sink: ByteSink) throws(DecantError) {
    try writer.finish(to: sink)
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try writer.invalidate(to: sink)
  }
}
