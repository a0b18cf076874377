/// Options for writing documents in any format.
public struct WritingOptions: Sendable {
  /// The indentation of nested collections; nil for the default of the format.
  public var indentation: Indentation?

  /// The columns within which a collection is on one line, in JSON and JSON5; nil for the default of the format.
  public var width: Int?

  /// Whether non-ASCII characters are escaped, if the format can.
  public var ascii = false

  /// The colors of the output; nil for none.
  public var palette: Palette?

  /// Whether values that the format does not support are in tagged forms.
  package var writesTaggedForms = false

  /// Whether keys stay in order even in a format whose writer would otherwise move some.
  package var keepsOrderOfKeys = false

  /// The form of the bytes, for the destination of the writer.
  package var textForm = TextForm()

  @usableFromInline package var formatOptions = FormatOptionSet()

  /// Creates the default options.
  public init() {}

  /// The options of one format.
  @inlinable
  public subscript<Options: FormatOptions>(_ type: Options.Type) -> Options {
    get { formatOptions[type] }
    set { formatOptions[type] = newValue }
  }
}

/// The indentation of nested collections.
public struct Indentation: Sendable, Hashable {
  package let byte: UInt8
  /// 0 for everything on one line.
  package let width: Int

  package init(byte: UInt8, width: Int) {
    self.byte = byte
    self.width = width
  }

  /// Everything on one line.
  public static let compact = Indentation(byte: UInt8(ascii: " "), width: 0)

  /// One tab per level.
  public static let tab = Indentation(byte: UInt8(ascii: "\t"), width: 1)

  /// Returns an indentation by `count` spaces per level.
  public static func spaces(_ count: Int) -> Indentation {
    Indentation(byte: UInt8(ascii: " "), width: max(count, 0))
  }
}

/// Text that a writer puts around tokens to color them.
public struct Palette: Sendable, Hashable {
  /// The text before a key.
  public var key: String
  /// The text before a string.
  public var string: String
  /// The text before a number.
  public var number: String
  /// The text before `true`, `false` or `null`.
  public var word: String
  /// The text after any of these.
  public var end: String

  /// Creates a palette.
  public init(key: String, string: String, number: String, word: String, end: String) {
    self.key = key
    self.string = string
    self.number = number
    self.word = word
    self.end = end
  }
}
