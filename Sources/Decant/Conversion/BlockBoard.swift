/// The blocks of an input that are between the thread that cuts and writes and the threads that convert.
///
///     cut ─▶ waiting ─▶ a worker ─▶ converted ─▶ written in order
struct BlockBoard {
  private var waiting: [ConversionBlock] = []
  private var converted: [ConversionBlock] = []
  /// How many workers have nothing to convert.
  private var idle = 0
  private var isStopping = false

  /// Whether more blocks are waiting than workers have nothing to convert.
  var needsWorker: Bool { waiting.count > idle }

  /// What a worker is to do next.
  enum Turn {
    case convert(ConversionBlock)
    case end
  }

  mutating func add(_ block: ConversionBlock) {
    waiting.append(block)
  }

  /// Says that a worker has begun, or has converted a block.
  mutating func becomeIdle(after block: ConversionBlock? = nil) {
    idle += 1
    if let block { converted.append(block) }
  }

  /// The next turn of an idle worker; nil if it must wait.
  mutating func takeTurn() -> Turn? {
    if isStopping { return .end }
    guard !waiting.isEmpty else { return nil }
    idle -= 1
    return .convert(waiting.removeFirst())
  }

  /// Removes the converted block at `index` in the input; nil if it is not converted yet.
  mutating func takeConverted(_ index: Int) -> ConversionBlock? {
    converted.firstIndex { $0.index == index }.map { converted.remove(at: $0) }
  }

  /// Ends all workers.
  mutating func stop() {
    isStopping = true
  }

  /// Removes all blocks, in their order.
  mutating func takeAll() -> [ConversionBlock] {
    defer { (waiting, converted) = ([], []) }
    return (waiting + converted).sorted { $0.index < $1.index }
  }
}
