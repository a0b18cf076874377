public import FoundationEssentials

/// Options for decoding values from any format.
///
/// Strategies have the names and cases of Foundation's decoders, and a case `native`.
public struct DecodingOptions: Sendable {
  /// Options for reading documents.
  public var reading = ReadingOptions()

  /// The strategy for dates.
  public var dateDecodingStrategy = DateDecodingStrategy.native

  /// The strategy for binary data.
  public var dataDecodingStrategy = DataDecodingStrategy.native

  /// The strategy for matching coding keys with keys of the document.
  ///
  /// It does not apply to the keys of dictionaries with string keys, which are data.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys

  /// The strategy for NaN and infinities.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.native

  /// The maximum depth of nested values.
  ///
  /// Decoding is recursive: on a thread with less than 2 MB of stack, a smaller depth may throw the
  /// same error.
  public var maximumDepth = 512

  /// Values for types to read from their decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates the default options.
  public init() {}
}

extension DecodingOptions {
  /// A strategy for decoding dates.
  public enum DateDecodingStrategy: Sendable {
    /// From a date or an ISO 8601 string.
    case native
    /// The same as `native`.
    case iso8601
    /// From the number of seconds since the start of 1970.
    case secondsSince1970
    /// From the number of milliseconds since the start of 1970.
    case millisecondsSince1970
    /// As `Date` decodes itself: from the number of seconds since the start of 2001.
    case deferredToDate
    /// By the closure.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// A strategy for decoding binary data.
  public enum DataDecodingStrategy: Sendable {
    /// From binary data or a Base64 string.
    case native
    /// From a Base64 string.
    case base64
    /// As `Data` decodes itself: from a sequence of numbers.
    case deferredToData
    /// By the closure.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// A strategy for matching coding keys with keys of the document.
  public enum KeyDecodingStrategy: Sendable {
    /// Keys match as they are.
    case useDefaultKeys
    /// Coding keys are looked up in `snake_case`, then unchanged.
    case convertFromSnakeCase
    /// Coding keys are looked up in a key style.
    case style(KeyStyle)
    /// Converts each key of the document, the last of the coding path, to the type's coding key.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    var isDefault: Bool {
      if case .useDefaultKeys = self { true } else { false }
    }
  }

  /// A strategy for decoding NaN and infinities.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// From the non-finite numbers of the format.
    case native
    /// NaN and infinities are errors.
    case `throw`
    /// From the given strings; the format's own non-finite numbers are errors.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
