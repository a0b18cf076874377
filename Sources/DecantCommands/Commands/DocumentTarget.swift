internal import DecantCore
internal import DecantConversion

/// An output target that hands the events of a document on.
// SAFETY: one thread at a time uses it: that of a pipeline without others.
final class DocumentTarget: @unchecked Sendable {
  private let receive: (borrowing EventBatch) throws(DecantError) -> Void

  init(_ receive: @escaping (borrowing EventBatch) throws(DecantError) -> Void) {
    self.receive = receive
  }

  /// The format of this target; it supports every value, but only one document.
  var format: Format {
    var abilities = Format.Abilities.ofValues
    abilities.subtract([.anchors, .duplicateKeys])
    return Format(
      name: "archive", summary: "a document in memory", abilities: abilities,
      writer: { [self] _ in DocumentWriter(target: self) }
    ).changing { $0.keepsEverything = true }
  }

  private struct DocumentWriter: EventWriter {
    let target: DocumentTarget

    func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
      try target.receive(batch)
    }
  }
}
