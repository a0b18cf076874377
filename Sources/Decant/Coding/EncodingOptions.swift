public import FoundationEssentials

/// How values are encoded, whatever the format.
public struct EncodingOptions: Sendable {
  /// How a document is written.
  public var writing = WritingOptions()

  /// What becomes of values that the format cannot hold.
  public var fidelity = Fidelity.standard

  /// How dates are encoded.
  public var dates = DateEncoding.native

  /// How bytes are encoded.
  public var data = DataEncoding.native

  /// The style that keys are rewritten in; nil for as the type names them.
  ///
  /// The keys of a dictionary with string keys are data, and stay.
  public var keyStyle: KeyStyle?

  /// In which order the keys of a mapping are written; `asRead` is the order in which a type encodes them.
  ///
  /// The keys of a `Dictionary` are encoded in the order of their bytes, and the elements of a `Set` in the order
  /// of their canonical forms, so that equal values have the same bytes in every process.
  public var keyOrder = Plan.KeyOrder.asRead

  /// What becomes of NaN and the infinities.
  public var nonFiniteReals = NonFiniteEncoding.native

  /// How many values may be in the middle of being encoded, one inside the other.
  ///
  /// An object that holds itself ends here. Coders of nested types recurse, so that on a thread with less than
  /// two megabytes of stack its end may come sooner: that is the same error.
  public var maximumDepth = 512

  /// What values are told that ask their encoder for it.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes the options that an encoder has when it is told nothing.
  public init() {}
}

extension EncodingOptions {
  /// How a date is encoded.
  public enum DateEncoding: Sendable {
    /// As a date where the format has dates, else as its text in RFC 3339.
    case native
    /// As its text in RFC 3339, which is ISO 8601 too.
    case iso8601
    /// As a number of seconds since the beginning of 1970.
    case secondsSince1970
    /// As a number of milliseconds since the beginning of 1970.
    case millisecondsSince1970
    /// As `Date` encodes itself: a number of seconds since the beginning of 2001.
    case deferredToDate
    /// As the closure encodes it.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// How bytes are encoded.
  public enum DataEncoding: Sendable {
    /// As bytes where the format has them, else in Base64.
    case native
    /// As a string in Base64.
    case base64
    /// As `Data` encodes itself: a sequence of numbers.
    case deferredToData
    /// As the closure encodes it.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// What becomes of NaN and the infinities.
  public enum NonFiniteEncoding: Sendable {
    /// They are numbers where the format has them, else refused.
    case native
    /// They are refused.
    case refused
    /// They are strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
