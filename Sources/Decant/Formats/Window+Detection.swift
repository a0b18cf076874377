extension Window {
  /// Returns the family member of the input, by default the last; any other format as it is.
  mutating func member(of format: Format) throws(DecantError) -> Format {
    guard let last = format.members.last else { return format }
    return try self.format(among: format.members) ?? last
  }

  /// The limit of the search for the end of the first line; the window need not grow for it.
  private static let longestSample = 32 * 1024

  mutating func format(among formats: [Format]) throws(DecantError) -> Format? {
    while needsMoreToDetect, count < Self.longestSample {
      guard try refill() else { break }
    }
    return FormatDetection.format(of: sample, among: formats)
  }
}

extension Window {
  /// Whether the first line, the start of the next one, or an ambiguous opening is incomplete.
  fileprivate var needsMoreToDetect: Bool {
    guard !isComplete else { return false }
    return isInFirstLine || FormatDetection.Opening.isAmbiguous(sample)
  }

  private var isInFirstLine: Bool {
    withBytes { bytes in
      var start = position
      while start < count, bytes.byte(at: start) <= 0x20 { start += 1 }
      var next = start
      while next < count, bytes.byte(at: next) != 0x0A { next += 1 }
      while next < count, bytes.byte(at: next) <= 0x20 { next += 1 }
      return next == count
    }
  }

  var sample: FormatDetection.Sample {
    let bytes = withBytes { [UInt8]($0.extracting(position..<count)) }
    return FormatDetection.Sample(bytes, isWhole: isComplete)
  }
}
