public import FoundationEssentials

/// How values are decoded, whatever the format.
///
/// The strategies have the names and the cases of Foundation's decoders, and a case `native` beside them.
public struct DecodingOptions: Sendable {
  /// How documents are read.
  public var reading = ReadingOptions()

  /// The decoding of dates.
  public var dateDecodingStrategy = DateDecodingStrategy.native

  /// The decoding of bytes.
  public var dataDecodingStrategy = DataDecodingStrategy.native

  /// The names of keys in the document.
  ///
  /// The keys of a dictionary with string keys are data, and stay.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys

  /// The decoding of NaN and the infinities.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.native

  /// The number of values that may be decoded at once, each inside the one before it.
  ///
  /// Coders of nested types recurse, so that on a thread with less than two megabytes of stack its end may come
  /// sooner: that is the same error.
  public var maximumDepth = 512

  /// The values that a type can ask its decoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates the default options.
  public init() {}
}

extension DecodingOptions {
  /// The decoding of dates.
  public enum DateDecodingStrategy: Sendable {
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

  /// The decoding of bytes.
  public enum DataDecodingStrategy: Sendable {
    /// From bytes, or a string in Base64.
    case native
    /// From a string in Base64.
    case base64
    /// As `Data` decodes itself: from a sequence of numbers.
    case deferredToData
    /// As the closure decodes it.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// The names of keys in the document.
  public enum KeyDecodingStrategy: Sendable {
    /// The names that the type gives them.
    case useDefaultKeys
    /// The names in the style `snake_case`; a key that is not found in it is looked up by the type's name.
    case convertFromSnakeCase
    /// The names in a style.
    case style(KeyStyle)
    /// The key by which the type knows the one that a coding path ends with, for each key of the document.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    var isDefault: Bool {
      if case .useDefaultKeys = self { true } else { false }
    }
  }

  /// The decoding of NaN and the infinities.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// From the numbers of the format that are so.
    case native
    /// They are errors.
    case `throw`
    /// From strings, and from the numbers of the format.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
