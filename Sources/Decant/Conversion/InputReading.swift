/// An input on its way: its reader, the stages after it, and what becomes of bad records.
struct InputReading: ~Copyable {
  private var reader: any EventReader & ~Copyable
  private let stages: StageChain
  private let badRecords: BadRecords
  private let canContinue: Bool
  private var batch = EventBatch()
  #if DEBUG
    private var grammar = EventGrammar()
  #endif

  /// Begins to read an input, with the stages of `expansion` before those that the options ask for, and those
  /// of `completion` after them.
  init(
    of input: borrowing Input, _ options: ReadingOptions,
    expanding expansion: [any EventStage] = [],
    completing completion: [any EventStage] = []
  ) throws(DecantError) {
    let reader = try input.format.reader(options)
    canContinue = reader.canContinue
    self.reader = reader
    stages = options.makeStages(for: input.format)
    stages.prepend(expansion)
    for stage in completion { stages.append(stage) }
    badRecords = options.badRecords
  }

  /// Sends what the next stretch of the input says to `receive`; false at the end of the input.
  ///
  /// What precedes a mistake goes first, however the input was cut into pieces; but a record with
  /// one is left out where that is wanted, if `leaveOut` agrees for what `receive` may have begun.
  mutating func advance(
    _ input: inout Input, to receive: (borrowing EventBatch) throws(DecantError) -> Void,
    leaveOut: () -> Bool = { true }
  ) throws(DecantError) -> Bool {
    do {
      return try read(&input.window, to: receive)
    } catch {
      let error = error.located(in: input.window, named: input.name)
      guard case .skip(let report) = badRecords, isSkipped(error), leaveOut() else { throw error }
      try report(BadRecord(error, in: input.window))
      stages.startOver()
      #if DEBUG
        grammar = EventGrammar()
      #endif
      return true
    }
  }

  private mutating func read(
    _ window: inout Window, to receive: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) -> Bool {
    batch.removeAll()
    let isMore: Bool
    do {
      isMore = try reader.read(from: &window, into: &batch)
      #if DEBUG
        try isMore ? grammar.check(batch) : grammar.finish()
      #endif
    } catch {
      if !isSkipped(error) { try stages.pass(batch, to: receive) }
      throw error
    }
    if isMore {
      try stages.pass(batch, to: receive)
    } else {
      try stages.finish(to: receive)
    }
    return isMore
  }

  /// Whether a record with such a mistake is left out.
  private func isSkipped(_ error: DecantError) -> Bool {
    canContinue && error.isAboutInput
  }
}
