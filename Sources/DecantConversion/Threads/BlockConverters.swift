internal import DecantCore
internal import DecantSystem

/// The threads that convert the blocks of one input, created as they are needed.
final class BlockConverters {
  private let work = Monitor(OrderedWork<ConversionBlock, ConversionBlock>())
  private let convert: @Sendable (ConversionBlock) -> Void
  private let jobs: Int
  private var threads: [WorkerThread] = []
  private var spares: [ConversionBlock] = []
  private let outputLimit: Int
  /// The number of blocks that were added and not taken.
  private(set) var count = 0

  /// The pending blocks per thread: one in conversion, one that waits for a thread or the writer.
  private static let blocksPerJob = 2

  /// The maximum output of a block, in multiples of the block size.
  private static let largestResult = 8

  init(_ plan: Plan, named name: String?, as format: Format) {
    jobs = plan.jobs
    outputLimit = plan.blockSize * Self.largestResult
    convert = { $0.convert(by: plan, named: name, as: format) }
  }

  var isFull: Bool { count > jobs * Self.blocksPerJob }

  func takeSpareMemory() -> ByteStorage? { spares.last?.input.reuse() }

  /// Converts a block by the thread that calls.
  ///
  /// Precondition: no other is pending.
  func convert(_ input: InputBlock) -> ConversionBlock {
    let block = makeBlock(input)
    convert(block)
    return block
  }

  private func makeBlock(_ input: InputBlock) -> ConversionBlock {
    let block = spares.popLast() ?? ConversionBlock(input, outputLimit: outputLimit)
    block.input = input
    return block
  }

  func add(_ input: InputBlock) throws(DecantError) {
    let block = makeBlock(input)
    count += 1
    let wanted = work.change { work in
      work.add(block)
      return work.unfinished
    }
    guard threads.count < min(wanted, jobs) else { return }
    do {
      threads.append(
        try WorkerThread.start { [work, convert] in
          while case .work(let block, let number) = work.wait(until: { $0.takeTurn() }) {
            convert(block)
            work.change { $0.finish(number, with: block) }
          }
        })
    } catch {
      // The existing threads suffice, if there are any.
      if threads.isEmpty { throw error }
    }
  }

  func takeNext() -> ConversionBlock {
    count -= 1
    return work.wait { $0.takeResult() }
  }

  /// Returns the next block if it is converted.
  func takeConverted() -> ConversionBlock? {
    guard count > 0 else { return nil }
    let block = work.changeQuietly { $0.takeResult() }
    if block != nil { count -= 1 }
    return block
  }

  func reuse(_ block: ConversionBlock) {
    spares.append(block)
  }

  @discardableResult
  func stop() -> [ConversionBlock] {
    let waiting = work.change { $0.stop() }
    for thread in threads { thread.join() }
    threads = []
    count = 0
    return work.change { $0.takeResults() } + waiting
  }
}
