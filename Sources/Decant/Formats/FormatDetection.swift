/// Tells the format of an input by what it begins with.
public enum FormatDetection {
  /// How sure a format is that an input is its own.
  public enum Likelihood: Int, Sendable, Comparable {
    /// It is not.
    case no
    /// Nothing speaks against it.
    case possible
    /// It looks like one.
    case likely
    /// It says so itself.
    case certain

    public static func < (first: Likelihood, second: Likelihood) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// What an input begins with, in UTF-8 unless it is binary.
  public struct Sample: Sendable {
    /// The first bytes of the input.
    public let bytes: [UInt8]

    /// Whether these are all the bytes there are.
    public let isWhole: Bool

    /// Creates a sample of the first bytes of an input.
    public init(_ bytes: [UInt8], isWhole: Bool) {
      self.bytes = bytes
      self.isWhole = isWhole
    }

    /// The first byte that is not white space, if there is one.
    public var firstByte: UInt8? {
      bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
  }

  /// The format of `formats` that the sample is likeliest to be of; where two are as sure, the earlier.
  ///
  /// Formats that refine a family are left out: whether one is wanted depends on the target as well.
  static func format(of sample: Sample, among formats: [Format]) -> Format? {
    var best: (format: Format, likelihood: Likelihood)?
    for format in formats where format.isReadable && format.refinedFamily == nil {
      let likelihood = format.recognition(sample)
      if likelihood > best?.likelihood ?? .no {
        best = (format, likelihood)
      }
    }
    return best?.format
  }
}
