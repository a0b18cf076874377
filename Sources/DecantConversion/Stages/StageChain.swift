package import DecantCore

/// Stages in a row.
///
/// The receiver of a batch may exchange it for another one, to keep it.
package final class StageChain {
  private final class Link {
    let stage: any EventStage
    var output = EventBatch()

    init(_ stage: any EventStage) {
      self.stage = stage
    }
  }

  private let links: [Link]
  /// Whether events that a stage appended before it failed are passed on, or dropped with their record.
  private let badRecords: BadRecords

  package init(_ stages: [any EventStage], _ badRecords: BadRecords) {
    links = stages.map { Link($0) }
    self.badRecords = badRecords
  }

  func reset() {
    for link in links { link.stage.reset() }
  }

  package func pass(
    _ batch: inout EventBatch,
    to receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    try Deadline.check()
    try pass(&batch, from: 0, to: receive)
  }

  func finish(
    to receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    for (index, link) in links.enumerated() {
      try link.stage.finish(into: &link.output)
      // A batch that is not empty would keep the window's bytes from being reused.
      defer { link.output.removeAll() }
      try pass(&link.output, from: index + 1, to: receive)
    }
  }

  private func pass(
    _ batch: inout EventBatch, from index: Int,
    to receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    guard index < links.count else { return try receive(&batch) }
    let link = links[index]
    defer { link.output.removeAll() }
    link.output.refer(to: batch)
    var result: StageResult
    do {
      result = try link.stage.process(batch, into: &link.output)
    } catch {
      if case .stop = badRecords { try pass(&link.output, from: index + 1, to: receive) }
      throw error
    }
    if result == .unchanged { return try pass(&batch, from: index + 1, to: receive) }
    try pass(&link.output, from: index + 1, to: receive)
    while result == .more {
      try Deadline.check()
      link.output.removeAll()
      link.output.refer(to: batch)
      result = try link.stage.processMore(batch, into: &link.output)
      try pass(&link.output, from: index + 1, to: receive)
    }
  }
}
