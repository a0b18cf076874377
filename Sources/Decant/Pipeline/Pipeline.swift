/// One output, and the stages before it, into which any number of inputs are poured in turn.
///
///     input ─▶ reader ─▶ reading stages ─┐
///     document or value ─────────────────┴─▶ stages ─▶ guard ─▶ writer ─▶ sink
///
/// The first reader's batches pass through the same stages as the last one's, so that `--slurp` gathers
/// the documents of all inputs.
public struct Pipeline: ~Copyable {
  private let plan: Plan
  private let readingStages: StageChain
  private let stages: StageChain
  private var isGuarded = false
  private var isExpanding = false
  private var writer: any EventWriter & ~Copyable
  private let sink: ByteSink

  /// Makes a pipeline that writes what `plan` says to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    self.plan = plan
    readingStages = plan.reading.makeStages()
    stages = plan.makeStages()
    writer = try plan.makeWriter()
    sink = ByteSink(destination)
  }

  /// An input on its way: its reader, and the batch that it fills.
  private struct Flow: ~Copyable {
    private var reader: any EventReader & ~Copyable
    let canContinue: Bool
    var batch = EventBatch()
    #if DEBUG
      var grammar = EventGrammar()
    #endif

    init(_ reader: consuming any EventReader & ~Copyable) {
      canContinue = reader.canContinue
      self.reader = reader
    }

    /// Fills the batch; false at the end of the input.
    mutating func advance(_ window: inout Window) throws(DecantError) -> Bool {
      batch.removeAll()
      let isMore = try reader.read(from: &window, into: &batch)
      #if DEBUG
        try isMore ? grammar.check(batch) : grammar.finish()
      #endif
      return isMore
    }
  }

  /// Converts a whole input.
  public mutating func pour(_ input: inout Input) throws(DecantError) {
    guardFidelity(of: plan.reading.abilities(of: input.format))
    expandAliases(of: input.format.abilities)
    let sink = sink
    input.window.willWait = { () throws(DecantError) in try sink.flush() }
    defer { input.window.willWait = nil }
    var flow = Flow(try input.format.reader(plan.reading))
    do {
      while try pour(&flow, &input) {}
    } catch {
      throw error.located(in: input.window, named: input.name)
    }
  }

  /// Sees to it that the writer gets only what its format can say.
  ///
  /// A format that can say all that the documents can needs no guard, and then there is none.
  mutating func guardFidelity(of abilities: Format.Abilities) {
    guard !isGuarded, let stage = plan.makeGuard(for: abilities) else { return }
    stages.append(stage)
    isGuarded = true
  }

  /// Sees to it that no alias goes further than it can.
  private mutating func expandAliases(of abilities: Format.Abilities) {
    guard !isExpanding else { return }
    let expansion = plan.makeExpansion(for: abilities)
    readingStages.prepend(expansion)
    isExpanding = !expansion.isEmpty
  }

  /// Converts a batch; false at the end of the input.
  private mutating func pour(
    _ flow: inout Flow, _ input: inout Input
  ) throws(DecantError) -> Bool {
    do {
      guard try flow.advance(&input.window) else { return false }
    } catch {
      if skips(error, in: flow, of: input) { return true }
      // What stands before a mistake is written, however the input was cut into pieces.
      try receive(flow.batch)
      throw error
    }
    do {
      try receive(flow.batch)
    } catch {
      // The beginning of a sequence of all documents cannot be left out with the first of them.
      guard plan.gathering != .slurp, skips(error, in: flow, of: input) else { throw error }
    }
    return true
  }

  /// Tells what is wrong with a record and leaves it out, if that is wanted.
  private func skips(
    _ error: DecantError, in flow: borrowing Flow, of input: borrowing Input
  ) -> Bool {
    guard flow.canContinue, case .skip(let report) = plan.reading.badRecords,
      error.isAboutInput
    else { return false }
    report(error.located(in: input.window, named: input.name))
    readingStages.startOver()
    stages.startOver()
    return true
  }

  /// Says what is left to say, and writes out everything.
  public mutating func finish() throws(DecantError) {
    try readingStages.finish { (batch) throws(DecantError) in try pass(batch) }
    try stages.finish { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
    try writer.finish(to: sink)
    try sink.flush()
  }

  /// Writes out everything that is ready.
  public func flush() throws(DecantError) {
    try sink.flush()
  }

  /// Sends what a reader says on its way.
  private mutating func receive(_ batch: borrowing EventBatch) throws(DecantError) {
    try readingStages.pass(batch) { (batch) throws(DecantError) in try pass(batch) }
  }

  /// Sends a batch through the stages to the writer.
  mutating func pass(_ batch: borrowing EventBatch) throws(DecantError) {
    try stages.pass(batch) { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
  }
}
