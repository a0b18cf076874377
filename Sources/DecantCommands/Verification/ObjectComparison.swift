internal import DecantCore
internal import DecantConversion

extension Pipeline {
  /// Reads back a result with references between its objects, and compares them with those of the source.
  static func verifyObjects(
    of written: any ByteSource, against input: inout Input, by plan: Plan,
    _ rules: any RewritingRules
  ) throws(DecantError) {
    let target = DocumentTarget(endOfInput: nil)
    var pipeline = Pipeline(plan, to: MemoryDestination(), through: target.makeWriter())
    try pipeline.convert(&input)
    try pipeline.finish()
    let found = try readBack(written, by: plan)
    guard let expected = target.document, let found else {
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
      throw error.asReadBack(of: plan)
    }
  }
}
