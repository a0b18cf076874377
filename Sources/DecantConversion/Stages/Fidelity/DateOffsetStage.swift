package import DecantCore

/// A stage that counts or, with `Fidelity.strict`, rejects the dates whose offset from UTC is lost, and counts older values, as
/// `FidelityStage` does.
///
/// Events have dates in UTC. A reader marks those with another offset, unless the writer keeps their spelling. In a pipeline
/// without stages, the reader itself counts them.
final class DateOffsetStage: EventStage {
  private let target: String
  private let isStrict: Bool
  private let losses: Losses?
  private var path = PathTracker()

  init(for target: Format, _ fidelity: Fidelity, counting losses: Losses?) {
    self.target = target.name
    isStrict = fidelity == .strict
    self.losses = losses
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard input.contents.flags.contains(.hadOffset) else {
      path.advance(overAllOf: input)
      return .unchanged
    }
    for index in 0..<input.count {
      let event = input[index]
      path.advance(to: event, of: input)
      if event.isOlderValue { losses?.count(.olderValue, at: path.path) }
      guard event.hadOffset else { continue }
      guard !isStrict else {
        throw DecantError(
          .degraded(.dateOffset, target: target), offset: input.offset(of: event), path: path.path)
      }
      losses?.count(.dateOffset, at: path.path)
    }
    return .unchanged
  }

  func reset() {
    path.reset()
  }
}

extension Losses {
  /// Counts the dates of a document whose offset is lost.
  package func countOffsets(in document: Document, for target: Format) throws(DecantError) {
    let stage = DateOffsetStage(for: target, .standard, counting: self)
    var unused = EventBatch()
    try document.root.forEachBatch { (batch) throws(DecantError) in
      _ = try stage.process(batch, into: &unused)
    }
  }
}
