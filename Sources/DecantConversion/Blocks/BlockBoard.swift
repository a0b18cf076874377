internal import DecantCore

/// The queues of blocks between the thread that cuts and writes, and the worker threads.
///
///     cut ─▶ waiting ─▶ a worker ─▶ converted ─▶ written in order
struct BlockBoard {
  private var waiting: [ConversionBlock] = []
  private var converted: [ConversionBlock] = []
  private var idle = 0
  private var isStopping = false

  var needsWorker: Bool { waiting.count > idle }

  enum Turn {
    case convert(ConversionBlock)
    case end
  }

  mutating func add(_ block: ConversionBlock) {
    waiting.append(block)
  }

  mutating func becomeIdle(after block: ConversionBlock? = nil) {
    idle += 1
    if let block { converted.append(block) }
  }

  mutating func takeTurn() -> Turn? {
    if isStopping { return .end }
    guard !waiting.isEmpty else { return nil }
    idle -= 1
    return .convert(waiting.removeFirst())
  }

  mutating func takeConverted(_ index: Int) -> ConversionBlock? {
    converted.firstIndex { $0.index == index }.map { converted.remove(at: $0) }
  }

  mutating func stop() {
    isStopping = true
  }

  mutating func takeAll() -> [ConversionBlock] {
    defer { (waiting, converted) = ([], []) }
    return (waiting + converted).sorted { $0.index < $1.index }
  }
}
