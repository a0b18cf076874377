public import DecantCore

/// A version of TOML.
public enum TOMLVersion: String, Sendable, CaseIterable {
  /// TOML 1.0: a table in braces is on one line, times have seconds.
  case v1_0 = "1.0"
  /// TOML 1.1, which every document of 1.0 is too.
  case v1_1 = "1.1"
}

/// The options of a TOML reader or writer.
public struct TOMLOptions: FormatOptions {
  /// The version that documents must be valid in.
  public var version = TOMLVersion.v1_1

  /// Creates the default options.
  public init() {}
}

extension ReadingOptions {
  /// The version of TOML that documents must be valid in.
  public var tomlVersion: TOMLVersion {
    get { self[TOMLOptions.self].version }
    set { self[TOMLOptions.self].version = newValue }
  }
}
