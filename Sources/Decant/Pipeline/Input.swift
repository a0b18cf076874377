/// An input that is open: its bytes, its name, and the format that it is in.
public struct Input: ~Copyable {
  /// The name that errors give it.
  public let name: String?

  /// The format, named by the caller or told by the content.
  public internal(set) var format: Format

  var window: Window

  /// Opens an input whose format is known; that of a family is told by the content.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format
  ) throws(DecantError) {
    self.name = name
    window = Window(source)
    do {
      try window.decodeUnicode()
      self.format = try window.member(of: format)
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
    do throws(DecantError) {
      try window.decodeUnicode()
      guard let format = try window.format(among: registry.formats) else {
        let sample = window.sample
        let isEmpty = sample.firstByte == nil && sample.isWhole
        throw DecantError(isEmpty ? .emptyInput : .unrecognisedContent, offset: 0)
      }
      self.format = try window.member(of: format)
    } catch {
      throw error.located(in: window, named: name)
    }
  }
}

extension Input {
  /// Opens a block of an input.
  init(_ block: InputBlock, named name: String?, as format: Format) {
    self.name = name
    self.format = format
    window = Window(block)
  }
}

extension Window {
  /// The member of a family that the input is in, the last where nothing tells it; any other format is
  /// itself.
  mutating func member(of format: Format) throws(DecantError) -> Format {
    guard let last = format.members.last else { return format }
    return try self.format(among: format.members) ?? last
  }

  /// Where detection gives up looking for the end of the first line: before the window has to grow.
  private static let longestSample = 32 * 1024

  /// The format of `formats` that the input is likeliest to be in.
  mutating func format(among formats: [Format]) throws(DecantError) -> Format? {
    while needsMoreToDetect, count < Self.longestSample {
      guard try refill() else { break }
    }
    return FormatDetection.format(of: sample, among: formats)
  }
}

extension Window {
  /// Whether the first line, or the beginning of the next, may still come, or what decides behind an
  /// opening that several formats have.
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
