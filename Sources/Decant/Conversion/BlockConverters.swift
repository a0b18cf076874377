/// The threads that convert the blocks of one input.
///
/// They are begun as they are needed: an input of one block needs one.
final class BlockConverters {
  private let board = Monitor(BlockBoard())
  private let convert: @Sendable (ConversionBlock) -> Void
  private let jobs: Int
  private var threads: [WorkerThread] = []
  /// Blocks that can be used again.
  private var spares: [ConversionBlock] = []
  private let outputLimit: Int
  private var begun = 0
  private var taken = 0

  /// How many blocks are on their way per thread: one that is converted, and one that waits for that or to be
  /// written.
  private static let blocksPerJob = 2

  /// How many blocks long the result of a block may be.
  private static let largestResult = 8

  init(_ plan: Plan, named name: String?, as format: Format) {
    jobs = plan.jobs
    outputLimit = plan.blockSize * Self.largestResult
    convert = { $0.convert(by: plan, named: name, as: format) }
  }

  /// How many blocks are on their way.
  var count: Int { begun - taken }

  /// Whether another block must wait until one is taken.
  var isFull: Bool { count > jobs * Self.blocksPerJob }

  /// The memory of an earlier block, for the bytes of the next.
  func takeSpareMemory() -> ByteStorage? { spares.last?.input.reuse() }

  /// Adds a block to those that are to be converted; throws if no thread can be begun for it.
  func add(_ input: InputBlock) throws(DecantError) {
    let block = spares.popLast() ?? ConversionBlock(input, outputLimit: outputLimit)
    block.input = input
    block.index = begun
    begun += 1
    let isThreadNeeded = board.change { board in
      board.add(block)
      return board.needsWorker
    }
    guard isThreadNeeded, threads.count < jobs else { return }
    do {
      threads.append(try WorkerThread.start { [board, convert] in Self.work(on: board, convert) })
    } catch {
      // Those that have begun are enough, if there are any.
      if threads.isEmpty { throw error }
    }
  }

  /// Returns the next block in the order of the input, once it is converted.
  func takeNext() -> ConversionBlock {
    let next = taken
    taken += 1
    return board.wait { $0.takeConverted(next) }
  }

  /// Returns the next block if it is converted, or becomes that within a time.
  func takeNext(withinMilliseconds time: Int) -> ConversionBlock? {
    let next = taken
    let block =
      time == 0
      ? board.change { $0.takeConverted(next) }
      : board.wait(milliseconds: time) { $0.takeConverted(next) }
    if block != nil { taken += 1 }
    return block
  }

  /// Takes a block back that has been written.
  func reuse(_ block: ConversionBlock) {
    spares.append(block)
  }

  /// Ends all threads, and returns the blocks that were not taken.
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
