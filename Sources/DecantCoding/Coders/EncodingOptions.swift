public import DecantCore
public import DecantConversion

/// Options for encoding values in any format.
///
/// Strategies have the names and cases of Foundation's encoders, and a case `native`.
public struct EncodingOptions: Sendable {
  /// Options for writing documents.
  public var writing = WritingOptions()

  /// The losses permitted where the format cannot represent a value.
  public var fidelity = Fidelity.standard

  #if Foundation
    /// The strategy for dates.
    public var dateEncodingStrategy = DateEncodingStrategy.native

    /// The strategy for binary data.
    public var dataEncodingStrategy = DataEncodingStrategy.native
  #endif

  /// The strategy for keys.
  ///
  /// It does not apply to the keys of dictionaries with string keys, which are data.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys

  /// The strategy for NaN and infinities.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.native

  /// The strategy for nil in formats without null, such as property lists.
  public var nullInPropertyLists = NullEncodingStrategy.native

  /// The order of the keys of mappings; `asRead` keeps the order in which types encode them.
  ///
  /// Equal values have equal bytes in every process: the keys of a `Dictionary` are sorted by their
  /// bytes, and the elements of a `Set` by their canonical forms.
  public var keyOrder = Plan.KeyOrder.asRead

  /// The maximum depth of nested values, which also ends the encoding of cyclic objects.
  ///
  /// Encoding is recursive: on a thread with less than 2 MB of stack, a smaller depth may throw the
  /// same error.
  public var maximumDepth = 512

  /// Values for types to read from their encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates the default options.
  public init() {}
}

extension EncodingOptions {
  /// The layout of a document, with the names of Foundation's encoders.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One value per line, indented by 2 spaces; otherwise one line, if the format allows that.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// The keys of each mapping sorted by their bytes.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// The layout of a document, stored in `writing.indentation` and `keyOrder`.
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

  /// A strategy for encoding nil where the format has no null.
  public enum NullEncodingStrategy: Sendable {
    /// It is an error; optional properties that are nil are left out in any case.
    case native
    /// As Foundation's coder: a string `$null`, which all decoders read as nil.
    case foundation
  }

  /// A strategy for keys.
  public enum KeyEncodingStrategy: Sendable {
    /// Keys as the type defines them.
    case useDefaultKeys
    /// Keys in `snake_case`.
    case convertToSnakeCase
    /// Keys in a key style.
    case style(KeyStyle)
    /// The result of the closure for a coding path, in the keys of types, that ends with the key.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    var style: KeyStyle? {
      switch self {
      case .convertToSnakeCase: .snake
      case .style(let style): style
      case .useDefaultKeys, .custom: nil
      }
    }
  }

  /// A strategy for encoding NaN and infinities.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// As numbers if the format has them; errors otherwise.
    case native
    /// NaN and infinities are errors.
    case `throw`
    /// As strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
