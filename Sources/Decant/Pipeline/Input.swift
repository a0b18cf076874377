/// An input that is open: its bytes, its name, and the format that it is in.
public struct Input: ~Copyable {
  /// The name that errors give it.
  public let name: String?

  /// The format, named by the caller or told by the content.
  public let format: Format

  var window: Window

  /// Where detection gives up looking for the end of the first line: before the window has to grow.
  private static let longestSample = 32 * 1024

  /// Opens an input whose format is known.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format
  ) throws(DecantError) {
    self.name = name
    self.format = format
    window = Window(source)
    do {
      try window.decodeUnicode()
    } catch {
      throw error.located(in: window, named: name)
    }
  }

  /// Opens an input whose format its content is to tell.
  ///
  /// This waits until the first line and the beginning of the next are there, or the end.
  public init(
    _ source: any ByteSource, named name: String? = nil, detecting registry: FormatRegistry
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do {
      try window.decodeUnicode()
      while window.needsMoreToDetect, window.count < Self.longestSample {
        guard try window.refill() else { break }
      }
    } catch {
      throw error.located(in: window, named: name)
    }
    let sample = window.sample
    guard let format = FormatDetection.format(of: sample, among: registry.formats) else {
      let problem: DecantError.Problem =
        sample.firstByte == nil && sample.isWhole ? .emptyInput : .unrecognisedContent
      throw DecantError(problem, offset: 0).located(in: window, named: name)
    }
    self.format = format
  }
}

extension Window {
  /// Whether the first line, or the beginning of the next, may still come.
  fileprivate var needsMoreToDetect: Bool {
    guard !isComplete else { return false }
    return withBytes { bytes in
      var start = position
      while start < count, bytes.byte(at: start) <= 0x20 { start += 1 }
      var next = start
      while next < count, bytes.byte(at: next) != 0x0A { next += 1 }
      while next < count, bytes.byte(at: next) <= 0x20 { next += 1 }
      return next == count
    }
  }

  fileprivate var sample: FormatDetection.Sample {
    let bytes = withBytes { [UInt8]($0.extracting(position..<count)) }
    return FormatDetection.Sample(bytes, isWhole: isComplete)
  }
}
