internal import DecantCore

extension WrittenValues {
  /// Throws if the output of `plan` does not have these values when it is read back.
  package func verify(_ output: any ByteSource, by plan: Plan) throws(DecantError) {
    let found = WrittenValues(of: plan)
    try plan.readBack(output) { (batch) throws(DecantError) in try found.add(batch) }
    guard let difference = try difference(from: found) else { return }
    throw DecantError(.verification(.differs), path: difference.path)
  }
}

extension Pipeline {
  /// Returns the path of the first value of an output that differs, for which it converts the input again; nil if the
  /// format has an order of keys of its own.
  package static func difference(
    of output: any ByteSource, from input: inout Input, by plan: Plan
  ) throws(DecantError) -> DocumentPath? {
    var found = plan.makeDigest()
    guard found.ordersKeys else { return nil }
    var plan = plan
    (plan.losses, plan.comments, plan.keepsLayout) = (nil, .dropped, false)
    let log = DigestLog()
    var pipeline = Pipeline(
      plan, to: MemoryDestination(), through: DigestWriter(log: log, digest: found))
    try pipeline.convert(&input)
    try pipeline.finish()

    var path = PathTracker()
    var difference: DocumentPath?
    var index = 0
    try plan.readBack(output) { (batch) throws(DecantError) in
      for event in 0..<batch.count where difference == nil {
        path.advance(to: batch[event], of: batch)
        found.add(event..<event + 1, of: batch)
        if index == log.hashes.count || log.hashes[index] != found.hash { difference = path.path }
        index += 1
      }
    }
    return difference
  }
}

/// The digests after each event.
private final class DigestLog {
  var hashes: [UInt64] = []
}

private struct DigestWriter: EventWriter {
  let log: DigestLog
  var digest: ValueDigest

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) {
    for index in 0..<batch.count {
      digest.add(index..<index + 1, of: batch)
      log.hashes.append(digest.hash)
    }
  }
}

extension Plan {
  /// Calls `body` with the events of an output of the plan.
  fileprivate func readBack(
    _ output: any ByteSource, _ body: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    do throws(DecantError) {
      var input = try Input(output, as: target)
      var reader = try input.format.reader(readingBack)
      var batch = EventBatch()
      var isMore = true
      while isMore {
        batch.removeAll()
        do throws(DecantError) {
          isMore = try reader.read(from: &input.window, into: &batch)
        } catch {
          throw error.located(in: input.window, named: nil)
        }
        try body(batch)
      }
    } catch {
      throw error.asReadBack(of: self)
    }
  }

  private var readingBack: ReadingOptions {
    var options = ReadingOptions()
    // The output is no deeper than the input with tagged forms.
    options.maximumDepth = .max
    options.maximumAliasNodes = .max
    options.duplicateKeys = reading.duplicateKeys == .keep ? .keep : .error
    options.needs = [.restorableEvents, .numberNotation]
    if case .tagged = fidelity, target.rewriting == nil { options = options.adapted(to: .tagged) }
    // Archives are tagged by any plan.
    if target.abilities.contains(.loneSurrogates) { options.invalidText = .kept }
    options.formatOptions = writing.formatOptions
    target.adaptToReadBack?(&options)
    return options
  }
}

extension DecantError {
  fileprivate func asReadBack(of plan: Plan) -> DecantError {
    if problem.specific(VerificationProblem.self) != nil { return self }
    return switch problem {
    case .system: self
    // The format permits only one document per file, into which several are not written.
    case .trailingContent where plan.output == .stream:
      DecantError(.manyDocuments(target: plan.target.name))
    default: DecantError(.verification(.unreadable(description)))
    }
  }
}
