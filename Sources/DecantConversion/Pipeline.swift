public import DecantCore

/// An output with its stages, into which any number of inputs are converted in turn.
///
///     input ─▶ InputReading ─┐
///     document or value ─────┴─▶ stages ─▶ guards of the input's route ─▶ PipelineOutput
///
/// All inputs share the stages, so that `--slurp` gathers their documents into one sequence.
public struct Pipeline: ~Copyable {
  package let plan: Plan
  let stages: [any EventStage]
  private let chain: StageChain
  /// The route of the current input.
  var route: Route
  let ordinary: Route
  /// The route of archives, once there was one.
  var archives: Route?
  let output: PipelineOutput
  private var inputName: String?

  /// Creates a pipeline that converts by `plan` and writes to `destination`.
  public init(_ plan: Plan, to destination: any ByteDestination) throws(DecantError) {
    try self.init(plan, through: ByteSink(plan.writing.textForm.convert(to: destination)))
  }

  init(_ plan: Plan, through sink: ByteSink) throws(DecantError) {
    self.init(plan, PipelineOutput(try plan.makeWriter(), to: sink))
  }

  /// Creates a pipeline with a writer other than that of the plan's target.
  package init(
    _ plan: Plan, to destination: any ByteDestination,
    through writer: consuming any EventWriter & ~Copyable
  ) {
    self.init(plan, PipelineOutput(writer, to: ByteSink(destination)))
  }

  private init(_ plan: Plan, _ output: PipelineOutput) {
    var plan = plan
    plan.target = plan.target.adapted(to: plan.writing)
    self.plan = plan
    stages = plan.makeStages()
    chain = StageChain(stages, plan.reading.badRecords)
    ordinary = plan.makeRoute(after: stages)
    route = ordinary
    self.output = output
  }

  /// Converts a whole input.
  public mutating func convert(_ input: inout Input) throws(DecantError) {
    plan.losses?.begin(source: input.name)
    inputName = input.name
    if plan.gatheredNames != nil, let name = input.name {
      for case let slurp as SlurpStage in stages { try slurp.beginInput(name) }
    }
    let hasRecords = plan.target.abilities.contains(.records)
    input.window.willWait = { [output] () throws(DecantError) in
      try output.settle()
      // A record is written only when it is complete, and thus known to be valid.
      if hasRecords { try output.sink.flushDocuments() } else { try output.sink.flush() }
    }
    defer { input.window.willWait = nil }
    route = try route(of: &input)
    if plan.transform == nil, route === ordinary {
      route.begin(plan.abilities(of: input.format), input.format.limits)
    } else {
      // A type can contain values that the input's format cannot, such as dates in JSON.
      route.begin(.ofValues, .none)
    }
    if plan.transform != nil { input.window.keepHistory() }
    if route === ordinary, plan.isConvertedInBlocks(from: input.format),
      try convertBlocks(of: &input)
    {
      return
    }
    output.begin(concurrently: plan.isWrittenConcurrently(from: input.format))
    do throws(DecantError) {
      try read(&input)
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
    route.begin(plan.abilities(of: input.format), input.format.limits)
    try read(&input)
  }

  /// Converts events of documents that are not archives, in which only values of these abilities and limits can occur.
  package mutating func convert(
    _ abilities: Format.Abilities, _ limits: Format.Limits,
    forEachBatch: (_ body: (inout EventBatch) throws(DecantError) -> Void) throws(DecantError) ->
      Void
  ) throws(DecantError) {
    route = ordinary
    route.begin(abilities, limits)
    try forEachBatch { (batch) throws(DecantError) in try pass(&batch) }
  }

  private mutating func read(_ input: inout Input) throws(DecantError) {
    let inputStages = plan.makeInputStages(from: input.format, along: route, before: stages)
    var reading = try InputReading(of: input, by: inputStages)
    let isSlurping = plan.gathering == .slurp || !inputStages.table.isEmpty
    let (chain, guards) = (chain, route.chain)
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
        guards.reset()
        return true
      })
    {
      if let typing = inputStages.typing {
        input.window.forgetHistory(before: typing.documentOrigin)
      }
    }
  }

  /// Completes the output and writes it to the destination.
  public mutating func finish() throws(DecantError) {
    do {
      try chain.finish { (batch) throws(DecantError) in
        try passGuards(&batch)
      }
      try finish(route)
      if route !== ordinary { try finish(ordinary) } else if let archives { try finish(archives) }
    } catch {
      guard error.source == nil, let inputName else { throw error }
      throw error.about(inputName)
    }
    try output.finish()
  }

  private func finish(_ route: Route) throws(DecantError) {
    try route.chain.finish { (batch) throws(DecantError) in try output.write(&batch) }
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

  func pass(_ batch: inout EventBatch) throws(DecantError) {
    try chain.pass(&batch) { (batch) throws(DecantError) in try passGuards(&batch) }
  }

  private func passGuards(_ batch: inout EventBatch) throws(DecantError) {
    try route.chain.pass(&batch) { (batch) throws(DecantError) in try output.write(&batch) }
  }

  /// Passes events that no guard would change.
  func passUnguarded(_ batch: inout EventBatch) throws(DecantError) {
    try chain.pass(&batch) { (batch) throws(DecantError) in try output.write(&batch) }
  }
}
