/// A block of an input on its way: cut, converted, written, and then used for another block.
///
/// One thread has it at a time: the one that cuts and writes, or the one that converts.
final class ConversionBlock: @unchecked Sendable {
  /// Its place among the blocks of the input, from 0.
  var index = 0
  var input: InputBlock
  let output: BlockOutput
  /// The buffer before `output`, while the block is converted.
  private var sink: ByteSink?

  /// A record that was left out, and where in the output it is missing.
  struct Report {
    let record: BadRecord
    let place: Int
  }

  private(set) var reports: [Report] = []
  private(set) var losses: [Losses.Entry] = []
  /// Whether the block was converted to its end.
  private(set) var isConverted = false

  init(_ input: InputBlock, outputLimit: Int) {
    self.input = input
    output = BlockOutput(limit: outputLimit)
  }

  /// Converts the block, which is part of an input with that name and format.
  ///
  /// After an error the caller converts the input again from the beginning of the block, without blocks.
  func convert(by plan: Plan, named name: String?, as format: Format) {
    output.removeAll()
    reports = []
    let sink = ByteSink(output)
    self.sink = sink
    defer { self.sink = nil }
    let losses = Losses()
    losses.begin(source: name)
    var plan = plan
    if plan.losses != nil { plan.losses = losses }
    if case .skip = plan.reading.badRecords {
      plan.reading.badRecords = .skip { [self] in report($0) }
    }
    do {
      var input = Input(input, named: name, as: format)
      var pipeline = try Pipeline(plan, through: sink)
      try pipeline.pour(block: &input)
      try pipeline.finish()
      isConverted = true
    } catch {
      isConverted = false
    }
    self.losses = losses.entries
  }

  private func report(_ record: BadRecord) {
    let place = output.count + (sink?.completedCount ?? 0)
    reports.append(Report(record: record, place: place))
  }
}

/// The memory that the result of a block is written to.
final class BlockOutput: ByteDestination {
  private let bytes = ByteStorage(capacity: 1 << 16)
  /// A result with more bytes fails: what is not in blocks is written while it is converted.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { bytes.count }

  func write(_ bytes: RawSpan) throws(DecantError) {
    guard count + bytes.byteCount <= limit else {
      throw DecantError(.system(.write, code: System.outOfMemory))
    }
    self.bytes.append(bytes)
  }

  func removeAll() {
    bytes.removeAll()
  }

  /// Calls `body` with the bytes in a range.
  func withBytes<R, E>(_ range: Range<Int>, _ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try bytes.withBytes { (bytes) throws(E) in try body(bytes.extracting(range)) }
  }
}
