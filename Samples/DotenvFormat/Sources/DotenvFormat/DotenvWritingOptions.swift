public import Decant

/// The options of writing `.env` files.
public struct DotenvWritingOptions: FormatOptions {
  /// Whether `export` precedes each name, for shells that source the file.
  public var exports = false

  /// Creates the default options.
  public init() {}
}

extension FormatOption {
  static let dotenvExport = FormatOption(
    writing: "dotenv-export", "write 'export' before each name in .env files"
  ) { options in
    options[DotenvWritingOptions.self].exports = true
  }
}
