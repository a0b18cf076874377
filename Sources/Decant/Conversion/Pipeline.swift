/// One output, and the stages before it, into which any number of inputs are poured in turn.
///
///     input ─▶ InputReading ─┐
///     document or value ─────┴─▶ stages ─▶ guard ─▶ writer ─▶ sink
///
/// The first reader's batches pass through the same stages as the last one's, so that `--slurp` gathers
/// the documents of all inputs. The guard is one for archives, which stay whole, and another for whatever
/// else is poured.
public struct Pipeline: ~Copyable {
  let plan: Plan
  private let stages: StageChain
  /// The guard of documents as the plan wants them, if the writer needs one.
  private var usualGuard: StageChain?
  /// The guard of archives, of which nothing may be lost.
  private var archiveGuard: StageChain?
  private var isPouringArchive = false
  private var writer: any EventWriter & ~Copyable
  let sink: ByteSink
  /// The name of the latest input.
  private var inputName: String?

  /// Makes a pipeline that writes what `plan` says to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    try self.init(plan, through: ByteSink(destination))
  }

  /// Creates a pipeline that writes what `plan` says to `sink`.
  init(_ plan: Plan, through sink: ByteSink) throws(DecantError) {
    self.plan = plan
    stages = plan.makeStages()
    writer = try plan.makeWriter()
    self.sink = sink
  }

  /// Creates a pipeline whose writer is not that of the plan's target.
  package init(
    _ plan: Plan, to destination: any ByteDestination,
    through writer: consuming any EventWriter & ~Copyable
  ) {
    self.plan = plan
    stages = plan.makeStages()
    self.writer = writer
    sink = ByteSink(destination)
  }

  /// Converts a whole input.
  public mutating func pour(_ input: inout Input) throws(DecantError) {
    plan.losses?.begin(source: input.name)
    inputName = input.name
    let sink = sink
    let hasRecords = plan.target.abilities.contains(.records)
    input.window.willWait = { () throws(DecantError) in
      // Of a record, no part leaves before it is known to be good.
      if hasRecords { try sink.flushDocuments() } else { try sink.flush() }
    }
    defer { input.window.willWait = nil }
    let isArchive = plan.seesArchives ? try input.beginsArchive() : false
    if isArchive { try input.checkArchive(by: plan) }
    let reading = isArchive ? plan.readingArchives : plan
    let writing = isArchive ? plan.writingArchives : plan
    if plan.type == nil, !isArchive {
      guardFidelity(of: plan.abilities(of: input.format), input.format.limits)
    } else {
      // A type may say what the format of the input cannot: that a string there is a date.
      guardFidelity(of: .ofValues, .none, isArchive: isArchive)
    }
    if plan.type != nil { input.window.keepHistory() }
    if !isArchive, plan.isConvertedInBlocks(from: input.format), try pourBlocks(of: &input) {
      return
    }
    try pour(&input, as: reading, watchingKeysFor: writing)
  }

  /// Converts a block of an input, whose first document is an archive no more than any other.
  mutating func pour(block input: inout Input) throws(DecantError) {
    guardFidelity(of: plan.abilities(of: input.format), input.format.limits)
    try pour(&input, as: plan, watchingKeysFor: plan)
  }

  private mutating func pour(
    _ input: inout Input, as plan: Plan, watchingKeysFor target: Plan
  ) throws(DecantError) {
    let abilities = input.format.abilities
    let typing = plan.makeTyping(from: input.format)
    var reading = try InputReading(
      of: input, plan.makeReadingOptions(from: input.format),
      expanding: plan.makeExpansion(from: input.format) + target.makeKeyWatch(for: abilities),
      completing: typing.map { [$0] } ?? [])
    let isSlurping = plan.gathering == .slurp
    let chains = [stages, usualGuard, archiveGuard]
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
        for chain in chains { chain?.startOver() }
        return true
      })
    {
      if let typing { input.window.forgetHistory(before: typing.documentOrigin) }
    }
  }

  /// Ensures that the writer gets only what its format can represent.
  ///
  /// No guard is created for a format that can represent all that the documents can.
  mutating func guardFidelity(
    of abilities: Format.Abilities, _ limits: Format.Limits, isArchive: Bool = false
  ) {
    isPouringArchive = isArchive
    guard (isArchive ? archiveGuard : usualGuard) == nil else { return }
    let plan = isArchive ? plan.writingArchives : plan
    let guards = plan.makeGuard(for: abilities, limits)
    guard !guards.isEmpty else { return }
    let chain = StageChain(plan.reading.badRecords)
    for stage in guards { chain.append(stage) }
    if isArchive { archiveGuard = chain } else { usualGuard = chain }
  }

  /// Says what is left to say, and writes out everything.
  public mutating func finish() throws(DecantError) {
    do {
      try stages.finish { (batch) throws(DecantError) in try write(batch) }
    } catch {
      guard error.source == nil, let inputName else { throw error }
      throw error.about(inputName)
    }
    for chain in [usualGuard, archiveGuard] {
      try chain?.finish { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
    }
    try writer.finish(to: sink)
    try sink.flush()
  }

  /// Writes everything that is ready to the destination.
  public func flush() throws(DecantError) {
    try sink.flush()
  }

  /// Ends the output after a failure.
  ///
  /// Complete documents are written, and the unfinished one is dropped. Where a part of that has left
  /// already, or the target has no records that stand for themselves, the output becomes invalid in its
  /// format: the next program in a pipe must not take it for a complete one.
  public mutating func breakOff() throws(DecantError) {
    sink.dropUnfinishedDocument()
    let isWholeRecords = plan.target.abilities.contains(.records) && !sink.hasPartLeft
    if sink.hasContent, !isWholeRecords { try writer.invalidate(to: sink) }
    try sink.flush()
  }

  /// Sends a batch through the stages to the writer.
  mutating func pass(_ batch: borrowing EventBatch) throws(DecantError) {
    try stages.pass(batch) { (batch) throws(DecantError) in try write(batch) }
  }

  /// Sends a batch through the guard to the writer.
  private mutating func write(_ batch: borrowing EventBatch) throws(DecantError) {
    guard let chain = isPouringArchive ? archiveGuard : usualGuard else {
      return try writer.write(batch, to: sink)
    }
    try chain.pass(batch) { (batch) throws(DecantError) in try writer.write(batch, to: sink) }
  }
}
