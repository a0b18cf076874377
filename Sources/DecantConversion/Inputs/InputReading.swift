package import DecantCore

/// The reading of an input: its reader, the reading stages, and the treatment of bad records.
package struct InputReading: ~Copyable {
  private var reader: any EventReader & ~Copyable
  private let stages: StageChain
  private let badRecords: BadRecords
  private var batch = EventBatch()
  #if DEBUG
    private var grammar = EventGrammarChecker()
  #endif

  package init(
    of input: borrowing Input, _ options: ReadingOptions, stages: [any EventStage]
  ) throws(DecantError) {
    var options = options
    if let report = options.reportTolerated, let name = input.name {
      options.reportTolerated = { report($0.about(name)) }
    }
    reader = try input.format.reader(options)
    self.stages = StageChain(stages, options.badRecords)
    badRecords = options.badRecords
  }

  package init(of input: borrowing Input, by stages: InputStages) throws(DecantError) {
    try self.init(
      of: input, stages.options,
      stages: stages.first + (stages.typing.map { [$0] } ?? []) + stages.table)
  }

  /// Passes the next batch of the input to `receive`, and returns false at the end of the input.
  ///
  /// Events before an error are passed first; a reader that can continue has removed those of the bad record.
  /// `leaveOut` discards the record's earlier events, or returns false to have the error thrown.
  package mutating func advance(
    _ input: inout Input, to receive: (inout EventBatch) throws(DecantError) -> Void,
    leaveOut: () -> Bool = { true }
  ) throws(DecantError) -> Bool {
    do {
      if try read(&input.window, to: receive) { return true }
    } catch {
      let error = error.located(in: input.window, named: input.name)
      guard case .skip(let report) = badRecords, isSkipped(error), leaveOut() else { throw error }
      try report(BadRecord(error, in: input.window))
      stages.reset()
      #if DEBUG
        grammar = EventGrammarChecker()
      #endif
      return true
    }
    // An error after the last record is not about one.
    do {
      try input.window.checkUnchanged()
      try stages.finish(to: receive)
    } catch {
      throw error.located(in: input.window, named: input.name)
    }
    return false
  }

  private mutating func read(
    _ window: inout Window, to receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) -> Bool {
    batch.removeAll()
    let isMore: Bool
    do {
      isMore = try reader.read(from: &window, into: &batch)
      #if DEBUG
        try isMore ? grammar.check(batch) : grammar.finish()
      #endif
    } catch {
      try stages.pass(&batch, to: receive)
      throw error
    }
    if isMore { try stages.pass(&batch, to: receive) }
    return isMore
  }

  private mutating func isSkipped(_ error: DecantError) -> Bool {
    reader.canContinue && error.isAboutInput
  }
}

/// The stages of one input, and the options that its reader needs for them.
///
///     reader ─▶ first ─▶ typing ─▶ table ─▶ Pipeline
package struct InputStages {
  let options: ReadingOptions
  /// They refuse comments, expand aliases, and convert tagged forms and repeated keys.
  let first: [any EventStage]
  /// Decodes and encodes documents as a type.
  let typing: (any DocumentStage)?
  /// Gathers the rows of a table in one sequence.
  let table: [any EventStage]
}
