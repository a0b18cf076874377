public import DecantCore
public import DecantConversion

/// Options for decoding values from any format.
///
/// Strategies have the names and cases of Foundation's decoders, and a case `native`.
public struct DecodingOptions: Sendable {
  /// Options for reading documents.
  public var reading = ReadingOptions()

  #if Foundation
    /// The strategy for dates.
    public var dateDecodingStrategy = DateDecodingStrategy.native

    /// The strategy for binary data.
    public var dataDecodingStrategy = DataDecodingStrategy.native
  #endif

  /// The strategy for matching coding keys with keys of the document.
  ///
  /// It does not apply to the keys of dictionaries with string keys, which are data.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys

  /// The strategy for NaN and infinities.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.native

  /// The strategy for strings.
  public var stringDecodingStrategy = StringDecodingStrategy.native

  #if Foundation
    /// Whether JSON may lack the braces of its root: `"a": 1, "b": 2`.
    public var assumesTopLevelDictionary = false
  #endif

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
  /// A strategy for matching coding keys with keys of the document.
  public enum KeyDecodingStrategy: Sendable {
    /// Keys match as they are.
    case useDefaultKeys
    /// Coding keys are looked up in `snake_case`, then unchanged, then as Foundation converts keys: `allCaps` is also
    /// found by `ALL_CAPS`.
    case convertFromSnakeCase
    /// Coding keys are looked up in a key style.
    case style(KeyStyle)
    /// Converts each key of the document, the last of the coding path, to the type's coding key.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    var isDefault: Bool {
      if case .useDefaultKeys = self { true } else { false }
    }
  }

  /// A strategy for decoding strings.
  public enum StringDecodingStrategy: Sendable {
    /// From strings.
    case native
    /// From numbers too, with their digits, and from booleans and dates: `version: 1.10` as "1.10".
    ///
    /// Other notations of YAML become those of JSON: `0x1F` as "31", `True` as "true".
    case anyScalar
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
