internal import DecantCore

/// Conversion of the blocks of one input in parallel.
///
///     window ─cut─▶ blocks ─▶ workers, each with a reader, stages and a writer ─▶ sink, in order
///
/// After an error, or where the input cannot be cut, the rest is converted sequentially from the
/// first block that was not written. So errors and the output before them are as with one thread.
extension Plan {
  /// Whether inputs in `source` are cut into blocks, and the outputs of the blocks joined.
  func isConvertedInBlocks(from source: Format) -> Bool {
    guard jobs > 1, transform == nil, gathering != .slurp, reading.documents == nil else {
      return false
    }
    guard let boundary = source.boundary, let joined = target.boundary else { return false }
    // Where a header comes first, outputs cannot be joined; where a boundary is a guess, a block must not leave out what is
    // wrong in it.
    if boundary.continuing != nil, case .skip = reading.badRecords { return false }
    return joined.continuing == nil && target.abilities.contains(.records)
  }
}

extension Pipeline {
  /// Converts an input in blocks; returns false if the rest is to be converted sequentially.
  mutating func convertBlocks(of input: inout Input) throws(DecantError) -> Bool {
    guard let boundary = input.format.boundary else { return false }
    if let continuing = boundary.continuing {
      // An error is thrown again when the input is read sequentially.
      let rest = try? continuing(input.format, &input.window, plan.reading)
      guard let rest else { return false }
      input.format = rest
    }
    // This function itself flushes finished output before it reads.
    let willWait = input.window.willWait
    input.window.willWait = nil
    defer { input.window.willWait = willWait }
    var cutter = BlockCutter(at: boundary, size: plan.blockSize)
    let converters = BlockConverters(plan, named: input.name, as: input.format)
    defer { converters.stop() }
    /// Writes a block, or stops the threads and returns false if it must be converted again.
    func write(_ block: ConversionBlock) throws(DecantError) -> Bool {
      guard block.isConverted else {
        input.window.putBack(([block] + converters.stop()).map(\.input))
        return false
      }
      try self.write(block)
      converters.reuse(block)
      return true
    }
    while true {
      while let block = converters.takeConverted() {
        guard try write(block) else { return false }
      }
      if converters.isFull {
        guard try write(converters.takeNext()) else { return false }
        continue
      }
      let isBusy = converters.count > 0
      switch cutter.next(
        from: &input.window, hasTime: isBusy, reusing: converters.takeSpareMemory)
      {
      case .block(let block):
        try converters.add(block)
      case .part(let block):
        guard try write(converters.convert(block)) else { return false }
      case .waits:
        guard !isBusy else { continue }
        // An earlier input may have left documents in the sink.
        try output.sink.flushDocuments()
        cutter.wait(for: &input.window)
      case .ended, .rest:
        while converters.count > 0 {
          guard try write(converters.takeNext()) else { return false }
        }
        // The reader of what follows a header reports that no row does.
        return input.window.isAtEnd && cutter.hasCut
      }
    }
  }

  private func write(_ block: ConversionBlock) throws(DecantError) {
    var written = 0
    for report in block.reports {
      try write(block, from: &written, to: report.offset)
      if case .skip(let tell) = plan.reading.badRecords { try tell(report.record) }
    }
    try write(block, from: &written, to: block.output.count)
    try output.sink.flushDocuments()
    plan.losses?.add(block.losses, isWholeInput: false)
    if let written = block.written { plan.written?.append(written) }
  }

  private func write(
    _ block: ConversionBlock, from written: inout Int, to end: Int
  ) throws(DecantError) {
    guard end > written else { return }
    try block.output.withBytes(written..<end) { (bytes) throws(DecantError) in
      try output.sink.writeDocuments(bytes)
    }
    written = end
  }
}
