extension Format {
  /// The ranges and precisions of values that a format can represent; without limits, every digit is kept.
  public struct Limits: Sendable, Hashable {
    /// The range of integers.
    public var integers = Integers.any

    /// The precision of reals.
    public var reals = Reals.any

    /// The precision of dates.
    public var dates = Dates.any

    /// The characters of text.
    public var text = Text.any

    /// No limits.
    public static let none = Limits()

    /// Creates the limits of a format.
    public init(
      integers: Integers = .any, reals: Reals = .any, dates: Dates = .any, text: Text = .any
    ) {
      self.integers = integers
      self.reals = reals
      self.dates = dates
      self.text = text
    }

    /// A range of integers.
    public enum Integers: Sendable, Hashable {
      /// Every integer.
      case any
      /// From −2⁶³ to 2⁶⁴ − 1.
      case bits64
      /// From −2¹²⁷ to 2¹²⁷ − 1.
      case bits128
    }

    /// A precision of reals.
    public enum Reals: Sendable, Hashable {
      /// Every digit, as written.
      case any
      /// The precision of a `Double`.
      case double
    }

    /// A precision of dates.
    public enum Dates: Sendable, Hashable {
      /// Any fraction of a second.
      case any
      /// No fraction of a second.
      case wholeSeconds
      /// The precision of a `Double` that counts seconds since the beginning of 2001.
      case double
    }

    /// A set of characters.
    public enum Text: Sendable, Hashable {
      /// All of Unicode.
      case any
      /// The characters of XML 1.0: no U+FFFE or U+FFFF, no control characters but tab, LF and CR.
      case xml
    }

    func isWithin(_ others: Limits) -> Bool {
      (others.integers == .any || integers == others.integers
        || (integers == .bits64 && others.integers == .bits128))
        && (others.reals == .any || reals == others.reals)
        && (others.dates == .any || dates == others.dates)
        && (others.text == .any || text == others.text)
    }
  }
}
