public import DecantCore

/// An output with its stages, into which any number of inputs are converted in turn.
///
///     input ─▶ InputReading ─┐
///     document or value ─────┴─▶ chain of stages and guards ─▶ PipelineOutput
///
/// All inputs share the stages, so that `--slurp` gathers their documents into one sequence.
/// Archives have their own guard, since nothing in them may be lost.
public struct Pipeline: ~Copyable {
  package let plan: Plan
  let stages: [any EventStage]
  /// The guards of inputs like the current one, once one needs them, and those of the other kind.
  private var guards: [any EventStage] = []
  private var otherGuards: [any EventStage] = []
  private var isConvertingArchive = false
  /// The guard of inputs in which dates can have offsets, once there is one; a reader that is alone counts them itself.
  private var offsetGuards: [any EventStage] = []
  /// The shared stages and the guards of the current input.
  private var chain: StageChain
  let output: PipelineOutput
  private var inputName: String?

  /// Creates a pipeline that converts by `plan` and writes to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    try self.init(plan, through: ByteSink(destination))
  }

  init(_ plan: Plan, through sink: ByteSink) throws(DecantError) {
    self.plan = plan
    stages = plan.makeStages()
    chain = StageChain(stages, plan.reading.badRecords)
    output = PipelineOutput(try plan.makeWriter(), to: sink)
  }

  /// Creates a pipeline with a writer other than that of the plan's target.
  package init(
    _ plan: Plan, to destination: any ByteDestination,
    through writer: consuming any EventWriter & ~Copyable
  ) {
    self.plan = plan
    stages = plan.makeStages()
    chain = StageChain(stages, plan.reading.badRecords)
    output = PipelineOutput(writer, to: ByteSink(destination))
  }

  /// Converts a whole input.
  public mutating func convert(_ input: inout Input) throws(DecantError) {
    plan.losses?.begin(source: input.name)
    inputName = input.name
    let hasRecords = plan.target.abilities.contains(.records)
    input.window.willWait = { [output] () throws(DecantError) in
      try output.settle()
      // A record is written only when it is complete, and thus known to be valid.
      if hasRecords { try output.sink.flushDocuments() } else { try output.sink.flush() }
    }
    defer { input.window.willWait = nil }
    let isArchive = plan.seesArchives ? try input.beginsArchive() : false
    if isArchive { try input.checkArchive(by: plan) }
    if plan.type == nil, !isArchive {
      guardFidelity(of: plan.abilities(of: input.format), input.format.limits)
    } else {
      // A type can contain values that the input's format cannot, such as dates in JSON.
      guardFidelity(of: .ofValues, .none, isArchive: isArchive)
    }
    if plan.type != nil { input.window.keepHistory() }
    if !isArchive, plan.isConvertedInBlocks(from: input.format), try convertBlocks(of: &input) {
      return
    }
    output.begin(concurrently: plan.isWrittenConcurrently(from: input.format))
    do throws(DecantError) {
      try convert(&input, isArchive: isArchive)
    } catch {
      // What could not be written precedes what could not be read.
      try endOutput(of: input)
      throw error
    }
    try endOutput(of: input)
  }

  private func endOutput(of input: borrowing Input) throws(DecantError) {
    do throws(DecantError) {
      try output.endInput()
      // Another thread may have written text of the input until now.
      try input.window.checkUnchanged()
    } catch {
      throw error.located(in: input.window, named: input.name)
    }
  }

  /// Converts a block of an input that does not begin with an archive.
  mutating func convert(block input: inout Input) throws(DecantError) {
    guardFidelity(of: plan.abilities(of: input.format), input.format.limits)
    try convert(&input, isArchive: false)
  }

  private mutating func convert(_ input: inout Input, isArchive: Bool) throws(DecantError) {
    let inputStages = plan.makeInputStages(
      from: input.format, before: stages + guards, isArchive: isArchive)
    var reading = try InputReading(of: input, by: inputStages)
    let isSlurping = plan.gathering == .slurp
    let chain = chain
    var isPassing = false
    while try reading.advance(
      &input,
      to: { (batch) throws(DecantError) in
        isPassing = true
        try pass(&batch)
        isPassing = false
      },
      leaveOut: {
        // The begin event of a slurped sequence cannot be dropped with the first document.
        if isSlurping, isPassing { return false }
        chain.reset()
        return true
      })
    {
      if let typing = inputStages.typing {
        input.window.forgetHistory(before: typing.documentOrigin)
      }
    }
  }

  /// Begins an input, with a guard if its documents can contain values that the target lacks.
  package mutating func guardFidelity(
    of abilities: Format.Abilities, _ limits: Format.Limits, isArchive: Bool = false
  ) {
    if isArchive != isConvertingArchive {
      isConvertingArchive = isArchive
      swap(&guards, &otherGuards)
      updateChain()
    }
    let plan = isArchive ? plan.writingArchives : plan
    let (count, otherCount) = (offsetGuards.count, guards.count)
    if guards.isEmpty { guards = plan.makeGuards(for: abilities, limits) }
    let isReaderAlone = stages.isEmpty && guards.isEmpty && plan.fidelity != .strict
    if isReaderAlone || guards.contains(where: { $0 is FidelityStage }) {
      offsetGuards = []
    } else if offsetGuards.isEmpty {
      offsetGuards = plan.makeOffsetGuards(for: abilities)
    }
    if (offsetGuards.count, guards.count) != (count, otherCount) { updateChain() }
  }

  private mutating func updateChain() {
    chain = StageChain(stages + offsetGuards + guards, plan.reading.badRecords)
  }

  /// Completes the output and writes it to the destination.
  public mutating func finish() throws(DecantError) {
    do {
      try chain.finish { (batch) throws(DecantError) in try output.write(&batch) }
      try StageChain(otherGuards, plan.reading.badRecords).finish {
        (batch) throws(DecantError) in try output.write(&batch)
      }
    } catch {
      guard error.source == nil, let inputName else { throw error }
      throw error.about(inputName)
    }
    try output.finish()
  }

  /// Writes all buffered output to the destination.
  public func flush() throws(DecantError) {
    try output.sink.flush()
  }

  /// Ends the output after a failure.
  ///
  /// Complete documents are written, and the unfinished one is dropped. If a part of it is already
  /// written, or the target's documents are not records, the output is made invalid: the next
  /// program in a pipe must not accept it as complete.
  public mutating func abort() throws(DecantError) {
    let sink = output.sink
    sink.dropUnfinishedDocument()
    let isWholeRecords = plan.target.abilities.contains(.records) && !sink.hasPartialDocument
    if sink.hasContent, !isWholeRecords { try output.invalidate() }
    try sink.flush()
  }

  package func pass(_ batch: inout EventBatch) throws(DecantError) {
    try chain.pass(&batch) { (batch) throws(DecantError) in try output.write(&batch) }
  }
}
