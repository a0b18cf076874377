public import Decant

/// The options of writing `.env` files.
public struct DotenvWritingOptions: FormatOptions {
  /// Whether `export` precedes each name, for shells that read the file by `.` or `source`.
  public var exports = false

  /// Creates the default options.
  public init() {}
}

extension FormatOption {
  /// `--dotenv-export`, as tools offer it.
  static let dotenvExport = FormatOption(
    writing: "dotenv-export", "write 'export' before each name in .env files"
  ) { options in
    options[DotenvWritingOptions.self].exports = true
  }
}
