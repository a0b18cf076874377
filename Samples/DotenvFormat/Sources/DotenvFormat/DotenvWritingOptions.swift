public import DecantCore

/// The options of writing `.env` files.
public struct DotenvWritingOptions: FormatOptions {
  /// Whether `export` precedes each name, for shells that source the file.
  public var exports = false

  /// Text that precedes each name: the beginning of a name, or empty.
  public var prefix = ""

  /// Creates the default options.
  public init() {}
}

extension FormatOption {
  static let dotenvExport = FormatOption(
    "dotenv-export", "write 'export' before each name in .env files",
    writing: { options in options[DotenvWritingOptions.self].exports = true })

  static let dotenvPrefix = FormatOption(
    "dotenv-prefix", "PREFIX", accepting: "the beginning of a name, such as APP_",
    "write PREFIX before each name in .env files",
    parsing: { DotenvName.isName($0) ? $0 : nil },
    writing: { prefix, options in options[DotenvWritingOptions.self].prefix = prefix })
}
