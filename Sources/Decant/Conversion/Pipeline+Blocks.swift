/// Converting the blocks of one input side by side.
///
///     window ─cut─▶ blocks ─▶ workers, each with a reader, stages and a writer of its own ─▶ sink, in order
///
/// This is a shortcut, not a second way to convert: whatever is not simple ends it, and the rest of the input is
/// converted as usual, from the beginning of the first block that was not written. So an error is
/// found where it is found with one thread, after the same output.
extension Plan {
  /// Whether inputs of a format can be cut into blocks, and the results of blocks joined.
  func isConvertedInBlocks(from source: Format) -> Bool {
    guard jobs > 1, type == nil, gathering != .slurp else { return false }
    return source.boundary != nil && target.boundary != nil && target.abilities.contains(.records)
  }
}

extension Pipeline {
  /// How long to wait for a block before asking whether the source has more, in milliseconds.
  private static let pause = 5

  /// Converts an input in blocks; returns false if what is left of it is to be converted as usual.
  mutating func pourBlocks(of input: inout Input) throws(DecantError) -> Bool {
    guard let boundary = input.format.boundary else { return false }
    // What is finished is written before the source is asked, so that no read has to see to it.
    let willWait = input.window.willWait
    input.window.willWait = nil
    defer { input.window.willWait = willWait }
    var cutter = BlockCutter(at: boundary, size: plan.blockSize)
    var isFirst = true
    let converters = BlockConverters(plan, named: input.name, as: input.format)
    defer { converters.stop() }
    /// Writes a block; returns false, and ends the threads, if it has to be converted again.
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
      while let block = converters.takeNext(withinMilliseconds: 0) {
        guard try write(block) else { return false }
      }
      if converters.isFull {
        guard try write(converters.takeNext()) else { return false }
        continue
      }
      switch cutter.next(from: &input.window, reusing: converters.takeSpareMemory) {
      case .block(let block):
        // Threads would cost more than they save.
        if isFirst, input.window.isAtEnd {
          input.window.putBack([block])
          return false
        }
        isFirst = false
        try converters.add(block)
      case .waits:
        if converters.count == 0 {
          try sink.flushDocuments()
          cutter.wait(for: &input.window)
        } else if let block = converters.takeNext(withinMilliseconds: Self.pause) {
          guard try write(block) else { return false }
        }
      case .ended, .rest:
        while converters.count > 0 {
          guard try write(converters.takeNext()) else { return false }
        }
        return input.window.isAtEnd
      }
    }
  }

  /// Writes what a block was converted to, and reports the records that are missing in it.
  private func write(_ block: ConversionBlock) throws(DecantError) {
    var written = 0
    for report in block.reports {
      try write(block, from: &written, to: report.place)
      if case .skip(let tell) = plan.reading.badRecords { try tell(report.record) }
    }
    try write(block, from: &written, to: block.output.count)
    try sink.flushDocuments()
    plan.losses?.add(block.losses, isWholeInput: false)
  }

  private func write(
    _ block: ConversionBlock, from written: inout Int, to end: Int
  ) throws(DecantError) {
    guard end > written else { return }
    try block.output.withBytes(written..<end) { (bytes) throws(DecantError) in
      try sink.writeDocuments(bytes)
    }
    written = end
  }
}
