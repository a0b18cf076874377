public import FoundationEssentials

/// How values are decoded, whatever the format.
public struct DecodingOptions: Sendable {
  /// How documents are read.
  public var reading = ReadingOptions()

  /// How dates are decoded.
  public var dates = DateDecoding.native

  /// How bytes are decoded.
  public var data = DataDecoding.native

  /// The style that the keys of documents are written in; nil for as the type names them.
  ///
  /// The keys of a dictionary with string keys are data, and stay.
  public var keyStyle: KeyStyle?

  /// What is read as NaN or an infinity.
  public var nonFiniteReals = NonFiniteDecoding.native

  /// How many values may be in the middle of being decoded, one inside the other.
  ///
  /// Coders of nested types recurse, so that on a thread with less than two megabytes of stack its end may come
  /// sooner: that is the same error.
  public var maximumDepth = 512

  /// What values are told that ask their decoder for it.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes the options that a decoder has when it is told nothing.
  public init() {}
}

extension DecodingOptions {
  /// How a date is decoded.
  public enum DateDecoding: Sendable {
    /// From a date, or a string that is one in RFC 3339.
    case native
    /// From a string that is one in ISO 8601, or a date.
    case iso8601
    /// From a number of seconds since the beginning of 1970.
    case secondsSince1970
    /// From a number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// As `Date` decodes itself: from a number of seconds since the beginning of 2001.
    case deferredToDate
    /// As the closure decodes it.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// How bytes are decoded.
  public enum DataDecoding: Sendable {
    /// From bytes, or a string in Base64.
    case native
    /// From a string in Base64.
    case base64
    /// As `Data` decodes itself: from a sequence of numbers.
    case deferredToData
    /// As the closure decodes it.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// What is read as NaN or an infinity.
  public enum NonFiniteDecoding: Sendable {
    /// The numbers of the format that are so.
    case native
    /// Nothing.
    case refused
    /// Strings, beside the numbers of the format.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
