/// Stages one after another, each with the batch that it fills.
final class StageChain {
  private final class Link {
    let stage: any EventStage
    var output = EventBatch()

    init(_ stage: any EventStage) {
      self.stage = stage
    }
  }

  private var links: [Link] = []
  /// Whether what a stage has said before it fails goes on its way, as it does where it would have been in
  /// a batch of its own, or belongs to a record that is left out.
  private let badRecords: BadRecords

  /// The stages, in their order.
  var stages: [any EventStage] { links.map(\.stage) }

  init(_ badRecords: BadRecords) {
    self.badRecords = badRecords
  }

  /// Has each stage forget the document that it was in the middle of.
  func startOver() {
    for link in links { link.stage.startOver() }
  }

  /// Puts a stage after the others.
  func append(_ stage: any EventStage) {
    links.append(Link(stage))
  }

  /// Puts stages before the others.
  func prepend(_ stages: [any EventStage]) {
    links.insert(contentsOf: stages.map { Link($0) }, at: 0)
  }

  /// Sends a batch through all stages, and what becomes of it to `receive`.
  func pass(
    _ batch: borrowing EventBatch,
    to receive: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    try pass(batch, from: 0, to: receive)
  }

  /// Sends to `receive` what the stages have left to say.
  func finish(
    to receive: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    for (index, link) in links.enumerated() {
      try link.stage.finish(into: &link.output)
      // Emptied as soon as it has served: it would keep the window's bytes from being used again.
      defer { link.output.removeAll() }
      try pass(link.output, from: index + 1, to: receive)
    }
  }

  private func pass(
    _ batch: borrowing EventBatch, from index: Int,
    to receive: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    guard index < links.count else { return try receive(batch) }
    let link = links[index]
    guard !link.stage.passes(batch) else { return try pass(batch, from: index + 1, to: receive) }
    defer { link.output.removeAll() }
    link.output.refer(to: batch)
    do {
      try link.stage.process(batch, into: &link.output)
    } catch {
      if case .stop = badRecords { try pass(link.output, from: index + 1, to: receive) }
      throw error
    }
    try pass(link.output, from: index + 1, to: receive)
    while link.stage.hasMore {
      link.output.removeAll()
      link.output.refer(to: batch)
      try link.stage.processMore(batch, into: &link.output)
      try pass(link.output, from: index + 1, to: receive)
    }
  }
}
