internal import DecantCore

/// The calendar of early dates in XML property lists, in which the parts of Foundation differ.
package enum PropertyListCalendar: Sendable {
  /// That of `PropertyListEncoder` and `PropertyListDecoder`: Julian from year 1 to 1582-10-04.
  ///
  /// Dates before year 1 are Gregorian, since `PropertyListDecoder` ignores the sign of their years. So `Date.distantPast`,
  /// 0001-01-01 in the Julian calendar and 0000-12-30 in the Gregorian, is read correctly in both notations.
  case julian
  /// That of `PropertyListSerialization`, `plutil` and Python's `plistlib`: always Gregorian.
  case gregorian
}

/// The options of a reader or writer of XML property lists.
struct XMLPropertyListOptions: FormatOptions {
  var calendar = PropertyListCalendar.julian
}

extension ReadingOptions {
  package var propertyListCalendar: PropertyListCalendar {
    get { self[XMLPropertyListOptions.self].calendar }
    set { self[XMLPropertyListOptions.self].calendar = newValue }
  }
}

extension WritingOptions {
  package var propertyListCalendar: PropertyListCalendar {
    get { self[XMLPropertyListOptions.self].calendar }
    set { self[XMLPropertyListOptions.self].calendar = newValue }
  }
}
