/// The format of an input by its first bytes. Only as much is read as the answer needs: an input that pauses after its first
/// line is not kept waiting.
extension Window {
  package mutating func member(of format: Format) throws(DecantError) -> Format {
    guard let last = format.members.last else { return format }
    let member = try self.format(among: format.members)
    try refuse(by: format)
    return member ?? last
  }

  /// A limit, so that the window need not grow.
  private static let longestSample = 32 * 1024

  package mutating func format(among formats: [Format]) throws(DecantError) -> Format? {
    while needsMoreToDetect, count < Self.longestSample {
      guard try refill() else { break }
    }
    for format in formats { try refuse(by: format) }
    return FormatDetection.format(of: sample, among: formats)
  }

  private func refuse(by format: Format) throws(DecantError) {
    guard let problem = format.refusal?(sample) else { return }
    throw DecantError(problem, offset: origin + position)
  }
}

extension Window {
  /// Waits for the start of the second line, and for more if the opening is ambiguous.
  fileprivate var needsMoreToDetect: Bool {
    guard !isComplete else { return false }
    return isInFirstLine || FormatDetection.Opening.isAmbiguous(sample)
      || FormatDetection.Opening.isCutInLines(sample)
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

  package var sample: FormatDetection.Sample {
    let bytes = withBytes { [UInt8]($0.extracting(position..<count)) }
    return FormatDetection.Sample(bytes, isWhole: isComplete)
  }
}

extension RawSpan {
  package static var openingOfHTML: Int { 14 }

  /// Returns whether a web page begins at `offset`: servers send one in place of a missing file.
  package func beginsHTML(at offset: Int) -> Bool {
    ["<!doctype html", "<html", "<head", "<body"].contains { opening in
      let count = opening.utf8.count
      guard offset + count <= byteCount else { return false }
      return zip(offset..., opening.utf8).allSatisfy {
        byte(at: $0) == $1 || byte(at: $0) | 0x20 == $1
      }
    }
  }
}
