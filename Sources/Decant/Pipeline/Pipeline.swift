/// One output, and the stages before it, into which any number of inputs are poured in turn.
///
///     input ─▶ reader ─▶ stage ─▶ … ─▶ stage ─▶ writer ─▶ sink
///
/// The first reader's batches pass through the same stages as the last one's, so that `--slurp` gathers
/// the documents of all inputs.
public struct Pipeline: ~Copyable {
  private let reading: ReadingOptions
  private let stages: [Link]
  private var writer: any EventWriter & ~Copyable
  private let sink: ByteSink

  /// A stage and the batch that it fills.
  private final class Link {
    var stage: any EventStage & ~Copyable
    var output = EventBatch()

    init(_ stage: consuming any EventStage & ~Copyable) {
      self.stage = stage
    }
  }

  /// Makes a pipeline that writes what `plan` says to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    reading = plan.reading
    writer = try plan.makeWriter()
    sink = ByteSink(destination)
    var stages: [Link] = []
    plan.forEachStage { stages.append(Link($0)) }
    self.stages = stages
  }

  /// Converts a whole input.
  public mutating func pour(_ input: inout Input) throws(DecantError) {
    var reader = try input.format.reader(reading)
    let sink = sink
    input.window.willWait = { () throws(DecantError) in try sink.flush() }
    defer { input.window.willWait = nil }
    var batch = EventBatch()
    #if DEBUG
      var grammar = EventGrammar()
    #endif
    while true {
      batch.removeAll()
      do {
        guard try reader.read(from: &input.window, into: &batch) else {
          #if DEBUG
            try grammar.finish()
          #endif
          return
        }
        #if DEBUG
          try grammar.check(batch)
        #endif
        try pass(batch, from: 0)
      } catch {
        let error = error.located(in: input.window, named: input.name)
        guard reader.canContinue, case .skip(let report) = reading.badRecords, error.isAboutInput
        else { throw error }
        report(error)
      }
    }
  }

  /// Says what is left to say, and writes out everything.
  public mutating func finish() throws(DecantError) {
    for index in stages.indices {
      stages[index].output.removeAll()
      try stages[index].stage.finish(into: &stages[index].output)
      try pass(stages[index].output, from: index + 1)
    }
    try writer.finish(to: sink)
    try sink.flush()
  }

  /// Writes out everything that is ready.
  public func flush() throws(DecantError) {
    try sink.flush()
  }

  /// Hands a batch to the stage at `index`, and what becomes of it on to the writer.
  mutating func pass(
    _ batch: borrowing EventBatch, from index: Int
  ) throws(DecantError) {
    guard index < stages.count else {
      try writer.write(batch, to: sink)
      return
    }
    let link = stages[index]
    link.output.removeAll()
    link.output.refer(to: batch)
    try link.stage.process(batch, into: &link.output)
    try pass(link.output, from: index + 1)
  }
}
