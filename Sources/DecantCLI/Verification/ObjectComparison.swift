internal import Decant

extension Pipeline {
  /// Reads back a result with references between its objects, and compares them with those of the source.
  static func verifyObjects(
    of written: any ByteSource, against input: inout Input, by plan: Plan,
    _ rules: any RewritingRules
  ) throws(DecantError) {
    let collector = DocumentCollector()
    var pipeline = Pipeline(
      plan, to: MemoryDestination(), through: CollectingWriter(collector: collector))
    try pipeline.convert(&input)
    try pipeline.finish()
    let found = try readBack(written, by: plan)
    guard let expected = collector.take(), let found else {
      throw DecantError(.migration(.differs))
    }
    if let path = try rules.difference(between: expected, and: found) {
      throw DecantError(.migration(.differs), path: path)
    }
  }

  private static func readBack(
    _ written: any ByteSource, by plan: Plan
  ) throws(DecantError) -> Document? {
    do throws(DecantError) {
      var options = ReadingOptions()
      options.maximumDepth = .max
      options.isRestorable = true
      var input = try Input(written, as: plan.target)
      var reader = try input.format.reader(options)
      let collector = DocumentCollector()
      var batch = EventBatch()
      while try reader.read(from: &input.window, into: &batch) {
        try collector.add(batch)
        batch.removeAll()
      }
      return collector.take()
    } catch {
      if case .system = error.problem { throw error }
      throw DecantError(.migration(.unreadable(error.description)))
    }
  }
}

private struct CollectingWriter: EventWriter {
  let collector: DocumentCollector

  func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try collector.add(batch)
  }
}
