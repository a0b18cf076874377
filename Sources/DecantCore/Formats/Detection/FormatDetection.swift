/// Detection of an input's format by its first bytes.
public enum FormatDetection {
  /// The likelihood that an input is in a format.
  public enum Likelihood: Int, Sendable, Comparable {
    /// The input is not in the format.
    case no
    /// The input may be in the format.
    case possible
    /// The input looks like the format.
    case likely
    /// The input identifies itself as the format.
    case certain

    public static func < (first: Likelihood, second: Likelihood) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// The beginning of an input, in UTF-8 unless it is binary.
  public struct Sample: Sendable {
    /// The first bytes of the input.
    public let bytes: [UInt8]

    /// Whether these are all bytes of the input.
    public let isWhole: Bool

    /// Creates a sample of the first bytes of an input.
    public init(_ bytes: [UInt8], isWhole: Bool) {
      self.bytes = bytes
      self.isWhole = isWhole
    }

    /// The first byte that is not white space, if any.
    public var firstByte: UInt8? {
      bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
  }

  /// Returns the likeliest format, the first of equals; refining formats also depend on the target, and are skipped.
  static func format(of sample: Sample, among formats: [Format]) -> Format? {
    var best: (format: Format, likelihood: Likelihood)?
    for format in formats where format.isReadable && format.refines == nil {
      let likelihood = format.recognition(sample)
      if likelihood > best?.likelihood ?? .no {
        best = (format, likelihood)
      }
    }
    return best?.format
  }
}
