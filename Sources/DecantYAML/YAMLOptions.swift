public import DecantCore

/// The options of a YAML reader.
public struct YAMLReadingOptions: FormatOptions {
  /// The schema of plain scalars; nil for the one that a document's `%YAML` directive implies, else `core`.
  public var schema: YAMLSchema?

  /// Creates a reader by another parser than decant's own; nil for decant's.
  package var makeOtherReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?

  /// Creates the default options.
  public init() {}
}

extension ReadingOptions {
  /// The schema of plain YAML scalars; nil for the one that a document's `%YAML` directive implies, else `core`.
  public var yamlSchema: YAMLSchema? {
    get { self[YAMLReadingOptions.self].schema }
    set { self[YAMLReadingOptions.self].schema = newValue }
  }
}

/// A schema, which resolves YAML's plain scalars without a tag.
public enum YAMLSchema: String, Sendable, CaseIterable {
  /// The core schema of YAML 1.2: `no` is a string, `0o17` an integer, `1e3` a real.
  case core
  /// The types of YAML 1.1: `no` is false, `017` octal, `1:30` ninety, `2001-01-01` a date; `y` and `n` are
  /// strings, as in the usual readers of YAML 1.1.
  case yaml11 = "1.1"
  /// Every scalar is a string.
  case failsafe
}

struct YAMLWritingOptions: Sendable {
  static let usualWidth = 2

  /// The spaces per level; 0 for flow style, with one line per document.
  var width = usualWidth
  /// Whether the width was asked for, so that it applies also to what the input indents otherwise.
  var isFixed = false
  var ascii = false
  var palette: Palette?

  init() {}

  init(_ options: WritingOptions) {
    // YAML does not allow tabs as indentation.
    if let indentation = options.indentation {
      isFixed = true
      width = indentation.byte == UInt8(ascii: " ") ? indentation.width : Self.usualWidth
    }
    ascii = options.ascii
    palette = width > 0 ? options.palette : nil
  }
}
