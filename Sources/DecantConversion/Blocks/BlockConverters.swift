internal import DecantCore

/// The threads that convert the blocks of one input, created as they are needed.
final class BlockConverters {
  private let board = Monitor(BlockBoard())
  private let convert: @Sendable (ConversionBlock) -> Void
  private let jobs: Int
  private var threads: [WorkerThread] = []
  private var spares: [ConversionBlock] = []
  private let outputLimit: Int
  private var begun = 0
  private var taken = 0

  /// The pending blocks per thread: one in conversion, one that waits for a thread or the writer.
  private static let blocksPerJob = 2

  /// The maximum output of a block, in multiples of the block size.
  private static let largestResult = 8

  init(_ plan: Plan, named name: String?, as format: Format) {
    jobs = plan.jobs
    outputLimit = plan.blockSize * Self.largestResult
    convert = { $0.convert(by: plan, named: name, as: format) }
  }

  var count: Int { begun - taken }

  var isFull: Bool { count > jobs * Self.blocksPerJob }

  func takeSpareMemory() -> ByteStorage? { spares.last?.input.reuse() }

  /// Converts a block by the thread that calls.
  ///
  /// Precondition: no other is pending.
  func convert(_ input: InputBlock) -> ConversionBlock {
    let block = makeBlock(input)
    taken += 1
    convert(block)
    return block
  }

  private func makeBlock(_ input: InputBlock) -> ConversionBlock {
    let block = spares.popLast() ?? ConversionBlock(input, outputLimit: outputLimit)
    block.input = input
    block.index = begun
    begun += 1
    return block
  }

  func add(_ input: InputBlock) throws(DecantError) {
    let block = makeBlock(input)
    let isThreadNeeded = board.change { board in
      board.add(block)
      return board.needsWorker
    }
    guard isThreadNeeded, threads.count < jobs else { return }
    do {
      threads.append(try WorkerThread.start { [board, convert] in Self.work(on: board, convert) })
    } catch {
      // The existing threads suffice, if there are any.
      if threads.isEmpty { throw error }
    }
  }

  func takeNext() -> ConversionBlock {
    let next = taken
    taken += 1
    return board.wait { $0.takeConverted(next) }
  }

  /// Returns the next block if it is converted.
  func takeConverted() -> ConversionBlock? {
    guard count > 0 else { return nil }
    let next = taken
    let block = board.changeQuietly { $0.takeConverted(next) }
    if block != nil { taken += 1 }
    return block
  }

  func reuse(_ block: ConversionBlock) {
    spares.append(block)
  }

  @discardableResult
  func stop() -> [ConversionBlock] {
    board.change { $0.stop() }
    for thread in threads { thread.join() }
    threads = []
    return board.change { $0.takeAll() }
  }

  private static func work(
    on board: Monitor<BlockBoard>, _ convert: (ConversionBlock) -> Void
  ) {
    board.change { $0.becomeIdle() }
    while case .convert(let block) = board.wait(until: { $0.takeTurn() }) {
      convert(block)
      board.change { $0.becomeIdle(after: block) }
    }
  }
}
