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

    /// The tags, in a format with tags.
    public var tags = Tags.any

    /// No limits.
    public static let none = Limits()

    /// Creates the limits of a format.
    public init(
      integers: Integers = .any, reals: Reals = .any, dates: Dates = .any, text: Text = .any,
      tags: Tags = .any
    ) {
      self.integers = integers
      self.reals = reals
      self.dates = dates
      self.text = text
      self.tags = tags
    }

    /// A range of integers.
    public enum Integers: Sendable, Hashable {
      /// Every integer.
      case any
      /// Every integer, but not its spelling: negative zero is zero.
      case exact
      /// From −2⁶³ to 2⁶³ − 1.
      case signed64
      /// From −2⁶³ to 2⁶⁴ − 1.
      case bits64
      /// From −2¹²⁷ to 2¹²⁷ − 1.
      case bits128

      fileprivate func isWithin(_ other: Integers) -> Bool {
        switch (self, other) {
        case (_, .any), (_, .exact), (.signed64, .bits64), (.signed64, .bits128),
          (.bits64, .bits128):
          true
        default: self == other
        }
      }
    }

    /// A precision of reals.
    public enum Reals: Sendable, Hashable {
      /// Every digit, as written.
      case any
      /// Every value, but not its spelling: trailing zeros and the form of exponents.
      case exact
      /// The precision of a `Double`.
      case double
    }

    /// A precision of dates.
    public enum Dates: Sendable, Hashable {
      /// Any fraction of a second.
      case any
      /// No fraction of a second.
      case wholeSeconds
      /// Nine digits of the fraction of a second.
      case nanoseconds
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

    /// A set of tags.
    public enum Tags: Sendable, Hashable {
      /// Every tag.
      case any
      /// Tags of the format's own, which consist of numbers.
      case numbered(NumberedTags)
      /// Tags that name classes of archived objects, such as `!NSSet` and `!Circle:Shape:NSObject`.
      case classes
    }

    /// Whether the other limits permit every value within these.
    package func isWithin(_ others: Limits) -> Bool {
      integers.isWithin(others.integers)
        && (others.reals == .any || others.reals == .exact || reals == others.reals)
        && (others.dates == .any || dates == others.dates
          || (dates == .wholeSeconds && others.dates == .nanoseconds))
        && (others.text == .any || text == others.text)
        && (others.tags == .any || tags == others.tags)
    }
  }
}
