/// One output, and the stages before it, into which any number of inputs are poured in turn.
///
///     input ─▶ InputReading ─┐
///     document or value ─────┴─▶ stages ─▶ guard ─▶ writer ─▶ sink
///
/// The first reader's batches pass through the same stages as the last one's, so that `--slurp` gathers
/// the documents of all inputs.
public struct Pipeline: ~Copyable {
  let plan: Plan
  private let stages: StageChain
  private var isGuarded = false
  private var writer: any EventWriter & ~Copyable
  private let sink: ByteSink

  /// Makes a pipeline that writes what `plan` says to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    self.plan = plan
    stages = plan.makeStages()
    writer = try plan.makeWriter()
    sink = ByteSink(destination)
  }

  /// Converts a whole input.
  public mutating func pour(_ input: inout Input) throws(DecantError) {
    if plan.type == nil {
      guardFidelity(of: plan.reading.abilities(of: input.format), input.format.limits)
    } else {
      // A type may say what the format of the input cannot: that a string there is a date.
      guardFidelity(of: .ofValues, .none)
      input.window.keepHistory()
    }
    let sink = sink
    input.window.willWait = { () throws(DecantError) in try sink.flush() }
    defer { input.window.willWait = nil }
    let abilities = input.format.abilities
    let typing = plan.makeTyping(from: input.format)
    var reading = try InputReading(
      of: input, plan.makeReadingOptions(for: abilities),
      expanding: plan.makeExpansion(for: abilities) + plan.makeKeyWatch(for: abilities),
      completing: typing.map { [$0] } ?? [])
    let isSlurping = plan.gathering == .slurp
    let stages = stages
    var isPassing = false
    while try reading.advance(
      &input,
      to: { (batch) throws(DecantError) in
        isPassing = true
        try pass(batch)
        isPassing = false
      },
      leaveOut: {
        // The beginning of a sequence of all documents cannot be left out with the first of them.
        if isSlurping, isPassing { return false }
        stages.startOver()
        return true
      })
    {
      if let typing { input.window.forgetHistory(before: typing.documentOrigin) }
    }
  }

  /// Sees to it that the writer gets only what its format can say.
  ///
  /// A format that can say all that the documents can needs no guard, and then there is none.
  mutating func guardFidelity(of abilities: Format.Abilities, _ limits: Format.Limits) {
    guard !isGuarded else { return }
    for stage in plan.makeGuard(for: abilities, limits) {
      stages.append(stage)
      isGuarded = true
    }
  }

  /// Says what is left to say, and writes out everything.
  public mutating func finish() throws(DecantError) {
    try stages.finish { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
    try writer.finish(to: sink)
    try sink.flush()
  }

  /// Writes out everything that is ready.
  public func flush() throws(DecantError) {
    try sink.flush()
  }

  /// Sends a batch through the stages to the writer.
  mutating func pass(_ batch: borrowing EventBatch) throws(DecantError) {
    try stages.pass(batch) { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
  }
}
