public import DecantCore

#if Foundation
  public import FoundationEssentials

  extension Timestamp {
    /// Creates the point in time of a date; nil for one that is not finite or beyond the years of timestamps.
    public init?(_ date: Date) {
      guard
        let text = ReferenceDate.text(
          secondsSince2001: date.timeIntervalSinceReferenceDate)
      else { return nil }
      self.init(text)
    }

    /// The nearest `Date`.
    public var date: Date {
      Date(
        timeIntervalSinceReferenceDate: ReferenceDate.secondsSince2001(text)
          ?? Double(secondsSinceEpoch) - Date.timeIntervalBetween1970AndReferenceDate)
    }
  }
#endif
