internal import DecantCore
internal import DecantSystem

/// A block of an input with its output, reused after it is written.
///
/// One thread at a time accesses it: the thread that cuts and writes, or a worker.
final class ConversionBlock: @unchecked Sendable {
  var input: InputBlock
  let output: BlockOutput
  private var sink: ByteSink?

  struct Report {
    let record: BadRecord
    let offset: Int
  }

  private(set) var reports: [Report] = []
  private(set) var losses: [Losses.Entry] = []
  private(set) var written: WrittenValues?
  private(set) var isConverted = false

  init(_ input: InputBlock, outputLimit: Int) {
    self.input = input
    output = BlockOutput(limit: outputLimit)
  }

  /// Converts the block; after an error, the caller converts its input again without blocks.
  func convert(by plan: Plan, named name: String?, as format: Format) {
    output.removeAll()
    reports = []
    let sink = ByteSink(output)
    self.sink = sink
    defer { self.sink = nil }
    let losses = Losses()
    losses.begin(source: name)
    var plan = plan
    plan.writesConcurrently = false
    written = plan.written?.makePart()
    plan.written = written
    if plan.losses != nil { plan.losses = losses }
    if case .skip = plan.reading.badRecords {
      plan.reading.badRecords = .skip { [self] in report($0) }
    }
    do {
      var input = Input(input, named: name, as: format)
      var pipeline = try Pipeline(plan, through: sink)
      try pipeline.convert(block: &input)
      try pipeline.finish()
      isConverted = true
    } catch {
      isConverted = false
    }
    self.losses = losses.entries
  }

  private func report(_ record: BadRecord) {
    let offset = output.count + (sink?.completedCount ?? 0)
    reports.append(Report(record: record, offset: offset))
  }
}

final class BlockOutput: ByteDestination {
  private let bytes = ByteStorage(capacity: 1 << 16)
  /// Longer output is an error: conversion without blocks does not have to hold it in memory.
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

  func withBytes<R, E>(_ range: Range<Int>, _ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try bytes.withBytes { (bytes) throws(E) in try body(bytes.extracting(range)) }
  }
}
