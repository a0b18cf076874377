extension Format {
  /// How far the values reach that a format can hold, of the kinds that it can hold at all.
  ///
  /// A format without limits holds each value to the last digit, as JSON and YAML do.
  public struct Limits: Sendable, Hashable {
    /// Which integers the format holds.
    public var integers = Integers.any

    /// Which reals the format holds.
    public var reals = Reals.any

    /// Which points in time the format holds.
    public var dates = Dates.any

    /// Which text the format holds.
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
      /// Every digit, as it is written.
      case any
      /// What a double holds.
      case double
    }

    /// A precision of points in time.
    public enum Dates: Sendable, Hashable {
      /// As many digits of the fraction of a second as there are.
      case any
      /// No fraction of a second.
      case wholeSeconds
      /// What a double of seconds since the beginning of 2001 holds.
      case double
    }

    /// A repertory of characters.
    public enum Text: Sendable, Hashable {
      /// All of Unicode.
      case any
      /// What XML 1.0 allows: of the control characters only tab, line feed and carriage return, and
      /// neither U+FFFE nor U+FFFF.
      case xml
    }

    /// Whether all that a format with these limits holds is held by one with the others.
    func fit(in others: Limits) -> Bool {
      (others.integers == .any || integers == others.integers
        || (integers == .bits64 && others.integers == .bits128))
        && (others.reals == .any || reals == others.reals)
        && (others.dates == .any || dates == others.dates)
        && (others.text == .any || text == others.text)
    }
  }
}
