public import DecantCore
internal import DecantEditing

extension Format {
  /// TOML 1.1, and 1.0 on request.
  public static let toml = Format(
    .toml,
    summary: "TOML 1.1, and 1.0 on request",
    abilities: [
      .booleans, .numbers, .nonFiniteNumbers, .dates, .dateOffsets, .localTimes, .indentation,
      .tabs,
      .ascii, .comments, .heldDocuments, .mappingRoots,
    ],
    limits: Limits(integers: .signed64),
    recognition: TOMLRecognition.toml,
    reader: { TOMLReader($0) },
    writer: { TOMLWriter($0) }
  ).edited(byThinning: TOMLEditing()).offering([
    FormatOption(
      "toml-version", "VERSION", TOMLVersion.self, default: .v1_1,
      "the version of TOML that documents must be valid in",
      reading: { version, options in options.tomlVersion = version })
  ])
}

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

extension FormatNames {
  package static let toml = FormatNames(
    "toml", extensions: "toml",
    fileNames: "Cargo.lock|Gopkg.lock|Pipfile|pdm.lock|poetry.lock|uv.lock")
}
