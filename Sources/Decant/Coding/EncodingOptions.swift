public import FoundationEssentials

/// How values are encoded, whatever the format.
///
/// The strategies have the names and the cases of Foundation's encoders, and a case `native` beside them.
public struct EncodingOptions: Sendable {
  /// How a document is written.
  public var writing = WritingOptions()

  /// The treatment of values that the format cannot hold.
  public var fidelity = Fidelity.standard

  /// The encoding of dates.
  public var dateEncodingStrategy = DateEncodingStrategy.native

  /// The encoding of bytes.
  public var dataEncodingStrategy = DataEncodingStrategy.native

  /// The names of keys in the document.
  ///
  /// The keys of a dictionary with string keys are data, and stay.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys

  /// The encoding of NaN and the infinities.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.native

  /// The order of the keys of a mapping; `asRead` is the order in which a type encodes them.
  ///
  /// The keys of a `Dictionary` are encoded in the order of their bytes, and the elements of a `Set` in the order
  /// of their canonical forms, so that equal values have the same bytes in every process.
  public var keyOrder = Plan.KeyOrder.asRead

  /// The number of values that may be encoded at once, each inside the one before it.
  ///
  /// An object that holds itself ends here. Coders of nested types recurse, so that on a thread with less than
  /// two megabytes of stack its end may come sooner: that is the same error.
  public var maximumDepth = 512

  /// The values that a type can ask its encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates the default options.
  public init() {}
}

extension EncodingOptions {
  /// The layout of a document, as Foundation's encoders name it.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Each value on a line of its own, indented by two spaces; without this, all on one line where the format can.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// The keys of each mapping in the order of their bytes.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// The layout of a document; setting it sets `writing.indentation` and `keyOrder`.
  public var outputFormatting: OutputFormatting {
    get {
      var formatting: OutputFormatting = keyOrder == .byBytes ? .sortedKeys : []
      if let indentation = writing.indentation, indentation != .compact {
        formatting.insert(.prettyPrinted)
      }
      return formatting
    }
    set {
      writing.indentation = newValue.contains(.prettyPrinted) ? .spaces(2) : .compact
      keyOrder = newValue.contains(.sortedKeys) ? .byBytes : .asRead
    }
  }

  /// The encoding of dates.
  public enum DateEncodingStrategy: Sendable {
    /// As a date where the format has dates, else as its text in RFC 3339.
    case native
    /// As `native`, without the fraction of the last second, for which XML property lists have no room.
    case wholeSeconds
    /// As its text in RFC 3339, which is ISO 8601 too, with its fraction of a second.
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

  /// The encoding of bytes.
  public enum DataEncodingStrategy: Sendable {
    /// As bytes where the format has them, else in Base64.
    case native
    /// As a string in Base64.
    case base64
    /// As `Data` encodes itself: a sequence of numbers.
    case deferredToData
    /// As the closure encodes it.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// The names of keys in the document.
  public enum KeyEncodingStrategy: Sendable {
    /// The names that the type gives them.
    case useDefaultKeys
    /// The names in the style `snake_case`.
    case convertToSnakeCase
    /// The names in a style.
    case style(KeyStyle)
    /// The key that the closure returns for a coding path, whose last key is the one to be named.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    var style: KeyStyle? {
      switch self {
      case .convertToSnakeCase: .snake
      case .style(let style): style
      case .useDefaultKeys, .custom: nil
      }
    }
  }

  /// The encoding of NaN and the infinities.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// As numbers where the format has them; elsewhere they are errors.
    case native
    /// They are errors.
    case `throw`
    /// As strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
